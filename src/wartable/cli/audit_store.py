"""Opening what an audit looks into, and telling what is wrong with it in one line."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

from wartable.cli.errors import InputError

if TYPE_CHECKING:
    from wartable.store import Store
    from wartable.store.port import ReadStore

Database = Annotated[str, Parameter(name="--db")]
"""Where the store is."""


@contextmanager
def asking() -> Iterator[None]:
    """Whatever an audit cannot answer is the input's fault, and is said in one line."""
    from wartable.audit import AuditRefused
    from wartable.store import StoreError

    try:
        yield
    except AuditRefused as error:
        raise InputError(" ".join(str(error).split())) from None
    except StoreError as error:
        raise InputError(f"--db: {' '.join(str(error).split())}") from None


@contextmanager
def looking_into(db: str) -> "Iterator[ReadStore]":
    """A store, to look at."""
    from wartable.store import open_for_audit

    with asking():
        log = open_for_audit(db)
        try:
            yield log
        finally:
            log.close()


@contextmanager
def writing_to(db: str) -> "Iterator[Store]":
    """A store that is there already, to write to."""
    from wartable.store import open_store

    with looking_into(db):
        pass  # opening to write would make what is not there
    with asking():
        store = open_store(db)
        try:
            yield store
        finally:
            store.close()
