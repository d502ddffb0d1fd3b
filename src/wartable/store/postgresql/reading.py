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

from wartable.money import Cents
from wartable.store.chain import first_link
from wartable.store.names import IN_THE_INDEX, by_index
from wartable.store.plan import Known
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
from wartable.store.postgresql.connect import NETWORK, Identity, configure, connect, find_flaws, take_your_time, trouble
from wartable.store.receipts import read_receipts

MAX_CONNECTIONS = 8
MAX_WAITING = 200
WAITING_S = 3
RECONNECTING_S = 1
PAGE = 2_000

_EVENTS = ", ".join(COLUMNS["events"])
_POSTINGS = ", ".join(COLUMNS["postings"])
_UPTO = "(%s::bigint IS NULL OR version <= %s)"

READ = f"SELECT {_EVENTS} FROM events WHERE stream = %s AND version > %s AND {_UPTO} ORDER BY version LIMIT %s"
NAMED = (
    f"SELECT {_EVENTS} FROM events WHERE stream = %s AND name = ANY(%s) AND version > %s AND {_UPTO}{{index}}"
    " ORDER BY version {order} LIMIT %s"
)
POSTINGS = (
    f"SELECT {_POSTINGS} FROM postings WHERE stream = %s AND (version, place) > (%s, %s) AND {_UPTO}"
    " ORDER BY version, place LIMIT %s"
)
HEAD = "SELECT stream, version, chain FROM streams WHERE stream = %s"
HEADS = "SELECT stream, version, chain FROM streams WHERE stream = ANY(%s)"
RECEIPTS = (
    "SELECT asked.stream, asked.version, kept.chain FROM unnest(%s::text[], %s::bigint[]) AS asked (stream, version),"
    " LATERAL (SELECT chain FROM events WHERE stream = asked.stream AND version = asked.version LIMIT 1) AS kept"
)
MISPOSTED = (
    "SELECT account, sum(held)::bigint, sum(due)::bigint"
    " FROM (SELECT account, cents AS held, 0 AS due FROM accounts UNION ALL SELECT account, 0, cents FROM postings) a"
    " WHERE starts_with(account, %s) GROUP BY account HAVING sum(held) <> sum(due) ORDER BY account"
)
BALANCES = "SELECT account, cents FROM accounts WHERE cents <> 0 AND starts_with(account, %s) ORDER BY account"

TROUBLES = (psycopg.Error, PoolTimeout, PoolClosed, TooManyRequests)


