"""The port of every store: what goes in, what comes out, and what a store guarantees.

A batch is one command: all its events, money and answer are kept together, durably, or not at all.
"""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from concurrent.futures import Future
from contextlib import AbstractContextManager
from typing import Any, Literal, Protocol

import msgspec

from wartable.money import Cents
from wartable.store.errors import HeadDiffers, WalletDiffers

At = int
"""Microseconds since 1970, UTC. The caller gives them; a store does not read a clock for events."""


class NewEvent(msgspec.Struct, frozen=True, gc=False):
    """An event to be kept, in its canonical bytes."""

    name: str
    schema: int
    body: bytes


class Write(msgspec.Struct, frozen=True, gc=False):
    """Events for one stream, which must be at the expected version."""

    stream: str
    expected: int
    events: tuple[NewEvent, ...]


class Move(msgspec.Struct, frozen=True, gc=False):
    """An amount added to one account because of one event, given by its stream and its index in the write, from 0."""

    stream: str
    index: int
    account: str
    cents: Cents


class Fence(msgspec.Struct, frozen=True, gc=False):
    """The right to drive a table. Each new owner gets the next number, and older numbers are refused."""

    table: str
    owner: str
    number: int


class Batch(msgspec.Struct, frozen=True, gc=False):
    """One command with everything that follows from it."""

    command_id: str
    body: bytes
    """The request: the same id with another body is refused."""
    at: At
    writes: tuple[Write, ...]
    moves: tuple[Move, ...]
    answer: bytes
    fence: Fence | None = None
    seen: tuple[tuple[str, Cents], ...] = ()
    """The balances on which it was decided; if one of them has changed, nothing is kept."""


class Receipt(msgspec.Struct, frozen=True, gc=False):
    """The version of a stream and its chain value there."""

    stream: str
    version: int
    chain: bytes


class Kept(msgspec.Struct, frozen=True, gc=False):
    """The answer to a command. It never changes."""

    answer: bytes
    receipts: tuple[Receipt, ...]
    repeated: bool
    """Whether the command was kept before, so that nothing was added now."""


class Recorded(msgspec.Struct, frozen=True, gc=False):
    """One event as it is kept."""

    stream: str
    version: int
    """1, 2, 3 … without a gap."""
    name: str
    schema: int
    body: bytes
    at: At
    command_id: str
    chain: bytes


class Posted(msgspec.Struct, frozen=True, gc=False):
    """One posting as it is kept beside its event."""

    stream: str
    version: int
    place: int
    """The index among the event's postings, from 0."""
    account: str
    cents: Cents
    after: Cents
    """The balance of the account after it."""


class Snapshot(msgspec.Struct, frozen=True, gc=False):
    """The state of a stream at a version; it can always be computed again from the events.

    The store keeps it unchecked. The reader checks the seal, because the database can be written from outside.
    """

    stream: str
    version: int
    body: bytes
    notes: bytes
    """What the reader needs besides the state."""
    seal: bytes
    """A message authentication code over all of the above, with a key that is not in the store."""


class Personal(msgspec.Struct, frozen=True, gc=False):
    """Personal data of a patron, kept beside the log so that it can be erased."""

    patron: str
    body: bytes
    at: At
    """The time of the last change."""


NoticeHandler = Callable[[str, int], None]
"""Called from a thread of the store with a stream and the version it has reached. It must return quickly."""


Rows = Literal["events", "postings", "commands", "streams", "accounts", "snapshots", "secrets", "personal"]

COLUMNS: Mapping[Rows, tuple[str, ...]] = {
    "events": ("stream", "version", "name", "schema", "body", "at", "command_id", "chain"),
    "postings": ("stream", "version", "place", "account", "cents", "after"),
    "commands": ("command_id", "digest", "at", "answer", "receipts"),
    "streams": ("stream", "version", "chain"),
    "accounts": ("account", "cents"),
    "snapshots": ("stream", "version", "body"),
    "secrets": ("name", "body"),
    "personal": ("patron", "body", "at"),
}
"""The columns that an audit reads, by the same names in every database."""

_LONG_KEYS: Mapping[Rows, int] = {"events": 2, "postings": 3}
KEYS: Mapping[Rows, tuple[str, ...]] = {what: columns[: _LONG_KEYS.get(what, 1)] for what, columns in COLUMNS.items()}
"""The first columns of a table are its key."""

Row = tuple[Any, ...]
"""A row as the database holds it, in the order of its columns. It is unchecked and may hold anything."""


class Flaw(msgspec.Struct, frozen=True):
    """A difference between the database and what this program makes."""

    step: int
    """The number of the migration, or 0 for the shape of the database."""
    says: str


class Subscription(Protocol):
    """A subscription to notices, until it is closed."""

    def close(self) -> None: ...


