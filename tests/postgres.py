"""A real PostgreSQL for the tests: started when the first test asks for it, gone when the last one is done.

`WARTABLE_TEST_DATABASE_URL` names a server to use instead; tests that have to kill it are then skipped, and say so.
A folder whose tests need it imports these fixtures in its `conftest.py`.
"""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from urllib.parse import urlsplit

import psycopg
import pytest

from bench.postgres import Postgres, make_database

GIVEN = "WARTABLE_TEST_DATABASE_URL"


class Given:
    """A server that another person runs: it gives databases, and no one may kill it."""

    def __init__(self, url: str) -> None:
        self._url = url

    @contextmanager
    def database(self) -> Iterator[str]:
        with make_database(self._url) as name:
            yield urlsplit(self._url)._replace(path=f"/{name}").geturl()


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres | Given]:
    """The server of this worker."""
    if url := os.environ.get(GIVEN):
        yield Given(url)
        return
    with Postgres() as server:
        yield server


@pytest.fixture(scope="session")
def worn_database(postgres: Postgres | Given) -> Iterator[str]:
    """The address of a database that one test after the other uses: emptying is quicker than making."""
    with postgres.database() as url:
        yield url


@pytest.fixture
def database(worn_database: str) -> str:
    """The address of an empty database."""
    with psycopg.connect(worn_database, autocommit=True) as connection:
        connection.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
            " WHERE datname = current_database() AND pid <> pg_backend_pid()"
        )
        connection.execute("DROP SCHEMA public CASCADE; CREATE SCHEMA public")
    return worn_database


@pytest.fixture
def mortal() -> Iterator[Postgres]:
    """A server that may be killed."""
    if os.environ.get(GIVEN):
        pytest.skip(f"{GIVEN} is set, and no one may kill that server")
    with Postgres() as server:
        yield server
