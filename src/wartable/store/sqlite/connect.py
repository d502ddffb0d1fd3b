"""Opening the file: its settings, its migrations, and SQLite's errors as ours."""

import time
from contextlib import suppress
from functools import cache
from os.path import realpath
from pathlib import Path
from stat import S_ISDIR, S_ISREG
from tempfile import TemporaryFile
from typing import Any

import apsw

from wartable.store.errors import StoreBroken, StoreBusy, StoreDown, StoreError, StoreFull, UnbalancedBatch
from wartable.store.migrate import Applied, Migration, flaws_of, migrations_of, still_to_apply
from wartable.store.port import Flaw, Row

APPLICATION = 0x57415254
"""Four letters in the header of the file that mark it as a store."""

BUSY_TIMEOUT_MS = 10_000
SHORT_TIMEOUT_MS = 500

SETTINGS = (
    "synchronous = FULL",
    "foreign_keys = ON",
    "secure_delete = ON",
    "wal_autocheckpoint = 0",
    "temp_store = MEMORY",
)
"""The store itself copies the log into the file, because a commit must write to the log alone."""

SCANNING = "mmap_size = 1099511627776"
"""A scan in the order of the keys jumps about in the file: reading from mapped memory copies no page."""

BESIDE = ("-wal", "-shm")
"""The log and its index, which SQLite keeps beside the file."""

WRITING = apsw.SQLITE_OPEN_READWRITE
MAKING = WRITING | apsw.SQLITE_OPEN_CREATE
READING = apsw.SQLITE_OPEN_READONLY

DAMAGE = (apsw.CorruptError, apsw.NotADBError, apsw.IOError)
"""What reading a damaged file raises; a file that is busy, or a process without room for it, is no damage."""

_MIGRATIONS = "CREATE TABLE IF NOT EXISTS migrations (number INTEGER PRIMARY KEY, name TEXT, digest TEXT) STRICT"
_SHAPE = "SELECT type, name, tbl_name, sql FROM sqlite_schema ORDER BY type, name"
"""All of it, also what SQLite calls by names of its own: an index of a key, or the statistics that choose an index."""

Shape = dict[str, Row]
"""By kind and name: the table, and the SQL; none for the index of a key."""


def open_for_writing(path: Path) -> apsw.Connection:
    """Open the one connection that writes: every commit reaches the disk before it returns."""
    connection = _open(path, MAKING)
    try:
        keep_log(connection, keep=True)
        _use_log(connection)
        for setting in SETTINGS:
            run(connection, f"PRAGMA {setting}")
        _migrate(connection, path)
    except BaseException as error:
        connection.close()
        if isinstance(error, apsw.Error | UnicodeDecodeError):
            raise trouble(error, path) from error
        raise
    return connection


def open_for_reading(path: Path) -> apsw.Connection:
    """Open a connection that can change nothing."""
    connection = _open(path, READING)
    run(connection, "PRAGMA query_only = ON")
    return connection


def check_file(path: Path) -> None:
    """Raise a StoreError unless the file is a store, intact or not."""
    if path.is_dir():
        raise StoreDown(f"{path}: this is a folder; expected the file of a store")
    if not path.is_file():
        raise StoreDown(f"{path}: no such file")
    if not path.stat().st_size:
        raise StoreBroken(f"{path}: this file is empty")
    connection = open_for_reading(path)
    try:
        ((kind,),) = connection.execute("PRAGMA application_id")
        if kind != APPLICATION:
            raise StoreBroken(f"{path}: this database belongs to another program")
    except apsw.Error as error:
        raise trouble(error, path) from error
    finally:
        connection.close()


def empty_the_log(path: Path) -> None:
    """Copy the log into the file and truncate it, unless a reader still needs it."""
    connection = _open(path, WRITING)
    connection.set_busy_timeout(SHORT_TIMEOUT_MS)
    try:
        keep_log(connection, keep=True)
        run(connection, "PRAGMA wal_checkpoint(TRUNCATE)")
    except apsw.Error as error:
        raise trouble(error, path) from error
    finally:
        connection.close()


def keep_log(connection: apsw.Connection, keep: bool) -> None:
    """Say whether the log stays when the last connection closes, or is copied into the file and removed.

    Beside a damaged file, the log may be all that is left of what was kept.
    """
    connection.config(apsw.SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, int(keep))


def run(connection: apsw.Connection, sql: str, values: tuple[Any, ...] = ()) -> list[Row]:
    """Run a statement to its end: a cursor alone stops at the first row."""
    return list(connection.execute(sql, values))


def trouble(error: Exception, path: Path) -> StoreError:
    """Return our error for one of SQLite's."""
    match error:
        case apsw.FullError():
            return StoreFull(f"{path}: the disk is full")
        case apsw.ConstraintError() if "unbalanced" in str(error):
            return UnbalancedBatch("the database refused moves that do not sum to zero")
        case apsw.BusyError() | apsw.LockedError():
            return StoreBusy(f"{path}: another process holds the file")
        case apsw.CorruptError() | apsw.NotADBError() | apsw.ConstraintError() | apsw.SQLError() | UnicodeDecodeError():
            return StoreBroken(f"{path}: {error}")
        case apsw.ReadOnlyError() | apsw.PermissionsError():
            return StoreDown(f"{path}: the file cannot be written{_reason(path)}")
        case apsw.CantOpenError():
            return StoreDown(f"{path}: the file cannot be opened{_reason(path)}")
        case _:
            return StoreDown(f"{path}: {error}")


