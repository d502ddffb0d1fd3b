"""The store for many servers."""

import random
import threading
import time
from collections.abc import Collection, Mapping, Sequence
from concurrent.futures import Future

import psycopg
from msgspec.structs import astuple
from psycopg import Connection, errors
from psycopg.pq import TransactionStatus
from psycopg.rows import TupleRow

from wartable.store.draft import Draft
from wartable.store.errors import StoreDown, StoreError
from wartable.store.group import GroupWriter, Job
from wartable.store.notices import Notices
from wartable.store.port import At, Batch, Fence, Kept, NoticeHandler, Snapshot, Subscription
from wartable.store.postgresql.arrays import teach_arrays
from wartable.store.postgresql.connect import AGAIN, CONNECT_S, connect, prepare_database, trouble
from wartable.store.postgresql.keeping import PostgresqlDraft
from wartable.store.postgresql.listener import Listener
from wartable.store.postgresql.reading import Reader
from wartable.store.postgresql.transaction import Transaction
from wartable.store.remembered import Remembered

TRIES = 8
"""How often something is tried again when others were quicker."""
STEP_ASIDE_S = 0.005
PATIENCE_S = 0.004
"""A commit takes a millisecond of two processors, however little is in it."""

SAVE = (
    "INSERT INTO snapshots VALUES (%s, %s, %s, %s, %s) ON CONFLICT (stream) DO UPDATE SET version = excluded.version,"
    " body = excluded.body, notes = excluded.notes, seal = excluded.seal RETURNING 1"
)
CLAIM = (
    "INSERT INTO drivers VALUES (%s, %s, 1, %s, clock_timestamp() + %s * interval '1 s')"
    " ON CONFLICT (name) DO UPDATE SET owner = excluded.owner, number = drivers.number + 1,"
    " seconds = excluded.seconds, until = clock_timestamp() + excluded.seconds * interval '1 s'"
    " WHERE drivers.until <= clock_timestamp() RETURNING number"
)
RENEW = (
    "UPDATE drivers SET until = clock_timestamp() + seconds * interval '1 s'"
    " WHERE name = %s AND owner = %s AND number = %s RETURNING number"
)
RENEW_ALL = (
    "WITH mine AS (SELECT name FROM drivers JOIN unnest(%s::text[], %s::text[], %s::bigint[])"
    " AS held (name, owner, number) USING (name, owner, number) ORDER BY name FOR NO KEY UPDATE OF drivers)"
    " UPDATE drivers SET until = clock_timestamp() + seconds * interval '1 s' FROM mine"
    " WHERE drivers.name = mine.name RETURNING drivers.name"
)
"""In the order of their names, as whoever commits locks them too."""
RELEASE = "UPDATE drivers SET until = clock_timestamp() WHERE name = %s AND owner = %s AND number = %s RETURNING number"
PUT = (
    "INSERT INTO personal VALUES (%s, %s, %s) ON CONFLICT (patron) DO UPDATE"
    " SET body = excluded.body, at = excluded.at RETURNING 1"
)
ERASE = "DELETE FROM personal WHERE patron = %s RETURNING patron"
PUT_SECRET = "INSERT INTO secrets VALUES (%s, %s) ON CONFLICT (name) DO UPDATE SET body = excluded.body RETURNING 1"
ERASE_SECRET = "DELETE FROM secrets WHERE name = %s RETURNING name"
EXPIRE = "DELETE FROM personal WHERE at < %s RETURNING patron"


