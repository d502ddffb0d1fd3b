"""Snapshots of tables, sealed with a key that is not in the store: a server believes no others.

A program that writes to the database can write a snapshot. The seal covers the stream, the version, the chain value
there, the rules and everything the snapshot holds, so a snapshot that was altered, moved or made elsewhere does not fit
and is not used. One that fits is a witness: the log must still have the record it was made at.
"""

import hmac
from hashlib import sha256

import msgspec

from wartable import __version__
from wartable.audit import read_state, state_bytes
from wartable.live.history.bound import LogBroken, read_bound
from wartable.live.history.mirror import MAX_ROUNDS_KEPT, Mirror, countdown_key, happened_in, stream_of
from wartable.live.history.past import ENDED
from wartable.live.moments import Moment
from wartable.money import Cents
from wartable.rulebook import Rules
from wartable.store import Receipt, Snapshot, Store
from wartable.table import Table

REVEALED = ("shoe_revealed",)
TAG = b"wartable snapshot 1\0"


class SnapshotRefused(Exception):
    """A snapshot that this house has not sealed for this place."""

    def __init__(self, stream: str, version: int) -> None:
        super().__init__(f"the snapshot of {stream} at version {version} does not have the seal of this house")
        self.version = version


class Notes(msgspec.Struct, frozen=True):
    """What is kept beside a table's state."""

    chain: bytes
    """The chain value of the record at the snapshot's version."""
    made_under: str
    """A digest of the program and of the rules in force."""
    sealed_at: int
    decks_opened: Moment
    last_bet: Moment
    moved: dict[str, Cents]


_encode = msgspec.json.Encoder(order="deterministic").encode
_decode = msgspec.json.Decoder(Notes).decode


class Snapshots:
    """Makes and reads the snapshots of one house."""

    def __init__(self, store: Store, key: bytes) -> None:
        self._store = store
        self._key = key

    def save(self, table: str, mirror: Mirror) -> None:
        """Store a snapshot, so that the next start is short."""
        notes = Notes(
            chain=mirror.chain,
            made_under=made_under(mirror.table.rules),
            sealed_at=mirror.sealed_at,
            decks_opened=mirror.decks_opened,
            last_bet=mirror.last_bet,
            moved=mirror.moved,
        )
        made = Snapshot(stream_of(table), mirror.version, state_bytes(mirror.table), _encode(notes), b"")
        self._store.save_snapshot(msgspec.structs.replace(made, seal=self._seal(made)))

    def load(self, table: str, rules: Rules) -> Mirror | None:
        """The table as it was at its snapshot; nothing where there is none, or one of other rules or another program.

        Raises SnapshotRefused where the seal does not fit, and LogBroken where it fits and the log does not.
        """
        snapshot = self._store.load_snapshot(stream_of(table))
        if snapshot is None:
            return None
        if not hmac.compare_digest(snapshot.seal, self._seal(snapshot)):
            raise SnapshotRefused(snapshot.stream, snapshot.version)
        notes = _decode(snapshot.notes)
        self._hold(snapshot, notes)
        return self._mirror(snapshot, notes, rules) if notes.made_under == made_under(rules) else None

    def find(self, table: str, rules: Rules) -> tuple[int, Table] | None:
        """Return the table at its snapshot, unless the shoe that was sealed then has been revealed since."""
        try:
            mirror = self.load(table, rules)
        except (SnapshotRefused, LogBroken):
            return None
        if mirror is None:
            return None
        stream, version = stream_of(table), mirror.version
        revealed = next(self._store.named(stream, REVEALED, version, limit=1), None)
        return None if revealed is not None and mirror.table.seal.commitment else (version, mirror.table)

    def _seal(self, snapshot: Snapshot) -> bytes:
        fields = (snapshot.stream.encode(), b"%d" % snapshot.version, snapshot.notes, snapshot.body)
        told = b"".join(len(field).to_bytes(8) + field for field in fields)
        return hmac.digest(self._key, TAG + told, "sha256")

    def _hold(self, snapshot: Snapshot, notes: Notes) -> None:
        """Refuse a log without the snapshot's record: it was truncated or rewritten."""
        stream, version = snapshot.stream, snapshot.version
        record = next(iter(self._store.read(stream, version - 1, version)), None)
        if record is None or record.chain != notes.chain:
            raise LogBroken(stream, version, "the house has sealed another record than the one that is there")

    def _mirror(self, snapshot: Snapshot, notes: Notes, rules: Rules) -> Mirror:
        """Restore a mirror. The views need some records before the snapshot, which must lead to its chain value."""
        mirror = Mirror(rules)
        stream, version = snapshot.stream, snapshot.version
        ends = list(self._store.named(stream, ENDED, upto=version, backwards=True, limit=MAX_ROUNDS_KEPT + 1))
        first = ends[-1].version if len(ends) > MAX_ROUNDS_KEPT else 1
        records = read_bound(self._store, Receipt(stream, version, notes.chain), first)
        for happened in happened_in(records):
            mirror.note(happened)
        mirror.table = read_state(snapshot.body, rules)
        mirror.version, mirror.at, mirror.chain = version, records[-1].at, notes.chain
        mirror.sealed_at, mirror.decks_opened = notes.sealed_at, notes.decks_opened
        mirror.last_bet, mirror.moved = notes.last_bet, notes.moved
        mirror.countdown, mirror.since = countdown_key(mirror.table), mirror.at
        return mirror


def made_under(rules: Rules) -> str:
    """Return what a table's state depends on besides its events: the program and the rules."""
    told = msgspec.json.encode(msgspec.to_builtins(rules, str_keys=True, order="sorted"))
    return sha256(__version__.encode() + b"\0" + told).hexdigest()
