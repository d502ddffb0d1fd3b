"""One transaction over everything that waits; each batch in it stands or falls alone."""

from collections.abc import Sequence

import apsw

from wartable.money import Cents
from wartable.store import chain
from wartable.store.errors import StoreError
from wartable.store.group import Job
from wartable.store.plan import Known, Plan, plan
from wartable.store.port import Batch, Kept, Receipt
from wartable.store.receipts import read_receipts, write_receipts

KNOWN = "SELECT digest, answer, receipts FROM commands WHERE command_id = ?"
HEAD = "SELECT version, chain FROM streams WHERE stream = ?"
BALANCE = "SELECT cents FROM accounts WHERE account = ?"
DRIVER = "SELECT owner, number FROM drivers WHERE name = ?"

ADD_COMMAND = "INSERT INTO commands VALUES (?, ?, ?, ?, ?)"
ADD_EVENT = "INSERT INTO events VALUES (?, ?, ?, ?, ?, ?, ?, ?)"
ADD_POSTING = "INSERT INTO postings VALUES (?, ?, ?, ?, ?, ?)"
SET_ACCOUNT = "INSERT INTO accounts VALUES (?, ?) ON CONFLICT (account) DO UPDATE SET cents = excluded.cents"


class Transaction:
    """What the writer's thread has in its hands. A plan reads from it, and sees all that was added before."""

    def __init__(self, connection: apsw.Connection) -> None:
        self.connection = connection
        self.run = connection.cursor().execute
        self._run_many = connection.cursor().executemany

    # What a plan asks

    def known(self, command_id: str) -> Known | None:
        row = self.run(KNOWN, (command_id,)).fetchone()
        return known_of(row) if row else None

    def head(self, stream: str) -> Receipt:
        row = self.run(HEAD, (stream,)).fetchone()
        return Receipt(stream, *row) if row else Receipt(stream, 0, chain.first(stream))

    def balance(self, account: str) -> Cents:
        row = self.run(BALANCE, (account,)).fetchone()
        return int(row[0]) if row else 0

    def driver(self, table: str) -> tuple[str, int] | None:
        row = self.run(DRIVER, (table,)).fetchone()
        return (row[0], row[1]) if row else None

    # What is done

    def append(self, batch: Batch) -> Kept:
        """Keep one batch."""
        planned = plan(batch, self)
        if isinstance(planned, Kept):
            return planned
        self._add(planned)
        return planned.kept()

    def _add(self, planned: Plan) -> None:
        batch, known = planned.batch, planned.known
        receipts = write_receipts(known.receipts)
        self.run(ADD_COMMAND, (batch.command_id, known.digest, batch.at, known.answer, receipts))
        if planned.postings:
            self._run_many(
                ADD_POSTING, [(p.stream, p.version, p.place, p.account, p.cents, p.after) for p in planned.postings]
            )
            self._run_many(SET_ACCOUNT, planned.balances.items())
        self._run_many(
            ADD_EVENT,
            [(e.stream, e.version, e.name, e.schema, e.body, e.at, e.command_id, e.chain) for e in planned.events],
        )

    def commit(self, jobs: Sequence[Job]) -> None:
        """All of these in one commit; an error here says that none of them was kept."""
        self.run("BEGIN IMMEDIATE")
        try:
            for job in jobs:
                self._do(job)
            self.run("COMMIT")
        except BaseException:
            if self.connection.in_transaction:
                self.run("ROLLBACK")
            raise

    def _do(self, job: Job) -> None:
        self.run("SAVEPOINT one")
        try:
            if job.batch is not None:
                job.result = self.append(job.batch)
            elif job.work is not None:
                job.result = job.work(self)
        except (StoreError, apsw.ConstraintError) as error:
            job.error = error
            self.run("ROLLBACK TO one")
        self.run("RELEASE one")


def known_of(row: tuple[bytes, bytes, bytes]) -> Known:
    """A command as it lies in its row."""
    digest, answer, receipts = row
    return Known(digest, answer, read_receipts(receipts))
