"""One value of a rulebook: its meaning, its unit, the range for a house, and its clauses."""

import re
from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from wartable.money import parse_odds, parse_rate, parse_stake
from wartable.rulebook import side_bets
from wartable.rulebook.depth import parse_depth

Raw = bool | int | str | list[str] | dict[str, str]
"""A value in the form of a rulebook or a house file."""


class Ends(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A range between two ends, both allowed; an absent end is open."""

    min: int | str | None = None
    max: int | str | None = None


class Value(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One value of a rulebook.

    `value` is fixed; `default` holds unless the house chooses within `room`; with neither, the house may choose or
    leave it open, and `needed` makes `check` ask for it.
    """

    unit: str
    says: str
    clauses: tuple[str, ...]
    value: Raw | None = None
    default: Raw | None = None
    room: list[Raw] | Ends | None = None
    reading: str | None = None
    key: str | None = None
    """The name in the house file, where it differs from the rulebook's own."""
    offer: str | None = None
    """The side bet it belongs to; it is in force only where the house offers that bet."""
    required: bool = False
    """The side bet does not open without it."""
    needed: bool = False
    needed_with: Mapping[str, list[str]] = {}
    """It is needed where each of these values is, or holds, one of the words."""
    house_rule: bool = False
    """Whether the regulator's text is silent; the value is then the house's own procedure."""
    without: Raw | None = None
    """The value in force when the house declines its own procedures."""
    words: Mapping[str, str] = {}
    usual: list[Raw] | None = None
    """The choices that the text names; `check` says `warn` of any other."""
    warn: str | None = None
    more: Mapping[str, list[Raw] | Ends] = {}
    """Further choices, each opened by a switch of the house."""
    follows: str | None = None
    """The value whose choice holds here too; a house cannot choose the two apart."""

    @property
    def fixed(self) -> bool:
        """Whether the rules leave the house no choice."""
        return self.value is not None

    @property
    def in_force(self) -> Raw | None:
        """The value in force without a choice of the house."""
        return self.value if self.value is not None else self.default


_PERCENT = re.compile(r"[0-9]{1,2}\.[0-9]{2}%", re.ASCII)


def _parse_percent(text: str) -> str:
    if not _PERCENT.fullmatch(text):
        raise ValueError('expected a percentage as a text, such as "2.33%"')
    return text


LONGEST_NAME = 80


def _parse_name(text: str) -> str:
    if not 1 <= len(text) <= LONGEST_NAME or not text.isprintable() or text.strip() != text:
        raise ValueError(f"expected a text of 1 to {LONGEST_NAME} characters")
    return text


MOST_SENTENCES = 20


def _parse_sentences(items: list[str]) -> tuple[str, ...]:
    if not 1 <= len(items) <= MOST_SENTENCES:
        raise ValueError(f"expected 1 to {MOST_SENTENCES} sentences")
    return tuple(_parse_name(item) for item in items)


_PARSERS: dict[str, tuple[type | tuple[type, ...], Callable[[Any], Any], str]] = {
    "dollars": (str, parse_stake, 'dollars as a text, such as "10.00"'),
    "odds": (str, parse_odds, 'odds as a text, such as "10 to 1"'),
    "depth": (str, parse_depth, 'a depth as a text, such as "78 cards" or "1/4 stack"'),
    "yes or no": (bool, bool, "true or false"),
    "choice": (str, str, "a word"),
    "direction": (str, str, "a word"),
    "role": (str, str, "a word"),
    "name": (str, _parse_name, "a short text"),
    "percent": (str, _parse_percent, 'a percentage as a text, such as "2.33%"'),
    "steps": (list, tuple, "a list of words"),
    "sentences": (list, _parse_sentences, "a list of texts"),
    "instruments": (list, tuple, "a list of words"),
    "forms": (list, tuple, "a list of words"),
    "rulings": (list, tuple, "a list of words"),
    "stakes": (list, side_bets.parse_stakes, 'a list of amounts, such as ["5.00"]'),
    "rate": (str, parse_rate, 'a share as a text, such as "0.20"'),
    "amounts": (dict, side_bets.parse_amounts, 'a table of amounts, such as { "10.00" = "10000.00" }'),
    "amounts by symbol": (dict, side_bets.parse_pays, 'a table of amounts by symbol, such as { "100" = "125.00" }'),
    "weights": (dict, side_bets.parse_weights, 'a table of whole numbers by symbol, such as { "100" = 4 }'),
    "trigger": (dict, side_bets.parse_trigger, 'a rank and a color, such as { rank = "A", color = "red" }'),
    "symbols": (
        dict,
        side_bets.parse_symbols,
        'two different names, such as { primary = "Gold", secondary = "Silver" }',
    ),
}
_COUNT: tuple[type, Callable[[Any], Any], str] = (int, int, "a whole number")
COUNTS = frozenset(
    {
        "seats",
        "boxes",
        "decks",
        "cards",
        "hours",
        "minutes",
        "seconds",
        "rounds",
        "riffles",
        "bettors",
        "community cards",
    }
)
UNITS = frozenset(_PARSERS) | COUNTS

MAX_COUNT = 1_000_000


def parse_raw(unit: str, raw: object) -> Any:
    """Parse a file's value; raise ValueError with the expected form of the unit."""
    kind, parse, looks = _PARSERS.get(unit, _COUNT)
    right = isinstance(raw, kind) and not (isinstance(raw, bool) and kind is int)
    if right and isinstance(raw, list):
        right = all(isinstance(item, str) for item in raw)
    if right and isinstance(raw, int) and not isinstance(raw, bool):
        right = 0 <= raw <= MAX_COUNT
    if not right:
        raise ValueError(f"expected {looks}")
    return parse(raw)
