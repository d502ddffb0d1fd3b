"""The store for many servers: PostgreSQL, with a fenced driver for each table."""

from wartable.store.postgresql.connect import check_database
from wartable.store.postgresql.reader import PostgresqlReader
from wartable.store.postgresql.store import PostgresqlStore


def audited(url: str) -> PostgresqlReader:
    """Open the store in a database only to read it."""
    check_database(url)
    return PostgresqlReader(url)
