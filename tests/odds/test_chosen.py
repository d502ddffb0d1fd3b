"""The initial wager of players who chose as they did, between always war and always surrender."""

from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from wartable.odds import Choices, par_sheet
from wartable.rulebook import Rules, load_rulebook, rulebook_names, rules_in_force

BOOKS = sorted(set(rulebook_names().values()))
RANKS = 13


def rules_of(name: str) -> Rules:
    return rules_in_force(load_rulebook(name))


@pytest.mark.parametrize("name", BOOKS)
def test_no_player_and_every_player_surrendering_are_the_two_columns_of_the_par_sheet(name: str) -> None:
    sheet, choices = par_sheet(rules_of(name)), Choices(rules_of(name))
    initial, shared = sheet.wagers.initial, sheet.table.wagers[0]
    never, always = choices.when(Fraction(0)), choices.when(Fraction(1))
    assert (never.edge, never.variance, never.covariance) == (initial.edge, initial.variance, shared.covariance)
    assert (always.edge, always.variance) == (initial.surrender.edge, initial.surrender.variance)


@pytest.mark.parametrize("name", BOOKS)
def test_two_seats_that_always_surrender_move_together_as_three_cards_counted_one_by_one_say(name: str) -> None:
    rules = rules_of(name)
    each = 4 * rules.decks
    cards = RANKS * each
    # Wins and losses are as many, so all that is lost is lost at ties.
    given_up = -Choices(rules).when(Fraction(1)).edge.exact / Fraction(each - 1, cards - 1)
    mean = product_mean = Fraction(0)
    for dealer, one, other in product(range(RANKS), repeat=3):
        ways = each * (each - (one == dealer)) * (each - (other == dealer) - (other == one))
        chance = Fraction(ways, cards * (cards - 1) * (cards - 2))
        nets = [Fraction(1) if card > dealer else Fraction(-1) if card < dealer else given_up for card in (one, other)]
        mean += chance * nets[0]
        product_mean += chance * nets[0] * nets[1]
    assert Choices(rules).when(Fraction(1)).covariance.exact == product_mean - mean**2


@settings(max_examples=20)
@given(st.sampled_from(BOOKS), st.fractions(0, 1, max_denominator=1_000))
def test_the_edge_lies_on_the_straight_line_between_the_two(name: str, share: Fraction) -> None:
    choices = Choices(rules_of(name))
    war, mixed, surrender = (choices.when(each).edge.exact for each in (Fraction(0), share, Fraction(1)))
    assert mixed == (1 - share) * war + share * surrender


def test_a_share_that_is_none_is_refused() -> None:
    with pytest.raises(ValueError, match="expected a share from 0 to 1"):
        Choices(rules_of(BOOKS[0])).when(Fraction(3, 2))
