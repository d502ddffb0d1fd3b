"""Raw SQL against a store's database, past everything that is ours: what it refuses then, it refuses anyone."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Protocol

import apsw
import psycopg

from wartable.store.sqlite.connect import run

Run = Callable[..., list[tuple[object, ...]]]


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
