"""Reading from PostgreSQL, on connections of a pool."""

from collections.abc import Collection, Iterator
from contextlib import contextmanager
from functools import partial
from itertools import count
from typing import Any

import psycopg
from psycopg import Connection
from psycopg.rows import TupleRow
from psycopg_pool import ConnectionPool, PoolClosed, PoolTimeout, TooManyRequests

from wartable.store.port import Flaw, ReadTransaction, Receipt, Row, Rows
from wartable.store.postgresql.connect import (
    NETWORK,
    Identity,
    allow_long_work,
    configure,
    connect,
    find_flaws,
    trouble,
)
from wartable.store.sql import PAGE, SqlReader, rows_in_order

MAX_CONNECTIONS = 8
MAX_WAITING = 200
WAITING_S = 3
RECONNECTING_S = 1

RECEIPTS = (
    "SELECT asked.stream, asked.version, kept.chain FROM unnest(?::text[], ?::bigint[]) AS asked (stream, version),"
    " LATERAL (SELECT chain FROM events WHERE stream = asked.stream AND version = asked.version LIMIT 1) AS kept"
)
TROUBLES = (psycopg.Error, PoolTimeout, PoolClosed, TooManyRequests)


class PostgresqlReader(SqlReader):
    """A pool of connections."""

    NOW = "clock_timestamp()"
    IN_LIST = "= ANY(?)"

    def __init__(self, url: str, identity: Identity | None = None) -> None:
        self._url, self._identity = url, identity
        self._pool: ConnectionPool[Connection[TupleRow]] = ConnectionPool(
            url,
            kwargs={"autocommit": True, **NETWORK},
            min_size=1,
            max_size=MAX_CONNECTIONS,
            max_waiting=MAX_WAITING,
            timeout=WAITING_S,
            # The pool waits longer after each failure; with a short timeout it starts again with each question.
            reconnect_timeout=RECONNECTING_S,
            configure=partial(configure, identity=identity),
            check=ConnectionPool.check_connection,
            open=True,
            name="wartable",
        )

    def all(self, sql: str, *values: Any) -> list[Row]:
        with _troubles(), self._pool.connection() as connection:
            cursor = connection.execute(sql.replace("?", "%s"), values, binary=True)
            return cursor.fetchall() if cursor.description else []

    def listed(self, values: Collection[str]) -> list[str]:
        return list(values)

    def receipts(self, places: Collection[tuple[str, int]]) -> dict[str, Receipt]:
        rows = self.all(RECEIPTS, [stream for stream, _ in places], [version for _, version in places])
        return {row[0]: Receipt(*row) for row in rows}

    def flaws(self) -> list[Flaw]:
        with _troubles(), connect(self._url) as connection:
            return find_flaws(connection)

    @contextmanager
    def read_transaction(self) -> Iterator[ReadTransaction]:
        """Open a connection of its own, because reading all rows can take long."""
        with _troubles(), connect(self._url) as connection:
            allow_long_work(connection)
            connection.execute("BEGIN ISOLATION LEVEL REPEATABLE READ, READ ONLY")
            yield _ReadTransaction(connection)

    def close(self) -> None:
        self._pool.close()


@contextmanager
def _troubles() -> Iterator[None]:
    try:
        yield
    except TROUBLES as error:
        raise trouble(error) from error


class _ReadTransaction:
    def __init__(self, connection: Connection[TupleRow]) -> None:
        self._connection = connection
        self._names = count(1)

    def raw(self, what: Rows) -> Iterator[Row]:
        with self._connection.cursor(f"raw {next(self._names)}") as cursor:
            cursor.itersize = PAGE
            yield from cursor.execute(rows_in_order(what), binary=True)
