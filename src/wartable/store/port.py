"""The port of every store: what goes in, what comes out, and what a store promises.

A batch is one command: all its events, money and answer are kept together, durably, or not at all.
"""

from collections.abc import Callable, Collection, Iterator, Mapping
from concurrent.futures import Future
from contextlib import AbstractContextManager
from typing import Any, Literal, Protocol

import msgspec

from wartable.money import Cents

At = int
"""A moment: microseconds since 1970, UTC. The caller gives it; a store has no clock of its own for events."""


class NewEvent(msgspec.Struct, frozen=True, gc=False):
    """One event on its way in, already in its canonical bytes."""

    name: str
    schema: int
    body: bytes


class Write(msgspec.Struct, frozen=True, gc=False):
    """Events for one stream, which stands at the expected version."""

    stream: str
    expected: int
    events: tuple[NewEvent, ...]


class Move(msgspec.Struct, frozen=True, gc=False):
    """So much to one account, because of one event: which write's stream, and which of its events, from 0."""

    stream: str
    index: int
    account: str
    cents: Cents


class Fence(msgspec.Struct, frozen=True, gc=False):
    """The right to drive a table. Whoever takes it over gets the next number, and older ones are refused."""

    table: str
    owner: str
    number: int


class Batch(msgspec.Struct, frozen=True, gc=False):
    """One command with everything that follows from it."""

    command_id: str
    body: bytes
    """What was asked: the same id with another body is refused."""
    at: At
    writes: tuple[Write, ...]
    moves: tuple[Move, ...]
    answer: bytes
    fence: Fence | None = None
    seen: tuple[tuple[str, Cents], ...] = ()
    """What accounts held when it was decided; where one of them holds something else by now, nothing is kept."""


class Receipt(msgspec.Struct, frozen=True, gc=False):
    """Where a stream stands, and the chain value that says so."""

    stream: str
    version: int
    chain: bytes


class Kept(msgspec.Struct, frozen=True, gc=False):
    """The answer to a command, the same for ever."""

    answer: bytes
    receipts: tuple[Receipt, ...]
    repeated: bool
    """Whether the command had been kept before, so that nothing was added now."""


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
    """Which of the event's postings, from 0."""
    account: str
    cents: Cents
    after: Cents
    """What the account held then."""


class Snapshot(msgspec.Struct, frozen=True, gc=False):
    """What a stream's events came to at a version; a shortcut that can always be made again.

    A store keeps it as it is given. The reader checks the seal, because the database can be written from outside.
    """

    stream: str
    version: int
    body: bytes
    """The state."""
    notes: bytes
    """What the reader needs to know besides."""
    seal: bytes
    """Made by the writer, with a key that is not in the store, over all of the above."""


class Personal(msgspec.Struct, frozen=True, gc=False):
    """What is known of a patron as a person. It lies beside the log, so that it can be erased."""

    patron: str
    body: bytes
    at: At
    """When it was last written."""


NoticeHandler = Callable[[str, int], None]
"""Called with a stream and a version it has reached, from a thread of the store: it must be quick."""


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
"""What every store keeps, by the same names in every dialect."""

KEYS: Mapping[Rows, tuple[str, ...]] = {
    "events": ("stream", "version"),
    "postings": ("stream", "version", "place"),
    "commands": ("command_id",),
    "streams": ("stream",),
    "accounts": ("account",),
    "snapshots": ("stream",),
    "secrets": ("name",),
    "personal": ("patron",),
}


Row = tuple[Any, ...]
"""What lies in a store, in the order of its columns. Nobody has looked at it yet, so it may be anything."""


class Flaw(msgspec.Struct, frozen=True):
    """Something about the database itself that is not as this program makes it."""

    step: int
    """The number of the migration it is about; 0 where it is the shape of the database."""
    says: str


class Subscription(Protocol):
    """Notices until it is closed."""

    def close(self) -> None: ...


class ReadTransaction(Protocol):
    """Everything as it stood at one moment, however long the looking takes."""

    def raw(self, what: Rows) -> Iterator[Row]:
        """Rows exactly as they lie there, in the order of their keys and COLUMNS, whatever has been done to them."""
        ...