class PostgresqlStore(Reader):
    """One thread writes for this process; other processes write beside it."""

    def __init__(self, url: str) -> None:
        try:
            identity = prepare_database(url)
        except psycopg.Error as error:
            raise trouble(error) from error
        super().__init__(url, identity)
        self._connection: Connection[TupleRow] | None = None
        self._remembered = Remembered()
        self._tried: Mapping[str, Kept] = {}
        """What was sent on a connection that was lost with it: whether it was kept is found out by looking."""
        self._notices = Notices()
        self._listener: Listener | None = None
        self._lock = threading.Lock()
        self._writer = GroupWriter("postgresql writer", self._commit, PATIENCE_S, ahead=self._draft)

    def submit(self, batch: Batch) -> Future[Kept]:
        return self._writer.submit(Job.of(batch))

    # In the writer's threads: from memory

    def _draft(self, after: Draft | None) -> Draft | None:
        return PostgresqlDraft(self._remembered, after, self._keep) if self._remembered.alone else None

    def _keep(self, draft: PostgresqlDraft) -> bool:
        try:
            return draft.write(self._connected())
        except psycopg.Error:
            if self._give_up():
                self._tried = draft.answers
            return False

    # In the writer's thread: by looking

    def _commit(self, jobs: Sequence[Job]) -> None:
        try:
            self._commit_somehow(jobs)
        finally:
            self._tried = {}

    def _commit_somehow(self, jobs: Sequence[Job]) -> None:
        """All together; where others were quicker, again; where one of them is refused by the database, each alone."""
        for _ in range(TRIES):
            try:
                self._commit_group(jobs)
                return
            except AGAIN:
                _step_aside()
            except errors.DiskFull as error:
                raise trouble(error) from error
            except psycopg.Error:
                break
        for job in jobs:
            self._commit_alone(job)

    def _commit_alone(self, job: Job) -> None:
        for _ in range(TRIES):
            try:
                self._commit_group([job])
                return
            except AGAIN as error:
                job.error = trouble(error)
                _step_aside()
            except psycopg.Error as error:
                job.error = trouble(error)
                return
            except StoreError as error:
                job.error = error
                return

    def _commit_group(self, jobs: Sequence[Job]) -> None:
        """One transaction. The database's own errors come as they are, and mean that nothing was kept.

        A connection that turns out to be dead is replaced once. Where a commit was sent on it, the outcome is unknown,
        and whoever waits is told so.
        """
        for again in (False, True):
            transaction = Transaction(self._connected(), self._remembered, self._tried)
            try:
                transaction.commit(jobs)
                return
            except psycopg.Error as error:
                if not self._give_up():
                    raise
                if again or transaction.sent:
                    raise StoreDown(f"the database went away: {' '.join(str(error).split())}") from error

    def _connected(self) -> Connection[TupleRow]:
        if self._connection is None:
            self._remembered.forget()
            try:
                self._connection = connect(self._url, self._identity)
                teach_arrays(self._connection)
            except psycopg.Error as error:
                raise trouble(error) from error
        return self._connection

    def _give_up(self) -> bool:
        """Leave the transaction; and say whether the connection is gone with it."""
        if self._connection is None:
            return True
        try:
            self._connection.rollback()
            if self._connection.info.transaction_status == TransactionStatus.IDLE:
                return False
        except psycopg.Error:
            pass
        self._connection.close()
        self._connection = None
        return True

    # Following

    def subscribe(self, prefix: str, notice: NoticeHandler) -> Subscription:
        subscription = self._notices.subscribe(prefix, notice)
        with self._lock:
            if self._listener is None:
                self._listener = Listener(self._url, self._notices)
        self._listener.wait(CONNECT_S)
        return subscription

    # Beside the log

    def save_snapshot(self, snapshot: Snapshot) -> None:
        self.all(SAVE, *astuple(snapshot))

    def put_personal(self, patron: str, body: bytes, at: At) -> None:
        self.all(PUT, patron, body, at)

    def erase_personal(self, patron: str) -> bool:
        return self._erase(ERASE, patron) > 0

    def expire_personal(self, before: At) -> int:
        return self._erase(EXPIRE, before)

    def _erase(self, sql: str, *bindings: object) -> int:
        """A deleted row lies in the table's file until the table is written anew."""
        gone = len(self.all(sql, *bindings))
        if gone:
            with self._borrowed() as connection:
                connection.execute("VACUUM FULL personal")
        return gone

    def put_secret(self, name: str, body: bytes) -> None:
        self.all(PUT_SECRET, name, body)

    def erase_secret(self, name: str) -> bool:
        return bool(self.all(ERASE_SECRET, name))

    # Driving a table

    def claim(self, table: str, owner: str, seconds: int) -> Fence | None:
        row = self.one(CLAIM, table, owner, seconds, seconds)
        return Fence(table, owner, row[0]) if row else None

    def renew(self, fence: Fence) -> bool:
        return bool(self.all(RENEW, fence.table, fence.owner, fence.number))

    def renew_all(self, fences: Collection[Fence]) -> set[str]:
        names, owners, numbers = ([getattr(one, part) for one in fences] for part in ("table", "owner", "number"))
        return {name for (name,) in self.all(RENEW_ALL, names, owners, numbers)}

    def release(self, fence: Fence) -> None:
        self.all(RELEASE, fence.table, fence.owner, fence.number)

    def close(self) -> None:
        self._writer.close()
        if self._listener is not None:
            self._listener.close()
        if self._connection is not None:
            self._connection.close()
        super().close()


def _step_aside() -> None:
    """Two that were in each other's way do not start again at the same moment."""
    time.sleep(random.random() * STEP_ASIDE_S)
