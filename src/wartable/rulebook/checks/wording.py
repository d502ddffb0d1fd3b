"""The words of findings: a value as written, a list, and the allowed range."""

import json
from collections.abc import Iterable

from wartable.rulebook.depth import parse_depth
from wartable.rulebook.toml_lines import dotted
from wartable.rulebook.values import COUNTS, Ends, Raw, Value

LONGEST_SHOWN = 40
LONGEST_TABLE = 80
LARGEST_SHOWN = 10**18
FEW_ROWS = 4
_HUGE = "a very large number"

_LOOKS = {
    "dollars": 'an amount above zero as a text, such as "10.00"',
    "odds": 'odds as a text, such as "10 to 1"',
    "depth": 'a depth as a text, such as "78 cards" or "1/4 stack"',
    "percent": 'a percentage as a text, such as "2.50%"',
    "yes or no": "true or false",
    "name": "a text of 1 to 80 printable characters",
    "steps": "a list of words",
    "sentences": "a list of 1 to 20 texts of 1 to 80 printable characters",
    "instruments": "a list of words",
    "forms": "a list of words",
    "rulings": "a list of words",
    "stakes": 'a list of amounts, such as ["5.00"]',
    "rate": 'a share as a text, such as "0.20"',
    "amounts": 'a table of amounts, such as { "10.00" = "10000.00" }',
    "amounts by symbol": 'a table of amounts by symbol, such as { "100" = "125.00" }',
    "weights": 'a table of whole numbers from 1 to 10000 by symbol, such as { "100" = 4 }',
    "trigger": 'a rank and a color, such as { rank = "A", color = "red" }',
    "symbols": 'two different names, such as { primary = "Gold", secondary = "Silver" }',
}


def looks(unit: str) -> str:
    """Return what a value of a unit looks like in a house file."""
    return "a whole number" if unit in COUNTS else _LOOKS.get(unit, "a word as a text")


def shown(raw: object) -> str:
    """Return a value as a house file writes it, truncated where it is long."""
    if isinstance(raw, str):
        text = json.dumps(raw[: LONGEST_SHOWN + 1])
        return text if len(text) <= LONGEST_SHOWN else f'{text[: LONGEST_SHOWN - 2].rstrip(chr(92))}…"'
    if isinstance(raw, bool):
        return "true" if raw else "false"
    if isinstance(raw, int):
        return str(raw) if abs(raw) < LARGEST_SHOWN else _HUGE
    if isinstance(raw, float):
        return repr(raw)
    if isinstance(raw, list) and all(isinstance(item, str) for item in raw) and len(raw) <= LONGEST_SHOWN:
        return f"[{', '.join(shown(item) for item in raw)}]"
    if isinstance(raw, dict):
        return _shown_table(raw)
    return "nothing" if raw is None else f"a {type(raw).__name__}"


def _shown_table(table: dict[object, object]) -> str:
    """A small table on one line; a large one only as "a table"."""
    if not table:
        return "an empty table"
    if len(table) > FEW_ROWS or any(isinstance(item, dict | list) for item in table.values()):
        return "a table"
    text = ", ".join(f"{dotted((key,))} = {shown(item)}" for key, item in table.items())
    return f"{{ {text} }}" if len(text) <= LONGEST_TABLE else "a table"


def counted(number: int, unit: str) -> str:
    """Return a number of things: "1 box", "9 boxes"."""
    one = {"boxes": "box"}.get(unit, unit.removesuffix("s"))
    return f"{shown(number)} {one if number == 1 else unit}".replace(_HUGE, f"{_HUGE} of")


def listed(words: Iterable[str], last: str = "or") -> str:
    """Return words as a list: "6, 7 or 8"; an empty text for no words."""
    *most, end = tuple(words) or ("",)
    return f"{', '.join(most)} {last} {end}" if most else end


def plain(raw: Raw) -> str:
    """Return a value without the quotes of the file."""
    if isinstance(raw, list):
        return listed(raw, "and") if raw else "nothing"
    if isinstance(raw, dict):
        return listed((f"{amount} for {stake}" for stake, amount in raw.items()), "and")
    return raw if isinstance(raw, str) else shown(raw)


def allowed(value: Value, stack: int) -> str:
    """Return the allowed range in words; depths in cards of the stack."""
    if value.value is not None:
        return f"only {plain(value.value)}, which the rules fix"
    if value.room is None:
        return looks(value.unit)
    words = _of_room(value.unit, value.room, stack)
    if value.unit in ("steps", "instruments", "forms", "rulings", "stakes"):
        return f"a list of {words}"
    further = [f"{_of_room(value.unit, more, stack)} with {switch} = true" for switch, more in value.more.items()]
    return "; ".join([words, *further])


def _of_room(unit: str, room: list[Raw] | Ends, stack: int) -> str:
    return _between(unit, room, stack) if isinstance(room, Ends) else listed(plain(item) for item in room)


def _between(unit: str, room: Ends, stack: int) -> str:
    low, high = (None if end is None else _end(unit, end, stack) for end in (room.min, room.max))
    if low is not None and high is not None:
        return f"from {shown(room.min) if unit in COUNTS else low} to {high}"
    if low is not None:
        return f"at least {low}"
    return looks(unit) if high is None else f"at most {high}"


def _end(unit: str, end: int | str, stack: int) -> str:
    """One end of the range; a share of the stack is given in cards as well."""
    if isinstance(end, int):
        return counted(end, unit)
    if unit != "depth":
        return end
    depth = parse_depth(end)
    cards = counted(depth.in_cards(stack), "cards")
    return f"{cards} ({end} of {stack})" if depth.part else cards
