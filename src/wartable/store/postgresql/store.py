"""The store for many servers. One thread appends for this process; other processes append beside it."""

import threading
from collections.abc import Collection
from concurrent.futures import Future
from typing import Any

import psycopg

from wartable.store.group import GroupWriter, Job
from wartable.store.notices import Notices
from wartable.store.port import Batch, Fence, Kept, NoticeHandler, Row, Subscription
from wartable.store.postgresql.connect import CONNECT_S, prepare_database, trouble
from wartable.store.postgresql.listener import Listener
from wartable.store.postgresql.reader import PostgresqlReader
from wartable.store.postgresql.writer import Writer
from wartable.store.sql import SqlChanges, SqlKnown

PATIENCE_S = 0.004
"""A commit costs a millisecond of two processors, however little is in it."""
RENEW = (
    "WITH mine AS (SELECT name FROM drivers JOIN unnest(?::text[], ?::text[], ?::bigint[])"
    " AS held (name, owner, number) USING (name, owner, number) ORDER BY name FOR NO KEY UPDATE OF drivers)"
    " UPDATE drivers SET until = clock_timestamp() + seconds * interval '1 s' FROM mine"
    " WHERE drivers.name = mine.name RETURNING drivers.name"
)
"""Rows are locked in the order of their names, as in a commit."""


class PostgresqlStore(PostgresqlReader, SqlKnown, SqlChanges):
    """A pool, and one connection that appends."""

    SECOND = "interval '1 s'"

    def __init__(self, url: str) -> None:
        try:
            identity = prepare_database(url)
        except psycopg.Error as error:
            raise trouble(error) from error
        PostgresqlReader.__init__(self, url, identity)
        SqlKnown.__init__(self)
        self._notices = Notices()
        self._listener: Listener | None = None
        self._lock = threading.Lock()
        self._appending = Writer(url, identity, self._known)
        self._writer = GroupWriter("postgresql writer", self._appending.commit, PATIENCE_S)

    def submit(self, batch: Batch) -> Future[Kept]:
        return self._writer.submit(Job(batch))

    def subscribe(self, prefix: str, notice: NoticeHandler) -> Subscription:
        subscription = self._notices.subscribe(prefix, notice)
        with self._lock:
            if self._listener is None:
                self._listener = Listener(self._url, self._notices)
        self._listener.wait(CONNECT_S)
        return subscription

    def change(self, sql: str, *values: Any) -> list[Row]:
        return self.all(sql, *values)

    def renew_all(self, fences: Collection[Fence]) -> set[str]:
        names, owners, numbers = ([getattr(one, part) for one in fences] for part in ("table", "owner", "number"))
        return {name for (name,) in self.all(RENEW, names, owners, numbers)}

    def _purge(self, table: str) -> None:
        """Write the table anew: a deleted row stays in its file until then. Secrets are reused too often for that."""
        if table == "personal":
            self.all("VACUUM FULL personal")

    def close(self) -> None:
        self._writer.close()
        if self._listener is not None:
            self._listener.close()
        self._appending.close()
        super().close()
