"""One transaction over everything that waits; what is refused in it spoils nobody else."""

from collections.abc import Sequence

import apsw
from msgspec.structs import astuple

from wartable.money import Cents
from wartable.store import chain
from wartable.store.errors import StoreError
from wartable.store.group import Job
from wartable.store.plan import Known, Plan, plan
from wartable.store.port import Batch, Kept, Receipt
from wartable.store.receipts import read_receipts, write_receipts

MAX_REMEMBERED = 20_000

KNOWN = "SELECT digest, answer, receipts FROM commands WHERE command_id = ?"
HEAD = "SELECT version, chain FROM streams WHERE stream = ?"
BALANCE = "SELECT cents FROM accounts WHERE account = ?"
DRIVER = "SELECT owner, number FROM drivers WHERE name = ?"

ADD_COMMAND = "INSERT INTO commands VALUES (?, ?, ?, ?, ?)"
ADD_EVENT = "INSERT INTO events VALUES (?, ?, ?, ?, ?, ?, ?, ?)"
ADD_POSTING = "INSERT INTO postings VALUES (?, ?, ?, ?, ?, ?)"
SET_ACCOUNT = "INSERT INTO accounts VALUES (?, ?) ON CONFLICT (account) DO UPDATE SET cents = excluded.cents"


class Transaction:
    """What the writer's thread has in its hands. A plan reads from it, and sees all that was added before.

    Heads and balances are remembered from one commit to the next, for as long as nobody else writes to the file.
    """

    def __init__(self, connection: apsw.Connection) -> None:
        self.connection = connection
        self.run = connection.cursor().execute
        self._run_many = connection.cursor().executemany
        self._heads: dict[str, Receipt] = {}
        self._balances: dict[str, Cents] = {}
        self._others: object = None
        """A number that changes when somebody else has written to the file."""

    # What a plan asks

    def known(self, command_id: str) -> Known | None:
        row = self.run(KNOWN, (command_id,)).fetchone()
        return known_of(row) if row else None

    def head(self, stream: str) -> Receipt:
        head = self._heads.get(stream)
        if head is None:
            row = self.run(HEAD, (stream,)).fetchone()
            head = self._heads[stream] = Receipt(stream, *(row or (0, chain.first(stream))))
        return head

    def balance(self, account: str) -> Cents:
        cents = self._balances.get(account)
        if cents is None:
            row = self.run(BALANCE, (account,)).fetchone()
            cents = self._balances[account] = int(row[0]) if row else 0
        return cents

    def driver(self, table: str) -> tuple[str, int] | None:
        row = self.run(DRIVER, (table,)).fetchone()
        return (row[0], row[1]) if row else None

    # What is done

    def append(self, batch: Batch) -> Kept:
        """Keep one batch; what is refused here has written nothing."""
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
            self._run_many(ADD_POSTING, map(astuple, planned.postings))
            self._run_many(SET_ACCOUNT, planned.balances.items())
            self._balances.update(planned.balances)
        for event in planned.events:
            self.run(ADD_EVENT, astuple(event))
        for receipt in known.receipts:
            self._heads[receipt.stream] = receipt

    def commit(self, jobs: Sequence[Job]) -> None:
        """All of these in one commit. Where the database itself refuses one of them, each is committed alone."""
        try:
            self._commit(jobs)
        except apsw.ConstraintError:
            for job in jobs:
                self._commit_alone(job)

    def _commit_alone(self, job: Job) -> None:
        try:
            self._commit([job])
        except apsw.Error as error:
            job.error = error

    def _commit(self, jobs: Sequence[Job]) -> None:
        """An error here says that none of them was kept."""
        self.run("BEGIN IMMEDIATE")
        try:
            self._remember_or_forget()
            for job in jobs:
                self._do(job)
            self.run("COMMIT")
        except BaseException:
            self._forget()
            if self.connection.in_transaction:
                self.run("ROLLBACK")
            raise

    def _do(self, job: Job) -> None:
        job.result = job.error = None
        try:
            if job.batch is not None:
                job.result = self.append(job.batch)
            elif job.work is not None:
                job.result = job.work(self)
        except StoreError as error:
            job.error = error

    def _remember_or_forget(self) -> None:
        others = self.run("PRAGMA data_version").fetchone()
        if others != self._others or len(self._heads) + len(self._balances) > MAX_REMEMBERED:
            self._forget()
            self._others = others

    def _forget(self) -> None:
        self._heads.clear()
        self._balances.clear()


def known_of(row: tuple[bytes, bytes, bytes]) -> Known:
    """A command as it lies in its row."""
    digest, answer, receipts = row
    return Known(digest, answer, read_receipts(receipts))
