"""The clause trace: every clause of every rulebook, what it asks, what meets it and which tests prove it."""

import csv
import io
from collections.abc import Mapping
from functools import cache

import msgspec

from wartable.rulebook.data import folder


class Clause(msgspec.Struct, frozen=True):
    """One clause: where it stands, what it asks, where the program meets it, and the proof."""

    id: str
    cite: str
    topic: str
    kind: str
    says: str
    met_by: tuple[str, ...] = ()
    tests: tuple[str, ...] = ()


HOUSE_RULE = "house rule"
"""Stands before the nearest clause where the regulator's text is silent and the house follows a rule of its own."""
_OWN = Clause(
    HOUSE_RULE, "", "", "", "The regulator's text is silent here. The house has its own rule, beside this clause."
)


def find_clause(rulebook: str, cited: str) -> Clause | None:
    """What is cited: a clause of the rulebook, or that there is none."""
    return _OWN if cited == HOUSE_RULE else clauses_of(rulebook).get(cited)


@cache
def clauses_of(rulebook: str) -> Mapping[str, Clause]:
    """The clauses of one rulebook, in the order of its text."""
    text = (folder("clauses") / f"{rulebook}.csv").read_text(encoding="utf-8")
    rows = csv.DictReader(io.StringIO(text))
    return {row["id"]: _clause(row) for row in rows}


def _clause(row: Mapping[str, str]) -> Clause:
    return Clause(
        id=row["id"],
        cite=row["cite"],
        topic=row["topic"],
        kind=row["kind"],
        says=row["says"],
        met_by=tuple(row["met_by"].split()),
        tests=tuple(row["tests"].split()),
    )
