"""References of the clause trace: read strictly, and told in words that people understand."""

import pytest

from wartable.rulebook import load_rulebook
from wartable.rulebook.book import SettlementRow
from wartable.rulebook.trace import KINDS, BadReference, Meets, describe, is_found, known_checks, parse_meets

WORDS = {
    "value:cut.depth": "the value cut.depth: 10 cards",
    "value:table.boxes": "the value table.boxes: chosen by the house",
    "value:cut.recut": "the value cut.recut: yes",
    "value:wager.spoken_cash": "the value wager.spoken_cash: no",
    "value:limits.min": "the value limits.min: chosen by the house",
    "value:limits.step": "the value limits.step: left open",
    "value:war.initial": "the value war.initial: held",
    "value:pays.tie": "the value pays.tie: 10 to 1",
    "value:progressive.reset": "the value progressive.reset: chosen by the house",
    "settlement:war.lower.war": "the settlement war.lower.war: lose",
    "settlement:war.equal.war": "the settlement war.equal.war: win, paid 2 to 1",
    "settlement:hot.500.bonus_spin": "the settlement hot.500.bonus_spin: hot, paid 500.00 dollars",
    "settlement:hot.primary.bonus_spin": "the settlement hot.primary.bonus_spin: hot, paid the meter spin primary",
    "settlement:progressive.suited_four_of_a_kind.envy": (
        "the settlement progressive.suited_four_of_a_kind.envy: win, paid by the table of envy bonuses"
    ),
    "step:wash": "the step wash: Wash the cards thoroughly. (dealer)",
    "step:look": "the step look: Let the first player to arrive look at the cards. (player or dealer)",
    "attest:discard_rack": "the attestation discard_rack: The discard rack is fixed to the table on the dealer's side.",
    "term:initial": "the word initial: initial wager",
    "check:wagers_have_halves": (
        "the check wagers_have_halves: "
        "Half of every initial wager that the limits permit exists in the smallest chip; nothing is ever rounded."
    ),
    "phase:war_dealing": "the phase war dealing",
    "command:turn_card": "the command turn card",
    "event:card_burned": "the event card burned",
    "refusal:burn_comes_first": "the refusal burn comes first",
    "later:2": "comes in step 2",
    "value:cut.colour": "the value cut.colour, which is not there",
    "figure:edge": "the published figure edge, which is not there",
}


@pytest.mark.parametrize("reference", WORDS)
def test_a_reference_is_told_in_words(reference: str) -> None:
    assert describe(parse_meets(reference), load_rulebook("maryland")) == WORDS[reference]


def test_a_published_figure_is_told_with_its_amount() -> None:
    washington = load_rulebook("washington")
    assert describe(parse_meets("figure:edge"), washington) == "the published figure edge: 2.33%"
    assert (
        describe(parse_meets("figure:pool_example"), washington) == "the published figure pool_example: 15.00 dollars"
    )


@pytest.mark.parametrize("kind", KINDS)
def test_a_reference_is_written_as_it_is_read(kind: str) -> None:
    assert str(parse_meets(f"{kind}:a.name")) == f"{kind}:a.name"


@pytest.mark.parametrize(
    "text", ["", "value", "value:", "values:cut.depth", "cut.depth", ":cut.depth", "Value:cut.depth"]
)
def test_what_is_no_reference_is_refused(text: str) -> None:
    with pytest.raises(BadReference, match="is not a reference"):
        parse_meets(text)


@pytest.mark.parametrize(
    "reference",
    [
        "value:cut.depth",
        "settlement:war.higher.war",
        "step:wash",
        "attest:limits_wac_040",
        "term:initial",
        "figure:edge",
        "check:attestations",
    ],
)
def test_a_rulebook_finds_what_it_has_and_nothing_else(reference: str) -> None:
    washington = load_rulebook("washington")
    there = parse_meets(reference)
    assert is_found(there, washington)
    assert not is_found(Meets(there.kind, f"{there.name}_not"), washington)


def test_the_checks_are_those_of_the_package_and_not_its_helpers() -> None:
    assert {"attestations", "wagers_have_halves", "unknown_keys"} <= set(known_checks())
    assert not [name for name in known_checks() if name.startswith("_")]
    assert "cache" not in known_checks()


def test_every_settlement_of_every_wager_has_words() -> None:
    maryland = load_rulebook("maryland")
    for name, row in maryland.settlement.items():
        assert isinstance(row, SettlementRow)
        assert describe(Meets("settlement", name), maryland).startswith(f"the settlement {name}: ")
