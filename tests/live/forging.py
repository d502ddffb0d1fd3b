"""Rows of a store changed past everything that is ours, as a person with a shell on the database would change them."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any

import msgspec
from msgspec.structs import replace

from tests.server.running import KEY
from wartable.audit import state_bytes
from wartable.ledger import Posting
from wartable.live.history.mirror import Mirror, stream_of
from wartable.live.history.snapshots import Snapshots
from wartable.live.vault import derive_key
from wartable.money import Cents
from wartable.store import MemoryStore, NewEvent, Posted, Recorded, Snapshot, Store, encode, first_link, next_link
from wartable.table import Table
from wartable.table.state import put_stake


class OpenStore(MemoryStore):
    """A store in memory whose rows can be changed; records are found by their versions, as in a database."""

    def read(self, stream: str, after: int = 0, upto: int | None = None) -> Iterator[Recorded]:
        found = [record for record in self._streams.get(stream, []) if record.version > after]
        return iter([record for record in found if upto is None or record.version <= upto])

    def alter(self, stream: str, version: int, **columns: Any) -> None:
        """Write something else into one record, and leave all others as they are."""
        records = self._streams[stream]
        records[version - 1] = replace(records[version - 1], **columns)

    def remove(self, stream: str, version: int) -> None:
        del self._streams[stream][version - 1]

    def cut(self, stream: str, version: int) -> None:
        """Take away everything after a version."""
        del self._streams[stream][version:]

    def rewrite(self, stream: str, version: int, body: bytes) -> None:
        """Another body for one record, and a new chain from there to the end."""
        records = self._streams[stream]
        before = records[version - 2].chain if version > 1 else first_link(stream)
        for place in range(version - 1, len(records)):
            record = records[place]
            made = replace(record, body=body) if record.version == version else record
            before = _link(before, made)
            records[place] = replace(made, chain=before)
            self._answer_again(record, before)

    def plant(self, stream: str, event: msgspec.Struct) -> Recorded:
        """One record more at the end, with the chain value that follows; no postings are beside it."""
        head, made = self.head(stream), encode(event)
        bare = Recorded(stream, head.version + 1, made.name, made.schema, made.body, 0, "planted", b"")
        before = head.chain if head.version else first_link(stream)
        planted = replace(bare, chain=_link(before, bare))
        self._streams.setdefault(stream, []).append(planted)
        return planted

    def forge(self, stream: str, event: msgspec.Struct, moves: Callable[[Any], Sequence[Posting]]) -> None:
        """The same with its postings and accounts, as if a server had written it."""
        planted = self.plant(stream, event)
        for place, posting in enumerate(moves(event)):
            held = self._accounts.get(posting.account, 0) + posting.cents
            self._accounts[posting.account] = held
            beside = Posted(stream, planted.version, place, posting.account, posting.cents, held)
            self._posted.setdefault(stream, []).append(beside)

    def _answer_again(self, record: Recorded, chain: bytes) -> None:
        """Another chain value in the receipt of a record's command."""
        at, kept = self._commands[record.command_id]
        receipts = kept.receipts.replace(record.chain.hex().encode(), chain.hex().encode())
        self._commands[record.command_id] = at, replace(kept, receipts=receipts)

    def set_account(self, account: str, cents: Cents) -> None:
        self._accounts[account] = cents


def _link(before: bytes, record: Recorded) -> bytes:
    event = NewEvent(record.name, record.schema, record.body)
    return next_link(before, record.stream, record.version, event, record.at, record.command_id)


def house_snapshots(store: Store) -> Snapshots:
    """Snapshots as the house of the tests seals them."""
    return Snapshots(store, derive_key(KEY, "snapshots"))


def with_wager(table: Table, cents: Cents) -> Table:
    """The same table with another amount in every wager box."""
    for box in table.boxes:
        for bettor in box.bettors:
            table = table.with_box(put_stake(table.boxes[box.seat - 1], bettor.name, "initial", cents))
    return table


def with_meter(table: Table, cents: Cents) -> Table:
    """The same table with another reading on every meter."""
    return replace(table, meters={name: replace(meter, reading=cents) for name, meter in table.meters.items()})


Forge = Callable[[str, Mirror, Table], Snapshot]
"""A snapshot of a false state, made by a person who has the whole database and not the key."""


def sealed(table: str, mirror: Mirror, key: bytes = derive_key(KEY, "snapshots")) -> Snapshot:
    """A snapshot of a mirror, with the seal of a key."""
    kept = MemoryStore()
    Snapshots(kept, key).save(table, mirror)
    made = kept.load_snapshot(stream_of(table))
    assert made is not None
    return made


def _plain(table: str, mirror: Mirror, false: Table) -> Snapshot:
    return Snapshot(stream_of(table), mirror.version, state_bytes(false), b"{}", b"")


def _with_a_good_seal(table: str, mirror: Mirror, false: Table) -> Snapshot:
    return replace(sealed(table, mirror), body=state_bytes(false))


def _with_another_key(table: str, mirror: Mirror, false: Table) -> Snapshot:
    lying = Mirror(mirror.table.rules)
    lying.__dict__.update(mirror.__dict__)
    lying.table = false
    return sealed(table, lying, bytes(32))


def _of_another_table(table: str, mirror: Mirror, _false: Table) -> Snapshot:
    return replace(sealed("another", mirror), stream=stream_of(table))


def _of_another_version(table: str, mirror: Mirror, _false: Table) -> Snapshot:
    return replace(sealed(table, mirror), version=mirror.version - 1)


def _ahead(table: str, mirror: Mirror, _false: Table) -> Snapshot:
    return replace(sealed(table, mirror), version=2**62)


def _below(table: str, mirror: Mirror, _false: Table) -> Snapshot:
    return replace(sealed(table, mirror), version=-1)


def _other_notes(table: str, mirror: Mirror, _false: Table) -> Snapshot:
    made = sealed(table, mirror)
    return replace(made, notes=made.notes.replace(b'"last_bet":', b'"last_bet":1'))


def _garbage(table: str, mirror: Mirror, _false: Table) -> Snapshot:
    return Snapshot(stream_of(table), mirror.version, b"\xff\x00garbage", b"\xfe", bytes(32))


def _deep(table: str, mirror: Mirror, _false: Table) -> Snapshot:
    deep = b"[" * 200_000
    return Snapshot(stream_of(table), mirror.version, deep, deep, bytes(32))


def _shifted(table: str, mirror: Mirror, _false: Table) -> Snapshot:
    """The bytes where one field ends and the next begins are not the forger's to choose."""
    made = sealed(table, mirror)
    return replace(made, notes=made.notes + made.body[:1], body=made.body[1:])


FORGERIES: dict[str, Forge] = {
    "without a seal": _plain,
    "with the seal of the true state": _with_a_good_seal,
    "sealed with another key": _with_another_key,
    "of another table": _of_another_table,
    "of another version": _of_another_version,
    "ahead of the log": _ahead,
    "below the log": _below,
    "with other notes": _other_notes,
    "garbage": _garbage,
    "deep": _deep,
    "with shifted fields": _shifted,
}


def flipped(snapshot: Snapshot) -> Iterator[Snapshot]:
    """The same snapshot with one bit of each part the other way round."""
    for part in ("body", "notes", "seal"):
        data = bytearray(getattr(snapshot, part))
        data[len(data) // 2] ^= 1
        yield replace(snapshot, **{part: bytes(data)})