class ReadTransaction(Protocol):
    """All rows as they were at one moment, however long the reading takes."""

    def raw(self, what: Rows) -> Iterator[Row]:
        """Return the rows of a table unchecked, in the order of their KEYS and COLUMNS."""


class ReadLog(Protocol):
    """A log that is only read, with what the database says of itself. Every method may be called from any thread."""

    def find(self, command_id: str) -> Kept | None:
        """Return the answer of a command that was kept."""

    def read(self, stream: str, after: int = 0, upto: int | None = None) -> Iterator[Recorded]:
        """Yield the events of a stream with versions above `after`, up to and including `upto`."""

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
        """Yield the events of a stream with one of these names, by an index where `names` says so."""

    def postings(self, stream: str, after: int = 0, upto: int | None = None) -> Iterator[Posted]:
        """Yield the postings of those events."""

    def read_transaction(self) -> AbstractContextManager[ReadTransaction]:
        """Open a read transaction, whose rows are consistent; several tables may be read at the same time."""

    def head(self, stream: str) -> Receipt:
        """Return the head of a stream; version 0 and its first chain value if it has no events."""

    def heads(self, streams: Collection[str]) -> dict[str, Receipt]:
        """Return the heads of those of these streams that have events."""

    def receipts(self, places: Collection[tuple[str, int]]) -> dict[str, Receipt]:
        """Return the receipt of one event for each stream and version, if there is one."""

    def streams(self, prefix: str = "") -> list[str]:
        """Return the names of all streams with events, in order."""

    def flaws(self) -> list[Flaw]:
        """Return unknown migrations, and changed tables, triggers and constraints."""

    def close(self) -> None:
        """Commit what waits, and close the connections."""


class ReadStore(ReadLog, Protocol):
    """A store that is only read: the log, and what lies beside it."""

    def balance(self, account: str) -> Cents:
        """Return the balance of an account."""

    def balances(self, prefix: str = "") -> dict[str, Cents]:
        """Return the balance of every account that is not at zero."""

    def load_snapshot(self, stream: str) -> Snapshot | None:
        """Return the snapshot of a stream, unchecked."""

    def get_personal(self, patron: str) -> Personal | None:
        """Return the personal data of a patron."""

    def get_secret(self, name: str) -> bytes | None:
        """Return a secret by its name."""

    def secrets(self, prefix: str = "") -> list[str]:
        """Return the names of all secrets, in order."""

    def owners(self) -> dict[str, Fence]:
        """Return the owner of each table whose lease has not expired."""


class Store(ReadStore, Protocol):
    """A store that is written too. Every change is durable when its method returns."""

    def submit(self, batch: Batch) -> Future[Kept]:
        """Keep a batch without waiting; the future resolves when the commit is durable, or with a StoreError."""

    def be_alone(self) -> None:
        """From now on, refuse wallets that this process did not leave as they are, and records that it did not write.

        Only where no other process writes to tables and patrons.
        """

    def hold_head(self, head: Receipt) -> None:
        """Take note of a head that was bound to the records before it: a batch is refused where it is gone.

        Raises HeadDiffers where it does not go on from what this process wrote or noted.
        """

    def held_heads(self, streams: Collection[str]) -> tuple[dict[str, Receipt], Sequence[HeadDiffers]]:
        """Return the heads of these streams, and those that no longer hold what this process knows."""

    def known_heads(self) -> Sequence[Receipt]:
        """Return the heads that this process wrote or noted, also where the store cannot be read any more."""

    def note_wallets(self, balances: Mapping[str, Cents]) -> None:
        """Take note of balances that were compared with all postings of their accounts."""

    def differing_wallets(self) -> Sequence[WalletDiffers]:
        """Return the wallets that do not hold what their postings come to; a batch that moves one is refused."""

    def save_snapshot(self, snapshot: Snapshot) -> None:
        """Replace the stream's snapshot, also by one of an earlier version."""

    def subscribe(self, prefix: str, notice: NoticeHandler) -> Subscription:
        """Call a handler for every stream with this prefix that has grown; it may be called twice for a version."""

    def claim(self, table: str, owner: str, seconds: int) -> Fence | None:
        """Take a table that has no owner or whose lease has expired; otherwise return nothing."""

    def renew_all(self, fences: Collection[Fence]) -> set[str]:
        """Extend leases by their length, and return the tables that were still owned."""

    def release(self, fence: Fence) -> None:
        """End a lease now, so that another server can take the table."""

    def put_personal(self, patron: str, body: bytes, at: At) -> None:
        """Write the personal data of a patron."""

    def erase_personal(self, patron: str) -> bool:
        """Erase it, and return whether there was any."""

    def expire_personal(self, before: At) -> int:
        """Erase personal data last changed before a moment, and return the number of patrons."""

    def put_secret(self, name: str, body: bytes) -> None:
        """Write a secret beside the log, in place of the earlier one."""

    def erase_secret(self, name: str) -> bool:
        """Erase it, and return whether there was any."""
