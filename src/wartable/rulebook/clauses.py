"""The clause trace: every clause of every rulebook, what it asks, what meets it and which tests prove it."""

import csv
import io
from collections.abc import Mapping
from functools import cache
from typing import NamedTuple

import msgspec

from wartable.rulebook.data import folder
from wartable.rulebook.problems import BookProblem

COLUMNS = ("id", "cite", "topic", "kind", "says", "met_by", "tests")


class Clause(msgspec.Struct, frozen=True):
    """One clause: its place in the text, what it asks, where the program meets it, and the proof."""

    id: str
    cite: str
    topic: str
    kind: str
    says: str
    met_by: tuple[str, ...] = ()
    tests: tuple[str, ...] = ()


HOUSE_RULE = "house rule"
"""Comes before the nearest clause where the regulator's text is silent and the house follows a rule of its own."""
_OWN = Clause(
    HOUSE_RULE, "", "", "", "The regulator's text is silent here. The house has its own rule, beside this clause."
)


def find_clause(rulebook: str, cited: str) -> Clause | None:
    """Return the cited clause; None where the rulebook has no clause of that id."""
    return _OWN if cited == HOUSE_RULE else clauses_of(rulebook).get(cited)


def clauses_of(rulebook: str) -> Mapping[str, Clause]:
    """Return the clauses of one rulebook, in the order of its text."""
    return read_clauses(rulebook).clauses


def clause_problems(rulebook: str, code: str) -> list[BookProblem]:
    """Return the problems of a rulebook's clauses: each id begins with the code of the state, and is unique."""
    found = read_clauses(rulebook)
    return [
        *found.problems,
        *(
            BookProblem(_file(rulebook), clause, "this is not a clause of this state", f"{code}-…", line)
            for clause, line in found.lines.items()
            if not clause.startswith(f"{code}-")
        ),
    ]


class FoundClauses(NamedTuple):
    """The valid clauses of a file with the line of each, and the problems of the others."""

    clauses: Mapping[str, Clause]
    lines: Mapping[str, int]
    problems: tuple[BookProblem, ...]


@cache
def read_clauses(rulebook: str) -> FoundClauses:
    file = _file(rulebook)
    try:
        text = (folder() / file).read_text(encoding="utf-8")
    except FileNotFoundError:
        return _nothing(BookProblem(file, "file", "missing: the clauses of this state", "a CSV file"))
    rows = csv.reader(io.StringIO(text))
    if tuple(next(rows, ())) != COLUMNS:
        says = "these are not the columns of a list of clauses"
        return _nothing(BookProblem(file, "header", says, ",".join(COLUMNS), 1))
    clauses: dict[str, Clause] = {}
    lines: dict[str, int] = {}
    problems = []
    for row in rows:
        wrong = _wrong(row, clauses)
        if wrong is not None:
            problems.append(BookProblem(file, row[0] if row else "row", *wrong, line=rows.line_num))
        else:
            clauses[row[0]] = _clause(*row)
            lines[row[0]] = rows.line_num
    return FoundClauses(clauses, lines, tuple(problems))


def _nothing(problem: BookProblem) -> FoundClauses:
    return FoundClauses({}, {}, (problem,))


def _clause(name: str, cite: str, topic: str, kind: str, says: str, met_by: str, tests: str) -> Clause:
    return Clause(name, cite, topic, kind, says, tuple(met_by.split()), tuple(tests.split()))


def _wrong(row: list[str], clauses: Mapping[str, Clause]) -> tuple[str, str] | None:
    """Why a row is not a clause, and what is allowed."""
    if len(row) != len(COLUMNS) or not all(row[:5]):
        return "this is not a clause", f"{len(COLUMNS)} columns, the first five of them filled"
    return ("this clause is there twice", "each id once") if row[0] in clauses else None


def _file(rulebook: str) -> str:
    return f"clauses/{rulebook}.csv"
