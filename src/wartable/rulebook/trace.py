"""References of a clause's `met_by`, such as `value:cut.depth`, and their descriptions.

A rulebook can find its own values, settlements, steps, duties, terms, figures and checks. Phases, commands, events and
refusals belong to the table, which is above this layer: here they are only named, and a test verifies the names.
"""

from collections.abc import Callable, Mapping
from functools import cache
from importlib import import_module
from inspect import getdoc, isfunction
from pkgutil import iter_modules
from typing import Literal, get_args

import msgspec

from wartable.rulebook import checks
from wartable.rulebook.book import Rulebook, SettlementRow
from wartable.rulebook.checks import counted, listed, plain
from wartable.rulebook.values import COUNTS, Value

Kind = Literal[
    "value",
    "settlement",
    "step",
    "attest",
    "term",
    "figure",
    "check",
    "phase",
    "command",
    "event",
    "refusal",
    "later",
]
KINDS: tuple[Kind, ...] = get_args(Kind)
AT_THE_TABLE: frozenset[Kind] = frozenset({"phase", "command", "event", "refusal"})
"""The kinds that a rulebook cannot look up itself."""


class BadReference(ValueError):
    """A text that is not a reference: a defect of the clause trace."""


class Meets(msgspec.Struct, frozen=True):
    """A part of the program that meets a clause."""

    kind: Kind
    name: str

    def __str__(self) -> str:
        return f"{self.kind}:{self.name}"


def parse_meets(text: str) -> Meets:
    """Read a reference such as "value:cut.depth"."""
    word, _, name = text.partition(":")
    for kind in KINDS:
        if kind == word and name:
            return Meets(kind, name)
    raise BadReference(f"{text!r} is not a reference: one of {', '.join(KINDS)}, a colon and a name")


@cache
def known_checks() -> Mapping[str, Callable[..., object]]:
    """Return every check of a house's file, by its name."""
    modules = [import_module(f"{checks.__name__}.{module.name}") for module in iter_modules(checks.__path__)]
    return {
        name: check
        for module in modules
        for name, check in vars(module).items()
        if isfunction(check) and check.__module__ == module.__name__ and not name.startswith("_")
    }


def is_found(meets: Meets, book: Rulebook) -> bool:
    """Whether the rulebook has the target of a reference; a kind that it cannot look up counts as found."""
    names = {
        "value": book.values,
        "settlement": book.settlement,
        "step": book.steps,
        "attest": book.attest,
        "term": book.terms,
    }
    return find_among(meets, names)


def find_among(meets: Meets, names: Mapping[str, Mapping[str, object]]) -> bool:
    """Whether the target of a reference is among a rulebook's names of its kind."""
    if meets.kind == "figure":
        return f"figures.{meets.name}" in names["value"]
    if meets.kind == "check":
        return meets.name in known_checks()
    return meets.kind not in names or meets.name in names[meets.kind]


def describe(meets: Meets, book: Rulebook) -> str:
    """Return a reference in words, such as "the value cut.depth: 10 cards"."""
    if meets.kind == "later":
        return f"comes in step {meets.name}"
    head = f"the {_NOUNS.get(meets.kind, meets.kind)} {meets.name}"
    if meets.kind in AT_THE_TABLE:
        return head.replace("_", " ")
    return f"{head}: {_says(meets, book)}" if is_found(meets, book) else f"{head}, which is not there"


_NOUNS: Mapping[Kind, str] = {"attest": "attestation", "term": "word", "figure": "published figure"}


def _says(meets: Meets, book: Rulebook) -> str:
    """The content at the target of a reference."""
    name = meets.name
    match meets.kind:
        case "value":
            return in_words(book.values[name])
        case "figure":
            return in_words(book.values[f"figures.{name}"])
        case "settlement":
            return _settles(book.settlement[name], book)
        case "step":
            return f"{book.steps[name].says} ({listed(book.steps[name].by)})"
        case "attest":
            return book.attest[name].says
        case "term":
            return book.terms[name].word
        case _:
            return (getdoc(known_checks()[name]) or "").partition("\n")[0]


def in_words(value: Value) -> str:
    """Return the default of a value, in words."""
    raw = value.in_force
    if raw is None:
        return "chosen by the house" if value.needed or value.required else "left open"
    if isinstance(raw, bool):
        return "yes" if raw else "no"
    if isinstance(raw, int) and value.unit in COUNTS:
        return counted(raw, value.unit)
    return f"{plain(raw)} dollars" if value.unit == "dollars" else plain(raw)


def _settles(row: SettlementRow, book: Rulebook) -> str:
    """The result of a settlement and what it pays: odds, a meter, an amount."""
    parts = [row.result.replace("_", " ")]
    if row.pays is not None:
        parts.append(f"paid {in_words(book.values[f'pays.{row.pays}'])}")
    if row.meter is not None:
        parts.append(f"paid the meter {row.meter.replace('_', ' ')}")
    if row.amount is not None:
        parts.append("paid by the table of envy bonuses" if row.amount == "envy" else f"paid {row.amount} dollars")
    return ", ".join(parts)
