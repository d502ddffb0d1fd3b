"""A rulebook from its text: every problem at once, or a complete rulebook."""

import re
from collections.abc import Iterator, Mapping
from typing import Any, TypeVar

from wartable.days import is_day
from wartable.rulebook.book import Rulebook, SettlementRow
from wartable.rulebook.checks import shown
from wartable.rulebook.strict.draft import Beside, BookDraft, parse_file
from wartable.rulebook.strict.fields import TEXT
from wartable.rulebook.strict.reach import Present, check_reach
from wartable.rulebook.strict.rows import check_needs, read_duty, read_row, read_step, read_term
from wartable.rulebook.strict.schema import ANY, TABLES
from wartable.rulebook.strict.values import read_value
from wartable.rulebook.toml_lines import dotted
from wartable.rulebook.values import Value

NOT_STATED = "not stated"
NAME = re.compile("[a-z][a-z0-9_]{2,39}")
"""A valid name of a rulebook; longer than a code, so that no name is another's code."""
RESERVED = ("rulebook", "about", "attest")
"""The keys of a house file besides its choices."""

_CODE = re.compile("[A-Z]{2}")
_ALLOWED = {
    "code": "two capital letters, with which every clause id begins",
    "in_force": f'a day such as "2026-07-01", or "{NOT_STATED}"',
}
"""What a key of the head allows, where that is more than any text."""


T = TypeVar("T")


def read_rulebook(name: str, text: str, beside: Beside) -> Rulebook:
    """Read a rulebook file; raise BadRulebook with every problem."""
    return read_document(name, text, parse_file(f"rulebooks/{name}.toml", text), beside)


def read_document(name: str, text: str, document: dict[str, Any], beside: Beside) -> Rulebook:
    """Read a parsed rulebook file; its text gives the line of each problem."""
    draft = BookDraft(f"rulebooks/{name}.toml", text, document, beside)
    known = beside.schema
    _check_head(draft, name)
    rows = {table: _table(draft, table) for table in TABLES}
    terms = {term: read_term(draft, term, row) for term, row in rows["terms"].items()}
    draft.words = {term: found.word for term, found in terms.items() if found is not None}
    written = dict(_value_rows(draft, draft.document))
    values = {key: read_value(draft, key, known.values[key], written[key]) for key in known.values if key in written}
    _check_house_keys(draft, values)
    check_needs(draft, values)
    settlement = dict(_settlement(draft, rows["settlement"]))
    draft.unknown((dotted(("steps", step)) for step in rows["steps"] if step not in known.steps), "steps", known.steps)
    asked = {step: key for step, key in known.steps.items() if step in rows["steps"]}
    steps = {step: read_step(draft, step, key, rows["steps"][step]) for step, key in asked.items()}
    attest = {duty: read_duty(draft, duty, row, values) for duty, row in rows["attest"].items()}
    present: Present = {"value": values, "settlement": settlement, "step": steps, "attest": attest, "term": terms}
    check_reach(draft, present, values)
    draft.refuse()
    return Rulebook(
        **{word: draft.document[word] for word in known.head},
        values=_found(values),
        settlement=_found(settlement),
        steps=_found(steps),
        attest=_found(attest),
        terms=_found(terms),
    )


def _found(rows: Mapping[str, T | None]) -> dict[str, T]:
    """The valid rows of a rulebook: all of them are there."""
    return {name: row for name, row in rows.items() if row is not None}


def _check_head(draft: BookDraft, name: str) -> None:
    """Check the state, its regulator, and the day the rules came into force."""
    for word, says in draft.schema.head.items():
        said = draft.document.get(word)
        allowed = name.lower() if word == "name" else _ALLOWED.get(word, TEXT.allowed)
        if word not in draft.document:
            draft.wrong(word, f"missing: {says}", allowed)
        elif not isinstance(said, str) or not TEXT.fits(said):
            draft.wrong(word, f"{shown(said)} does not fit", allowed)
        elif word == "name" and not (said == name and NAME.fullmatch(name)):
            draft.wrong(word, f"{shown(said)} is not the name of the file in small letters", allowed)
        elif word == "code":
            _check_code(draft, name, said)
        elif word == "in_force" and said != NOT_STATED and not is_day(said):
            draft.wrong(word, f"{shown(said)} is not a day", allowed)


def _check_code(draft: BookDraft, name: str, code: str) -> None:
    """Clauses begin with the code; a wrong clause is reported by itself."""
    cited = not draft.clauses or any(clause.startswith(f"{code}-") for clause in draft.clauses)
    if not cited or not _CODE.fullmatch(code):
        draft.wrong("code", f"{shown(code)} is not the code of this state", _ALLOWED["code"])
    elif draft.names.get(code, name) != name:
        draft.wrong("code", f"{code} is the code of {draft.names[code]}", "a code of its own")


def _table(draft: BookDraft, name: str) -> dict[str, object]:
    rows = draft.document.get(name, {})
    if isinstance(rows, dict):
        return rows
    draft.wrong(name, f"{shown(rows)} is not a table", "a table")
    return {}


def _value_rows(
    draft: BookDraft, tables: Mapping[str, object], above: tuple[str, ...] = ()
) -> Iterator[tuple[str, object]]:
    """Every row of a value by its dotted name; a key without a value is noted."""
    names = draft.schema.values
    for part, row in tables.items():
        name = dotted((*above, part))
        if name in names:
            yield name, row
        elif isinstance(row, dict) and any(known.startswith(f"{name}.") for known in names):
            yield from _value_rows(draft, row, (*above, part))
        elif above or part not in (*draft.schema.head, *TABLES):
            depth = len(above) + 1
            beside = dict.fromkeys(".".join(known.split(".")[:depth]) for known in names)
            draft.unknown([name], "", [*beside, *draft.schema.head, *TABLES])


def _settlement(draft: BookDraft, deals: Mapping[str, object]) -> Iterator[tuple[str, SettlementRow | None]]:
    """Every settlement by its deal, outcome and wager."""
    known = draft.schema.settlement
    for deal, outcomes in deals.items():
        for outcome, wagers in outcomes.items() if isinstance(outcomes, dict) else [("", None)]:
            for wager, row in wagers.items() if isinstance(wagers, dict) else [("", None)]:
                at = ".".join(part for part in (deal, outcome, wager) if part)
                key = known.get(at) or known.get(f"{deal}.{ANY}.{wager}")
                if key is None:
                    draft.unknown([f"settlement.{at}"], "settlement", known)
                else:
                    yield at, read_row(draft, f"settlement.{at}", key, row)


def _check_house_keys(draft: BookDraft, values: Mapping[str, Value | None]) -> None:
    """Each value has a unique name in a house file."""
    taken: dict[str, str] = dict.fromkeys(RESERVED, "the house itself")
    for name, value in values.items():
        key = (value.key if value is not None else None) or name
        if key in taken:
            draft.wrong(f"{name}.key", f"{key} is already the name of {taken[key]}", "a name that is used once")
        taken[key] = name
