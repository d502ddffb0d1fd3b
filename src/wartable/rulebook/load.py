"""Loading a rulebook: strict, so that a value without a clause, or with an unknown one, never reaches a table."""

import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

import msgspec

from wartable.money import is_amount
from wartable.rulebook.book import Attestation, Rulebook, SettlementRow, Term
from wartable.rulebook.clauses import clauses_of
from wartable.rulebook.data import folder
from wartable.rulebook.readings import readings
from wartable.rulebook.rules import StepRule
from wartable.rulebook.values import UNITS, Value, parse_raw


class BadRulebook(ValueError):
    """The rulebook's own data is wrong: our mistake, never the user's."""


@cache
def rulebook_names() -> Mapping[str, str]:
    """Every rulebook's name, by its name and by its code."""
    books = folder("rulebooks").iterdir()
    names = sorted(book.name.removesuffix(".toml") for book in books if book.name.endswith(".toml"))
    return {word: name for name in names for word in (name, load_rulebook(name).code)}


@cache
def load_rulebook(name: str) -> Rulebook:
    """Load a packaged rulebook by its name."""
    text = (folder("rulebooks") / f"{name}.toml").read_text(encoding="utf-8")
    return read_rulebook(tomllib.loads(text), known=frozenset(clauses_of(name)))


def read_rulebook(document: Mapping[str, Any], known: frozenset[str]) -> Rulebook:
    """Turn a rulebook's document into a rulebook, given the clause ids that exist."""
    try:
        book = _convert(document)
    except (msgspec.ValidationError, KeyError) as error:
        raise BadRulebook(f"{document.get('name')}: {error}") from None
    for where, problem in _problems(book, known):
        raise BadRulebook(f"{book.name}: {where}: {problem}")
    return book


ENVY_TABLE = "envy"
"""Stands for the house's table of envy bonuses where a row says an amount."""

KEEPS = frozenset({"lose", "push", "surrender", "collected"})
"""Results that pay nothing."""

_TABLES = ("settlement", "steps", "attest", "terms")


def _convert(document: Mapping[str, Any]) -> Rulebook:
    return Rulebook(
        name=document["name"],
        code=document["code"],
        title=document["title"],
        authority=document["authority"],
        values={key: msgspec.convert(row, Value) for key, row in _value_rows(document)},
        settlement={
            f"{deal}.{outcome}.{wager}": msgspec.convert(row, SettlementRow)
            for deal, outcomes in document["settlement"].items()
            for outcome, wagers in outcomes.items()
            for wager, row in wagers.items()
        },
        steps=msgspec.convert(document["steps"], dict[str, StepRule]),
        attest=msgspec.convert(document["attest"], dict[str, Attestation]),
        terms=msgspec.convert(document["terms"], dict[str, Term]),
    )


def _value_rows(document: Mapping[str, Any], above: str = "") -> Iterator[tuple[str, dict[str, Any]]]:
    """Every value of the document with its dotted name; a table with a unit is a value."""
    for key, row in document.items():
        if not above and (key in _TABLES or not isinstance(row, dict)):
            continue
        if "unit" in row:
            yield above + key, row
        else:
            yield from _value_rows(row, f"{above}{key}.")


def _problems(book: Rulebook, known: frozenset[str]) -> Iterator[tuple[str, str]]:
    """What is wrong with a rulebook: one place and one reason each."""
    for where, cited, reading in _citations(book):
        if not cited:
            yield where, "a value without a clause does not load"
        yield from ((where, f"clause {clause} is unknown") for clause in cited if clause not in known)
        if reading is not None and reading not in readings():
            yield where, f"reading {reading} is unknown"
    for name, value in book.values.items():
        yield from ((name, problem) for problem in _value_problems(value))
    for where, row in book.settlement.items():
        if (row.result in KEEPS) != (row.pays is None and row.amount is None and row.meter is None):
            yield f"settlement.{where}", "a win, and only a win, names what it pays"
        elif row.pays is not None and f"pays.{row.pays}" not in book.values:
            yield f"settlement.{where}", f"there is no pays.{row.pays}"
        elif row.amount not in (None, ENVY_TABLE) and not is_amount(row.amount):
            yield f"settlement.{where}", f"{row.amount!r} is not an amount"


def _value_problems(value: Value) -> Iterator[str]:
    if value.unit not in UNITS:
        yield f"unit {value.unit!r} is unknown"
    elif value.in_force is not None:
        try:
            parse_raw(value.unit, value.words.get(str(value.in_force), value.in_force))
        except ValueError as error:
            yield str(error)
    if value.fixed and (value.default is not None or value.room is not None):
        yield "a fixed value leaves no room"


def _citations(book: Rulebook) -> Iterator[tuple[str, tuple[str, ...], str | None]]:
    for name, value in book.values.items():
        yield name, value.clauses, value.reading
    for name, row in book.settlement.items():
        yield f"settlement.{name}", row.clauses, None
    for name, step in book.steps.items():
        yield f"steps.{name}", step.clauses, step.reading
    for name, attestation in book.attest.items():
        yield f"attest.{name}", attestation.clauses, attestation.reading
    for name, term in book.terms.items():
        yield f"terms.{name}", term.clauses, term.reading