def _reason(path: Path) -> str:
    """Return what the system says about opening a file, which SQLite does not tell; empty if it says nothing."""
    try:
        with path.open("r+b") if path.exists() else TemporaryFile(dir=path.parent):
            return ""
    except OSError as error:
        return f": {error.strerror}"


def _hold_beside(path: Path) -> None:
    """Refuse what SQLite would take for its log or its index although it is no file."""
    for suffix in BESIDE:
        with suppress(OSError):  # what cannot be looked at is left to SQLite, which says so
            mode = Path(f"{realpath(path)}{suffix}").stat().st_mode
            if not S_ISREG(mode):
                what = "a folder" if S_ISDIR(mode) else "a pipe or a device"
                raise StoreDown(f"{path}{suffix} is {what}; expected a file of SQLite's own, or none")


def _open(path: Path, flags: int) -> apsw.Connection:
    _hold_beside(path)
    try:
        connection = apsw.Connection(str(path), flags=flags)
    except apsw.Error as error:
        raise trouble(error, path) from error
    connection.set_busy_timeout(BUSY_TIMEOUT_MS)
    return connection


def _use_log(connection: apsw.Connection) -> None:
    """Switch to write-ahead logging; if two processes open a new file at once, one of them has to retry."""
    until = time.monotonic() + BUSY_TIMEOUT_MS / 1000
    while True:
        try:
            run(connection, "PRAGMA journal_mode = WAL")
            return
        except apsw.BusyError:
            if time.monotonic() > until:
                raise
            time.sleep(0.01)


def _migrate(connection: apsw.Connection, path: Path) -> None:
    migrations = migrations_of("sqlite")
    run(connection, "BEGIN IMMEDIATE")
    try:
        _claim_file(connection, path)
        run(connection, _MIGRATIONS)
        missing = still_to_apply(migrations, applied := _applied(connection))
        if applied:
            _hold_shape(connection, migrations[: len(applied)], path)
        for migration in missing:
            _apply(connection, migration)
        _hold_shape(connection, migrations, path)
        run(connection, "COMMIT")
    except BaseException:
        run(connection, "ROLLBACK")
        raise


def _hold_shape(connection: apsw.Connection, migrations: tuple[Migration, ...], path: Path) -> None:
    for says in _differing(_shape(connection), shape_of(migrations)):
        raise StoreBroken(f"{path}: the shape of this database was changed; {says}")


def find_flaws(connection: apsw.Connection) -> list[Flaw]:
    """Return what differs from the shape that the applied migrations make, and rows that an index hides."""
    migrations, shape = migrations_of("sqlite"), _shape(connection)
    if "table migrations" not in shape:
        return [Flaw(0, "table migrations is missing")]
    applied = _applied(connection)
    differing = _differing(shape, shape_of(migrations[: len(applied)]))
    found = [Flaw(0, f"the shape was changed; {says}") for says in differing]
    return flaws_of(migrations, applied) + (found or _find_damage(connection))


def _differing(shape: Shape, due: Shape) -> list[str]:
    differs = {
        "missing": [name for name in due if name not in shape],
        "changed": [name for name in due if name in shape and shape[name] != due[name]],
        "added": [name for name in shape if name not in due],
    }
    return [f"{how}: {', '.join(names)}" for how, names in differs.items() if names]


def _find_damage(connection: apsw.Connection) -> list[Flaw]:
    """Compare every index with its table: a row that an index leaves out is hidden from the questions that use it.

    What the rows hold is checked with the log.
    """
    run(connection, "PRAGMA ignore_check_constraints = ON")
    ((says,),) = run(connection, "PRAGMA integrity_check(1)")
    return [] if says == "ok" else [Flaw(0, f"the file is damaged, or hides rows: {' '.join(str(says).split())}")]


def _applied(connection: apsw.Connection) -> list[Applied]:
    """Return the migrations on record; text that is not UTF-8 is escaped, and so is none that this program knows."""
    sql = "SELECT number, CAST(name AS BLOB), CAST(digest AS BLOB) FROM migrations ORDER BY number"
    rows: list[tuple[int, bytes | None, bytes | None]] = run(connection, sql)
    return [(number, _escaped(name), _escaped(digest)) for number, name, digest in rows]


def _escaped(text: bytes | None) -> str:
    return (text or b"").decode(errors="backslashreplace")


def _apply(connection: apsw.Connection, migration: Migration) -> None:
    run(connection, migration.sql)
    run(connection, "INSERT INTO migrations VALUES (?, ?, ?)", migration.record)


def _claim_file(connection: apsw.Connection, path: Path) -> None:
    """Mark a new file as a store; refuse a file of another program."""
    ((kind,),) = connection.execute("PRAGMA application_id")
    if kind == APPLICATION:
        return
    if kind or run(connection, _SHAPE):
        raise StoreBroken(f"{path}: this database belongs to another program")
    run(connection, f"PRAGMA application_id = {APPLICATION}")


@cache
def shape_of(migrations: tuple[Migration, ...]) -> Shape:
    """Return the shape of a database after these migrations."""
    fresh = apsw.Connection(":memory:")
    run(fresh, _MIGRATIONS)
    for migration in migrations:
        _apply(fresh, migration)
    shape = _shape(fresh)
    fresh.close()
    return shape


def _shape(connection: apsw.Connection) -> Shape:
    return {f"{kind} {name}": tuple(line) for kind, name, *line in run(connection, _SHAPE)}
