"""The store for many servers: PostgreSQL, with a fenced owner for each table."""

from wartable.store.postgresql.store import PostgresqlStore

__all__ = ["PostgresqlStore"]
