"""Whether one value of a house stays within the range its rulebook allows."""

from typing import Any, NamedTuple

from wartable.money import MAX_CENTS, format_cents, parse_cents
from wartable.rulebook.checks.wording import counted, listed, looks, shown
from wartable.rulebook.depth import Depth, parse_depth
from wartable.rulebook.force import parse_value
from wartable.rulebook.values import COUNTS, MAX_COUNT, Ends, Raw, Value

MAX_ITEMS = 32
"""The most steps of a list."""

ROWS = frozenset({"amounts", "amounts by symbol", "weights"})
"""Units of tables whose rows are independent."""

_ANY_COUNT = Ends(min=0, max=MAX_COUNT)
_FEW_OR_MANY = ("too few", "too many")
_OTHER_WORDS = {"depth": ("too shallow", "too deep"), "dollars": ("too little", "too much")}


class Misfit(NamedTuple):
    """Why a value does not fit, and the row at fault, where there is one."""

    message: str
    row: str | None = None


def misfits(name: str, value: Value, raw: object, stack: int, switched_on: frozenset[str]) -> list[Misfit]:
    """Return every reason why a value does not fit: one, or one for each wrong row where rows are independent."""
    if value.unit in ROWS and isinstance(raw, dict) and len(raw) <= MAX_ITEMS:
        wrong = [row for row in raw.items() if not _row_fits(value, *row)]
        if wrong:
            return [Misfit(f"{shown({row: said})} {_row_wrong(value, row, said)}", str(row)) for row, said in wrong]
    message = misfit(name, value, raw, stack, switched_on)
    return [] if message is None else [Misfit(message)]


def fitting_rows(value: Value, raw: object) -> dict[str, object]:
    """Return the rows of a refused table that fit, so that those can be checked too."""
    if value.unit not in ROWS or value.fixed or not isinstance(raw, dict) or len(raw) > MAX_ITEMS:
        return {}
    return {row: said for row, said in raw.items() if _row_fits(value, row, said)}


def wrong_rows(name: str, value: Value, wrong: list[Misfit]) -> dict[str, frozenset[str]]:
    """Return the rows of a refused table that do not fit, where the others do."""
    rows = frozenset(one.row for one in wrong if one.row is not None)
    return {name: rows} if rows and not value.fixed else {}


def misfit(name: str, value: Value, raw: object, stack: int, switched_on: frozenset[str]) -> str | None:
    """Return why a value does not fit, or None. The switches of the house open further choices."""
    try:
        parsed = _parsed(value, raw)
    except ValueError:
        return f"{shown(raw)} is not {looks(value.unit)}"
    if value.value is not None:
        return None if _repeats(value, parsed) else f"{shown(raw)} changes what the rules fix"
    if isinstance(raw, list):
        return _list_misfit(value, raw)
    if isinstance(raw, dict):
        twice = value.unit in ROWS and len(parsed) < len(raw)
        return f"{shown(raw)} has a row twice" if twice else None
    room = _ANY_COUNT if value.room is None and value.unit in COUNTS else value.room
    if room is None:
        return None
    message = _not_in(name, value, room, raw, parsed, stack)
    for switch, more in value.more.items():
        if message is not None and _not_in(name, value, more, raw, parsed, stack) is None:
            return None if switch in switched_on else f"{shown(raw)} needs {switch} = true"
    return message


def _repeats(value: Value, parsed: Any) -> bool:
    """Whether a house only repeats what is fixed; of a table it may repeat some rows."""
    fixed = parse_value(value, value.value)
    return bool(parsed.items() <= fixed.items() if value.unit in ROWS else parsed == fixed)


def _parsed(value: Value, raw: object) -> Any:
    """The parsed value. A huge number still counts as a number: it is too large, not of the wrong type."""
    if value.unit in COUNTS and isinstance(raw, int) and not isinstance(raw, bool):
        return raw
    return parse_value(value, raw)


def _list_misfit(value: Value, words: list[str]) -> str | None:
    if not words:
        return "the list is empty"
    if len(words) > MAX_ITEMS:
        return f"a list of {len(words)} words is longer than {MAX_ITEMS}"
    room = value.room if isinstance(value.room, list) else words
    strangers = sorted({shown(word) for word in words if word not in room})
    if not strangers:
        return None
    return f"{listed(strangers, 'and')} {'is' if len(strangers) == 1 else 'are'} not among the choices"


def _row_fits(value: Value, row: object, said: object) -> bool:
    """Whether one row can be parsed and changes none of the rulebook's own rows."""
    try:
        parsed = parse_value(value, {row: said})
    except ValueError:
        return False
    if value.fixed:
        return _repeats(value, parsed)
    ((key, amount),) = parsed.items()
    printed = {} if value.default is None else parse_value(value, value.default)
    return bool(amount == printed.get(key, amount))


def _row_wrong(value: Value, row: object, said: object) -> str:
    try:
        parse_value(value, {row: said})
    except ValueError:
        return f"is not {looks(value.unit)}"
    return "changes what the rules fix"


def _not_in(name: str, value: Value, room: list[Raw] | Ends, raw: object, parsed: Any, stack: int) -> str | None:
    """A choice must be in the list, or between the two ends."""
    if isinstance(room, Ends):
        return _outside(name, value.unit, room, parsed, stack)
    return None if raw in room else f"{shown(raw)} is not among the choices"


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
    """A comparable number: cents, a count, or the cards of a depth."""
    return parsed.in_cards(stack) if isinstance(parsed, Depth) else parsed
