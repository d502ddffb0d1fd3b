"""Raw SQL against a store's database, past everything that is ours: what it refuses then, it refuses anyone."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import NamedTuple, Protocol

import apsw
import psycopg

from wartable.store.sqlite.connect import run

Run = Callable[..., list[tuple[object, ...]]]


class Dialect(NamedTuple):
    """What the tests have to say in another way to each kind of database."""

    begin: str
    explain: str
    of_events: str
    """Behind a trigger's name, where it is dropped."""
    last_shape: str
    """The last column of a row of migrations, if there is one."""
    unlucky: str
    """A guard that only the stream table/13 runs into."""
    old_writer: str
    """Counts what an earlier release wrote with."""


DIALECTS = {
    "sqlite": Dialect(
        begin="BEGIN",
        explain="EXPLAIN QUERY PLAN ",
        of_events="",
        last_shape="",
        unlucky="CREATE TRIGGER unlucky BEFORE INSERT ON events WHEN NEW.stream = 'table/13'"
        " BEGIN SELECT RAISE(ABORT, 'unlucky'); END",
        old_writer="SELECT count(*) FROM sqlite_schema WHERE name = 'keep'",
    ),
    "postgresql": Dialect(
        begin="BEGIN ISOLATION LEVEL REPEATABLE READ",
        explain="EXPLAIN ",
        of_events=" ON events",
        last_shape=", (array_agg(shape ORDER BY number DESC))[1]",
        unlucky="ALTER TABLE events ADD CONSTRAINT unlucky CHECK (stream <> 'table/13')",
        old_writer="SELECT count(*) FROM pg_proc WHERE proname = 'keep_group'",
    ),
}


def dialect_of(address: str) -> Dialect:
    return DIALECTS[address.partition(":")[0]]


class Refused(Exception):
    """What the database said."""


class Raw(Protocol):
    """One connection, with transactions of its own."""

    def run(self, sql: str, *values: object) -> list[tuple[object, ...]]: ...


class _Sqlite:
    def __init__(self, connection: apsw.Connection) -> None:
        self._connection = connection

    def run(self, sql: str, *values: object) -> list[tuple[object, ...]]:
        try:
            return run(self._connection, sql, values)
        except apsw.Error as error:
            raise Refused(str(error)) from error


class _Postgresql:
    def __init__(self, connection: "psycopg.Connection[tuple[object, ...]]") -> None:
        self._connection = connection

    def run(self, sql: str, *values: object) -> list[tuple[object, ...]]:
        try:
            cursor = self._connection.execute(sql.replace("?", "%s"), values or None)
            return cursor.fetchall() if cursor.description else []
        except psycopg.Error as error:
            raise Refused(str(error)) from error


@contextmanager
def raw(address: str) -> Iterator[Raw]:
    """A connection to the database of a store, as anyone could open it."""
    if address.startswith("sqlite:///"):
        connection = apsw.Connection(address.removeprefix("sqlite:///"))
        run(connection, "PRAGMA foreign_keys = ON")
        try:
            yield _Sqlite(connection)
        finally:
            connection.close()
    else:
        with psycopg.connect(address, autocommit=True) as server:
            yield _Postgresql(server)
