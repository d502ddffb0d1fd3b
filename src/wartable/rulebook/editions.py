"""The law as an earlier edition of this program had it, so that the logs of that time replay as they were played."""

import tomllib
from functools import cache

import msgspec
from msgspec.structs import replace

from wartable.rulebook.book import EDITION, Rulebook
from wartable.rulebook.data import folder
from wartable.rulebook.values import Ends, Raw, Value


class Earlier(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a value was in the first edition; without a room, the house had the room it has today."""

    default: Raw | None = None
    room: list[Raw] | Ends | None = None


def as_of(book: Rulebook, edition: int) -> Rulebook:
    """Return a rulebook as an edition of the law had it."""
    if edition == EDITION:
        return book
    earlier = first_edition().get(book.name, {})
    values = {name: _then(value, earlier.get(name)) for name, value in book.values.items()}
    return replace(book, edition=edition, values=values)


def as_kept(book: Rulebook, edition: int) -> Rulebook:
    """Return a rulebook by which the log of an edition is read; choices that were withdrawn since stand as filed."""
    if edition != EDITION:
        return as_of(book, edition)
    gone = withdrawn().get(book.name, {})
    return replace(book, values={**book.values, **{name: _as_filed(book.values[name], gone[name]) for name in gone}})


def _as_filed(value: Value, was: list[Raw] | Ends) -> Value:
    """A value that is fixed or narrower today, with the choices there were."""
    return replace(value, value=None, default=value.in_force, room=was)


@cache
def withdrawn() -> dict[str, dict[str, list[Raw] | Ends]]:
    """Return the choices that were withdrawn under the edition of today, by rulebook and name."""
    text = (folder() / "withdrawn.toml").read_text(encoding="utf-8")
    return msgspec.convert(tomllib.loads(text), dict[str, dict[str, list[Raw] | Ends]])


@cache
def first_edition() -> dict[str, dict[str, Earlier]]:
    """Return every value that differed in the first edition, by rulebook and name."""
    text = (folder() / "first_edition.toml").read_text(encoding="utf-8")
    return msgspec.convert(tomllib.loads(text), dict[str, dict[str, Earlier]])


def _then(value: Value, earlier: Earlier | None) -> Value:
    """A value as it was; no value followed another then."""
    if earlier is None:
        return replace(value, follows=None)
    room = value.room if earlier.room is None else earlier.room
    return replace(value, value=None, default=earlier.default, room=room, more={}, follows=None)
