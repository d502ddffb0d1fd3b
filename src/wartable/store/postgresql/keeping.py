"""A draft as one message: the database holds it against what it has, and keeps all of it or nothing."""

from collections.abc import Callable

from psycopg import Connection
from psycopg.rows import TupleRow

from wartable.store.draft import Draft
from wartable.store.plan import CommandRow, EventRow, Plan, PostingRow
from wartable.store.postgresql.arrays import Numbers, Texts
from wartable.store.postgresql.columns import COMMAND_COLUMNS, EVENT_COLUMNS, POSTING_COLUMNS, columns
from wartable.store.remembered import Remembered

KEEP = f"SELECT keep_group({', '.join(['%b'] * 27)})"


class PostgresqlDraft(Draft):
    """Rows by table, for the function `keep_group`."""

    def __init__(self, remembered: Remembered, after: Draft | None, send: Callable[["PostgresqlDraft"], bool]) -> None:
        super().__init__(remembered, after)
        self._send = send
        self._commands: list[CommandRow] = []
        self._postings: list[PostingRow] = []
        self._events: list[EventRow] = []

    def _take(self, planned: Plan) -> None:
        self._commands.append(planned.command)
        self._postings += planned.postings
        self._events += planned.events

    def keep(self) -> bool:
        return self._send(self)

    def write(self, connection: Connection[TupleRow]) -> bool:
        """Everything, durably; no, where the database stands elsewhere or one of the commands is not new."""
        drivers = self.drivers
        everything = [
            Texts(drivers),
            Texts(owner for owner, _ in drivers.values()),
            Numbers(number for _, number in drivers.values()),
            Texts(self.versions),
            Numbers(self.versions.values()),
            Texts(self.held),
            Numbers(self.held.values()),
            Numbers(self.balances[account] for account in self.held),
            *columns(COMMAND_COLUMNS, self._commands),
            *columns(POSTING_COLUMNS, self._postings),
            *columns(EVENT_COLUMNS, self._events),
        ]
        return connection.execute(KEEP, everything, prepare=True, binary=True).fetchone() == (True,)
