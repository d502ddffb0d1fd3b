"""Reading from the file, on connections of their own: a reader never waits for the writer, nor the writer for it."""

import threading
from collections import deque
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import apsw
import msgspec

from wartable.money import Cents
from wartable.store.chain import first_link
from wartable.store.errors import StoreBroken, StoreDown
from wartable.store.names import IN_THE_INDEX, by_index
from wartable.store.port import (
    COLUMNS,
    KEYS,
    Fence,
    Flaw,
    Kept,
    Personal,
    Posted,
    ReadTransaction,
    Receipt,
    Recorded,
    Rows,
    Snapshot,
)
from wartable.store.sqlite.connect import LOOKING_THROUGH, Value, find_flaws, now, open_for_reading, trouble
from wartable.store.sqlite.transaction import BALANCE, HEAD, KNOWN, known_of

MAX_READERS = 16
PAGE = 2_000
"""How many rows are read at once; between two pages nothing is held open."""
NO_END = (1 << 63) - 1

_EVENTS = ", ".join(COLUMNS["events"])
_POSTINGS = ", ".join(COLUMNS["postings"])

READ = f"SELECT {_EVENTS} FROM events WHERE stream = ? AND version > ? AND version <= ? ORDER BY version LIMIT ?"
POSTINGS = (
    f"SELECT {_POSTINGS} FROM postings WHERE stream = ? AND (version, place) > (?, ?) AND version <= ?"
    " ORDER BY version, place LIMIT ?"
)
HEADS = "SELECT stream, version, chain FROM streams WHERE stream IN (SELECT value FROM json_each(?))"
RECEIPTS = (
    "SELECT stream, version, chain FROM json_each(?) AS asked"
    " JOIN events ON stream = asked.value ->> 0 AND version = asked.value ->> 1"
)

MISPOSTED = (
    "SELECT account, sum(held), sum(due)"
    " FROM (SELECT account, cents AS held, 0 AS due FROM accounts UNION ALL SELECT account, 0, cents FROM postings)"
    " WHERE substr(account, 1, ?) = ? GROUP BY account HAVING sum(held) <> sum(due) ORDER BY account"
)


