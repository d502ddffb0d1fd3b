"""A clause is proved only by a test that fails when what meets the clause is disabled."""

from collections.abc import Iterator

import pytest
from msgspec.structs import replace

from tests.mutants.clauses import ClauseMutant, Outcome, Ready, judge
from wartable.rulebook import clauses_of
from wartable.rulebook.clauses import Clause

DAY = "2026-01-02"
SAMPLE = {
    "value": ("maryland", "MD-5-F", "value:cut.depth"),
    "settlement": ("massachusetts", "MA-8-a-2.1", "settlement:original.higher.initial"),
    "attestation": ("wisconsin", "WI-b-1.2", "attest:cards_identical"),
    "refusal": ("wisconsin", "WI-b-1.1", "refusal:card_is_used_up"),
}
"""A clause of each kind of reference; `./dev soak clauses` tries all."""


@pytest.fixture(scope="module")
def ready() -> Iterator[Ready]:
    with Ready(1) as processes:
        yield processes


@pytest.mark.parametrize("kind", SAMPLE)
def test_what_meets_a_clause_cannot_go_unnoticed(kind: str, ready: Ready) -> None:
    rulebook, name, meets = SAMPLE[kind]
    clause = clauses_of(rulebook)[name]
    assert meets in clause.met_by
    outcome = ready.attempt(ClauseMutant(rulebook, meets, (clause,)))
    assert outcome.disabled
    assert not outcome.broken
    assert outcome.failed


def test_a_mutant_that_no_named_test_notices_survives(ready: Ready) -> None:
    clause = replace(clauses_of("maryland")["MD-5-F"], tests=("tests/test_money.py",), met_by=("value:cut.depth",))
    outcome = ready.attempt(ClauseMutant("maryland", "value:cut.depth", (clause,)))
    assert outcome == Outcome(disabled=True)
    proof = judge(clause, {"value:cut.depth": outcome}, DAY)
    assert (proof.verdict, proof.survived, proof.paths) == ("survived", ("value:cut.depth",), ())


def test_a_failure_of_another_clauses_test_is_no_notice() -> None:
    clause = Clause("X", "", "", "", "", ("value:decks",), ("tests/a.py::test_x[1]", "tests/a.py::test_y"))
    other = {"value:decks": Outcome(disabled=True, failed=("tests/a.py::test_x[2]",))}
    own = {"value:decks": Outcome(disabled=True, failed=("tests/a.py::test_x[2]", "tests/a.py::test_y[3]"))}
    assert judge(clause, other, DAY).verdict == "survived"
    proof = judge(clause, own, DAY)
    assert (proof.verdict, proof.noticed, proof.survived) == ("enforced", ("value:decks",), ())
    assert (proof.tests, proof.day) == (("tests/a.py::test_y[3]",), DAY)


def test_a_mutant_under_which_nothing_can_be_collected_proves_nothing() -> None:
    clause = Clause("X", "", "", "", "", ("value:decks",), ("tests/a.py::test_y",))
    proof = judge(clause, {"value:decks": Outcome(disabled=True, broken=True)}, DAY)
    assert (proof.verdict, proof.noticed, proof.survived) == ("survived", (), ())
