"""The store in one file."""

from collections.abc import Collection, Sequence
from concurrent.futures import Future
from pathlib import Path
from typing import Any

import apsw
from msgspec.structs import astuple

from wartable.store.draft import Draft
from wartable.store.errors import StoreDown
from wartable.store.group import GroupWriter, Job, Work
from wartable.store.notices import Notices
from wartable.store.port import At, Batch, Fence, Kept, NoticeHandler, Snapshot, Subscription
from wartable.store.remembered import Remembered
from wartable.store.sqlite.connect import Value, empty_the_log, now, open_for_writing, trouble
from wartable.store.sqlite.keeping import SqliteDraft
from wartable.store.sqlite.place import Place
from wartable.store.sqlite.reading import Reader
from wartable.store.sqlite.transaction import Transaction

SAVE = "INSERT OR REPLACE INTO snapshots VALUES (?, ?, ?, ?, ?)"
CLAIM = (
    "INSERT INTO drivers VALUES (?1, ?2, 1, ?3, ?4 + ?3 * 1000000) ON CONFLICT (name) DO UPDATE"
    " SET owner = excluded.owner, number = number + 1, seconds = excluded.seconds, until = excluded.until"
    " WHERE until <= ?4 RETURNING number"
)
RENEW = (
    "UPDATE drivers SET until = ?4 + seconds * 1000000 WHERE name = ?1 AND owner = ?2 AND number = ?3 RETURNING number"
)
RELEASE = "UPDATE drivers SET until = ?4 WHERE name = ?1 AND owner = ?2 AND number = ?3"
PUT = "INSERT INTO personal VALUES (?, ?, ?) ON CONFLICT (patron) DO UPDATE SET body = excluded.body, at = excluded.at"
ERASE = "DELETE FROM personal WHERE patron = ? RETURNING patron"
PUT_SECRET = "INSERT INTO secrets VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET body = excluded.body"
ERASE_SECRET = "DELETE FROM secrets WHERE name = ? RETURNING name"
EXPIRE = "DELETE FROM personal WHERE at < ? RETURNING patron"


class SqliteStore(Reader):
    """What is submitted waits for the next commit of the one process that writes."""

    def __init__(self, path: Path) -> None:
        self._connection = open_for_writing(path)
        self._place = Place(path)
        super().__init__(path)
        self._remembered = Remembered()
        self._transaction = Transaction(self._connection, self._remembered)
        self._notices = Notices()
        self._writer = GroupWriter("sqlite writer", self._commit, ahead=self._draft, tell=self._tell)

    def _open(self) -> apsw.Connection:
        """One more reader, of the file that is written to and of no other."""
        connection = super()._open()
        try:
            self._place.check()
        except StoreDown:
            connection.close()
            raise
        return connection

    def submit(self, batch: Batch) -> Future[Kept]:
        return self._writer.submit(Job.of(batch))

    # In the writer's threads

    def _draft(self, after: Draft | None) -> Draft:
        return SqliteDraft(self._remembered, after, self._keep)

    def _keep(self, draft: SqliteDraft) -> bool:
        self._place.check()
        try:
            draft.write(self._connection)
        except apsw.ConstraintError:
            return False
        except apsw.Error as error:
            raise trouble(error, self._path) from error
        self._place.check()  # what was written to a file that is gone is not kept
        return True

    def _commit(self, jobs: Sequence[Job]) -> None:
        self._place.check()
        try:
            self._transaction.commit(jobs)
        except apsw.Error as error:
            raise trouble(error, self._path) from error
        self._place.check()
        for job in jobs:
            if isinstance(job.error, apsw.Error):
                job.error = trouble(job.error, self._path)

    def _tell(self, jobs: Sequence[Job]) -> None:
        """What was planned for a job that was refused in the end is still there, and nobody is to hear of it."""
        results = (job.result for job in jobs if job.error is None)
        kept = (result for result in results if isinstance(result, Kept) and not result.repeated)
        self._notices.tell((receipt.stream, receipt.version) for one in kept for receipt in one.receipts)

    def subscribe(self, prefix: str, notice: NoticeHandler) -> Subscription:
        return self._notices.subscribe(prefix, notice)

    def _do(self, work: Work) -> Any:
        """Something small, in the next commit, and wait for it."""
        return self._writer.submit(Job(work=work)).result()

    def _run(self, sql: str, *bindings: Value) -> list[tuple[Any, ...]]:
        rows: list[tuple[Any, ...]] = self._do(lambda transaction: list(transaction.run(sql, bindings)))
        return rows

    # Beside the log

    def save_snapshot(self, snapshot: Snapshot) -> None:
        self._run(SAVE, *astuple(snapshot))

    def put_personal(self, patron: str, body: bytes, at: At) -> None:
        self._run(PUT, patron, body, at)

    def erase_personal(self, patron: str) -> bool:
        return self._erase(ERASE, patron) > 0

    def expire_personal(self, before: At) -> int:
        return self._erase(EXPIRE, before)

    def _erase(self, sql: str, *bindings: Value) -> int:
        """Erased bytes are overwritten in the file, and the log that still holds them is emptied."""
        gone = len(self._run(sql, *bindings))
        if gone:
            empty_the_log(self._path)
        return gone

    def put_secret(self, name: str, body: bytes) -> None:
        self._run(PUT_SECRET, name, body)

    def erase_secret(self, name: str) -> bool:
        return self._erase(ERASE_SECRET, name) > 0

    # Driving a table

    def claim(self, table: str, owner: str, seconds: int) -> Fence | None:
        rows = self._run(CLAIM, table, owner, seconds, now())
        return Fence(table, owner, rows[0][0]) if rows else None

    def renew(self, fence: Fence) -> bool:
        return bool(self._run(RENEW, fence.table, fence.owner, fence.number, now()))

    def renew_all(self, fences: Collection[Fence]) -> set[str]:
        return {fence.table for fence in fences if self.renew(fence)}

    def release(self, fence: Fence) -> None:
        self._run(RELEASE, fence.table, fence.owner, fence.number, now())

    def close(self) -> None:
        if self._closed:
            return
        self._writer.close()
        super().close()
        try:
            self._place.check()
        except StoreDown as error:
            # SQLite would remove the log that lies there now, whosever it is.
            self._connection.config(apsw.SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1)
            raise StoreDown(f"{error}; what was answered before may be lost") from None
        finally:
            self._connection.close()
