"""The schema of the rulebooks: each key with its unit, its sentence, its allowed values, and where it applies."""

import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any, Literal, TypeVar

import msgspec

from wartable.rulebook.data import folder
from wartable.rulebook.problems import BadRulebook, BookProblem
from wartable.rulebook.rules import Doer, MeterName, Result
from wartable.rulebook.values import UNITS, Ends, Raw

FILE = "schema.toml"
ANY = "*"
"""In a settlement, stands for any symbol of the wheel."""


class Key(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Where a key applies. Without any of these every rulebook must have it."""

    parts: tuple[str, ...] = ()
    when: Mapping[str, list[Raw]] = {}
    optional: bool = False


class ValueKey(Key, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A value: its unit, its sentence, and the widest range that a rulebook may allow."""

    unit: str
    says: str
    allows: list[Raw] | Ends | None = None
    open: bool = False
    required: bool = False


class RowKey(Key, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A settlement: its results, and what it pays unless the result keeps or returns the stake."""

    results: tuple[Result, ...]
    pays: tuple[str, ...] = ()
    amount: Literal["dollars", "envy"] | None = None
    meter: tuple[MeterName, ...] = ()


class StepKey(Key, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A step: its roles, and its text."""

    by: tuple[Doer, ...]
    says: str


class TermKey(Key, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A term that rulebooks define."""

    word: str


class AttestKey(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The sentence of a duty that several rulebooks share."""

    says: str


class Part(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A part of the game that not every rulebook has; an offer is a side bet that a house opens."""

    says: str
    offer: bool = False


class Schema(msgspec.Struct, frozen=True):
    """Every key of a rulebook, in the order in which they are shown."""

    head: Mapping[str, str]
    parts: Mapping[str, Part]
    values: Mapping[str, ValueKey]
    settlement: Mapping[str, RowKey]
    steps: Mapping[str, StepKey]
    attest: Mapping[str, AttestKey]
    terms: Mapping[str, TermKey]


TABLES = ("settlement", "steps", "attest", "terms")
"""The tables of a rulebook besides values."""

OWN_TABLES = ("head", "parts")
"""The tables that only the schema has."""

T = TypeVar("T")


@cache
def schema() -> Schema:
    """Return the schema of every packaged rulebook."""
    return read_schema((folder() / FILE).read_text(encoding="utf-8"))


def read_schema(text: str) -> Schema:
    """Read a schema; it is our own file, so the first problem is enough."""
    try:
        document = tomllib.loads(text)
        missing = [table for table in (*OWN_TABLES, *TABLES) if table not in document]
        if missing:
            raise BadRulebook(
                BookProblem(FILE, table, "missing: a table of the schema", "a table") for table in missing
            )
        settlement = {".".join(path): row for path, row in _rows(document["settlement"], "results")}
        values = {".".join(path): row for path, row in _rows(_without_tables(document), "unit")}
        found = Schema(
            head=_convert(document["head"], dict[str, str]),
            parts=_convert(document["parts"], dict[str, Part]),
            values=_convert(values, dict[str, ValueKey]),
            settlement=_convert(settlement, dict[str, RowKey]),
            steps=_convert(document["steps"], dict[str, StepKey]),
            attest=_convert(document["attest"], dict[str, AttestKey]),
            terms=_convert(document["terms"], dict[str, TermKey]),
        )
    except (AttributeError, TypeError, ValueError) as error:
        raise BadRulebook([BookProblem(FILE, "schema", str(error), "a schema as its head describes it")]) from None
    unknown = [name for name, key in found.values.items() if key.unit not in UNITS]
    if unknown:
        raise BadRulebook(BookProblem(FILE, name, "the unit is unknown", ", ".join(sorted(UNITS))) for name in unknown)
    return found


def _convert(rows: object, kind: type[T]) -> T:
    return msgspec.convert(rows, kind)


def _without_tables(document: Mapping[str, Any]) -> dict[str, Any]:
    return {name: row for name, row in document.items() if name not in (*OWN_TABLES, *TABLES)}


def _rows(tables: Mapping[str, Any], mark: str, above: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], Any]]:
    """Every table that holds the mark of a row, with its path."""
    for name, row in tables.items():
        if mark in row:
            yield (*above, name), row
        else:
            yield from _rows(row, mark, (*above, name))
