"""Advice at a tie is the decision of the par sheet, for the cards that are unseen now."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.odds.rules import rules_of
from tests.told import RULEBOOKS
from wartable.cards import DECK
from wartable.odds import Composition, advise, par_sheet
from wartable.odds.advice import tie_chance

RULES = rules_of("maryland")


@pytest.mark.parametrize("name", RULEBOOKS)
def test_with_nothing_seen_but_the_tie_it_is_the_decision_of_the_full_shoe(name: str) -> None:
    rules = rules_of(name)
    found = advise(rules, Composition.of_decks(rules.decks).without((DECK[0], DECK[13])))
    assert found.better == "war"
    assert found.by == par_sheet(rules).decision.by


@given(st.lists(st.integers(0, 3), min_size=52, max_size=52))
def test_war_is_better_by_five_halves_of_the_chance_to_tie_no_matter_what_is_unseen(counts: list[int]) -> None:
    unseen = Composition(counts)
    found = advise(RULES, unseen)
    assert found.by.exact == Fraction(5, 2) * tie_chance(unseen)
    assert found.better == ("war" if tie_chance(unseen) else "even")
