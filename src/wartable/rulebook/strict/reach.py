"""Completeness: everything that the schema requires and that the clauses refer to is there."""

from collections.abc import Iterator, Mapping

from wartable.rulebook.checks import listed, plain
from wartable.rulebook.strict.draft import BookDraft
from wartable.rulebook.strict.schema import ANY, Key, RowKey, StepKey, TermKey, ValueKey
from wartable.rulebook.strict.values import allowed_by, possible
from wartable.rulebook.trace import BadReference, find_among, parse_meets
from wartable.rulebook.values import Value

Present = Mapping[str, Mapping[str, object]]
"""The names in a rulebook, valid or not: `value`, `settlement`, `step`, `attest`, `term`."""

_AT = {"value": "", "settlement": "settlement.", "step": "steps.", "term": "terms.", "attest": "attest."}


def check_reach(draft: BookDraft, present: Present, values: Mapping[str, Value | None]) -> None:
    """Note missing keys, and keys that do not apply to this rulebook."""
    keys = list(_keys(draft))
    parts = {key.parts[0] for kind, name, key in keys if len(key.parts) == 1 and _is_there(present[kind], name)}
    for kind, name, key in keys:
        why = _does_not_apply(key, parts, values)
        if _is_there(present[kind], name):
            if why is not None:
                draft.wrong(f"{_AT[kind]}{name}", "this does not apply here", why)
        elif why is None and not key.optional and _is_known(key, values):
            draft.wrong(f"{_AT[kind]}{name}", f"missing: {_says(draft, key)}", _allowed(key))
    _check_trace(draft, present)


def _keys(draft: BookDraft) -> Iterator[tuple[str, str, Key]]:
    known = draft.schema
    yield from (("value", name, key) for name, key in known.values.items())
    yield from (("settlement", name, key) for name, key in known.settlement.items())
    yield from (("step", name, key) for name, key in known.steps.items())
    yield from (("term", name, key) for name, key in known.terms.items())


def _is_there(names: Mapping[str, object], name: str) -> bool:
    if ANY not in name:
        return name in names
    deal, _, wager = name.split(".")
    return any(place.startswith(f"{deal}.") and place.endswith(f".{wager}") for place in names)


def _is_known(key: Key, values: Mapping[str, Value | None]) -> bool:
    """Whether every value that decides where a key applies is itself valid."""
    return all(values.get(name) is not None for name in key.when)


def _does_not_apply(key: Key, parts: set[str], values: Mapping[str, Value | None]) -> str | None:
    """Where a key applies, in words, if it does not apply to this rulebook."""
    if key.parts and parts.isdisjoint(key.parts):
        return f"only with {listed(key.parts)}"
    for name, wanted in key.when.items():
        value = values.get(name)
        if value is not None and not any(raw in wanted for raw in possible(value)):
            return f"only where {name} can be {listed(plain(raw) for raw in wanted)}"
    return None


def _says(draft: BookDraft, key: Key) -> str:
    match key:
        case ValueKey() | StepKey():
            return draft.sentence(key.says)
        case TermKey():
            return f"the rulebook's word for {key.word}"
        case _:
            return "how this wager is settled"


def _allowed(key: Key) -> str:
    match key:
        case ValueKey():
            return allowed_by(key)
        case RowKey():
            return f"a row with the result {listed(key.results)}"
        case _:
            return "a table with clauses"


def _check_trace(draft: BookDraft, present: Present) -> None:
    """Everything that a clause is met by is in the rulebook."""
    for clause in draft.clauses.values():
        for reference in clause.met_by:
            kind, _, name = reference.partition(":")
            if name in present.get(kind, ()):
                continue  # nearly every one, so this fast path pays
            try:
                meets = parse_meets(reference)
            except BadReference as error:
                draft.wrong("clauses", f"{clause.id}: {error}", "a reference such as value:cut.depth")
                continue
            at = f"{_AT.get(meets.kind, 'figures.')}{meets.name}"
            if not find_among(meets, present) and not draft.is_told(at):
                draft.wrong(at, f"missing: {clause.id} says that it is met by {reference}", "what the clause names")
