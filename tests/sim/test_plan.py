"""The plan: what the rules say about how cards fall, in numbers; and what cannot be dealt."""

import ast
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from tests.sim.tables import plan_of, rules_of
from tests.told import RULEBOOKS
from wartable import sim
from wartable.sim import layout
from wartable.sim.plan import BadPlan
from wartable.sim.strategy import Strategy, parse_strategies, parse_strategy, tie_chance


@pytest.mark.parametrize(
    ("pattern", "burns", "each"), [("once", 3, 0), ("before_players_and_dealer", 6, 0), ("before_every_card", 3, 3)]
)
def test_a_burn_pattern_is_a_number_of_cards_and_one_for_each_war(pattern: str, burns: int, each: int) -> None:
    plan = plan_of(rules_of("wisconsin", {"war.burn_pattern": pattern}), "war")
    assert (plan.war_burns, plan.war_burns_each) == (burns, each)


@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_the_row_of_a_plan_has_every_number_in_its_place(rulebook: str) -> None:
    rules = rules_of(rulebook)
    plan = plan_of(rules, "war", "surrender", "count")
    row = plan.row()
    assert row[layout.DECKS] == rules.decks
    assert row[layout.FRONT] == rules.stack - rules.cut.reinsert.in_cards(rules.stack)
    assert list(row[layout.CHOICE : layout.CHOICE + 4]) == [layout.GO_TO_WAR, layout.SURRENDER, layout.BY_COUNT, 0]
    assert Fraction(int(row[layout.COUNT_NUM]), int(row[layout.COUNT_DEN])) == tie_chance(rules.decks)


def test_two_plans_that_are_dealt_differently_have_different_digests() -> None:
    rules = rules_of("maryland")
    plans = [plan_of(rules, *words) for words in (("war",), ("surrender",), ("war", "war"), ("war", "count"))]
    plans.append(plan_of(rules_of("maryland", {"decks": 8}), "war"))
    assert len({plan.digest() for plan in plans}) == len(plans)


@pytest.mark.parametrize(
    ("rulebook", "choices", "seats", "why"),
    [
        ("california", {}, 8, "8 seats: the table has 8, one of which banks, so 1 to 7 can bet"),
        ("maryland", {}, 10, "10 seats: the table has 9, so 1 to 9 can bet"),
        ("washington", {"cut.reinsert": "4 cards"}, 1, "the shoe could run out in a round of 10 cards: put the cover"),
    ],
)
def test_what_cannot_be_dealt_is_told(rulebook: str, choices: dict[str, object], seats: int, why: str) -> None:
    with pytest.raises(BadPlan, match=why):
        plan_of(rules_of(rulebook, choices), *["war"] * seats)


def test_seats_that_share_a_community_card_share_a_strategy() -> None:
    rules = rules_of("maryland", {"electronic.community_cards": 3})
    assert plan_of(rules, "war", "surrender", "war", "war").hand_of == (0, 1, 2, 0)
    with pytest.raises(BadPlan, match="seats that share a community card need one strategy"):
        plan_of(rules, "war", "war", "war", "surrender")


@pytest.mark.parametrize(
    ("text", "strategy"),
    [
        ("war", Strategy("war")),
        ("surrender", Strategy("surrender")),
        ("count", Strategy("count")),
        ("count:0.075", Strategy("count", Fraction(3, 40))),
        ("count:1/13", Strategy("count", Fraction(1, 13))),
    ],
)
def test_a_strategy_is_read_as_it_is_written(text: str, strategy: Strategy) -> None:
    assert parse_strategy(text) == strategy
    assert parse_strategy(str(strategy)) == strategy


@given(st.text(max_size=20))
def test_any_other_text_is_no_strategy(text: str) -> None:
    assume(not text.startswith(("war", "surrender", "count")))
    with pytest.raises(ValueError, match=r"invalid strategy: .*expected war, surrender, count"):
        parse_strategy(text)


def test_one_strategy_is_for_every_player_and_several_are_for_the_seats() -> None:
    assert parse_strategies("war", 3) == (Strategy("war"),) * 3
    assert parse_strategies("war, surrender", 2) == (Strategy("war"), Strategy("surrender"))
    with pytest.raises(ValueError, match="2 strategies for 3 seats: expected one for all seats, or one for each"):
        parse_strategies("war,war", 3)
    with pytest.raises(ValueError, match="2 strategies for 1 seat: expected one for all seats, or one for each"):
        parse_strategies("war,war", 1)


def test_the_door_gives_every_name_that_its_types_promise() -> None:
    door = ast.parse(Path(str(sim.__file__)).read_text())
    imports = [node for node in ast.walk(door) if isinstance(node, ast.ImportFrom)]
    promised = {name.name for node in imports if str(node.module).startswith("wartable.sim") for name in node.names}
    assert len(promised) > 20
    assert [name for name in sorted(promised) if not hasattr(sim, name)] == []
