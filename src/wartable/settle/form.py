"""Reading one value of a document: what it may be, and in one line what it should have been.

A reader takes the value alone and knows no place. Every table and list on the way up puts its own key in front, so a
round that is well written costs no path, and a mistake deep inside is still named to the letter.
"""

import re
from collections.abc import Callable, Collection, Mapping
from typing import Any

from wartable.cards import Card, parse
from wartable.settle.errors import BadScenario

Reader = Callable[[object], Any]
"""Turns what was written into what the program uses, or raises a ValueError that says what was expected."""

MAX_SHOWN = 40
"""Characters of a writer's own text that an answer repeats."""

_BARE_KEY = re.compile(rf"[A-Za-z0-9_-]{{1,{MAX_SHOWN}}}", re.ASCII)


def read_table(value: object, readers: Mapping[str, Reader], required: Collection[str]) -> dict[str, Any]:
    """A table in which every key is known and read, and every required key is there."""
    if not isinstance(value, dict):
        raise BadScenario("expected a table")
    found = {}
    for key, item in value.items():
        reader = readers.get(key)
        if reader is None:
            raise under(show_key(key), BadScenario(f"unknown key; expected one of {', '.join(readers)}"))
        try:
            found[key] = reader(item)
        except ValueError as error:
            raise under(show_key(key), error) from None
    for key in required:
        if key not in found:
            raise under(key, BadScenario("is missing"))
    return found


def read_list(value: object, reader: Reader, most: int) -> list[Any]:
    """A list that is not longer than its limit; the length is looked at first."""
    if not isinstance(value, list):
        raise BadScenario("expected a list")
    if len(value) > most:
        raise BadScenario(f"expected at most {most} entries")
    found = []
    for place, item in enumerate(value):
        try:
            found.append(reader(item))
        except ValueError as error:
            raise under(f"[{place}]", error) from None
    return found


def read_whole(value: object, most: int) -> int:
    """A whole number from 1; `true` is an int to Python and none to a reader."""
    if type(value) is not int or not 1 <= value <= most:
        raise BadScenario(f"expected a whole number from 1 to {most}")
    return value


def read_word(value: object, words: Collection[str]) -> str:
    """One of a few words."""
    if not isinstance(value, str) or value not in words:
        raise BadScenario(f"expected {' or '.join(words)}")
    return value


def read_name(value: object, most: int) -> str:
    """A name that can be printed on one line."""
    if not isinstance(value, str) or not 1 <= len(value) <= most or not value.isprintable() or value.isspace():
        raise BadScenario(f"expected a name of 1 to {most} printable characters")
    return value


def read_card(value: object) -> Card:
    """A card, with a text of any length refused before it is repeated."""
    if not isinstance(value, str):
        raise BadScenario("expected a card as a text, such as Ts")
    return parse(value[:MAX_SHOWN])


def under(place: str, error: ValueError) -> BadScenario:
    """The same mistake, seen from one table or list further out."""
    if not isinstance(error, Misplaced):
        return Misplaced(place, str(error))
    joint = "" if error.place.startswith("[") else "."
    return Misplaced(f"{place}{joint}{error.place}", error.expected)


class Misplaced(BadScenario):
    """A mistake and its place."""

    def __init__(self, place: str, expected: str) -> None:
        super().__init__(f"{place}: {expected}")
        self.place = place
        self.expected = expected


def show_key(key: object) -> str:
    """A key as it is named in an answer: as written where that is plain, quoted and cut short where not."""
    if isinstance(key, str):
        return key if _BARE_KEY.fullmatch(key) else repr(key[:MAX_SHOWN])
    return f"a key of type {type(key).__name__}"
