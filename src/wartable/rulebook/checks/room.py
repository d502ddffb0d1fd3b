"""Whether one value of a house stays within the room its rulebook leaves."""

from typing import Any

from wartable.money import MAX_CENTS, format_cents, parse_cents
from wartable.rulebook.checks.wording import counted, listed, looks, shown
from wartable.rulebook.depth import Depth, parse_depth
from wartable.rulebook.force import parse_value
from wartable.rulebook.values import COUNTS, MAX_COUNT, Ends, Value

MAX_ITEMS = 32
"""A longer list of steps is a slip of the pen."""

ROWS = frozenset({"amounts", "amounts by symbol", "weights"})
"""Units of tables whose rows each stand alone."""

_ANY_COUNT = Ends(min=0, max=MAX_COUNT)
_FEW_OR_MANY = ("too few", "too many")
_OTHER_WORDS = {"depth": ("too shallow", "too deep"), "dollars": ("too little", "too much")}


def misfit(name: str, value: Value, raw: object, stack: int, switched_on: frozenset[str]) -> str | None:
    """Why a value does not fit, or nothing where it does. The switches of the house open further choices."""
    try:
        parsed = _parsed(value, raw)
    except ValueError:
        return f"{shown(_unfit(value, raw))} is not {looks(value.unit)}"
    if value.value is not None:
        same = parsed == parse_value(value, value.value)
        return None if same else f"{shown(raw)} changes what the rules fix"
    if isinstance(raw, list):
        return _list_misfit(value, raw)
    if isinstance(raw, dict):
        return _table_misfit(value, raw, parsed)
    room = _ANY_COUNT if value.room is None and value.unit in COUNTS else value.room
    if isinstance(room, Ends):
        return _outside(name, value.unit, room, parsed, stack)
    return None if room is None else _not_chosen(value, raw, switched_on)


def _parsed(value: Value, raw: object) -> Any:
    """What a value means. A number out of all bounds still counts as a number: it is too large, not a wrong kind."""
    if value.unit in COUNTS and isinstance(raw, int) and not isinstance(raw, bool):
        return raw
    return parse_value(value, raw)


def _list_misfit(value: Value, words: list[str]) -> str | None:
    if not words:
        return "an empty list says nothing"
    if len(words) > MAX_ITEMS:
        return f"a list of {len(words)} words is longer than {MAX_ITEMS}"
    room = value.room if isinstance(value.room, list) else words
    strangers = sorted({shown(word) for word in words if word not in room})
    if not strangers:
        return None
    return f"{listed(strangers, 'and')} {'is' if len(strangers) == 1 else 'are'} not among the choices"


def _table_misfit(value: Value, raw: dict[str, object], parsed: Any) -> str | None:
    """A house's rows stand beside the printed ones. They change none of them, and each is there once."""
    if value.unit not in ROWS:
        return None
    if len(parsed) < len(raw):
        return f"{shown(raw)} has a row twice"
    printed = {} if value.default is None else parse_value(value, value.default)
    for (row, said), key in zip(raw.items(), parsed, strict=True):
        if parsed[key] != printed.get(key, parsed[key]):
            return f"{shown({row: said})} changes what the rules fix"
    return None


def _unfit(value: Value, raw: object) -> object:
    """What of a value does not fit: of a table with many rows only the first such row."""
    if value.unit in ROWS and isinstance(raw, dict):
        for row, said in raw.items():
            try:
                parse_value(value, {row: said})
            except ValueError:
                return {row: said}
    return raw


def _not_chosen(value: Value, raw: object, switched_on: frozenset[str]) -> str | None:
    """A choice must be in the list, or in a further list that a switch opens."""
    if isinstance(value.room, list) and raw in value.room:
        return None
    for switch, more in value.more.items():
        if raw in more:
            return None if switch in switched_on else f"{shown(raw)} needs {switch} = true"
    return f"{shown(raw)} is not among the choices"


def _outside(name: str, unit: str, room: Ends, parsed: int | Depth, stack: int) -> str | None:
    number = _measured(parsed, stack)
    low = 0 if room.min is None else _measured(_end(unit, room.min), stack)
    high = MAX_COUNT if unit in COUNTS else MAX_CENTS
    if room.max is not None:
        high = _measured(_end(unit, room.max), stack)
    if low <= number <= high:
        return None
    said = format_cents(number) if unit == "dollars" else counted(number, unit if unit in COUNTS else "cards")
    words = _OTHER_WORDS.get("depth" if name.endswith(".depth") else unit, _FEW_OR_MANY)
    return f"{said} is {words[number > high]}"


def _end(unit: str, end: int | str) -> int | Depth:
    if isinstance(end, int):
        return end
    return parse_depth(end) if unit == "depth" else parse_cents(end)


def _measured(parsed: int | Depth, stack: int) -> int:
    """A number that can be compared: cents, things counted, or the cards of a depth."""
    return parsed.in_cards(stack) if isinstance(parsed, Depth) else parsed
