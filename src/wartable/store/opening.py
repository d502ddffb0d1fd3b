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
    """Open the store at an address; what is missing in it is made, and what does not fit is said."""
    if url == MEMORY:
        return MemoryStore()
    if path := path_of(url):
        from wartable.store.sqlite import SqliteStore

        return SqliteStore(path)
    if url.startswith(POSTGRESQL):
        from wartable.store.postgresql import PostgresqlStore

        return PostgresqlStore(url)
    raise _no_address(url)


def open_for_audit(url: str) -> ReadStore:
    """Open a store only to look at it: nothing is made or changed, and nothing that was done to it is a hindrance."""
    if path := path_of(url):
        from wartable.store.sqlite import audited

        return audited(path)
    if url.startswith(POSTGRESQL):
        from wartable.store.postgresql import audited as audited_server

        return audited_server(url)
    raise _no_address(url)


def path_of(url: str) -> Path | None:
    """The file of a store, where it is in one; a folder without a name of its own is none."""
    path = Path(url.removeprefix(SQLITE))
    return path if url.startswith(SQLITE) and path.name else None


def beside(url: str, suffix: str) -> Path:
    """Where the key and the heads lie unless something else is said: beside the file of the store, or where we are."""
    return (path_of(url) or Path("wartable")).with_suffix(suffix)


def _no_address(url: str) -> StoreError:
    shown = re.sub(r"//.*@", "//…@", url)  # who it was for, and their password, is nobody's business
    return StoreError(f"{shown!r} is no address of a store; expected {KINDS}")
