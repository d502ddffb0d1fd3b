"""Opening a store to look at it: nothing is made or moved on, and a changed shape is no reason to look away."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import count
from pathlib import Path

import apsw
import psycopg
from psycopg import Connection
from psycopg.rows import TupleRow

from wartable.audit.errors import AuditRefused
from wartable.audit.log import Moment, WholeLog
from wartable.store import StoreError
from wartable.store.opening import KINDS, POSTGRESQL, SQLITE
from wartable.store.port import COLUMNS, KEYS, Rows
from wartable.store.postgresql.connect import connect
from wartable.store.postgresql.connect import trouble as trouble_of_postgresql
from wartable.store.postgresql.reading import Reader as PostgresqlReader
from wartable.store.sqlite.connect import APPLICATION, open_for_reading
from wartable.store.sqlite.connect import trouble as trouble_of_sqlite
from wartable.store.sqlite.reading import Reader as SqliteReader

TEXTS = frozenset({"stream", "name", "command_id", "account"})
"""Columns of text, which may hold anything once somebody has been at the file."""

PAGE = 5_000


def open_log(url: str) -> WholeLog:
    """The store at an address, to be looked at."""
    try:
        if url.startswith(SQLITE) and len(url) > len(SQLITE):
            return SqliteLog(Path(url.removeprefix(SQLITE)))
        if url.startswith(POSTGRESQL):
            return PostgresqlLog(url)
    except StoreError as error:
        raise AuditRefused(str(error)) from None
    raise AuditRefused(f"{url!r} is no address of a store to look into; expected {KINDS.partition(' or ')[0]}")


class SqliteLog(SqliteReader):
    """A file, on connections that can change nothing."""

    def __init__(self, path: Path) -> None:
        try:
            known = path.is_file()
        except ValueError as error:
            raise AuditRefused(f"{path}: {error}") from None
        if not known:
            raise AuditRefused(f"{path}: there is no such file")
        super().__init__(path)
        if self.one("PRAGMA application_id") != (APPLICATION,):
            raise AuditRefused(f"{path}: is not a store of wartable")

    @contextmanager
    def moment(self) -> Iterator[Moment]:
        """One connection in one transaction, which sees what was there at its first question."""
        connection = open_for_reading(self._path)
        try:
            connection.execute("BEGIN")
            yield _SqliteMoment(connection, self._path)
        finally:
            connection.close()


class _SqliteMoment:
    def __init__(self, connection: apsw.Connection, path: Path) -> None:
        self._connection, self._path = connection, path

    def raw(self, what: Rows) -> Iterator[tuple[object, ...]]:
        """Quickly as long as every text is one; from the first that is none, texts are asked for as bytes."""
        columns, read = COLUMNS[what], 0
        try:
            try:
                for row in self._ask(columns, what, 0):
                    yield row
                    read += 1
            except UnicodeDecodeError:
                texts = [place for place, column in enumerate(columns) if column in TEXTS]
                asked = [f"CAST({column} AS BLOB)" if column in TEXTS else column for column in columns]
                for row in self._ask(asked, what, read):
                    yield tuple(_as_text(value) if place in texts else value for place, value in enumerate(row))
        except apsw.Error as error:
            raise trouble_of_sqlite(error, self._path) from error

    def _ask(self, columns: Sequence[str], what: Rows, after: int) -> Iterator[tuple[object, ...]]:
        sql = f"SELECT {', '.join(columns)} FROM {what} ORDER BY {_order(what)} LIMIT -1 OFFSET ?"
        return self._connection.cursor().execute(sql, (after,))


def _as_text(value: object) -> object:
    """The text in these bytes; what is none stays as it is."""
    try:
        return str(value, "utf-8") if isinstance(value, bytes) else value
    except UnicodeDecodeError:
        return value


class PostgresqlLog(PostgresqlReader):
    """A database, in transactions that can change nothing."""

    def __init__(self, url: str) -> None:
        try:
            with connect(url) as connection:  # before the pool, which would go on trying
                connection.execute("SELECT 1 FROM migrations LIMIT 1")
        except psycopg.errors.UndefinedTable:
            raise AuditRefused("this database is not a store of wartable") from None
        except (psycopg.Error, UnicodeError) as error:
            raise AuditRefused(f"the database does not answer: {error}") from None
        super().__init__(url)

    @contextmanager
    def moment(self) -> Iterator[Moment]:
        """One transaction, which sees what was there at its first question."""
        try:
            with connect(self._url) as connection:
                connection.execute("SET idle_in_transaction_session_timeout = 0; SET statement_timeout = 0")
                with connection.transaction():
                    connection.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
                    yield _PostgresqlMoment(connection)
        except psycopg.Error as error:
            raise trouble_of_postgresql(error) from error


class _PostgresqlMoment:
    def __init__(self, connection: Connection[TupleRow]) -> None:
        self._connection, self._numbers = connection, count(1)

    def raw(self, what: Rows) -> Iterator[tuple[object, ...]]:
        sql = f"SELECT {', '.join(COLUMNS[what])} FROM {what} ORDER BY {_order(what)}"
        with self._connection.cursor(f"raw_{next(self._numbers)}") as cursor:
            cursor.itersize = PAGE
            yield from cursor.execute(sql, binary=True)


def _order(what: Rows) -> str:
    return ", ".join(KEYS[what])
