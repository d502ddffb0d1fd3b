"""The adopted readings: where a text is unclear, how the program reads it and which option changes that."""

import tomllib
from collections.abc import Mapping
from functools import cache

import msgspec

from wartable.rulebook.data import folder


class Reading(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One unclear point: where it stands, what it asks, how it is read."""

    where: tuple[str, ...]
    asks: str
    reads: str
    impact: str
    options: tuple[str, ...] = ()


@cache
def readings() -> Mapping[str, Reading]:
    """Every adopted reading by its number."""
    text = (folder() / "readings.toml").read_text(encoding="utf-8")
    return {number: msgspec.convert(row, Reading) for number, row in tomllib.loads(text).items()}
