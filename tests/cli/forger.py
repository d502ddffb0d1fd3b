"""Tampering with a store in a file, as a forger with the file would do it."""

import sqlite3
from pathlib import Path
from typing import Any


class Forger:
    """A forger who can write to the file, and takes the database's own guards away first."""

    def __init__(self, file: Path) -> None:
        self._connection = sqlite3.connect(file, isolation_level=None)
        self._connection.execute("PRAGMA ignore_check_constraints = ON")
        self._connection.execute("PRAGMA synchronous = OFF")
        self._guards = self._connection.execute("SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'").fetchall()
        for name, _ in self._guards:
            self._connection.execute(f"DROP TRIGGER {name}")

    def run(self, sql: str, *bindings: Any) -> list[Any]:
        return self._connection.execute(sql, bindings).fetchall()

    def close(self) -> None:
        """Put the guards back, as if nothing had been."""
        for _, sql in self._guards:
            self._connection.execute(sql)
        self._connection.close()
