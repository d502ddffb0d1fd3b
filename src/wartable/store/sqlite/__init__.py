"""The embedded store: one file, one thread that writes, group commit, and readers beside it."""

from pathlib import Path

from wartable.store.sqlite.connect import open_for_audit
from wartable.store.sqlite.reading import Reader
from wartable.store.sqlite.store import SqliteStore


def audited(path: Path) -> Reader:
    """The store in a file, only to look at."""
    open_for_audit(path)
    return Reader(path)