class ReadStore(Protocol):
    """A store that is only looked at. Every method may be called from any thread."""

    def find(self, command_id: str) -> Kept | None:
        """The answer of a command that was kept."""
        ...

    def read(self, stream: str, after: int = 0, upto: int | None = None) -> Iterator[Recorded]:
        """The events of a stream with versions above `after`, up to and with `upto`."""
        ...

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
        """The events of a stream with one of these names, without looking at all of them: see `names`."""
        ...

    def postings(self, stream: str, after: int = 0, upto: int | None = None) -> Iterator[Posted]:
        """The postings beside those events."""
        ...

    def raw(self, what: Rows) -> Iterator[Row]:
        """Rows exactly as they lie there, at a moment of their own."""
        ...

    def read_transaction(self) -> AbstractContextManager[ReadTransaction]:
        """One moment, whose rows can be held against each other; several kinds of rows may be read side by side."""
        ...

    def head(self, stream: str) -> Receipt:
        """Where a stream stands: version 0 and its first chain value where nothing was written yet."""
        ...

    def heads(self, streams: Collection[str]) -> dict[str, Receipt]:
        """Where each of these streams stands that has events."""
        ...

    def receipts(self, places: Collection[tuple[str, int]]) -> dict[str, Receipt]:
        """The receipt of one earlier event of each stream, by its version, where there is one."""
        ...

    def streams(self, prefix: str = "") -> list[str]:
        """The names of all streams with events, in order."""
        ...

    def balance(self, account: str) -> Cents:
        """What an account holds."""
        ...

    def balances(self, prefix: str = "") -> dict[str, Cents]:
        """Every account that is not at nothing."""
        ...

    def misposted(self, prefix: str = "") -> dict[str, tuple[Cents, Cents]]:
        """Every account that does not hold what its postings come to: what it holds, and what they come to."""
        ...

    def load_snapshot(self, stream: str) -> Snapshot | None:
        """The snapshot of a stream, as it lies there."""
        ...

    def get_personal(self, patron: str) -> Personal | None:
        """What is known of a patron."""
        ...

    def get_secret(self, name: str) -> bytes | None:
        """What was put away under a name."""
        ...

    def secrets(self, prefix: str = "") -> list[str]:
        """The names under which something is put away, in order."""
        ...

    def owner(self, table: str) -> Fence | None:
        """Who drives a table; nobody, where their time is over."""
        ...

    def owners(self) -> dict[str, Fence]:
        """Who drives each table that somebody drives now."""
        ...

    def flaws(self) -> list[Flaw]:
        """Migrations that this program does not know, and tables, triggers or constraints that were changed."""
        ...

    def close(self) -> None:
        """Finish what waits, and let go."""
        ...


class Store(ReadStore, Protocol):
    """Where events are kept. Every method may be called from any thread."""

    def submit(self, batch: Batch) -> Future[Kept]:
        """Keep a batch; the future resolves after the commit is durable, or with a StoreError. It never waits."""
        ...

    def save_snapshot(self, snapshot: Snapshot) -> None:
        """Keep a snapshot in place of the stream's last one, whatever that says of its version."""
        ...

    def subscribe(self, prefix: str, notice: NoticeHandler) -> Subscription:
        """Hear of every stream with this prefix when it has reached a version; some may be told twice."""
        ...

    def claim(self, table: str, owner: str, seconds: int) -> Fence | None:
        """Take a table that nobody drives, or whose driver's time is over; nothing where somebody drives it."""
        ...

    def renew(self, fence: Fence) -> bool:
        """Drive on for as long again; no, where somebody else has taken the table."""
        ...

    def renew_all(self, fences: Collection[Fence]) -> set[str]:
        """The same for many tables at once; gives those that we still drive."""
        ...

    def release(self, fence: Fence) -> None:
        """Let the next one take the table at once."""
        ...

    def put_personal(self, patron: str, body: bytes, at: At) -> None:
        """Write what is known of a patron."""
        ...

    def erase_personal(self, patron: str) -> bool:
        """Erase it, and say whether there was anything."""
        ...

    def expire_personal(self, before: At) -> int:
        """Erase all that was last written before a moment, and say how many patrons that were."""
        ...

    def put_secret(self, name: str, body: bytes) -> None:
        """Put something away beside the log, in place of what lay there; it is durable when this returns."""
        ...

    def erase_secret(self, name: str) -> bool:
        """Erase it, and say whether there was anything."""
        ...
