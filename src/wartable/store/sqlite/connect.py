"""Opening the file: how it is written, what shape it has, and what its troubles are called."""

import time
from functools import cache
from pathlib import Path

import apsw

from wartable.store.errors import StoreBroken, StoreBusy, StoreDown, StoreError, StoreFull, Unbalanced
from wartable.store.migrate import Step, Taken, flaws_of, steps_of, still_to_take
from wartable.store.port import Flaw

Value = None | int | float | bytes | str
"""What a column can hold."""

APPLICATION = 0x57415254
"""Four letters at a fixed place of the file, by which it is known to be ours."""

PATIENCE_MS = 10_000
"""How long another process may hold the file."""

SHORT_PATIENCE_MS = 500

SETTINGS = (
    "synchronous = FULL",
    "foreign_keys = ON",
    "secure_delete = ON",
    "wal_autocheckpoint = 8000",
    "temp_store = MEMORY",
)
"""The log is brought into the file when it has grown to 32 MB: pages that are written again and again go there once.
What a statement changes is kept aside until its end, and a whole group is one statement: in memory, not in a file."""

LOOKING_THROUGH = "mmap_size = 1099511627776"
"""Whoever looks at everything finds a stream's events all over the file: no page of it is copied to be looked at."""

WRITING = apsw.SQLITE_OPEN_READWRITE
MAKING = WRITING | apsw.SQLITE_OPEN_CREATE
READING = apsw.SQLITE_OPEN_READONLY

_STEPS_TAKEN = "CREATE TABLE IF NOT EXISTS migrations (number INTEGER PRIMARY KEY, name TEXT, digest TEXT) STRICT"
_SHAPE = "SELECT type, name, sql FROM sqlite_schema WHERE name NOT LIKE 'sqlite_%' ORDER BY type, name"


def open_for_writing(path: Path) -> apsw.Connection:
    """The one connection that writes: every commit reaches the disk before it returns."""
    connection = _open(path, MAKING)
    try:
        _keep_a_log(connection)
        for setting in SETTINGS:
            run(connection, f"PRAGMA {setting}")
        _migrate(connection, path)
    except BaseException as error:
        connection.close()
        if isinstance(error, apsw.Error):
            raise trouble(error, path) from error
        raise
    return connection


def open_for_reading(path: Path) -> apsw.Connection:
    """A connection that can change nothing."""
    connection = _open(path, READING)
    run(connection, "PRAGMA query_only = ON")
    return connection


def open_for_audit(path: Path) -> None:
    """See that there is a store to look at; whatever has been done to it since."""
    if path.is_dir():
        raise StoreDown(f"{path}: this is a folder; expected the file of a store")
    if not path.is_file():
        raise StoreDown(f"{path}: there is no such file")
    if not path.stat().st_size:
        raise StoreBroken(f"{path}: this file is empty, and no store")
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
    """Bring everything from the log into the file, unless somebody reads from the log at this moment."""
    connection = _open(path, WRITING)
    connection.set_busy_timeout(SHORT_PATIENCE_MS)
    try:
        run(connection, "PRAGMA wal_checkpoint(TRUNCATE)")
    except apsw.Error as error:
        raise trouble(error, path) from error
    finally:
        connection.close()


def run(connection: apsw.Connection, sql: str, bindings: tuple[Value, ...] = ()) -> list[tuple[object, ...]]:
    """Do all of a statement: a cursor by itself goes no further than the first row."""
    return list(connection.execute(sql, bindings))


