"""Connecting to PostgreSQL: its settings, its migrations, and its errors as ours."""

import logging
from hashlib import sha256
from typing import Any

import psycopg
from psycopg import Connection, errors
from psycopg.rows import TupleRow
from psycopg_pool import PoolClosed, PoolTimeout, TooManyRequests

from wartable.store.errors import NoFunds, StoreBroken, StoreBusy, StoreDown, StoreError, StoreFull, UnbalancedBatch
from wartable.store.migrate import flaws_of, migrations_of, still_to_apply
from wartable.store.port import Flaw

# Our errors report lost connections too; psycopg's own messages are for a program that configures logging.
logging.getLogger("psycopg").addHandler(logging.NullHandler())

CONNECT_S = 3
NETWORK: dict[str, Any] = {
    "connect_timeout": CONNECT_S,
    "application_name": "wartable",
    "keepalives_idle": 5,
    "keepalives_interval": 2,
    "keepalives_count": 3,
    "tcp_user_timeout": 10_000,
}
"""A database that disappears without closing the connection is noticed within ten seconds."""

SETTINGS = {
    "synchronous_commit": "on",
    "default_transaction_isolation": "read committed",
    "idle_in_transaction_session_timeout": "2s",
    "lock_timeout": "6s",
    "statement_timeout": "30s",
    "enable_seqscan": "off",
}
"""Rows are locked before they are read, so no stricter isolation is needed than this, and no other default counts. A
server that freezes inside a transaction is disconnected before the lock timeout of the others. Every question can use
a key, also when the tables were small while it was planned."""

NEWER = 170_000
NEWER_SETTINGS = {"transaction_timeout": "20s"}
"""The same for a server that freezes while it sends."""

MUST_BE_ON = ("fsync", "full_page_writes")
MIGRATING = 0x5741525441424C45
"""The lock under which a process migrates: two that start at once do it one after the other."""

AGAIN = (
    errors.SerializationFailure,
    errors.DeadlockDetected,
    errors.UniqueViolation,
)
"""Conflicts with another server: nothing was kept, and a retry resolves them."""

_MIGRATIONS = "CREATE TABLE migrations (number bigint PRIMARY KEY, name text, digest text, shape text NOT NULL)"
TABLES = ["commands", "streams", "events", "postings", "accounts", "snapshots", "drivers", "personal", "secrets"]
_SHAPE = """
    WITH ours AS (
        SELECT oid, relname, relpersistence, relrowsecurity FROM pg_class
        WHERE relnamespace = current_schema()::regnamespace AND relkind = 'r' AND relname = ANY(%s)
    ), lines AS (
        SELECT concat_ws(' ', 'column', relname, attname, format_type(atttypid, atttypmod)) AS line
        FROM pg_attribute JOIN ours ON oid = attrelid WHERE attnum > 0 AND NOT attisdropped
        UNION ALL
        SELECT concat_ws(' ', 'trigger', relname, tgname, tgenabled, tgtype, proname, prosrc)
        FROM pg_trigger JOIN ours ON ours.oid = tgrelid JOIN pg_proc ON pg_proc.oid = tgfoid WHERE NOT tgisinternal
        UNION ALL
        SELECT concat_ws(' ', 'constraint', relname, conname, contype, convalidated)
        FROM pg_constraint JOIN ours ON ours.oid = conrelid WHERE contype IN ('c', 'p', 'f', 'u')
        UNION ALL
        SELECT concat_ws(' ', 'rule', relname, rulename, ev_enabled, pg_get_ruledef(pg_rewrite.oid))
        FROM pg_rewrite JOIN ours ON ours.oid = ev_class
        UNION ALL
        SELECT concat_ws(' ', 'child', relname, inhrelid::regclass) FROM pg_inherits JOIN ours ON ours.oid = inhparent
        UNION ALL
        SELECT concat_ws(' ', 'table', relname, relpersistence, relrowsecurity) FROM ours
        WHERE relpersistence <> 'p' OR relrowsecurity
        UNION ALL
        SELECT concat_ws(' ', 'function', proname, prosrc) FROM pg_proc
        WHERE pronamespace = current_schema()::regnamespace AND proname = 'keep_group'
    )
    SELECT string_agg(line, E'\n' ORDER BY line COLLATE "C") FROM lines
"""
"""Earlier releases had a function `keep_group`, and recorded their shapes with it.

No migration makes a rule, a child table, a table that is not logged or one with row security, so a shape without them
is the one that earlier releases recorded.
"""


Identity = tuple[int | None, int | None]
"""The numbers of a database and of its events: a database created again under the same name has others."""
_IDENTITY = "SELECT oid::bigint, to_regclass('events')::oid::bigint FROM pg_database WHERE datname = current_database()"


