"""The rows of a rulebook besides its values: settlements, steps, attestations and terms."""

from collections.abc import Mapping
from typing import Any

from wartable.money import is_amount
from wartable.rulebook.book import Attestation, SettlementRow, Term
from wartable.rulebook.checks import listed, plain, shown
from wartable.rulebook.rules import StepRule
from wartable.rulebook.strict.draft import BookDraft
from wartable.rulebook.strict.fields import CITED, FLAG, LISTS, TEXT, Field
from wartable.rulebook.strict.schema import RowKey, StepKey
from wartable.rulebook.strict.values import possible
from wartable.rulebook.values import Value

KEEPS = frozenset({"lose", "push", "surrender", "collected"})
"""Results that pay nothing."""

OFFERS = "offers"
"""In an attestation, stands for the side bets that a house offers."""

_ROW: dict[str, Field] = {"result": TEXT, "pays": TEXT, "amount": TEXT, "meter": TEXT, "clauses": CITED["clauses"]}
_STEP: dict[str, Field] = {"house_rule": FLAG, "says": TEXT, **CITED}
_DUTY: dict[str, Field] = {"says": TEXT, "when": LISTS, **CITED}
_TERM: dict[str, Field] = {"word": TEXT, **CITED}


def read_row(draft: BookDraft, at: str, key: RowKey, row: object) -> SettlementRow | None:
    """Read the settlement of one wager on one outcome."""
    before = draft.found
    fields = draft.take(at, row, _ROW, needs=("result", "clauses"))
    result = fields.get("result")
    if result is not None and result not in key.results:
        draft.wrong(f"{at}.result", f"{shown(result)} is not a result of this wager", listed(key.results))
    elif result is not None:
        for name, pays in (("pays", key.pays), ("amount", key.amount), ("meter", key.meter)):
            _check_pay(draft, at, name, () if result in KEEPS else pays, fields.get(name))
    if draft.found > before:
        return None
    return SettlementRow(**{**fields, "clauses": tuple(fields["clauses"])})


def _check_pay(draft: BookDraft, at: str, name: str, pays: tuple[str, ...] | str | None, said: str | None) -> None:
    """A row names everything that it pays: odds by their name, an amount, a meter."""
    if not pays:
        if said is not None:
            draft.wrong(f"{at}.{name}", f"this row pays no {name}", f"no {name}")
    elif pays == "dollars":
        if not is_amount(said):
            draft.wrong(f"{at}.{name}", f"{shown(said)} is not an amount", 'an amount such as "10.00"')
    elif said not in (choices := (pays,) if isinstance(pays, str) else pays):
        draft.wrong(f"{at}.{name}", f"{shown(said)} is not what this row pays", listed(choices))


def read_step(draft: BookDraft, name: str, key: StepKey, row: object) -> StepRule | None:
    before = draft.found
    fields = draft.take(f"steps.{name}", row, _STEP)
    if draft.found > before:
        return None
    fields |= {"by": key.by, "clauses": tuple(fields["clauses"])}
    fields.setdefault("says", draft.sentence(key.says))
    return StepRule(**fields)


def read_term(draft: BookDraft, name: str, row: object) -> Term | None:
    """Read a term; one that the schema does not have says what it means."""
    before = draft.found
    known = draft.schema.terms.get(name)
    fields = draft.take(f"terms.{name}", row, _TERM, needs=("clauses",) if known else ("word", "clauses"))
    if draft.found > before:
        return None
    word = fields.get("word") or (known.word if known else "")
    return Term(word, tuple(fields["clauses"]), fields.get("reading"))


def read_duty(draft: BookDraft, name: str, row: object, values: Mapping[str, Value | None]) -> Attestation | None:
    """Read an attestation; a duty that the schema does not have says what it means."""
    at, before = f"attest.{name}", draft.found
    known = draft.schema.attest.get(name)
    fields = draft.take(at, row, _DUTY, needs=("clauses",) if known else ("says", "clauses"))
    for what, wanted in fields.get("when", {}).items():
        _check_when(draft, f"{at}.when", what, wanted, values)
    if draft.found > before:
        return None
    says = fields.get("says") or draft.sentence(known.says if known else "")
    return Attestation(says, tuple(fields["clauses"]), fields.get("reading"), fields.get("when", {}))


def check_needs(draft: BookDraft, values: Mapping[str, Value | None]) -> None:
    """A value that is needed beside others names values of this rulebook, and what they can be."""
    for name, value in values.items():
        for what, wanted in value.needed_with.items() if value is not None else ():
            _check_when(draft, f"{name}.needed_with", what, wanted, values)


def _check_when(draft: BookDraft, at: str, what: str, wanted: list[Any], values: Mapping[str, Value | None]) -> None:
    """A duty depends on a side bet, or on a possible choice for a value."""
    if what == OFFERS:
        choices = {value.offer: None for value in values.values() if value is not None and value.offer}
    elif what not in values:
        draft.wrong(at, f"{shown(what)} is not a value of this rulebook", f"{OFFERS}, or a value of this rulebook")
        return
    elif (value := values[what]) is None:
        return  # the value's own problem is reported there
    else:
        choices = {plain(raw): None for raw in possible(value)}
    for word in wanted:
        if word not in choices:
            draft.wrong(at, f"{what} cannot be {shown(word)}", listed(choices or ["nothing"]))
