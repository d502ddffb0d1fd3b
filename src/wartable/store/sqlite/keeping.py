"""A draft as one statement: SQLite lets go of the interpreter once, and the next draft is made meanwhile."""

from collections.abc import Callable
from functools import cache

import apsw

from wartable.store.draft import Draft
from wartable.store.plan import Plan
from wartable.store.remembered import Remembered
from wartable.store.sqlite.connect import Value

COLUMNS = 9
"""What a row is, and eight fields: see the view `keep`."""
MOST = 3_584 * COLUMNS
"""How many values are sent at once. SQLite takes a few more."""


class SqliteDraft(Draft):
    """Rows for the view `keep`, one value after the other."""

    def __init__(self, remembered: Remembered, after: Draft | None, send: Callable[["SqliteDraft"], bool]) -> None:
        super().__init__(remembered, after)
        self._send = send
        self._values: list[Value] = []

    def _take(self, planned: Plan) -> None:
        values = self._values
        values += ("command", *planned.command, None, None, None)
        for posting in planned.postings:
            values += ("posting", *posting, None, None)
        for event in planned.events:
            values += ("event", *event)

    def keep(self) -> bool:
        return self._send(self)

    def write(self, connection: apsw.Connection) -> None:
        """Everything, durably; an error says that nothing was kept. One statement is a transaction by itself."""
        values = self._values
        for table, (owner, number) in self.drivers.items():
            values += ("driver", table, owner, number, None, None, None, None, None)
        for account, cents in self.balances.items():
            values += ("account", account, self.held[account], cents, None, None, None, None, None)
        if len(values) <= MOST:
            _keep(connection, values)
            return
        with connection:
            for begin in range(0, len(values), MOST):
                _keep(connection, values[begin : begin + MOST])


def _keep(connection: apsw.Connection, values: list[Value]) -> None:
    rows = len(values) // COLUMNS
    size = _rounded(rows)
    values += (None,) * ((size - rows) * COLUMNS)
    connection.execute(_statement(size), values)


def _rounded(rows: int) -> int:
    """Few sizes, so that SQLite keeps each of them prepared; a quarter of the rows, at most, is nothing."""
    step = 1 << max(0, rows.bit_length() - 3)
    return -(-rows // step) * step


@cache
def _statement(rows: int) -> str:
    row = f"({','.join('?' * COLUMNS)})"
    return f"INSERT INTO keep VALUES {','.join([row] * rows)}"
