"""Cheats on the database of a store in a file: steps, triggers, constraints and rows that nothing refers to."""

import random
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.audit.histories import Keeper, told_day
from wartable.audit import verify_store
from wartable.store import open_for_audit, open_store

Place = tuple[str, int]
Cheat = Callable[[sqlite3.Connection, random.Random], Place]
DATABASE: Place = ("database", 0)


def _digest(file: sqlite3.Connection, rng: random.Random) -> Place:
    step = rng.choice(file.execute("SELECT number FROM migrations").fetchall())[0]
    file.execute("UPDATE migrations SET digest = 'forged' WHERE number = ?", (step,))
    return "migrations", step


def _name(file: sqlite3.Connection, rng: random.Random) -> Place:
    step = rng.choice(file.execute("SELECT number FROM migrations").fetchall())[0]
    file.execute("UPDATE migrations SET name = 'forged' WHERE number = ?", (step,))
    return "migrations", step


def _step(file: sqlite3.Connection, _rng: random.Random) -> Place:
    ((last,),) = file.execute("SELECT max(number) FROM migrations")
    file.execute("INSERT INTO migrations VALUES (?, 'later', 'forged')", (last + 1,))
    return "migrations", last + 1


def _drop(file: sqlite3.Connection, rng: random.Random) -> Place:
    kind, name = rng.choice(
        file.execute("SELECT type, name FROM sqlite_schema WHERE type IN ('trigger', 'view')").fetchall()
    )
    file.execute(f"DROP {kind} {name}")
    return DATABASE


def _weaken(file: sqlite3.Connection, rng: random.Random) -> Place:
    """A trigger of the same name that does nothing."""
    rows = file.execute("SELECT name, tbl_name FROM sqlite_schema WHERE type = 'trigger' AND tbl_name <> 'keep'")
    name, table = rng.choice(rows.fetchall())
    file.execute(f"DROP TRIGGER {name}")
    file.execute(f"CREATE TRIGGER {name} BEFORE UPDATE ON {table} BEGIN SELECT 1; END")
    return DATABASE


def _add(file: sqlite3.Connection, _rng: random.Random) -> Place:
    file.execute("CREATE TRIGGER helper AFTER INSERT ON commands BEGIN SELECT 1; END")
    return DATABASE


CHEATS: dict[str, Cheat] = {
    "migration: digest": _digest,
    "migration: name": _name,
    "migration: step": _step,
    "trigger dropped": _drop,
    "trigger weakened": _weaken,
    "trigger added": _add,
}


class CheatedFiles:
    """A store in a file that was whole, to be cheated on again and again."""

    def __init__(self, folder: Path) -> None:
        self._whole, self._cheated = folder / "whole.db", folder / "cheated.db"
        store = open_store(f"sqlite:///{self._whole}")
        Keeper(store).puts_in_force("T1", "maryland", {"seats": 4}).plays("T1", told_day())
        store.close()

    def cheat(self, kind: str, rng: random.Random) -> None:
        """Do it to a copy, and see that it is found and nothing else."""
        shutil.copyfile(self._whole, self._cheated)
        with closing(sqlite3.connect(self._cheated, isolation_level=None)) as file:
            place = CHEATS[kind](file, rng)
        with closing(open_for_audit(f"sqlite:///{self._cheated}")) as log:
            found = [(one.stream, one.version) for one in verify_store(log).findings]
        assert place in found, f"{kind} at {place} was told as {found}"
        assert {one[0] for one in found} <= {place[0], DATABASE[0]}, f"{kind} at {place} was told as {found}"


def cheat_on_files(times: int, rng: random.Random) -> int:
    """Every kind this many times; says how many were found, which is all of them."""
    with TemporaryDirectory() as folder:
        files = CheatedFiles(Path(folder))
        for _ in range(times):
            for kind in CHEATS:
                files.cheat(kind, rng)
    return times * len(CHEATS)
