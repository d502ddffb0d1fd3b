"""One address opens any store."""

import re
from pathlib import Path

from wartable.store.errors import StoreError
from wartable.store.memory import MemoryStore
from wartable.store.port import ReadStore, Store

MEMORY = "memory:"
SQLITE = "sqlite:///"
POSTGRESQL = ("postgresql://", "postgres://")
KINDS = "sqlite:///PATH, postgresql://USER@HOST/NAME or memory:"


def open_store(url: str) -> Store:
    """Open the store at an address; create or migrate it first if necessary."""
    if url == MEMORY:
        return MemoryStore()
    if path := path_of(url):
        from wartable.store.sqlite import SqliteStore

        return SqliteStore(path)
    if url.startswith(POSTGRESQL):
        from wartable.store.postgresql import PostgresqlStore

        return PostgresqlStore(url)
    raise _invalid(url)


def open_for_audit(url: str) -> ReadStore:
    """Open a store only to read it: nothing is created or changed, and a changed shape is no obstacle."""
    if path := path_of(url):
        from wartable.store.sqlite import audited

        return audited(path)
    if url.startswith(POSTGRESQL):
        from wartable.store.postgresql import audited as audited_server

        return audited_server(url)
    raise _invalid(url)


def path_of(url: str) -> Path | None:
    """Return the file of a store, or nothing if the address names no file."""
    path = Path(url.removeprefix(SQLITE))
    return path if url.startswith(SQLITE) and path.name else None


def beside(url: str, suffix: str) -> Path:
    """Return the default place of a key or of heads: beside the store's file, or in the current folder."""
    return (path_of(url) or Path("wartable")).with_suffix(suffix)


def _invalid(url: str) -> StoreError:
    shown = re.sub(r"//.*@", "//…@", url)  # without user and password
    return StoreError(f"invalid store address {shown!r}; expected {KINDS}")
