"""One address opens any store."""

from pathlib import Path

from wartable.store.errors import StoreError
from wartable.store.memory import MemoryStore
from wartable.store.port import Store

SQLITE = "sqlite:///"
POSTGRESQL = ("postgresql://", "postgres://")
KINDS = "sqlite:///PATH, postgresql://USER@HOST/NAME or memory:"


def open_store(url: str) -> Store:
    """Open the store at an address; what is missing in it is made, and what does not fit is said."""
    if url == "memory:":
        return MemoryStore()
    if url.startswith(SQLITE) and len(url) > len(SQLITE):
        from wartable.store.sqlite import SqliteStore

        return SqliteStore(Path(url.removeprefix(SQLITE)))
    if url.startswith(POSTGRESQL):
        from wartable.store.postgresql import PostgresqlStore

        return PostgresqlStore(url)
    raise StoreError(f"{url!r} is no address of a store; expected {KINDS}")
