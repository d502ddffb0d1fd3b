"""The store in one file. One process writes; others may read, and wait for it if they write too."""

from collections.abc import Collection, Sequence
from concurrent.futures import Future
from contextlib import closing
from pathlib import Path
from typing import Any

import apsw

from wartable.money import Cents
from wartable.store.errors import HeadDiffers, StoreBroken, StoreBusy, StoreDown, StoreError
from wartable.store.group import GroupWriter, Job
from wartable.store.notices import Notices
from wartable.store.plan import KeptCommand
from wartable.store.port import Batch, Fence, Kept, NoticeHandler, Receipt, Row, Subscription
from wartable.store.sql import MOVES, SUMS, SqlChanges, SqlKnown
from wartable.store.sqlite.connect import (
    BUSY_TIMEOUT_MS,
    DAMAGE,
    SHORT_TIMEOUT_MS,
    empty_the_log,
    keep_log,
    open_for_reading,
    open_for_writing,
    run,
)
from wartable.store.sqlite.files import StoreFiles
from wartable.store.sqlite.reader import RECEIPTS, SqliteReader
from wartable.store.transaction import Needs, Transaction

_LISTED = SqliteReader.IN_LIST
KNOWN = f"SELECT command_id, digest, answer, receipts FROM commands WHERE command_id {_LISTED}"
ALL_HEADS = "SELECT stream, version, chain FROM streams"
HEADS = f"{ALL_HEADS} WHERE stream {_LISTED}"
ACCOUNTS = f"SELECT account, cents FROM accounts WHERE account {_LISTED}"
DRIVERS = f"SELECT name, owner, number FROM drivers WHERE name {_LISTED}"
SUMMED = SUMS.format(listed=_LISTED)

ADD_COMMAND = "INSERT INTO commands VALUES (?, ?, ?, ?, ?) RETURNING 1"
ADD_POSTING = "INSERT INTO postings VALUES (?, ?, ?, ?, ?, ?) RETURNING 1"
SET_ACCOUNT = (
    "INSERT INTO accounts VALUES (?, ?) ON CONFLICT (account) DO UPDATE SET cents = excluded.cents RETURNING 1"
)
ADD_EVENT = "INSERT INTO events VALUES (?, ?, ?, ?, ?, ?, ?, ?) RETURNING 1"
LONG_LOG_FRAMES = 8_000
"""The log is copied into the file when it has grown to 32 MB: a page that is written often is copied once."""
RENEW = (
    f"UPDATE drivers SET until = {SqliteReader.NOW} + seconds * 1000000 WHERE (name, owner, number) IN"
    " (SELECT value ->> 0, value ->> 1, value ->> 2 FROM json_each(?)) RETURNING name"
)


