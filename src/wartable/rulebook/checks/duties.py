"""Duties of a filed house: the values its rulebook asks for, and its attestations."""

from collections.abc import Collection, Iterator, Mapping
from typing import Any

from wartable.rulebook.book import Attestation
from wartable.rulebook.checks.case import Case
from wartable.rulebook.checks.finding import HouseFinding, Severity
from wartable.rulebook.checks.names import unknown_keys
from wartable.rulebook.checks.wording import listed, plain, shown
from wartable.rulebook.toml_lines import dotted


def needed_values(case: Case) -> Iterator[HouseFinding]:
    """Some values have no usable default; some are needed only beside another choice."""
    for name, value in case.book.values.items():
        if name in case.said.names or value.offer not in {None, *case.said.offers}:
            continue
        if value.needed:
            yield from case.find(name, "error", f"missing: {value.says}", case.room(name))
        elif value.needed_with and _holds(case, value.needed_with):
            beside = listed((f"{case.key(other)} = {shown(_raw(case, other))}" for other in value.needed_with), "and")
            message = f"missing, though {beside}: {value.says}"
            yield from case.find(name, "error", message, case.room(name), *value.needed_with)


def attestations(case: Case, attest: object) -> Iterator[HouseFinding]:
    """Every duty that applies is attested, by `true`; an attestation that was not asked gets a note."""
    said: Mapping[object, object] = attest if isinstance(attest, Mapping) else {}
    if not isinstance(attest, Mapping):
        yield HouseFinding("error", "attest", f"{shown(attest)} is not a table", "a table of attestations, each true")
    for name, duty in case.book.attest.items():
        if name in said and said[name] is not True:
            yield _on(name, duty, "error", f"{shown(said[name])} attests nothing: {duty.says}")
        elif not case.said.refused.isdisjoint(duty.when):
            continue  # a refused value decides whether it is asked
        elif (applies := _holds(case, duty.when)) and name not in said:
            yield _on(name, duty, "error", f"not attested: {duty.says}")
        elif name in said and not applies:
            yield _on(name, duty, "note", f"attested, but not asked of this house: {duty.says}")
    strangers = [dotted(("attest", name)) for name in said if name not in case.book.attest]
    yield from unknown_keys(strangers, [f"attest.{name}" for name in case.book.attest])


def _holds(case: Case, when: Mapping[str, list[str]]) -> bool:
    """Whether each value named is one of the words, or has one of them in its list."""
    for name, wanted in when.items():
        if name == "offers":
            found: Collection[str] = case.said.offers
        else:
            raw = _raw(case, name)
            found = raw if isinstance(raw, list) else () if raw is None else (plain(raw),)
        if not set(found).intersection(wanted):
            return False
    return True


def _raw(case: Case, name: str) -> Any:
    return case.choices.get(name, case.book.values[name].in_force)


def _on(name: str, duty: Attestation, severity: Severity, message: str) -> HouseFinding:
    return HouseFinding(severity, f"attest.{name}", message, "true", duty.clauses, duty.reading)
