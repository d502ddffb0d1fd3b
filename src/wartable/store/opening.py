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

        _check_server(url)
        return PostgresqlStore(url)
    raise _invalid(url)


def open_for_audit(url: str) -> ReadStore:
    """Open a store only to read it: nothing is created or changed, and a changed shape is no obstacle."""
    if path := path_of(url):
        from wartable.store.sqlite import audited

        return audited(path)
    if url.startswith(POSTGRESQL):
        from wartable.store.postgresql import audited as audited_server

        _check_server(url)
        return audited_server(url)
    raise _invalid(url)


def path_of(url: str) -> Path | None:
    """Return the file of a store, or nothing if the address names no file."""
    path = Path(url.removeprefix(SQLITE))
    return path if url.startswith(SQLITE) and path.name else None


def beside(url: str, suffix: str) -> Path:
    """Return the default place of a key or of heads: beside the store's file, or in the current folder."""
    return (path_of(url) or Path("wartable")).with_suffix(suffix)


def _check_server(url: str) -> None:
    """Raise a StoreError if an address cannot be read: PostgreSQL's own message would repeat its password."""
    from psycopg import ProgrammingError
    from psycopg.conninfo import conninfo_to_dict

    try:
        conninfo_to_dict(url)
    except ProgrammingError:
        raise _invalid(url) from None


def without_password(url: str) -> str:
    """Return an address without the user and the password in it."""
    return re.sub(r"(password=)[^&]*", r"\1…", re.sub(r"//.*@", "//…@", url))


def _invalid(url: str) -> StoreError:
    return StoreError(f"invalid store address {without_password(url)!r}; expected {KINDS}")
