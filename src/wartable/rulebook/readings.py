"""The adopted readings: where a text is unclear, how the program reads it and which option changes that."""

import tomllib
from collections.abc import Mapping
from functools import cache

import msgspec

from wartable.rulebook.data import folder
from wartable.rulebook.problems import BadRulebook, BookProblem

FILE = "readings.toml"


class Reading(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One unclear point: its place, the question, and the reading."""

    where: tuple[str, ...]
    asks: str
    reads: str
    impact: str
    options: tuple[str, ...] = ()


@cache
def readings() -> Mapping[str, Reading]:
    """Return every adopted reading by its number."""
    return read_readings((folder() / FILE).read_text(encoding="utf-8"))


def read_readings(text: str) -> dict[str, Reading]:
    """Read a list of readings; it is our own file, so the first problem is enough."""
    try:
        return {number: msgspec.convert(row, Reading) for number, row in tomllib.loads(text).items()}
    except ValueError as error:
        raise BadRulebook([BookProblem(FILE, "file", str(error), "a reading as the head describes it")]) from None
