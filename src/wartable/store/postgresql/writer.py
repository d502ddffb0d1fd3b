"""The one connection of this process that appends.

A transaction takes two messages: the first locks and reads, the second writes and commits. Rows are locked table after
table and name after name, so that two servers wait for each other in one direction only.
"""

import random
import select
import time
from collections.abc import Collection, Sequence
from typing import Any

import psycopg
from psycopg import ClientCursor, Connection, errors
from psycopg.pq import TransactionStatus
from psycopg.rows import TupleRow

from wartable.store.errors import StoreBroken, StoreDown, StoreError
from wartable.store.group import Job
from wartable.store.known import Known
from wartable.store.plan import KeptCommand
from wartable.store.port import Receipt
from wartable.store.postgresql.connect import AGAIN, Identity, connect, trouble
from wartable.store.postgresql.reader import RECEIPTS
from wartable.store.sql import MOVES, SUMS
from wartable.store.transaction import Needs, Transaction

TRIES = 8
"""How often a group is tried again after a conflict with another server."""
MAX_PAUSE_S = 0.005

DRIVERS = "SELECT name, owner, number FROM drivers WHERE name = ANY(%s) ORDER BY name FOR SHARE"
HEADS = "SELECT stream, version, chain FROM streams WHERE stream = ANY(%s) ORDER BY stream FOR UPDATE"
ACCOUNTS = "SELECT account, cents FROM accounts WHERE account = ANY(%s) ORDER BY account FOR UPDATE"
COMMANDS = "SELECT command_id, digest, answer, receipts FROM commands WHERE command_id = ANY(%s)"
LOAD = f"BEGIN; {DRIVERS}; {HEADS}; {ACCOUNTS}; {COMMANDS}"
SUMMED = SUMS.format(listed="= ANY(%s)")
OPEN_ACCOUNTS = (
    "INSERT INTO accounts SELECT name, 0 FROM unnest(%s::text[]) AS name ORDER BY name ON CONFLICT DO NOTHING"
)


def _counted(change: str) -> str:
    """A change that fails unless it concerns this number of rows: a rule or a trigger may have swallowed one."""
    return f"WITH changed AS ({change} RETURNING 1) SELECT 1 / (count(*) = %b)::int FROM changed"


ADD_COMMANDS = _counted(
    "INSERT INTO commands SELECT * FROM unnest(%b::text[], %b::bytea[], %b::bigint[], %b::bytea[], %b::bytea[])"
)
SET_ACCOUNTS = _counted(
    "UPDATE accounts SET cents = fresh.cents FROM unnest(%b::text[], %b::bigint[]) AS fresh (account, cents)"
    " WHERE accounts.account = fresh.account"
)
ADD_POSTINGS = _counted(
    "INSERT INTO postings SELECT * FROM"
    " unnest(%b::text[], %b::bigint[], %b::bigint[], %b::text[], %b::bigint[], %b::bigint[])"
)
ADD_EVENTS = _counted(
    "INSERT INTO events SELECT * FROM unnest(%b::text[], %b::bigint[], %b::text[], %b::bigint[], %b::bytea[],"
    " %b::bigint[], %b::text[], %b::bytea[])"
)


class Writer:
    """Used by the writer's thread only."""

    def __init__(self, url: str, identity: Identity, known: Known) -> None:
        self._url, self._identity, self._known = url, identity, known
        self._connection: Connection[TupleRow] | None = None

    def commit(self, jobs: Sequence[Job]) -> None:
        """Commit all together; if the database refuses one of them, each alone."""
        try:
            self._commit_retrying(jobs)
        except errors.DiskFull as error:
            raise trouble(error) from error
        except psycopg.Error:
            for job in jobs:
                try:
                    self._commit_retrying([job])
                except psycopg.Error as error:
                    job.error = trouble(error)
                except StoreError as error:
                    job.error = error

    def close(self) -> None:
        if self._connection is not None:
            self._connection.close()

    def _commit_retrying(self, jobs: Sequence[Job]) -> None:
        """Try again after conflicts, each time after a random pause that keeps two servers apart."""
        for tries_left in reversed(range(TRIES)):
            try:
                self._commit_group(jobs)
                return
            except AGAIN:
                if not tries_left:
                    raise
                time.sleep(random.random() * MAX_PAUSE_S)

    def _commit_group(self, jobs: Sequence[Job]) -> None:
        """Commit one transaction. A psycopg error means that nothing was kept.

        A connection that turns out to be dead is replaced once. If the commit had been sent on it, its outcome is
        unknown: StoreDown.
        """
        for last in (False, True):
            connection, sent = self._connected(), False
            transaction: Transaction | None = None
            try:
                transaction = load(connection, Needs(jobs), self._known)
                transaction.plan(jobs)
                check_open(connection)
                sent = bool(transaction.commands)
                with self._known.lock:
                    write(connection, transaction)
                    self._known.note(transaction)
                return
            except psycopg.Error as error:
                if not self._is_lost(connection):
                    raise
                if sent and transaction is not None:
                    self._known.doubt(transaction)
                if last or sent:
                    raise StoreDown(f"the database went away: {' '.join(str(error).split())}") from error

    def _connected(self) -> Connection[TupleRow]:
        if self._connection is None:
            try:
                self._connection = connect(self._url, self._identity)
            except psycopg.Error as error:
                raise trouble(error) from error
        return self._connection

    def _is_lost(self, connection: Connection[TupleRow]) -> bool:
        """Roll back, and return whether the connection has to be replaced."""
        try:
            connection.rollback()
            if connection.info.transaction_status == TransactionStatus.IDLE:
                return False
        except psycopg.Error:
            pass
        connection.close()
        self._connection = None
        return True


