"""Every store, one after the other: what holds for one holds for all."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.postgres import database, mortal, postgres, worn_database
from wartable.store import Store, open_store

__all__ = ["address", "database", "lasting", "mortal", "postgres", "reopen", "servers", "store", "worn_database"]

Open = Callable[[], Store]


@pytest.fixture(params=["memory", "sqlite", "postgresql"])
def address(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """Where a store of each kind is to be found."""
    return address_of(request.param, request, tmp_path)


@pytest.fixture(params=["sqlite", "postgresql"])
def lasting(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """Where a store of each kind that outlives its process is to be found."""
    return address_of(request.param, request, tmp_path)


def address_of(kind: str, request: pytest.FixtureRequest, folder: Path) -> str:
    if kind == "memory":
        return "memory:"
    if kind == "sqlite":
        return f"sqlite:///{folder / 'war.db'}"
    url: str = request.getfixturevalue("database")
    return url


@pytest.fixture
def store(address: str) -> Iterator[Store]:
    """An empty store of each kind."""
    opened = open_store(address)
    yield opened
    opened.close()


@pytest.fixture
def reopen(lasting: str) -> Iterator[Open]:
    """Opens the same store as often as it is asked."""
    opened: list[Store] = []

    def again() -> Store:
        opened.append(open_store(lasting))
        return opened[-1]

    yield again
    for one in opened:
        one.close()


@pytest.fixture
def servers(database: str) -> Iterator[tuple[Store, Store]]:
    """Two servers on one database."""
    here, there = open_store(database), open_store(database)
    yield here, there
    here.close()
    there.close()
