"""The embedded store: one file, one thread that writes, and readers beside it."""

from pathlib import Path

from wartable.store.sqlite.connect import check_file
from wartable.store.sqlite.reader import SqliteReader
from wartable.store.sqlite.store import SqliteStore


def audited(path: Path) -> SqliteReader:
    """Open the store in a file only to read it."""
    check_file(path)
    return SqliteReader(path)
