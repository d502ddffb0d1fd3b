"""Stores of every kind with a history, and a log to look into each."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.audit.histories import Keeper, told_day
from tests.audit.rows import RowsLog
from tests.postgres import database, postgres, worn_database
from tests.store.conftest import address
from wartable.store import MemoryStore, ReadLog, Store, open_for_audit, open_store

__all__ = ["address", "database", "postgres", "worn_database"]


class Kept:
    """A store, how to write to it, and a log that looks into it."""

    def __init__(self, store: Store, log: ReadLog, url: str) -> None:
        self.store, self.log, self.url = store, log, url
        self.keeper = Keeper(store)


@pytest.fixture
def kept(address: str) -> Iterator[Kept]:
    store = open_store(address)
    log = store if isinstance(store, MemoryStore) else open_for_audit(address)
    yield Kept(store, log, address)
    log.close()
    store.close()


@pytest.fixture
def day(kept: Kept) -> Kept:
    kept.keeper.puts_in_force("T1", "maryland", {"seats": 4}).plays("T1", told_day())
    return kept


@pytest.fixture
def sqlite(tmp_path: Path) -> Iterator[Kept]:
    url = f"sqlite:///{tmp_path / 'war.db'}"
    store = open_store(url)
    log = open_for_audit(url)
    made = Kept(store, log, url)
    made.keeper.puts_in_force("T1", "maryland", {"seats": 4}).plays("T1", told_day())
    yield made
    log.close()
    store.close()


@pytest.fixture(scope="session")
def _rows() -> RowsLog:
    store = MemoryStore()
    keeper = Keeper(store).puts_in_force("T1", "maryland", {"seats": 4}).puts_in_force("T2", "maryland", {"seats": 4})
    keeper.plays("T2", told_day()[:31]).plays("T1", told_day())
    return RowsLog(store)


@pytest.fixture
def rows(_rows: RowsLog) -> RowsLog:
    """The rows of two tables, to be tampered with: both days, two lines of rules and two purchases of chips."""
    return RowsLog(_rows)