def trouble(error: Exception, path: Path) -> StoreError:
    """What went wrong, in our own words."""
    match error:
        case apsw.FullError():
            return StoreFull(f"{path}: there is no room left")
        case apsw.ConstraintError() if "unbalanced" in str(error):
            return Unbalanced("the database refused moves that do not sum to nothing")
        case apsw.BusyError() | apsw.LockedError():
            return StoreBusy(f"{path}: another process holds the file")
        case apsw.CorruptError() | apsw.NotADBError() | apsw.ConstraintError() | apsw.SQLError():
            return StoreBroken(f"{path}: {error}")
        case apsw.ReadOnlyError() | apsw.PermissionsError():
            return StoreDown(f"{path}: the file cannot be written")
        case apsw.CantOpenError():
            return StoreDown(f"{path}: the file cannot be opened")
        case _:
            return StoreDown(f"{path}: {error}")


def now() -> int:
    """The machine's clock in microseconds: all who drive tables from one file share one machine."""
    return time.time_ns() // 1000


def _open(path: Path, flags: int) -> apsw.Connection:
    try:
        connection = apsw.Connection(str(path), flags=flags)
    except apsw.Error as error:
        raise trouble(error, path) from error
    connection.set_busy_timeout(PATIENCE_MS)
    return connection


def _keep_a_log(connection: apsw.Connection) -> None:
    """Write ahead; where two processes open a new file at once, one of them has to try again."""
    until = time.monotonic() + PATIENCE_MS / 1000
    while True:
        try:
            run(connection, "PRAGMA journal_mode = WAL")
            return
        except apsw.BusyError:
            if time.monotonic() > until:
                raise
            time.sleep(0.01)


def _migrate(connection: apsw.Connection, path: Path) -> None:
    steps = steps_of("sqlite")
    run(connection, "BEGIN IMMEDIATE")
    try:
        _claim_file(connection, path)
        run(connection, _STEPS_TAKEN)
        for step in still_to_take(steps, _taken(connection)):
            _take(connection, step)
        if _shape(connection) != shape_of(steps):
            raise StoreBroken(f"{path}: somebody changed the shape of this database")
        run(connection, "COMMIT")
    except BaseException:
        run(connection, "ROLLBACK")
        raise


def find_flaws(connection: apsw.Connection) -> list[Flaw]:
    """What is not as this program makes it; a file that an older program made is held against the steps it took."""
    steps, shape = steps_of("sqlite"), _shape(connection)
    if "table migrations" not in shape:
        return [Flaw(0, "table migrations is missing")]
    taken = _taken(connection)
    due = shape_of(steps[: len(taken)])
    differs = {
        "missing": [name for name in due if name not in shape],
        "changed": [name for name in due if name in shape and shape[name] != due[name]],
        "added": [name for name in shape if name not in due],
    }
    found = [Flaw(0, f"the shape was changed; {how}: {', '.join(names)}") for how, names in differs.items() if names]
    return flaws_of(steps, taken) + found


def _taken(connection: apsw.Connection) -> list[Taken]:
    rows = connection.execute("SELECT number, name, digest FROM migrations ORDER BY number")
    return [Taken(int(str(number)), str(name), str(digest)) for number, name, digest in rows]


def _take(connection: apsw.Connection, step: Step) -> None:
    run(connection, step.sql)
    run(connection, "INSERT INTO migrations VALUES (?, ?, ?)", (step.number, step.name, step.digest))


def _claim_file(connection: apsw.Connection, path: Path) -> None:
    """A file of another program stays as it is."""
    ((kind,),) = connection.execute("PRAGMA application_id")
    if kind == APPLICATION:
        return
    if kind or run(connection, _SHAPE):
        raise StoreBroken(f"{path}: this database belongs to another program")
    run(connection, f"PRAGMA application_id = {APPLICATION}")


@cache
def shape_of(steps: tuple[Step, ...]) -> dict[str, str]:
    """What a database looks like after these steps."""
    fresh = apsw.Connection(":memory:")
    run(fresh, _STEPS_TAKEN)
    for step in steps:
        _take(fresh, step)
    shape = _shape(fresh)
    fresh.close()
    return shape


def _shape(connection: apsw.Connection) -> dict[str, str]:
    return {f"{kind} {name}": str(sql) for kind, name, sql in connection.execute(_SHAPE)}