class Reader:
    """Everything that only looks."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._idle: deque[apsw.Connection] = deque()
        self._room = threading.BoundedSemaphore(MAX_READERS)
        self._closed = False

    @contextmanager
    def _borrowed(self) -> Iterator[apsw.Connection]:
        with self._room:
            if self._closed:
                raise StoreDown("the store is closed")
            try:
                connection = self._idle.pop()
            except IndexError:
                connection = self._open()
            try:
                yield connection
            except apsw.Error as error:
                raise trouble(error, self._path) from error
            except UnicodeDecodeError as error:
                raise StoreBroken(f"{self._path}: {error}") from error
            finally:
                self._idle.append(connection)

    def _open(self) -> apsw.Connection:
        return open_for_reading(self._path)

    def all(self, sql: str, *bindings: Any) -> list[tuple[Any, ...]]:
        """Every row of a question."""
        with self._borrowed() as connection:
            return list(connection.execute(sql, bindings))

    def one(self, sql: str, *bindings: Any) -> tuple[Any, ...] | None:
        """The first row of a question."""
        return next(iter(self.all(sql, *bindings)), None)

    def close(self) -> None:
        """Wait for the readers under way, and let go of the file."""
        self._closed = True
        for _ in range(MAX_READERS):
            self._room.acquire()
        while self._idle:
            self._idle.pop().close()
        self._room.release(MAX_READERS)

    # Events

    def read(self, stream: str, after: int = 0, upto: int | None = None) -> Iterator[Recorded]:
        last = NO_END if upto is None else upto
        while page := self.all(READ, stream, after, last, PAGE):
            for row in page:
                yield Recorded(*row)
            after = page[-1][1]

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
        marks = ", ".join("?" * len(names))
        index = f" AND {IN_THE_INDEX}" if by_index(names) else ""
        sql = (
            f"SELECT {_EVENTS} FROM events WHERE stream = ? AND name IN ({marks}){index}"
            f" AND version > ? AND version <= ? ORDER BY version {'DESC' if backwards else 'ASC'} LIMIT ?"
        )
        last = NO_END if upto is None else upto
        most = -1 if limit is None else limit
        for row in self.all(sql, stream, *names, after, last, most):
            yield Recorded(*row)

    def postings(self, stream: str, after: int = 0, upto: int | None = None) -> Iterator[Posted]:
        place, last = NO_END, NO_END if upto is None else upto
        while page := self.all(POSTINGS, stream, after, place, last, PAGE):
            for row in page:
                yield Posted(*row)
            after, place = page[-1][1:3]

    def raw(self, what: Rows) -> Iterator[tuple[object, ...]]:
        with self.read_transaction() as moment:
            yield from moment.raw(what)

    @contextmanager
    def read_transaction(self) -> Iterator[ReadTransaction]:
        """On a connection of its own, because whoever reads row by row may take a long time over it."""
        connection = open_for_reading(self._path)
        try:
            list(connection.execute(f"PRAGMA {LOOKING_THROUGH}"))
            list(connection.execute("BEGIN"))
            list(connection.execute("SELECT count(*) FROM sqlite_schema"))  # the moment is that of the first look
            yield _ReadTransaction(connection)
        except apsw.Error as error:
            raise trouble(error, self._path) from error
        finally:
            connection.close()

    # Heads, answers, accounts

    def head(self, stream: str) -> Receipt:
        row = self.one(HEAD, stream)
        return Receipt(stream, *row) if row else Receipt(stream, 0, first_link(stream))

    def heads(self, streams: Collection[str]) -> dict[str, Receipt]:
        return {row[0]: Receipt(*row) for row in self.all(HEADS, _json(list(streams)))}

    def receipts(self, places: Collection[tuple[str, int]]) -> dict[str, Receipt]:
        return {row[0]: Receipt(*row) for row in self.all(RECEIPTS, _json(list(places)))}

    def streams(self, prefix: str = "") -> list[str]:
        rows = self.all(
            "SELECT stream FROM streams WHERE substr(stream, 1, ?) = ? ORDER BY stream", len(prefix), prefix
        )
        return [stream for (stream,) in rows]

    def find(self, command_id: str) -> Kept | None:
        row = self.one(KNOWN, command_id)
        return known_of((row[0], row[1], row[2])).kept() if row else None

    def balance(self, account: str) -> Cents:
        row = self.one(BALANCE, account)
        return int(row[0]) if row else 0

    def balances(self, prefix: str = "") -> dict[str, Cents]:
        sql = "SELECT account, cents FROM accounts WHERE cents <> 0 AND substr(account, 1, ?) = ? ORDER BY account"
        return dict(self.all(sql, len(prefix), prefix))

    def misposted(self, prefix: str = "") -> dict[str, tuple[Cents, Cents]]:
        rows = self.all(MISPOSTED, len(prefix), prefix)
        return {account: (held, due) for account, held, due in rows}

    # Beside the log

    def load_snapshot(self, stream: str) -> Snapshot | None:
        row = self.one("SELECT stream, version, body, notes, seal FROM snapshots WHERE stream = ?", stream)
        return Snapshot(*row) if row else None

    def get_personal(self, patron: str) -> Personal | None:
        row = self.one("SELECT patron, body, at FROM personal WHERE patron = ?", patron)
        return Personal(*row) if row else None

    def get_secret(self, name: str) -> bytes | None:
        row = self.one("SELECT body FROM secrets WHERE name = ?", name)
        return bytes(row[0]) if row else None

    def secrets(self, prefix: str = "") -> list[str]:
        rows = self.all("SELECT name FROM secrets WHERE substr(name, 1, ?) = ? ORDER BY name", len(prefix), prefix)
        return [name for (name,) in rows]

    def flaws(self) -> list[Flaw]:
        with self._borrowed() as connection:
            return find_flaws(connection)

    def owner(self, table: str) -> Fence | None:
        row = self.one("SELECT name, owner, number FROM drivers WHERE name = ? AND until > ?", table, now())
        return Fence(*row) if row else None

    def owners(self) -> dict[str, Fence]:
        rows = self.all("SELECT name, owner, number FROM drivers WHERE until > ?", now())
        return {row[0]: Fence(*row) for row in rows}


class _ReadTransaction:
    def __init__(self, connection: apsw.Connection) -> None:
        self._connection = connection

    def raw(self, what: Rows) -> Iterator[tuple[object, ...]]:
        order = f"FROM {what} ORDER BY {', '.join(KEYS[what])}"
        rows, count = self._connection.execute(f"SELECT {', '.join(COLUMNS[what])} {order}"), 0
        while True:
            try:
                for row in rows:
                    yield row
                    count += 1
                return
            except UnicodeDecodeError:  # somebody was at the file: what is no text comes as bytes
                yield self._piece_by_piece(what, order, count)
                count += 1

    def _piece_by_piece(self, what: Rows, order: str, place: int) -> tuple[object, ...]:
        pieces = ", ".join(f"typeof({column}), CAST({column} AS BLOB)" for column in COLUMNS[what])
        (row,) = self._connection.execute(f"SELECT {pieces} {order} LIMIT 1 OFFSET ?", (place,))
        return tuple(_as_far_as_it_goes(kind, value) for kind, value in zip(row[::2], row[1::2], strict=True))


def _json(asked: object) -> str:
    return msgspec.json.encode(asked).decode()


def _as_far_as_it_goes(kind: object, value: object) -> Value:
    if not isinstance(value, bytes):
        return None
    try:
        match kind:
            case "text":
                return value.decode()
            case "integer":
                return int(value)
            case "real":
                return float(value)
    except ValueError:
        pass
    return value
