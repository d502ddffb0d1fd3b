"""The numbered migrations that a database has gone through, compared with those that this program knows."""

import re
from collections.abc import Sequence
from hashlib import sha256
from importlib.resources import files
from typing import Literal

import msgspec

from wartable.store.errors import StoreBroken
from wartable.store.port import Flaw

Dialect = Literal["sqlite", "postgresql"]

_FILE = re.compile(r"(\d{4})_([a-z_]+)\.sql")


class Migration(msgspec.Struct, frozen=True):
    """A step from one shape of the database to the next."""

    number: int
    name: str
    sql: str

    @property
    def record(self) -> "Applied":
        return self.number, self.name, sha256(self.sql.encode()).hexdigest()


Applied = tuple[int, str, str]
"""A migration as the database records it: number, name and digest."""


def migrations_of(dialect: Dialect) -> tuple[Migration, ...]:
    """Return all migrations of a dialect, numbered from 1 without a gap."""
    found = [
        Migration(int(match[1]), match[2], file.read_text(encoding="utf-8"))
        for file in files("wartable.store.migrations").joinpath(dialect).iterdir()
        if (match := _FILE.fullmatch(file.name))
    ]
    migrations = sorted(found, key=lambda migration: migration.number)
    if [migration.number for migration in migrations] != list(range(1, len(migrations) + 1)):
        raise StoreBroken(f"the migrations of {dialect} are not numbered without a gap")
    return tuple(migrations)


def still_to_apply(migrations: Sequence[Migration], applied: Sequence[Applied]) -> Sequence[Migration]:
    """Return the missing migrations; raise StoreBroken for a changed or newer database."""
    for flaw in flaws_of(migrations, applied):
        raise StoreBroken(flaw.says)
    return migrations[len(applied) :]


def flaws_of(migrations: Sequence[Migration], applied: Sequence[Applied]) -> list[Flaw]:
    """Return a flaw for every recorded migration that is not the one this program knows."""
    known = [migration.record for migration in migrations]
    changed = [
        Flaw(number, f"migration {number} ({name}) of this database is not the one this program knows")
        for due, (number, name, digest) in zip(known, applied, strict=False)
        if due != (number, name, digest)
    ]
    newer = [
        Flaw(number, f"migration {number} ({name}) was made by a newer program; this one knows {len(known)}")
        for number, name, _ in applied[len(known) :]
    ]
    return changed + newer
