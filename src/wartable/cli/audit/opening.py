"""Opening what an audit looks into, and telling what is wrong with it in one line."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from wartable.cli.errors import InputError
from wartable.cli.options import DEFAULT_STORE

if TYPE_CHECKING:
    from wartable.store import ReadStore, Store


@contextmanager
def asking() -> Iterator[None]:
    """Turn every refusal of an audit into one line about the input."""
    from wartable.audit import AuditRefused
    from wartable.store import StoreError, UnknownEvent

    try:
        yield
    except AuditRefused as error:
        raise InputError(" ".join(str(error).split())) from None
    except UnknownEvent as error:
        place = f"{error.place}: " if error.place else ""
        raise InputError(f"--db: {place}{' '.join(str(error).split())}; see wartable audit verify") from None
    except StoreError as error:
        raise InputError(f"--db: {' '.join(str(error).split())}") from None


@contextmanager
def looking_into(db: str) -> "Iterator[ReadStore]":
    with asking():
        log = _open(db)
        try:
            yield log
        finally:
            log.close()


def _open(db: str) -> "ReadStore":
    from wartable.store import StoreError, open_for_audit

    try:
        return open_for_audit(db)
    except StoreError as error:
        if db == DEFAULT_STORE:
            raise StoreError(f"{error}; name another store with --db sqlite:///PATH") from None
        raise


@contextmanager
def writing_to(db: str) -> "Iterator[Store]":
    """Open an existing store for writing; what is added to a closed house is signed."""
    from wartable.audit import adding_to_house, now
    from wartable.store import beside, open_store

    with looking_into(db):
        pass  # opening to write would make what is not there
    with asking():
        store = open_store(db)
        try:
            with adding_to_house(store, beside(db, ".heads"), now):
                yield store
        finally:
            store.close()
