"""One transaction over a group for which memory did not suffice; what is refused in it spoils nobody else."""

from collections.abc import Sequence

import apsw

from wartable.money import Cents
from wartable.store.chain import first_link
from wartable.store.errors import StoreError
from wartable.store.group import Job
from wartable.store.plan import CommandRow, EventRow, Known, PostingRow, plan
from wartable.store.port import Batch, Kept, Receipt
from wartable.store.receipts import read_receipts
from wartable.store.remembered import Remembered
from wartable.store.sqlite.rows import InList, Insert

KNOWN = "SELECT digest, answer, receipts FROM commands WHERE command_id = ?"
HEAD = "SELECT version, chain FROM streams WHERE stream = ?"
BALANCE = "SELECT cents FROM accounts WHERE account = ?"
DRIVER = "SELECT owner, number FROM drivers WHERE name = ?"

ADD_COMMANDS = Insert("commands", 5)
ADD_EVENTS = Insert("events", 8)
ADD_POSTINGS = Insert("postings", 6)
SET_ACCOUNTS = Insert("accounts", 2, " ON CONFLICT (account) DO UPDATE SET cents = excluded.cents")
ALL_KNOWN = InList("SELECT command_id, digest, answer, receipts FROM commands WHERE command_id")


class Transaction:
    """What the writer's thread has in its hands. A plan reads from it, and sees all that was planned before.

    Rows are gathered over the whole group and written by few statements: each statement lets go of the interpreter,
    and whoever waits for an answer would take it every time.
    """

    def __init__(self, connection: apsw.Connection, remembered: Remembered) -> None:
        self.connection = connection
        self.run = connection.cursor().execute
        self._remembered = remembered
        self._heads: dict[str, Receipt] = {}
        self._balances: dict[str, Cents] = {}
        self._known: dict[str, Known] = {}
        self._commands: list[CommandRow] = []
        self._postings: list[PostingRow] = []
        self._accounts: dict[str, Cents] = {}
        self._events: list[EventRow] = []

    # What a plan asks

    def known(self, command_id: str) -> Known | None:
        return self._known.get(command_id)

    def head(self, stream: str) -> Receipt:
        head = self._heads.get(stream)
        if head is None:
            row = self.run(HEAD, (stream,)).fetchone()
            head = self._heads[stream] = Receipt(stream, *(row or (0, first_link(stream))))
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
        self._begin_anew()
        self.run("BEGIN IMMEDIATE")
        try:
            self._look_up([job.batch.command_id for job in jobs if job.batch is not None])
            for job in jobs:
                self._do(job)
            self._write()
            self.run("COMMIT")
        except BaseException:
            if self.connection.in_transaction:
                self.run("ROLLBACK")
            raise
        self._remembered.learn(self._heads, self._balances)

    def _do(self, job: Job) -> None:
        job.result = job.error = None
        try:
            if job.batch is not None:
                job.result = self._append(job.batch)
            elif job.work is not None:
                self._write()
                job.result = job.work(self)
        except StoreError as error:
            job.error = error

    def _append(self, batch: Batch) -> Kept:
        """Keep one batch; of what is refused here nothing will be written."""
        planned = plan(batch, self)
        if isinstance(planned, Kept):
            return planned
        known = planned.known
        self._known[batch.command_id] = known
        self._commands.append(planned.command)
        self._events += planned.events
        for receipt in known.receipts:
            self._heads[receipt.stream] = receipt
        if planned.postings:
            self._postings += planned.postings
            self._balances.update(planned.balances)
            self._accounts.update(planned.balances)
        return planned.kept()

    def _write(self) -> None:
        """All rows that were gathered; postings come before the events that close them."""
        ADD_COMMANDS.write(self.run, self._commands)
        ADD_POSTINGS.write(self.run, self._postings)
        SET_ACCOUNTS.write(self.run, list(self._accounts.items()))
        ADD_EVENTS.write(self.run, self._events)
        for written in (self._commands, self._postings, self._accounts, self._events):
            written.clear()

    def _look_up(self, command_ids: list[str]) -> None:
        """Which of these commands were kept before."""
        self._known = {row[0]: known_of(row[1:]) for row in ALL_KNOWN.rows(self.run, command_ids)}

    def _begin_anew(self) -> None:
        for earlier in (self._heads, self._balances, self._commands, self._postings, self._accounts, self._events):
            earlier.clear()


def known_of(row: tuple[bytes, bytes, bytes]) -> Known:
    """A command as it lies in its row."""
    digest, answer, receipts = row
    return Known(digest, answer, read_receipts(receipts))
