"""An auditor with code of its own: raw rows by SQL, the chain from its description, and the promises of the clients.

It does not ask the store. What it finds it raises, with the number of the goal it breaks.
"""

import struct
from collections import Counter, defaultdict
from hashlib import sha256
from pathlib import Path
from typing import Any

import msgspec

from tests.faults.dealing import SHARED, house_rules
from tests.faults.promises import Promise, asked, promised
from tests.store.rows import Raw, dialect_of, raw
from tests.table.samples import any_of
from tests.table.tally import Count
from wartable import cage
from wartable.ledger import holds_chips, moves_of
from wartable.table import Event, Table, evolve, hold, new_table
from wartable.table.events import EVENTS

TAG = b"wartable chain 1\x00"
_table_event = msgspec.json.Decoder(any_of(EVENTS)).decode
_cage_event = msgspec.json.Decoder(any_of(cage.EVENTS)).decode


class Broken(AssertionError):
    """Something that was promised does not hold."""


def must(held: bool, *said: object) -> None:
    if not held:
        raise Broken(" ".join(map(str, said)))


class _Stream:
    """How far one stream has been looked at."""

    def __init__(self, name: str) -> None:
        self.version = 0
        self.chain = sha256(TAG + name.encode()).digest()
        self.chains: dict[int, bytes] = {}
        self.table: Table | None = new_table(house_rules()) if name.startswith("table/") else None
        self.cards = Count(house_rules())


