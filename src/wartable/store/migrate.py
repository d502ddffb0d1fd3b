"""The numbered steps that a database has gone through, held against those that this program knows."""

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


class Step(msgspec.Struct, frozen=True):
    """One step: its number, what it is called, what it does, and the digest of that."""

    number: int
    name: str
    sql: str

    @property
    def digest(self) -> str:
        return sha256(self.sql.encode()).hexdigest()


class Taken(msgspec.Struct, frozen=True):
    """A step as the database remembers it."""

    number: int
    name: str
    digest: str


def steps_of(dialect: Dialect) -> tuple[Step, ...]:
    """All steps of a dialect, numbered from 1 without a gap."""
    found = [
        Step(int(match[1]), match[2], file.read_text(encoding="utf-8"))
        for file in files("wartable.store.migrations").joinpath(dialect).iterdir()
        if (match := _FILE.fullmatch(file.name))
    ]
    steps = sorted(found, key=lambda step: step.number)
    if [step.number for step in steps] != list(range(1, len(steps) + 1)):
        raise StoreBroken(f"the steps of {dialect} are not numbered one after the other")
    return tuple(steps)


def still_to_take(steps: Sequence[Step], taken: Sequence[Taken]) -> Sequence[Step]:
    """The steps that are missing; an error where the database went another way."""
    for step, before in zip(steps, taken, strict=False):
        if (step.number, step.digest) != (before.number, before.digest):
            raise StoreBroken(
                f"step {before.number} ({before.name}) of this database is not the one this program knows"
            )
    if len(taken) > len(steps):
        newest = taken[-1]
        raise StoreBroken(
            f"this database is at step {newest.number} ({newest.name}), made by a newer program; "
            f"this one knows {len(steps)}"
        )
    return steps[len(taken) :]


def flaws_of(steps: Sequence[Step], taken: Sequence[Taken]) -> list[Flaw]:
    """Every recorded step that is not the one this program knows."""
    flaws = [
        Flaw(before.number, f"the recorded step {before.number} ({before.name}) is not the one this program knows")
        for step, before in zip(steps, taken, strict=False)
        if (step.number, step.name, step.digest) != (before.number, before.name, before.digest)
    ]
    newer = [
        Flaw(before.number, f"step {before.number} ({before.name}) was recorded; this program knows {len(steps)}")
        for before in taken[len(steps) :]
    ]
    return flaws + newer
