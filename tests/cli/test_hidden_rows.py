"""Rows that an index hides: SQLite answers without them, so a file whose indexes lie is neither proved nor served."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from tests.cli.command import Wartable
from wartable.live.history.holding import hold_database
from wartable.store import StoreBroken, open_store

KEY = "sqlite_autoindex_events_1"
NAMES = "events_by_name"
HIDING = "CREATE INDEX {} ON events (stream, {}version) WHERE version <> 1 AND stream IS NOT NULL"


@contextmanager
def writable_schema(file: Path) -> Iterator[sqlite3.Connection]:
    """Change the file's schema itself, as it lies in its table."""
    with closing(sqlite3.connect(file, isolation_level=None)) as connection:
        connection.execute("PRAGMA writable_schema = ON")
        yield connection
        (version,) = connection.execute("PRAGMA schema_version").fetchone()
        connection.execute(f"PRAGMA schema_version = {version + 1}")


def write_schema(file: Path, name: str, sql: str | None) -> None:
    with writable_schema(file) as connection:
        connection.execute("UPDATE sqlite_schema SET sql = ? WHERE name = ?", (sql, name))


def sql_of(file: Path, name: str) -> str | None:
    with closing(sqlite3.connect(file)) as connection:
        ((sql,),) = connection.execute("SELECT sql FROM sqlite_schema WHERE name = ?", (name,)).fetchall()
    return None if sql is None else str(sql)


def hide_a_record(file: Path, index: str, columns: str = "") -> None:
    """Build an index without the first record of each stream."""
    write_schema(file, index, HIDING.format(index, columns))
    with closing(sqlite3.connect(file, isolation_level=None)) as connection:
        connection.execute(f"REINDEX {index}")


def open_and_hold(db: str) -> None:
    with closing(open_store(db)) as store:
        hold_database(store)


def is_neither_proved_nor_served(db: str, wartable: Wartable, says: str) -> None:
    answer = wartable("audit", "verify", "--db", db)
    assert (answer.code, answer.err) == (1, "")
    assert f"database: {says}" in answer.out
    assert wartable("audit", "verify", "--table", "T1", "--db", db).code == 1
    with pytest.raises(StoreBroken) as refused:
        open_and_hold(db)
    assert says.partition(";")[2] in str(refused.value)
    assert "\n" not in str(refused.value)


def test_an_index_that_was_made_partial_is_told(file: Path, db: str, wartable: Wartable) -> None:
    hide_a_record(file, NAMES, "name, ")
    is_neither_proved_nor_served(db, wartable, f"the shape was changed; changed: index {NAMES}")


def test_rows_that_an_index_hides_are_told_where_its_sql_was_put_back(file: Path, db: str, wartable: Wartable) -> None:
    sql = sql_of(file, NAMES)
    hide_a_record(file, NAMES, "name, ")
    write_schema(file, NAMES, sql)
    is_neither_proved_nor_served(db, wartable, "the file is damaged, or hides rows: ")


def test_rows_that_the_index_of_a_key_hides_are_told(file: Path, db: str, wartable: Wartable) -> None:
    sql = sql_of(file, "events") or ""
    with writable_schema(file) as connection:
        plain = sql.replace("PRIMARY KEY (stream, version)", "CHECK (true)")
        connection.execute("UPDATE sqlite_schema SET sql = ? WHERE name = 'events'", (plain,))
        hiding = "UPDATE sqlite_schema SET name = 'plain', sql = ? WHERE name = ?"
        connection.execute(hiding, (HIDING.format("plain", ""), KEY))
    with closing(sqlite3.connect(file, isolation_level=None)) as connection:
        connection.execute("REINDEX plain")
    with writable_schema(file) as connection:
        connection.execute("UPDATE sqlite_schema SET sql = ? WHERE name = 'events'", (sql,))
        connection.execute("UPDATE sqlite_schema SET name = ?, sql = NULL WHERE name = 'plain'", (KEY,))
    is_neither_proved_nor_served(db, wartable, "the file is damaged, or hides rows: ")


def test_statistics_that_choose_an_index_are_told(file: Path, db: str, wartable: Wartable) -> None:
    with closing(sqlite3.connect(file, isolation_level=None)) as connection:
        connection.execute("ANALYZE")
        connection.execute(f"UPDATE sqlite_stat1 SET stat = '1 1 1' WHERE idx = '{NAMES}'")
    is_neither_proved_nor_served(db, wartable, "the shape was changed; added: table sqlite_stat1")
    with closing(sqlite3.connect(file, isolation_level=None)) as connection:
        connection.execute("DROP TABLE sqlite_stat1")
    assert wartable("audit", "verify", "--db", db).code == 0
