"""A store that forgets everything when it is closed: for tests, and for a table that nobody has to remember."""

import threading
import time
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping
from concurrent.futures import Future
from contextlib import contextmanager
from itertools import chain as joined

from wartable.money import Cents
from wartable.store.chain import first_link
from wartable.store.errors import StoreError
from wartable.store.notices import Notices
from wartable.store.plan import Known, Plan, check, plan
from wartable.store.port import (
    COLUMNS,
    At,
    Batch,
    Fence,
    Flaw,
    Kept,
    NoticeHandler,
    Personal,
    Posted,
    ReadTransaction,
    Receipt,
    Recorded,
    Rows,
    Snapshot,
    Subscription,
)
from wartable.store.receipts import write_receipts


class _Lease:
    def __init__(self, fence: Fence, seconds: int, now: float) -> None:
        self.fence, self.seconds = fence, seconds
        self.until = now + seconds


class _ReadTransaction:
    def __init__(self, rows: Mapping[Rows, list[tuple[object, ...]]]) -> None:
        self._rows = rows

    def raw(self, what: Rows) -> Iterator[tuple[object, ...]]:
        return iter(self._rows[what])


class MemoryStore:
    """Everything in dictionaries, under one lock. Leases run by the clock that it is given."""

    def __init__(self, monotonic: Callable[[], float] = time.monotonic) -> None:
        self._monotonic = monotonic
        self._lock = threading.RLock()
        self._streams: dict[str, list[Recorded]] = {}
        self._posted: dict[str, list[Posted]] = {}
        self._commands: dict[str, tuple[At, Known]] = {}
        self._accounts: dict[str, Cents] = {}
        self._snapshots: dict[str, Snapshot] = {}
        self._personal: dict[str, Personal] = {}
        self._secrets: dict[str, bytes] = {}
        self._leases: dict[str, _Lease] = {}
        self._notices = Notices()

    # Keeping

    def submit(self, batch: Batch) -> Future[Kept]:
        future: Future[Kept] = Future()
        try:
            check(batch)
            with self._lock:
                planned = plan(batch, self)
                if isinstance(planned, Plan):
                    self._add(planned)
        except StoreError as error:
            future.set_exception(error)
            return future
        future.set_result(planned.kept() if isinstance(planned, Plan) else planned)
        if isinstance(planned, Plan):
            self._notices.tell((receipt.stream, receipt.version) for receipt in planned.known.receipts)
        return future

    def _add(self, planned: Plan) -> None:
        for event in planned.events:
            self._streams.setdefault(event[0], []).append(Recorded(*event))
        for posting in planned.postings:
            self._posted.setdefault(posting[0], []).append(Posted(*posting))
        self._accounts.update(planned.balances)
        self._commands[planned.batch.command_id] = (planned.batch.at, planned.known)

    def known(self, command_id: str) -> Known | None:
        with self._lock:
            kept = self._commands.get(command_id)
        return kept[1] if kept else None

    def find(self, command_id: str) -> Kept | None:
        known = self.known(command_id)
        return known.kept() if known else None

    # Reading

    def read(self, stream: str, after: int = 0, upto: int | None = None) -> Iterator[Recorded]:
        with self._lock:
            events = self._streams.get(stream, [])[max(after, 0) : upto]
        return iter(events)

    def named(
        self,
        stream: str,
        names: Collection[str],
        after: int = 0,
        upto: int | None = None,
        *,
        backwards: bool = False,
        limit: int | None = None,
    ) -> Iterator[Recorded]:
        found = [event for event in self.read(stream, after, upto) if event.name in names]
        return iter((found[::-1] if backwards else found)[:limit])

    def postings(self, stream: str, after: int = 0, upto: int | None = None) -> Iterator[Posted]:
        with self._lock:
            posted = list(self._posted.get(stream, []))
        return (one for one in posted if after < one.version and (upto is None or one.version <= upto))

    def raw(self, what: Rows) -> Iterator[tuple[object, ...]]:
        with self._lock:
            rows = sorted(self._rows(what))
        return iter(rows)

    @contextmanager
    def read_transaction(self) -> Iterator[ReadTransaction]:
        with self._lock:
            rows = {what: sorted(self._rows(what)) for what in COLUMNS}
        yield _ReadTransaction(rows)

    def _rows(self, what: Rows) -> Iterator[tuple[object, ...]]:
        match what:
            case "events":
                yield from (_row(what, event) for events in self._streams.values() for event in events)
            case "postings":
                yield from (_row(what, one) for posted in self._posted.values() for one in posted)
            case "commands":
                for command_id, (at, known) in self._commands.items():
                    yield command_id, known.digest, at, known.answer, write_receipts(known.receipts)
            case "streams":
                yield from (_row(what, self.head(stream)) for stream in self._streams)
            case "accounts":
                yield from self._accounts.items()
            case "snapshots":
                yield from (_row(what, snapshot) for snapshot in self._snapshots.values())
            case "secrets":
                yield from self._secrets.items()
            case "personal":
                yield from (_row(what, known) for known in self._personal.values())

    def head(self, stream: str) -> Receipt:
        with self._lock:
            events = self._streams.get(stream)
            if not events:
                return Receipt(stream, 0, first_link(stream))
            return Receipt(stream, events[-1].version, events[-1].chain)

    def heads(self, streams: Collection[str]) -> dict[str, Receipt]:
        return {head.stream: head for head in map(self.head, streams) if head.version}

    def receipts(self, places: Collection[tuple[str, int]]) -> dict[str, Receipt]:
        with self._lock:
            kept = (self._streams.get(stream, ())[version - 1 : version] for stream, version in places)
            return {event.stream: Receipt(event.stream, event.version, event.chain) for (event,) in filter(None, kept)}

    def streams(self, prefix: str = "") -> list[str]:
        with self._lock:
            return sorted(stream for stream in self._streams if stream.startswith(prefix))

    def balance(self, account: str) -> Cents:
        with self._lock:
            return self._accounts.get(account, 0)

    def balances(self, prefix: str = "") -> dict[str, Cents]:
        with self._lock:
            return {name: cents for name, cents in sorted(self._accounts.items()) if cents and name.startswith(prefix)}

    def misposted(self, prefix: str = "") -> dict[str, tuple[Cents, Cents]]:
        with self._lock:
            due: Counter[str] = Counter()
            for posted in joined.from_iterable(self._posted.values()):
                due[posted.account] += posted.cents
            names = sorted(name for name in {*due, *self._accounts} if name.startswith(prefix))
            both = {name: (self._accounts.get(name, 0), due[name]) for name in names}
        return {name: (held, come_to) for name, (held, come_to) in both.items() if held != come_to}

    def save_snapshot(self, snapshot: Snapshot) -> None:
        with self._lock:
            self._snapshots[snapshot.stream] = snapshot

    def load_snapshot(self, stream: str) -> Snapshot | None:
        with self._lock:
            return self._snapshots.get(stream)

    def subscribe(self, prefix: str, notice: NoticeHandler) -> Subscription:
        return self._notices.subscribe(prefix, notice)

    # Driving a table

    def driver(self, table: str) -> tuple[str, int] | None:
        lease = self._leases.get(table)
        return (lease.fence.owner, lease.fence.number) if lease else None

    def owner(self, table: str) -> Fence | None:
        with self._lock:
            lease = self._leases.get(table)
            return lease.fence if lease and self._monotonic() < lease.until else None

    def owners(self) -> dict[str, Fence]:
        with self._lock:
            now = self._monotonic()
            return {table: lease.fence for table, lease in self._leases.items() if now < lease.until}

    def claim(self, table: str, owner: str, seconds: int) -> Fence | None:
        with self._lock:
            lease = self._leases.get(table)
            if lease is not None and self._monotonic() < lease.until:
                return None
            fence = Fence(table, owner, lease.fence.number + 1 if lease else 1)
            self._leases[table] = _Lease(fence, seconds, self._monotonic())
            return fence

    def renew(self, fence: Fence) -> bool:
        with self._lock:
            lease = self._leases.get(fence.table)
            if lease is None or lease.fence != fence:
                return False
            lease.until = self._monotonic() + lease.seconds
            return True

    def renew_all(self, fences: Collection[Fence]) -> set[str]:
        return {fence.table for fence in fences if self.renew(fence)}

    def release(self, fence: Fence) -> None:
        with self._lock:
            lease = self._leases.get(fence.table)
            if lease is not None and lease.fence == fence:
                lease.until = self._monotonic()

    # Patrons as persons

    def put_personal(self, patron: str, body: bytes, at: At) -> None:
        with self._lock:
            self._personal[patron] = Personal(patron, body, at)

    def get_personal(self, patron: str) -> Personal | None:
        with self._lock:
            return self._personal.get(patron)

    def erase_personal(self, patron: str) -> bool:
        with self._lock:
            return self._personal.pop(patron, None) is not None

    def expire_personal(self, before: At) -> int:
        with self._lock:
            gone = [patron for patron, held in self._personal.items() if held.at < before]
            for patron in gone:
                del self._personal[patron]
            return len(gone)

    # Secrets

    def put_secret(self, name: str, body: bytes) -> None:
        with self._lock:
            self._secrets[name] = body

    def get_secret(self, name: str) -> bytes | None:
        with self._lock:
            return self._secrets.get(name)

    def secrets(self, prefix: str = "") -> list[str]:
        with self._lock:
            return sorted(name for name in self._secrets if name.startswith(prefix))

    def flaws(self) -> list[Flaw]:
        return []

    def erase_secret(self, name: str) -> bool:
        with self._lock:
            return self._secrets.pop(name, None) is not None

    def close(self) -> None:
        """Nothing waits, and nothing is held."""


def _row(what: Rows, record: object) -> tuple[object, ...]:
    return tuple(getattr(record, column) for column in COLUMNS[what])
