"""The store for many servers: PostgreSQL, with a fenced driver for each table."""

from wartable.store.postgresql.connect import look_at_database
from wartable.store.postgresql.reading import Reader
from wartable.store.postgresql.store import PostgresqlStore


def audited(url: str) -> Reader:
    """The store in a database, only to look at."""
    look_at_database(url)
    return Reader(url)
