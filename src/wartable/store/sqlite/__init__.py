"""The embedded store: one file, one thread that writes, group commit, and readers beside it."""

from wartable.store.sqlite.store import SqliteStore

__all__ = ["SqliteStore"]
