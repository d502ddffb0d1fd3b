"""Duties of a filed house: the values its rulebook asks for, and its attestations."""

from collections.abc import Iterator, Mapping

from wartable.rulebook.book import Attestation
from wartable.rulebook.checks.case import Case
from wartable.rulebook.checks.finding import HouseFinding, Severity
from wartable.rulebook.checks.names import unknown_keys
from wartable.rulebook.checks.wording import plain, shown
from wartable.rulebook.toml_lines import dotted


def needed_values(case: Case) -> Iterator[HouseFinding]:
    """Some values have no usable default."""
    for name, value in case.book.values.items():
        if value.needed and name not in case.said.names and value.offer in {None, *case.said.offers}:
            yield from case.find(name, "error", f"missing: {value.says}", case.room(name))


def timeout_has_a_time(case: Case) -> Iterator[HouseFinding]:
    """Surrender at the end of a time needs a time."""
    decision = case.rules.decision
    if decision.on_timeout == "surrender" and decision.timeout_s is None:
        message = f"missing, though {case.key('decision.on_timeout')} is surrender"
        yield from case.find(
            "decision.timeout_s", "error", message, case.room("decision.timeout_s"), "decision.on_timeout"
        )


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
        elif (applies := _applies(case, duty)) and name not in said:
            yield _on(name, duty, "error", f"not attested: {duty.says}")
        elif name in said and not applies:
            yield _on(name, duty, "note", f"attested, but not asked of this house: {duty.says}")
    strangers = [dotted(("attest", name)) for name in said if name not in case.book.attest]
    yield from unknown_keys(strangers, [f"attest.{name}" for name in case.book.attest])


def _applies(case: Case, duty: Attestation) -> bool:
    for name, wanted in duty.when.items():
        if name == "offers":
            if not case.said.offers.intersection(wanted):
                return False
            continue
        raw = case.choices.get(name, case.book.values[name].in_force)
        if raw is None or plain(raw) not in wanted:
            return False
    return True


def _on(name: str, duty: Attestation, severity: Severity, message: str) -> HouseFinding:
    return HouseFinding(severity, f"attest.{name}", message, "true", duty.clauses, duty.reading)