def load(connection: Connection[TupleRow], needs: Needs, known: Known) -> Transaction:
    asked = (needs.tables, needs.streams, needs.accounts, needs.command_ids)
    _, drivers, found, accounts, commands = _ask(connection, LOAD, asked)
    balances = dict(accounts)
    new = [account for account in needs.accounts if account not in balances]
    if new:  # created at once, so that they can be locked
        connection.execute(OPEN_ACCOUNTS, (new,))
        balances.update(connection.execute(ACCOUNTS, (new,)).fetchall())
    heads = {row[0]: Receipt(*row) for row in found}

    def kept(places: Collection[tuple[str, int]]) -> dict[str, Receipt]:
        asked = [stream for stream, _ in places], [version for _, version in places]
        return {row[0]: Receipt(*row) for row in connection.execute(RECEIPTS.replace("?", "%s"), asked)}

    def moves(stream: str, version: int) -> bool:
        return connection.execute(MOVES.replace("?", "%s"), (stream, version)).fetchone() is not None

    return Transaction(
        known={row[0]: KeptCommand(*row[1:]) for row in commands},
        heads=heads,
        balances=balances,
        drivers={row[0]: row[1:] for row in drivers},
        differing=known.heads.differing(needs.streams, heads, kept, moves),
        alone=known.alone,
        due=known.wallets.due(balances, lambda asked: dict(connection.execute(SUMMED, (asked,)).fetchall())),
    )


def _ask(connection: Connection[TupleRow], questions: str, values: Sequence[object]) -> list[list[tuple[Any, ...]]]:
    """Ask several questions in one message.

    A pipeline would do the same, but after one PostgreSQL does not apply its idle timeout, and a server that freezes
    here would hold its locks for ever.
    """
    cursor = ClientCursor(connection)
    cursor.execute(questions, values)
    return [answer.fetchall() if answer.description else [] for answer in cursor.results()]


def check_open(connection: Connection[TupleRow]) -> None:
    """Raise an error if PostgreSQL has ended the session, for example because this process stood still for seconds.

    Nothing was sent yet, so nothing can have been kept. PostgreSQL says nothing between two messages unless it leaves.
    """
    spoken = select.poll()
    spoken.register(connection.fileno(), select.POLLIN)
    if spoken.poll(0):
        raise psycopg.OperationalError("the session was ended before the commit was sent")


def write(connection: Connection[TupleRow], transaction: Transaction) -> None:
    run = connection.execute
    if not transaction.commands:
        run("ROLLBACK")
        return
    with connection.pipeline():
        run(ADD_COMMANDS, _columns(transaction.commands))
        if transaction.postings:
            run(SET_ACCOUNTS, _columns(list(transaction.accounts.items())))
            run(ADD_POSTINGS, _columns(transaction.postings))
        if transaction.events:
            run(ADD_EVENTS, _columns(transaction.events))
        committed = run("COMMIT")
    if committed.statusmessage != "COMMIT":  # a failed transaction answers ROLLBACK here, and no error
        raise StoreBroken("the database did not commit")


def _columns(rows: Sequence[tuple[Any, ...]]) -> list[Any]:
    """Return the columns of the rows, and how many rows there are."""
    return [*map(list, zip(*rows, strict=True)), len(rows)]
