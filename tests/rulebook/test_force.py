"""Rules in force: the rulebook's values, with the house's choices where there is room for them."""

from typing import Any

import pytest

from tests.told import RULEBOOKS
from wartable.money import Odds
from wartable.rulebook import Rules, load_rulebook, rules_in_force
from wartable.rulebook.clauses import clauses_of, find_clause
from wartable.rulebook.depth import Depth
from wartable.rulebook.force import offers, parse_value

PROGRESSIVE: dict[str, Any] = {"progressive.reset": "10000.00", "progressive.rate": "0.20"}


def in_force(rulebook: str, **choices: Any) -> Rules:
    """The rules of a house; a dot in a name is written as two underscores."""
    named = {name.replace("__", "."): choice for name, choice in choices.items()}
    return rules_in_force(load_rulebook(rulebook), named)


@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_a_rulebook_is_in_force_by_itself(rulebook: str) -> None:
    rules = rules_in_force(load_rulebook(rulebook))
    assert rules.rulebook == rulebook
    assert rules.stack == rules.decks * 52 == 312
    assert set(rules.cite) == set(load_rulebook(rulebook).values)


@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_what_rests_on_no_clause_is_cited_as_a_house_rule_beside_the_nearest_one(rulebook: str) -> None:
    book, rules = load_rulebook(rulebook), rules_in_force(load_rulebook(rulebook))
    for name, value in book.values.items():
        assert rules.cite[name] == (("house rule", *value.clauses) if value.house_rule else value.clauses)
    for name, step in book.steps.items():
        assert rules.steps[name].clauses == (("house rule", *step.clauses) if step.house_rule else step.clauses)
    assert not any("house rule" in line.clauses for line in rules.settlement.values())


@pytest.mark.parametrize(
    ("rulebook", "own"),
    [
        ("washington", ("wash", "shuffle", "cut", "burn", "no_more_bets", "cover_card")),
        ("california", ("inspect", "wash", "riffle", "reinsert", "spread_idle")),
        ("wisconsin", ("cover_device",)),
    ],
)
def test_ca_22_wa_12_a_step_that_no_clause_asks_for_is_marked_as_the_houses_own(
    rulebook: str, own: tuple[str, ...]
) -> None:
    book = load_rulebook(rulebook)
    asked_for = {meets for clause in clauses_of(rulebook).values() for meets in clause.met_by}
    for name, step in book.steps.items():
        assert not (step.house_rule and f"step:{name}" in asked_for), name
    assert all(book.steps[name].house_rule for name in own)


def test_what_is_cited_is_told_in_words() -> None:
    assert find_clause("washington", "WA-3.1") == clauses_of("washington")["WA-3.1"]
    assert find_clause("washington", "MD-9-A") is None
    own = find_clause("washington", "house rule")
    assert own is not None
    assert own.says.startswith("The regulator's text is silent here.")


def test_a_choice_takes_the_place_of_a_default() -> None:
    assert in_force("maryland", decks=8).stack == 416
    assert in_force("maryland", cut__reinsert="100 cards").cut.reinsert == Depth(cards=100)
    assert in_force("maryland", limits__max="500.00").limits.max == 500_00


def test_batches_take_turns_only_with_a_batch_shuffler() -> None:
    assert not in_force("maryland").by_batches
    assert in_force("maryland", shuffler__kind="batch").by_batches


def test_a_house_says_it_in_its_own_words() -> None:
    assert in_force("washington").settle.direction == "counterclockwise"
    assert in_force("washington", settle__direction="left_to_right").settle.direction == "clockwise"
    direction = load_rulebook("washington").values["settle.direction"]
    assert parse_value(direction, "right_to_left") == "counterclockwise"


def test_a_house_without_its_own_procedures_does_what_the_text_asks() -> None:
    assert len(in_force("washington").opening.steps) > 1
    assert in_force("washington", procedures__house=False).opening.steps == ("receive",)
    assert in_force("washington", procedures__house=False).idle.steps == ()


def test_a_paid_line_cites_what_makes_it_win_and_what_it_pays() -> None:
    book = load_rulebook("wisconsin")
    line = rules_in_force(book).settlement["original.higher.initial"]
    assert line.odds == Odds(1, 1)
    assert set(book.settlement["original.higher.initial"].clauses) < set(line.clauses)
    assert set(line.clauses) >= set(book.values["pays.initial"].clauses)
    assert len(set(line.clauses)) == len(line.clauses)


def test_a_line_that_pays_nothing_cites_its_own_clauses() -> None:
    book = load_rulebook("wisconsin")
    lost = rules_in_force(book).settlement["original.lower.initial"]
    assert (lost.result, lost.odds, lost.clauses) == ("lose", None, book.settlement["original.lower.initial"].clauses)


def test_a_side_bet_is_offered_when_the_house_says_anything_about_it() -> None:
    book = load_rulebook("maryland")
    assert offers(book, {}) == frozenset()
    assert offers(book, PROGRESSIVE) == {"progressive"}
    assert rules_in_force(book).progressive is None
    assert "progressive.tie.progressive" not in rules_in_force(book).settlement
    offered = rules_in_force(book, PROGRESSIVE)
    assert offered.progressive is not None
    assert offered.settlement["progressive.tie.progressive"].odds is not None
    assert offered.settlement["progressive.suited_four_of_a_kind.progressive"].meter == "progressive"


def test_a_table_of_the_house_adds_to_the_rulebooks_own() -> None:
    rules = rules_in_force(load_rulebook("maryland"), {**PROGRESSIVE, "envy.table": {"10.00": "9000.00"}})
    assert rules.envy is not None
    assert rules.envy.table == {5_00: 5000_00, 10_00: 9000_00}


def test_an_envy_bonus_is_the_tables_or_grows_with_the_stake() -> None:
    maryland = rules_in_force(load_rulebook("maryland"), PROGRESSIVE).envy
    massachusetts = rules_in_force(
        load_rulebook("massachusetts"), {**PROGRESSIVE, "progressive.stakes": ["5.00", "15.00"]}
    ).envy
    assert maryland is not None
    assert massachusetts is not None
    assert maryland.bonus(5_00) == 5000_00
    assert (massachusetts.bonus(5_00), massachusetts.bonus(15_00)) == (1000_00, 3000_00)
    with pytest.raises(KeyError):
        maryland.bonus(15_00)