class Reader:
    """Everything that only looks, and what is small enough to be done at once."""

    def __init__(self, url: str, identity: Identity | None = None) -> None:
        self._url, self._identity = url, identity
        self._pool: ConnectionPool[Connection[TupleRow]] = ConnectionPool(
            url,
            kwargs={"autocommit": True, **NETWORK},
            min_size=1,
            max_size=MAX_CONNECTIONS,
            max_waiting=MAX_WAITING,
            timeout=WAITING_S,
            # The pool waits longer after each failure; so short a patience makes it begin anew with each question.
            reconnect_timeout=RECONNECTING_S,
            configure=partial(configure, identity=identity),
            check=ConnectionPool.check_connection,
            open=True,
            name="wartable",
        )

    @contextmanager
    def _borrowed(self) -> Iterator[Connection[TupleRow]]:
        try:
            with self._pool.connection() as connection:
                yield connection
        except TROUBLES as error:
            raise trouble(error) from error

    def all(self, sql: str, *bindings: object) -> list[tuple[Any, ...]]:
        """Every row of a question."""
        with self._borrowed() as connection:
            return connection.execute(sql, bindings, binary=True).fetchall()

    def one(self, sql: str, *bindings: object) -> tuple[Any, ...] | None:
        """The first row of a question."""
        return next(iter(self.all(sql, *bindings)), None)

    def close(self) -> None:
        self._pool.close()

    # Events

    def read(self, stream: str, after: int = 0, upto: int | None = None) -> Iterator[Recorded]:
        more = True
        while more:
            page = self.all(READ, stream, after, upto, upto, PAGE)
            for row in page:
                yield Recorded(*row)
            more = len(page) == PAGE
            after = page[-1][1] if more else after

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
        index = f" AND {IN_THE_INDEX}" if by_index(names) else ""
        sql = NAMED.format(index=index, order="DESC" if backwards else "ASC")
        for row in self.all(sql, stream, list(names), after, upto, upto, limit):
            yield Recorded(*row)

    def postings(self, stream: str, after: int = 0, upto: int | None = None) -> Iterator[Posted]:
        place = (1 << 63) - 1
        while page := self.all(POSTINGS, stream, after, place, upto, upto, PAGE):
            for row in page:
                yield Posted(*row)
            after, place = page[-1][1:3]

    def raw(self, what: Rows) -> Iterator[tuple[object, ...]]:
        with self.read_transaction() as moment:
            yield from moment.raw(what)

    @contextmanager
    def read_transaction(self) -> Iterator[ReadTransaction]:
        """On a connection of its own, because whoever reads row by row may take a long time over it."""
        try:
            with connect(self._url) as connection:
                take_your_time(connection)
                connection.execute("BEGIN ISOLATION LEVEL REPEATABLE READ, READ ONLY")
                yield _ReadTransaction(connection)
        except TROUBLES as error:
            raise trouble(error) from error

    # Heads, answers, accounts

    def head(self, stream: str) -> Receipt:
        row = self.one(HEAD, stream)
        return Receipt(*row) if row else Receipt(stream, 0, first_link(stream))

    def heads(self, streams: Collection[str]) -> dict[str, Receipt]:
        return {row[0]: Receipt(*row) for row in self.all(HEADS, list(streams))}

    def receipts(self, places: Collection[tuple[str, int]]) -> dict[str, Receipt]:
        asked = [stream for stream, _ in places], [version for _, version in places]
        return {row[0]: Receipt(*row) for row in self.all(RECEIPTS, *asked)}

    def streams(self, prefix: str = "") -> list[str]:
        rows = self.all("SELECT stream FROM streams WHERE starts_with(stream, %s) ORDER BY stream", prefix)
        return [stream for (stream,) in rows]

    def find(self, command_id: str) -> Kept | None:
        row = self.one("SELECT digest, answer, receipts FROM commands WHERE command_id = %s", command_id)
        return Known(row[0], row[1], read_receipts(row[2])).kept() if row else None

    def balance(self, account: str) -> Cents:
        row = self.one("SELECT cents FROM accounts WHERE account = %s", account)
        return int(row[0]) if row else 0

    def balances(self, prefix: str = "") -> dict[str, Cents]:
        return dict(self.all(BALANCES, prefix))

    def misposted(self, prefix: str = "") -> dict[str, tuple[Cents, Cents]]:
        return {account: (held, due) for account, held, due in self.all(MISPOSTED, prefix)}

    # Beside the log

    def load_snapshot(self, stream: str) -> Snapshot | None:
        row = self.one("SELECT stream, version, body, notes, seal FROM snapshots WHERE stream = %s", stream)
        return Snapshot(*row) if row else None

    def get_personal(self, patron: str) -> Personal | None:
        row = self.one("SELECT patron, body, at FROM personal WHERE patron = %s", patron)
        return Personal(*row) if row else None

    def get_secret(self, name: str) -> bytes | None:
        row = self.one("SELECT body FROM secrets WHERE name = %s", name)
        return bytes(row[0]) if row else None

    def secrets(self, prefix: str = "") -> list[str]:
        rows = self.all("SELECT name FROM secrets WHERE starts_with(name, %s) ORDER BY name", prefix)
        return [name for (name,) in rows]

    def flaws(self) -> list[Flaw]:
        try:
            with connect(self._url) as connection:
                return find_flaws(connection)
        except TROUBLES as error:
            raise trouble(error) from error

    def owner(self, table: str) -> Fence | None:
        row = self.one("SELECT name, owner, number FROM drivers WHERE name = %s AND until > clock_timestamp()", table)
        return Fence(*row) if row else None

    def owners(self) -> dict[str, Fence]:
        rows = self.all("SELECT name, owner, number FROM drivers WHERE until > clock_timestamp()")
        return {row[0]: Fence(*row) for row in rows}


class _ReadTransaction:
    def __init__(self, connection: Connection[TupleRow]) -> None:
        self._connection = connection
        self._names = count(1)

    def raw(self, what: Rows) -> Iterator[tuple[object, ...]]:
        sql = f"SELECT {', '.join(COLUMNS[what])} FROM {what} ORDER BY {', '.join(KEYS[what])}"
        with self._connection.cursor(f"raw {next(self._names)}") as cursor:
            cursor.itersize = PAGE
            yield from cursor.execute(sql, binary=True)
