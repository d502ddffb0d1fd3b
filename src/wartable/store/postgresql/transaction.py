"""One transaction over a group for which memory did not suffice: what it needs is locked, read, and written."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from psycopg import ClientCursor, Connection
from psycopg.rows import TupleRow

from wartable.money import Cents
from wartable.store.chain import first_link
from wartable.store.errors import StoreBroken, StoreDown, StoreError
from wartable.store.group import Job
from wartable.store.plan import Known, Plan, plan
from wartable.store.port import Batch, Kept, Receipt
from wartable.store.postgresql.arrays import Numbers, Texts
from wartable.store.postgresql.columns import COMMAND_COLUMNS, EVENT_COLUMNS, POSTING_COLUMNS, columns
from wartable.store.receipts import read_receipts
from wartable.store.remembered import Remembered

DRIVERS = "SELECT name, owner, number FROM drivers WHERE name = ANY(%s) ORDER BY name FOR SHARE"
HEADS = "SELECT stream, version, chain FROM streams WHERE stream = ANY(%s) ORDER BY stream FOR UPDATE"
ACCOUNTS = "SELECT account, cents FROM accounts WHERE account = ANY(%s) ORDER BY account FOR UPDATE"
COMMANDS = "SELECT command_id, digest, answer, receipts FROM commands WHERE command_id = ANY(%s)"
LOAD = f"BEGIN; {DRIVERS}; {HEADS}; {ACCOUNTS}; {COMMANDS}"
OPEN_ACCOUNTS = (
    "INSERT INTO accounts SELECT name, 0 FROM unnest(%s::text[]) AS name ORDER BY name ON CONFLICT DO NOTHING"
)

ADD_COMMANDS = (
    "INSERT INTO commands SELECT * FROM unnest(%b::text[], %b::bytea[], %b::bigint[], %b::bytea[], %b::bytea[])"
)
SET_ACCOUNTS = (
    "UPDATE accounts SET cents = fresh.cents FROM unnest(%b::text[], %b::bigint[]) AS fresh (account, cents)"
    " WHERE accounts.account = fresh.account"
)
ADD_POSTINGS = (
    "INSERT INTO postings SELECT * FROM"
    " unnest(%b::text[], %b::bigint[], %b::bigint[], %b::text[], %b::bigint[], %b::bigint[])"
)
ADD_EVENTS = (
    "INSERT INTO events SELECT * FROM unnest(%b::text[], %b::bigint[], %b::text[], %b::bigint[], %b::bytea[],"
    " %b::bigint[], %b::text[], %b::bytea[])"
)


class Transaction:
    """What all the plans of a group come to. The first message locks and reads, and a second writes.

    Rows are locked kind after kind and name after name, so that two servers wait for each other in one direction only.
    """

    def __init__(self, connection: Connection[TupleRow], remembered: Remembered, tried: Mapping[str, Kept]) -> None:
        self._connection = connection
        self._remembered = remembered
        self._tried = tried
        """What was sent on a connection that was lost with it, so that it may be found among what was kept."""
        self._before_heads: dict[str, Receipt] = {}
        self._before_accounts: dict[str, Cents] = {}
        self._known: dict[str, Known] = {}
        self._heads: dict[str, Receipt] = {}
        self._accounts: dict[str, Cents] = {}
        self._drivers: dict[str, tuple[str, int]] = {}
        self._plans: list[Plan] = []
        self.sent = False
        """Whether a commit was sent, so that the outcome may be unknown."""

    # What a plan asks

    def known(self, command_id: str) -> Known | None:
        return self._known.get(command_id)

    def head(self, stream: str) -> Receipt:
        head = self._heads.get(stream) or self._before_heads.get(stream)
        return head or Receipt(stream, 0, first_link(stream))

    def balance(self, account: str) -> Cents:
        cents = self._accounts.get(account)
        return self._before_accounts.get(account, 0) if cents is None else cents

    def driver(self, table: str) -> tuple[str, int] | None:
        return self._drivers.get(table)

    # What is done

    def commit(self, jobs: Sequence[Job]) -> None:
        """All of these in one commit; an error here says that none of them was kept, unless a commit was sent."""
        self._load([job.batch for job in jobs if job.batch is not None])
        self._plan(jobs)
        self._write()
        self._remembered.learn(self._heads, self._accounts)

    def _plan(self, jobs: Sequence[Job]) -> None:
        for job in jobs:
            if job.batch is not None:
                try:
                    job.result, job.error = self._append(job.batch), None
                except StoreError as error:
                    job.result, job.error = None, self._as_far_as_known(job.batch, error)

    def _append(self, batch: Batch) -> Kept:
        planned = plan(batch, self)
        if isinstance(planned, Kept):
            tried = self._tried.get(batch.command_id)
            return tried if tried is not None and tried.receipts == planned.receipts else planned
        self._plans.append(planned)
        self._known[batch.command_id] = planned.known
        self._heads.update((receipt.stream, receipt) for receipt in planned.known.receipts)
        self._accounts.update(planned.balances)
        return planned.kept()

    def _as_far_as_known(self, batch: Batch, error: StoreError) -> StoreError:
        """A batch that was sent before, on a connection that was lost, may have been kept after all."""
        return StoreDown("the database went away") if batch.command_id in self._tried else error

    def _load(self, batches: Iterable[Batch]) -> None:
        tables: set[str] = set()
        streams: set[str] = set()
        accounts: set[str] = set()
        commands: list[str] = []
        for batch in batches:
            commands.append(batch.command_id)
            streams.update(write.stream for write in batch.writes)
            accounts.update(move.account for move in batch.moves)
            accounts.update(account for account, _ in batch.seen)
            if batch.fence is not None:
                tables.add(batch.fence.table)
        asked = (list(tables), list(streams), list(accounts), commands)
        _, drivers, heads, held, known = self._ask(LOAD, asked)
        self._before_heads = {row[0]: Receipt(*row) for row in heads}
        self._before_accounts = dict(held)
        self._drivers = {name: (owner, number) for name, owner, number in drivers}
        self._known = {name: Known(digest, answer, read_receipts(receipts)) for name, digest, answer, receipts in known}
        self._open(sorted(accounts - self._before_accounts.keys()))
        self._remembered.compare(self._before_heads, self._before_accounts)
        self._remembered.learn(self._before_heads, self._before_accounts)

    def _ask(self, questions: str, values: Sequence[object]) -> list[list[tuple[Any, ...]]]:
        """Several questions in one message. A pipeline would do the same, but PostgreSQL would not throw us out for
        being idle after one, and a server that is frozen at this point would hold its locks for ever."""
        cursor = ClientCursor(self._connection)
        cursor.execute(questions, values)
        return [answer.fetchall() if answer.description else [] for answer in cursor.results()]

    def _open(self, accounts: list[str]) -> None:
        """Accounts that nobody has used yet are made, so that they can be locked."""
        if accounts:
            self._connection.execute(OPEN_ACCOUNTS, (accounts,))
            opened = self._connection.execute(ACCOUNTS, (accounts,)).fetchall()
            self._before_accounts.update(opened)

    def _write(self) -> None:
        run, plans = self._connection.execute, self._plans
        if not plans:
            run("ROLLBACK")
            return
        self.sent = True
        postings = [posting for planned in plans for posting in planned.postings]
        events = [event for planned in plans for event in planned.events]
        with self._connection.pipeline():
            run(ADD_COMMANDS, columns(COMMAND_COLUMNS, [planned.command for planned in plans]))
            if postings:
                run(SET_ACCOUNTS, (Texts(self._accounts), Numbers(self._accounts.values())))
                run(ADD_POSTINGS, columns(POSTING_COLUMNS, postings))
            if events:
                run(ADD_EVENTS, columns(EVENT_COLUMNS, events))
            committed = run("COMMIT")
        if committed.statusmessage != "COMMIT":  # a transaction that failed answers ROLLBACK here, and no error
            raise StoreBroken("the database did not commit")