class Auditor:
    """Looks at everything that was added since it last looked."""

    def __init__(self, address: str, *folders: Path) -> None:
        self._address, self._folders = address, folders
        self._streams: dict[str, _Stream] = {}
        self._accounts: Counter[str] = Counter()
        self._events_of: dict[str, list[tuple[str, int]]] = defaultdict(list)
        self._places = dict.fromkeys(folders, 0)
        self.promises = self.events = self.commands = 0

    def look(self, *, promises: bool = True) -> None:
        """Everything new, at one moment, and every promise that was made since."""
        with raw(self._address) as rows:
            rows.run(dialect_of(self._address).begin)
            for (name,) in rows.run("SELECT DISTINCT stream FROM events ORDER BY stream"):
                self._look_at_stream(rows, str(name))
            self._look_at_heads(rows)
            self._look_at_accounts(rows)
            self._look_at_commands(rows)
            if promises:
                self._look_at_promises(rows)

    # Events: versions, chain, money, cards

    def _look_at_stream(self, rows: Raw, name: str) -> None:
        stream = self._streams.setdefault(name, _Stream(name))
        moved = self._moved(rows, name, stream.version)
        found = rows.run(
            "SELECT version, name, schema, body, at, command_id, chain FROM events"
            " WHERE stream = ? AND version > ? ORDER BY version",
            name,
            stream.version,
        )
        for row in found:
            self._look_at_event(name, stream, row, moved)
        must(not moved, "A6:", name, "has postings without an event:", sorted(moved))
        if stream.table is not None:
            hold(stream.table)
            stream.cards.agree(stream.table)

    def _moved(self, rows: Raw, name: str, after: int) -> dict[int, list[tuple[str, int]]]:
        moved: dict[int, list[tuple[str, int]]] = defaultdict(list)
        for version, account, cents in rows.run(
            "SELECT version, account, cents FROM postings WHERE stream = ? AND version > ? ORDER BY version, place",
            name,
            after,
        ):
            moved[_int(version)].append((str(account), _int(cents)))
            self._accounts[str(account)] += _int(cents)
        return moved

    def _look_at_event(
        self, name: str, stream: _Stream, row: tuple[Any, ...], moved: dict[int, list[tuple[str, int]]]
    ) -> None:
        version, kind, schema, body, at, command_id, value = row
        must(version == stream.version + 1, "A3:", name, "goes from", stream.version, "to", version)
        hashed = sha256(TAG + stream.chain)
        for field in (name, version, kind, schema, at, command_id, body):
            written = field if isinstance(field, bytes) else str(field).encode()
            hashed.update(struct.pack(">I", len(written)) + written)
        must(hashed.digest() == value, "A4: the chain of", name, "breaks at version", version)
        event = (_table_event if name.startswith("table/") else _cage_event)(body)
        expected = self._expected(name, event)
        must(moved.pop(version, []) == expected, "A6:", name, version, "moved something else than", expected)
        if stream.table is not None:
            stream.table = evolve(stream.table, event)
            stream.cards.hear(event)
        stream.version, stream.chain = version, value
        stream.chains[version] = value
        self._events_of[command_id].append((name, version))
        self.events += 1

    def _expected(self, stream: str, event: Event | cage.CageEvent) -> list[tuple[str, int]]:
        if isinstance(event, cage.CageEvent):
            made = cage.moves_of(event)
        else:
            made = moves_of(stream.removeprefix("table/"), event, SHARED)
        return [(posting.account, posting.cents) for posting in made]

    def _look_at_heads(self, rows: Raw) -> None:
        heads = {str(name): (version, value) for name, version, value in rows.run("SELECT * FROM streams")}
        must(
            heads == {name: (s.version, s.chain) for name, s in self._streams.items()},
            "A3: heads are not the last events",
        )

    def _look_at_accounts(self, rows: Raw) -> None:
        held = {str(account): _int(cents) for account, cents in rows.run("SELECT account, cents FROM accounts")}
        sums = {account: cents for account, cents in self._accounts.items() if cents}
        must(
            {account: cents for account, cents in held.items() if cents} == sums, "A6: accounts are not their postings"
        )
        must(sum(held.values()) == 0, "A6: money was made or lost:", sum(held.values()))
        below = [account for account, cents in held.items() if cents < 0 and holds_chips(account)]
        must(not below, "A6: negative:", below)

    # Commands and promises

    def _look_at_commands(self, rows: Raw) -> None:
        """Each command is whole: no event without it, and none of its events missing."""
        found = rows.run("SELECT command_id, receipts FROM commands")
        known = {str(command) for command, _ in found}
        self.commands = len(known)
        must(self._events_of.keys() <= known, "A2: events without a command:", self._events_of.keys() - known)
        for command, receipts in found:
            for stream, version, value in msgspec.json.decode(_bytes(receipts)):
                there = self._streams[stream].chains.get(version, b"") if stream in self._streams else b""
                must(there.hex() == value, "A4:", command, "led to", stream, version, "which is not there")
        strange = known - set().union(*map(asked, self._folders))
        must(not strange, "A2: commands that no one asked for:", strange)

    def _look_at_promises(self, rows: Raw) -> None:
        for folder in self._folders:
            for place, promise in promised(folder, self._places[folder]):
                self._places[folder] = place
                self.promises += 1
                self._look_at_promise(rows, promise)

    def _look_at_promise(self, rows: Raw, promise: Promise) -> None:
        kept = rows.run("SELECT answer, receipts FROM commands WHERE command_id = ?", promise.command_id)
        must(len(kept) == 1, "A1:", promise.command_id, "was answered and is kept", len(kept), "times")
        must(kept[0][0] == promise.answer, "A1:", promise.command_id, "is kept with another answer")
        receipts = [[stream, version, value.hex()] for stream, version, value in promise.receipts]
        must(msgspec.json.decode(_bytes(kept[0][1])) == receipts, "A1:", promise.command_id, "has other receipts")
        self._look_at_receipts(promise.command_id, promise.receipts, promise.events)

    def _look_at_receipts(self, command_id: str, receipts: tuple[tuple[str, int, bytes], ...], events: int) -> None:
        happened = self._events_of.get(command_id, [])
        must(len(happened) == events, "A1:", command_id, "happened", len(happened), "times, not", events)
        for stream, version, value in receipts:
            must((stream, version) in happened, "A1:", command_id, "did not lead to", stream, version)
            must(self._streams[stream].chains[version] == value, "A4:", command_id, "had another receipt")
        versions = [version for _, version in happened]
        must(versions == list(range(versions[0], versions[0] + events)), "A1:", command_id, "is torn apart:", versions)


def _int(value: object) -> int:
    must(isinstance(value, int), "a number is no number:", value)
    return value  # type: ignore[return-value]


def _bytes(value: object) -> bytes:
    must(isinstance(value, bytes), "bytes are no bytes:", value)
    return value  # type: ignore[return-value]
