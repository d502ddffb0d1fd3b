"""A store that is lost when it is closed: for tests, and for a table that need not be kept."""

import threading
import time
from collections.abc import Callable, Collection, Iterator, Mapping
from concurrent.futures import Future
from contextlib import contextmanager

import msgspec
from msgspec.structs import astuple

from wartable.money import Cents
from wartable.store.chain import first_link
from wartable.store.checks import check
from wartable.store.errors import HeadDiffers, StoreError, WalletDiffers
from wartable.store.known import KnownHeads
from wartable.store.notices import Notices
from wartable.store.plan import KeptCommand, PlannedBatch, plan
from wartable.store.port import (
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
    Row,
    Rows,
    Snapshot,
    Subscription,
)
from wartable.store.wallets import Wallets


class _Lease(msgspec.Struct):
    fence: Fence
    seconds: int
    until: float


class _ReadTransaction(msgspec.Struct):
    rows: dict[Rows, list[Row]]

    def raw(self, what: Rows) -> Iterator[Row]:
        return iter(sorted(self.rows[what]))


class MemoryStore:
    """Dictionaries, with a lock for every change and for reading several entries. Leases expire by the given clock."""

    def __init__(self, monotonic: Callable[[], float] = time.monotonic) -> None:
        self._monotonic = monotonic
        self._lock = threading.RLock()
        self._streams: dict[str, list[Recorded]] = {}
        self._posted: dict[str, list[Posted]] = {}
        self._commands: dict[str, tuple[At, KeptCommand]] = {}
        self._accounts: dict[str, Cents] = {}
        self._snapshots: dict[str, Snapshot] = {}
        self._personal: dict[str, Personal] = {}
        self._secrets: dict[str, bytes] = {}
        self._leases: dict[str, _Lease] = {}
        self._wallets = Wallets()
        self._heads = KnownHeads()
        self._notices = Notices()

    # Keeping

    def submit(self, batch: Batch) -> Future[Kept]:
        future: Future[Kept] = Future()
        try:
            check(batch)
            with self._lock:
                planned = plan(batch, self)
                if isinstance(planned, PlannedBatch):
                    self._add(planned)
        except StoreError as error:
            future.set_exception(error)
            return future
        future.set_result(planned.kept() if isinstance(planned, PlannedBatch) else planned)
        if isinstance(planned, PlannedBatch):
            self._notices.tell((receipt.stream, receipt.version) for receipt in planned.receipts)
        return future

    def _add(self, planned: PlannedBatch) -> None:
        for event in planned.events:
            self._streams.setdefault(event[0], []).append(Recorded(*event))
        for posting in planned.postings:
            self._posted.setdefault(posting[0], []).append(Posted(*posting))
        self._accounts.update(planned.balances)
        self._wallets.note(planned.balances)
        self._heads.note(planned.receipts)
        self._commands[planned.batch.command_id] = (planned.batch.at, planned.command)

    def known(self, command_id: str) -> KeptCommand | None:
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

    @contextmanager
    def read_transaction(self) -> Iterator[ReadTransaction]:
        with self._lock:
            rows: dict[Rows, list[Row]] = {
                "events": [astuple(event) for events in self._streams.values() for event in events],
                "postings": [astuple(one) for posted in self._posted.values() for one in posted],
                "commands": [
                    (command_id, known.digest, at, known.answer, known.receipts)
                    for command_id, (at, known) in self._commands.items()
                ],
                "streams": [astuple(self.head(stream)) for stream in self._streams],
                "accounts": list(self._accounts.items()),
                "snapshots": [astuple(snapshot)[:3] for snapshot in self._snapshots.values()],
                "secrets": list(self._secrets.items()),
                "personal": [astuple(held) for held in self._personal.values()],
            }
        yield _ReadTransaction(rows)

    def head(self, stream: str) -> Receipt:
        with self._lock:
            events = self._streams.get(stream)
            last = (events[-1].version, events[-1].chain) if events else (0, first_link(stream))
            return Receipt(stream, *last)

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
        return self._accounts.get(account, 0)

    def due(self, account: str) -> Cents | None:
        return self._wallets.due({account: self.balance(account)}, self._sums).get(account)

    def _sums(self, accounts: Collection[str]) -> dict[str, Cents]:
        sums = dict.fromkeys(accounts, 0)
        for one in (one for posted in self._posted.values() for one in posted if one.account in sums):
            sums[one.account] += one.cents
        return sums

    def differing(self, stream: str) -> HeadDiffers | None:
        return self._heads.differing([stream], self.heads([stream]), self.receipts, self._moves).get(stream)

    def be_alone(self) -> None:
        with self._lock:
            self._heads.note(self.heads(self.streams()).values())
            self._heads.alone = True
            self._wallets.be_alone({error.account: error.due for error in self.differing_wallets()})

    @property
    def alone(self) -> bool:
        return self._wallets.alone

    def hold_head(self, head: Receipt) -> None:
        with self._lock:
            self._heads.hold(head, self.receipts, self._moves)

    def known_heads(self) -> list[Receipt]:
        with self._lock:
            return self._heads.heads

    def held_heads(self, streams: Collection[str]) -> tuple[dict[str, Receipt], list[HeadDiffers]]:
        with self._lock:
            found = self.heads(streams)
            return found, list(self._heads.differing(streams, found, self.receipts, self._moves).values())

    def _moves(self, stream: str, version: int) -> bool:
        return next(self.postings(stream, version), None) is not None

    def note_wallets(self, balances: Mapping[str, Cents]) -> None:
        self._wallets.note(balances)

    def differing_wallets(self) -> list[WalletDiffers]:
        with self._lock:
            held, due = self._accounts, self._wallets.due(self._accounts, self._sums)
            return [WalletDiffers(account, held[account], cents, ours=self.alone) for account, cents in due.items()]

    def balances(self, prefix: str = "") -> dict[str, Cents]:
        with self._lock:
            return {name: cents for name, cents in sorted(self._accounts.items()) if cents and name.startswith(prefix)}

    def save_snapshot(self, snapshot: Snapshot) -> None:
        with self._lock:
            self._snapshots[snapshot.stream] = snapshot

    def load_snapshot(self, stream: str) -> Snapshot | None:
        return self._snapshots.get(stream)

    def subscribe(self, prefix: str, notice: NoticeHandler) -> Subscription:
        return self._notices.subscribe(prefix, notice)

    # Driving a table

    def driver(self, table: str) -> tuple[str, int] | None:
        lease = self._leases.get(table)
        return (lease.fence.owner, lease.fence.number) if lease else None

    def owners(self) -> dict[str, Fence]:
        with self._lock:
            now = self._monotonic()
            return {table: lease.fence for table, lease in self._leases.items() if now < lease.until}

    def claim(self, table: str, owner: str, seconds: int) -> Fence | None:
        with self._lock:
            lease, now = self._leases.get(table), self._monotonic()
            if lease is not None and now < lease.until:
                return None
            fence = Fence(table, owner, lease.fence.number + 1 if lease else 1)
            self._leases[table] = _Lease(fence, seconds, now + seconds)
            return fence

    def renew_all(self, fences: Collection[Fence]) -> set[str]:
        with self._lock:
            held = self._held(fences)
            for lease in held:
                lease.until = self._monotonic() + lease.seconds
            return {lease.fence.table for lease in held}

    def release(self, fence: Fence) -> None:
        with self._lock:
            for lease in self._held([fence]):
                lease.until = self._monotonic()

    def _held(self, fences: Collection[Fence]) -> list[_Lease]:
        leases = [self._leases.get(fence.table) for fence in fences]
        return [lease for lease in leases if lease is not None and lease.fence in fences]

    # Patrons as persons

    def put_personal(self, patron: str, body: bytes, at: At) -> None:
        with self._lock:
            self._personal[patron] = Personal(patron, body, at)

    def get_personal(self, patron: str) -> Personal | None:
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
        """Do nothing: no batch waits, and no connection is open."""