class SqliteStore(SqliteReader, SqlKnown, SqlChanges):
    """A reader, and one connection that writes."""

    SECOND = "1000000"

    def __init__(self, path: Path) -> None:
        self._connection = open_for_writing(path)
        self._connection.set_wal_hook(self._note_log)
        self._log_frames, self._others = 0, self._count_others()
        self._wrote = self._log_is_foreign = False
        SqliteReader.__init__(self, path)
        SqlKnown.__init__(self)
        self._files = StoreFiles(path, self._prove)
        self._notices = Notices()
        self._writer = GroupWriter("sqlite writer", self._commit)

    def _open(self) -> apsw.Connection:
        """Open one more reader, of the file that is written to and of no other."""
        connection = super()._open()
        try:
            self._files.check_names()
        except StoreDown:
            connection.close()
            raise
        return connection

    def submit(self, batch: Batch) -> Future[Kept]:
        return self._writer.submit(Job(batch))

    def subscribe(self, prefix: str, notice: NoticeHandler) -> Subscription:
        return self._notices.subscribe(prefix, notice)

    def change(self, sql: str, *values: Any) -> list[Row]:
        rows: list[Row] = self._writer.submit(Job(statement=(sql, values))).result()
        return rows

    def renew_all(self, fences: Collection[Fence]) -> set[str]:
        held = [(fence.table, fence.owner, fence.number) for fence in fences]
        return {name for (name,) in self.change(RENEW, self.listed(held))}

    def _purge(self, table: str) -> None:  # noqa: ARG002 (SQLite overwrites deleted bytes in the file, not in the log)
        empty_the_log(self._path)

    # In the writer's thread

    def _commit(self, jobs: Sequence[Job]) -> None:
        """Commit all together; if the database refuses one of them, each alone."""
        try:
            self._commit_group(jobs)
        except (apsw.ConstraintError, StoreBroken):
            for job in jobs:
                try:
                    self._commit_group([job])
                except apsw.Error as error:
                    job.error = self._trouble(error)
                except StoreBroken as error:
                    job.error = error
        except apsw.Error as error:
            raise self._trouble(error) from error
        self._tell(jobs)

    def _commit_group(self, jobs: Sequence[Job]) -> None:
        """Commit one transaction. An apsw error means that nothing was kept."""
        connection = self._connection
        self._files.check()
        run(connection, "BEGIN IMMEDIATE")
        transaction: Transaction | None = None
        try:
            for job in jobs:
                if job.statement is not None:
                    job.result = run(connection, *job.statement)
            if any(job.batch is not None for job in jobs):
                transaction = self._load(Needs(jobs))
                transaction.plan(jobs)
                self._write(transaction)
            with self._known.lock:
                run(connection, "COMMIT")
                self._wrote = True
                if transaction is not None:
                    self._known.note(transaction)
        except BaseException:
            if connection.in_transaction:
                run(connection, "ROLLBACK")
            raise
        finally:
            self._files.note_log()
        try:
            self._files.check()  # what was written to a removed or overwritten file is lost
        except (apsw.Error, StoreError) as error:
            raise StoreDown(str(error if isinstance(error, StoreError) else self._trouble(error))) from error
        if self._log_frames >= LONG_LOG_FRAMES:
            self._copy_log(apsw.SQLITE_CHECKPOINT_PASSIVE)
            self._files.note()

    def _note_log(self, _connection: apsw.Connection, _database: str, frames: int) -> int:
        self._log_frames = frames
        return apsw.SQLITE_OK

    def _copy_log(self, mode: int) -> bool:
        """Copy the log into the file. It begins again with the next commit that finds no reader in it."""
        try:
            self._connection.wal_checkpoint(mode=mode)
        except apsw.Error:  # what was committed is in the log, and is copied another time
            return False
        return True

    def _prove(self, file_is_written: bool, log_is_written: bool) -> None:
        """Raise StoreDown if the file or its log is damaged, or lacks heads that this process knows.

        Another program that commits writes to the log, and that is no reason for doubt. If no program committed, the
        log begins again: after a crash SQLite would drop everything behind a part that was overwritten.
        """
        try:
            self._log_is_foreign |= log_is_written and not self._another_committed()
            if not file_is_written and not self._log_is_foreign:
                return
            with closing(open_for_reading(self._path)) as fresh:  # an open connection remembers pages
                ((says,),) = run(fresh, "PRAGMA quick_check(1)")
                differing = self._find_lost_heads(fresh) if says == "ok" else []
        except (*DAMAGE, UnicodeDecodeError) as error:
            says, differing = error, []
        if says != "ok" or differing:
            what = differing[0] if differing else " ".join(str(says).split())
            raise StoreDown(f"{self._path} or its log was overwritten or truncated while the store was open: {what}")
        if self._log_is_foreign and not self._begin_log_again():
            raise StoreBusy(
                f"{self._path}-wal was written to by something else, and a reader keeps it from beginning again"
            )
        self._damaged = self._log_is_foreign = False

    def _begin_log_again(self) -> bool:
        """Copy the whole log, so that the next commit writes from its beginning; False while a reader needs it."""
        self._connection.set_busy_timeout(SHORT_TIMEOUT_MS)
        try:
            return self._copy_log(apsw.SQLITE_CHECKPOINT_RESTART)
        finally:
            self._connection.set_busy_timeout(BUSY_TIMEOUT_MS)

    def _another_committed(self) -> bool:
        """Whether another connection committed since the last question. Its records are checked stream by stream."""
        run(self._connection, "BEGIN IMMEDIATE")  # so that no other is in the middle of a commit
        try:
            before, self._others = self._others, self._count_others()
        finally:
            run(self._connection, "ROLLBACK")
        return self._others != before

    def _count_others(self) -> int:
        ((number,),) = run(self._connection, "PRAGMA data_version")
        return int(number)

    def _find_lost_heads(self, connection: apsw.Connection) -> list[HeadDiffers]:
        """Return the streams that lack what this process wrote or read; others may have been added to."""

        def kept(places: Collection[tuple[str, int]]) -> dict[str, Receipt]:
            return {row[0]: Receipt(*row) for row in run(connection, RECEIPTS, (self.listed(places),))}

        def moves(stream: str, version: int) -> bool:
            return bool(run(connection, MOVES, (stream, version)))

        found = {row[0]: Receipt(*row) for row in run(connection, ALL_HEADS)}
        known = [head.stream for head in self.known_heads()]
        differing = self._known.heads.differing(known, found, kept, moves)
        return [one for one in differing.values() if not one.added]

    def _load(self, needs: Needs) -> Transaction:
        def ask(sql: str, names: Sequence[str]) -> list[Row]:
            return run(self._connection, sql, (self.listed(names),)) if names else []

        def kept(places: Collection[tuple[str, int]]) -> dict[str, Receipt]:
            return {row[0]: Receipt(*row) for row in run(self._connection, RECEIPTS, (self.listed(places),))}

        def moves(stream: str, version: int) -> bool:
            return bool(run(self._connection, MOVES, (stream, version)))

        balances: dict[str, Cents] = dict(ask(ACCOUNTS, needs.accounts))
        heads = {row[0]: Receipt(*row) for row in ask(HEADS, needs.streams)}
        return Transaction(
            known={row[0]: KeptCommand(*row[1:]) for row in ask(KNOWN, needs.command_ids)},
            heads=heads,
            balances=balances,
            drivers={row[0]: row[1:] for row in ask(DRIVERS, needs.tables)},
            due=self._known.wallets.due(balances, lambda wallets: dict(ask(SUMMED, wallets))),
            differing=self._known.heads.differing(needs.streams, heads, kept, moves),
            alone=self._known.alone,
        )

    def _write(self, transaction: Transaction) -> None:
        """Postings come before the events that close them: a trigger of the database checks their sum."""
        self._put_all(ADD_COMMAND, transaction.commands)
        self._put_all(ADD_POSTING, transaction.postings)
        self._put_all(SET_ACCOUNT, transaction.accounts.items())
        self._put_all(ADD_EVENT, transaction.events)

    def _put_all(self, sql: str, rows: Collection[Row]) -> None:
        """Write rows; raise StoreBroken where the database lets one of them drop without an error."""
        if rows and len(list(self._connection.executemany(sql, rows))) != len(rows):
            raise StoreBroken("the database did not take every row that was written")

    def _tell(self, jobs: Sequence[Job]) -> None:
        """Publish what was committed; a job that the database refused has a result too, but also an error."""
        kept = (job.result for job in jobs if job.batch is not None and job.error is None)
        receipts = (receipt for one in kept if not one.repeated for receipt in one.receipts)
        self._notices.tell((receipt.stream, receipt.version) for receipt in receipts)

    def close(self) -> None:
        """Copy the log into the file and remove it, unless the file is damaged: the log may be all that is left."""
        if self._closed:
            return
        self._writer.close()
        super().close()
        try:
            self._files.check()
            if self._damaged and self._wrote:
                raise StoreDown(f"{self._path} is damaged")
            keep_log(self._connection, keep=self._damaged)
        except (apsw.Error, StoreError) as error:
            raise StoreDown(f"{error}; what was answered before may be lost") from None
        finally:
            self._connection.close()