def connect(url: str, identity: Identity | None = None) -> Connection[TupleRow]:
    """Open a connection with our settings."""
    connection = psycopg.connect(url, autocommit=True, **NETWORK)
    try:
        configure(connection, identity)
    except BaseException:
        connection.close()
        raise
    return connection


def configure(connection: Connection[TupleRow], identity: Identity | None = None) -> None:
    """Apply our settings, and check that the connection leads to the database that was opened, if one was."""
    newer = NEWER_SETTINGS if connection.info.server_version >= NEWER else {}
    connection.execute("; ".join(f"SET {name} = '{value}'" for name, value in (SETTINGS | newer).items()))
    if identity is not None and _identity_of(connection) != identity:
        raise StoreDown("the database was replaced by another while the store was open")


def _identity_of(connection: Connection[TupleRow]) -> Identity:
    database, events = connection.execute(_IDENTITY).fetchone() or (None, None)
    return database, events


def allow_long_work(connection: Connection[TupleRow]) -> None:
    """Remove the limits on statements and transactions."""
    limits = [name for name in SETTINGS | NEWER_SETTINGS if name.endswith("_timeout")]
    known = [name for name in limits if name in SETTINGS or connection.info.server_version >= NEWER]
    connection.execute("; ".join(f"SET {name} = 0" for name in known))


def prepare_database(url: str) -> Identity:
    """Migrate the database, check that its commits are durable, and return its identity."""
    with connect(url) as connection:
        for setting in ("server_encoding", *MUST_BE_ON):
            (value,) = connection.execute(f"SHOW {setting}").fetchone() or ("",)
            expected = "UTF8" if setting == "server_encoding" else "on"
            if value != expected:
                raise StoreBroken(f"the database has {setting} = {value}; a store needs {expected}")
        allow_long_work(connection)
        with connection.transaction():
            connection.execute("SELECT pg_advisory_xact_lock(%s)", (MIGRATING,))
            _migrate(connection)
        return _identity_of(connection)


def check_database(url: str) -> None:
    """Raise a StoreError unless the database holds a store, intact or not."""
    try:
        with connect(url) as connection:
            (found,) = connection.execute("SELECT to_regclass('events')").fetchone() or (None,)
    except psycopg.Error as error:
        raise trouble(error) from error
    if found is None:
        raise StoreBroken("this database holds no store")


def _migrate(connection: Connection[TupleRow]) -> None:
    (found,) = connection.execute("SELECT to_regclass('migrations')").fetchone() or (None,)
    if found is None:
        connection.execute(_MIGRATIONS)
    rows = connection.execute("SELECT number, name, digest, shape FROM migrations ORDER BY number").fetchall()
    if rows and rows[-1][3] != _shape(connection):
        raise StoreBroken("the shape of this database was changed")
    for migration in still_to_apply(migrations_of("postgresql"), [row[:3] for row in rows]):
        connection.execute(migration.sql.encode())
        row = (*migration.record, _shape(connection))
        connection.execute("INSERT INTO migrations VALUES (%s, %s, %s, %s)", row)


def find_flaws(connection: Connection[TupleRow]) -> list[Flaw]:
    """Return what differs from the known migrations and from the shape recorded with the last of them."""
    (found,) = connection.execute("SELECT to_regclass('migrations')").fetchone() or (None,)
    if found is None:
        return [Flaw(0, "table migrations is missing")]
    rows = connection.execute("SELECT number, name, digest, shape FROM migrations ORDER BY number").fetchall()
    flaws = flaws_of(migrations_of("postgresql"), [row[:3] for row in rows])
    if not rows or rows[-1][3] != _shape(connection):
        flaws.append(Flaw(0, "a table, a trigger, a constraint or a function was changed"))
    return flaws


def _shape(connection: Connection[TupleRow]) -> str:
    (lines,) = connection.execute(_SHAPE, (TABLES,)).fetchone() or ("",)
    return sha256((lines or "").encode()).hexdigest()


def trouble(error: Exception) -> StoreError:
    """Return our error for one of PostgreSQL's or of the pool."""
    said = " ".join(str(error).split())
    match error:
        case errors.DiskFull():
            return StoreFull("the disk of the database is full")
        case errors.CheckViolation() if error.diag.constraint_name == "no_funds":
            return NoFunds("an account of chips")
        case errors.DivisionByZero():
            return StoreBroken("the database did not take every row that was written")
        case psycopg.IntegrityError() if "unbalanced" in said:
            return UnbalancedBatch("the database refused moves that do not sum to zero")
        case errors.LockNotAvailable() | errors.SerializationFailure() | errors.DeadlockDetected() | TooManyRequests():
            return StoreBusy(said)
        case psycopg.OperationalError() | PoolTimeout() | PoolClosed():
            return StoreDown(f"the database does not answer: {said}")
        case _:
            return StoreBroken(said)
