"""Reading from the file on separate connections: readers and the writer never wait for each other."""

import threading
from collections import deque
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import apsw
import msgspec

from wartable.store.errors import StoreDown, StoreError
from wartable.store.port import COLUMNS, Flaw, ReadTransaction, Receipt, Row, Rows
from wartable.store.sql import SqlReader, rows_in_order
from wartable.store.sqlite.connect import DAMAGE, SCANNING, find_flaws, open_for_reading, run, trouble

MAX_READERS = 16
RECEIPTS = (
    "SELECT stream, version, chain FROM json_each(?) AS asked"
    " JOIN events ON stream = asked.value ->> 0 AND version = asked.value ->> 1"
)


class SqliteReader(SqlReader):
    """A pool of read-only connections."""

    NOW = "CAST(unixepoch('now', 'subsec') * 1000000 AS INTEGER)"
    IN_LIST = "IN (SELECT value FROM json_each(?))"

    def __init__(self, path: Path) -> None:
        self._path = path
        self._idle: deque[apsw.Connection] = deque()
        self._room = threading.BoundedSemaphore(MAX_READERS)
        self._closed = False
        self._damaged = False
        """Whether damage was read since the content was last proved."""

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
            except (apsw.Error, UnicodeDecodeError) as error:
                raise self._trouble(error) from error
            finally:
                self._idle.append(connection)

    def _open(self) -> apsw.Connection:
        return open_for_reading(self._path)

    def all(self, sql: str, *values: Any) -> list[Row]:
        with self._borrowed() as connection:
            return run(connection, sql, values)

    def listed(self, values: Collection[object]) -> str:
        return msgspec.json.encode(values).decode()

    def receipts(self, places: Collection[tuple[str, int]]) -> dict[str, Receipt]:
        return {row[0]: Receipt(*row) for row in self.all(RECEIPTS, self.listed(places))}

    def flaws(self) -> list[Flaw]:
        with self._scanning() as connection:
            return find_flaws(connection)

    @contextmanager
    def read_transaction(self) -> Iterator[ReadTransaction]:
        with self._scanning() as connection:
            run(connection, "BEGIN")
            run(connection, "SELECT count(*) FROM sqlite_schema")  # the transaction begins with the first read
            yield _ReadTransaction(connection)

    @contextmanager
    def _scanning(self) -> Iterator[apsw.Connection]:
        """Open a connection of its own, because reading all rows can take long."""
        connection = open_for_reading(self._path)
        try:
            run(connection, f"PRAGMA {SCANNING}")
            yield connection
        except (apsw.Error, UnicodeDecodeError) as error:
            raise self._trouble(error) from error
        finally:
            connection.close()

    def _trouble(self, error: Exception) -> StoreError:
        self._damaged |= isinstance(error, DAMAGE)
        return trouble(error, self._path)

    def close(self) -> None:
        """Wait for the readers under way, and close the connections."""
        self._closed = True
        for _ in range(MAX_READERS):
            self._room.acquire()
        while self._idle:
            self._idle.pop().close()
        self._room.release(MAX_READERS)


class _ReadTransaction:
    def __init__(self, connection: apsw.Connection) -> None:
        self._connection = connection

    def raw(self, what: Rows) -> Iterator[Row]:
        rows, count = self._connection.execute(rows_in_order(what)), 0
        while True:
            try:
                for row in rows:
                    yield row
                    count += 1
                return
            except UnicodeDecodeError:  # the file was changed from outside: invalid text comes as bytes
                yield self._row_in_pieces(what, count)
                count += 1

    def _row_in_pieces(self, what: Rows, place: int) -> Row:
        pieces = ", ".join(f"typeof({column}), CAST({column} AS BLOB)" for column in COLUMNS[what])
        (row,) = self._connection.execute(f"{rows_in_order(what, pieces)} LIMIT 1 OFFSET ?", (place,))
        return tuple(_decoded(kind, value) for kind, value in zip(row[::2], row[1::2], strict=True))


def _decoded(kind: object, value: object) -> object:
    """Return a value by its type; text and numbers that cannot be decoded stay bytes."""
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
