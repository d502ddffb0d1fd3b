"""What holds for every shoe: chances add up, exchange changes nothing, and neither does a card no player has seen."""

from collections.abc import Mapping
from fractions import Fraction
from itertools import pairwise
from typing import TypeVar

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.odds.rules import rules_of
from tests.odds.small import shoes
from tests.told import RULEBOOKS
from wartable import odds
from wartable.cards import DECK, RANKS, SUITS, Card
from wartable.odds import Composition, Exact, parse_cards
from wartable.odds.deals import chances, count_hands, count_ties, falling
from wartable.odds.exact import percent, rounded
from wartable.odds.pairs import pair_chances
from wartable.odds.seats import MAX_SEATS
from wartable.rulebook import load_rulebook
from wartable.rulebook.values import Ends

Name = TypeVar("Name")

decks = st.integers(1, 16)


@given(shoes())
def test_every_course_has_a_chance_and_all_of_them_make_one(shoe: Composition) -> None:
    found = chances(shoe)
    for courses in (found.war, found.surrender):
        assert sum(courses.values()) == 1
        assert all(0 <= chance <= 1 for chance in courses.values())


@given(shoes())
def test_a_win_and_a_loss_are_equally_likely_on_either_deal(shoe: Composition) -> None:
    found = chances(shoe).war
    assert found["win"] == found["lose"]
    assert found["tie_war_win"] == found["tie_war_lose"]
    assert found["suited_tie_war_win"] == found["suited_tie_war_lose"]


@given(shoes())
def test_hands_are_counted_once_each(shoe: Composition) -> None:
    ties = count_ties(shoe.counts)
    assert sum(count_hands(ties)) == falling(shoe.total, 4)


@given(shoes())
def test_two_seats_have_one_chance_between_them(shoe: Composition) -> None:
    assert sum(pair_chances(shoe).values()) == 1


@given(shoes())
def test_each_of_two_seats_alone_is_like_any_seat(shoe: Composition) -> None:
    one = dict.fromkeys(chances(shoe).war, Fraction(0))
    other = dict(one)
    for (first, second), chance in pair_chances(shoe).items():
        one[first] += chance
        other[second] += chance
    assert one == other == chances(shoe).war


def mixed(shoe: Composition, law: Mapping[str, Mapping[Name, Fraction]]) -> dict[Name, Fraction]:
    """The mean of the laws after each card of the shoe, as often as that card is there."""
    found: dict[Name, Fraction] = {}
    for card, count in zip(DECK, shoe.counts, strict=True):
        if count:
            for name, chance in law[card].items():
                found[name] = found.get(name, Fraction(0)) + Fraction(count, shoe.total) * chance
    return {name: chance for name, chance in found.items() if chance}


def without_each(shoe: Composition) -> dict[str, Composition]:
    return {card: shoe.without([card]) for card, count in zip(DECK, shoe.counts, strict=True) if count}


@given(shoes())
@settings(max_examples=40)
def test_a_burned_card_changes_nothing_no_matter_what_it_was(shoe: Composition) -> None:
    laws = {card: chances(rest).war for card, rest in without_each(shoe).items()}
    assert mixed(shoe, laws) == {course: chance for course, chance in chances(shoe).war.items() if chance}


@given(shoes(most=30))
@settings(max_examples=25)
def test_a_burned_card_changes_nothing_for_two_seats(shoe: Composition) -> None:
    laws = {card: pair_chances(rest) for card, rest in without_each(shoe).items()}
    assert mixed(shoe, laws) == {pair: chance for pair, chance in pair_chances(shoe).items() if chance}


@given(decks, st.lists(st.sampled_from(DECK), max_size=20))
def test_cards_are_removed_one_by_one_or_together(count: int, cards: list[Card]) -> None:
    full = Composition.of_decks(count)
    try:
        together = full.without(cards)
    except ValueError:
        assert any(cards.count(card) > count for card in cards)
        return
    one_by_one = full
    for card in cards:
        one_by_one = one_by_one.without([card])
    assert one_by_one == together
    assert hash(one_by_one) == hash(together)
    assert repr(together) == f"Composition of {together.total} cards"
    assert together.total == 52 * count - len(cards) == sum(together.ranks)


def test_more_decks_cost_the_player_more_and_the_tie_wager_less() -> None:
    rows = odds.par_sheet(rules_of("massachusetts")).edge_by_decks
    assert [row.decks for row in rows] == list(range(1, 17))
    for fewer, more in pairwise(rows):
        assert fewer.initial.exact < more.initial.exact
        assert fewer.surrender.exact < more.surrender.exact
        assert fewer.tie.exact > more.tie.exact


@given(st.sampled_from(RULEBOOKS), decks, st.lists(st.sampled_from(DECK), max_size=12, unique=True), st.integers(1, 7))
@settings(max_examples=20, deadline=None)
def test_every_wager_of_every_sheet_adds_up(name: str, count: int, removed: list[Card], seats: int) -> None:
    sheet = odds.par_sheet(rules_of(name), decks=count, removed=dict.fromkeys(removed, 1), seats=seats)
    wagers = sheet.wagers
    for found in (wagers.initial, wagers.initial.surrender, wagers.tie, wagers.progressive, wagers.bonus_spin):
        if found is not None:
            assert sum(outcome.probability.exact for outcome in found.outcomes) == 1
            mean = sum(outcome.probability.exact * Fraction(outcome.net) for outcome in found.outcomes)
            assert found.edge.exact == -mean == 1 - found.returned.exact
            assert found.variance.exact >= 0
            assert found.element_of_risk.exact * found.wagered.exact == found.edge.exact
    assert sheet.cards == 52 * count - len(removed)
    assert sheet.table.seats == seats


@given(st.fractions())
def test_a_number_goes_out_and_comes_back_whole(number: Fraction) -> None:
    told = Exact.of(number)
    assert told.exact == number
    assert told.value == float(number)


@pytest.mark.parametrize(
    ("number", "digits", "told"),
    [
        (Fraction(1, 3), 4, "0.3333"),
        (Fraction(-2, 3), 2, "-0.67"),
        (Fraction(123_456_789, 10), 1, "12,345,678.9"),
        (Fraction(5, 2), 0, "2"),
        (Fraction(1, 200), 2, "0.00"),
        (Fraction(3, 200), 2, "0.02"),
        (Fraction(-1, 1000), 2, "0.00"),
    ],
)
def test_a_decimal_is_rounded_from_the_fraction(number: Fraction, digits: int, told: str) -> None:
    assert rounded(number, digits) == told
    assert percent(number / 100, digits) == told


def test_cards_are_read_with_how_many_of_them() -> None:
    assert parse_cards("As Ks, 7d*3") == ("As", "Ks", "7d", "7d", "7d")
    assert parse_cards("") == ()


@pytest.mark.parametrize("text", ["A", "as", "As*", "As*x", "As*12345", "*3", "10s", "As*9999"])
def test_what_is_no_card_is_told_in_one_line(text: str) -> None:
    with pytest.raises(ValueError, match=r"is not a card|a number of cards after|at most 832 cards") as told:
        parse_cards(text)
    assert "\n" not in str(told.value)


@pytest.mark.parametrize("wrong", [[1] * 51, [-1] + [1] * 51])
def test_a_shoe_has_a_count_for_each_card(wrong: list[int]) -> None:
    with pytest.raises(ValueError, match="expected 52 counts"):
        Composition(wrong)


@pytest.mark.parametrize("count", [0, 17])
def test_a_shoe_has_from_one_to_sixteen_decks(count: int) -> None:
    with pytest.raises(ValueError, match="expected 1 to 16 decks"):
        odds.par_sheet(rules_of("washington"), decks=count)


def test_a_shoe_is_large_enough_for_a_war() -> None:
    with pytest.raises(ValueError, match="at least 4 cards"):
        chances(Composition([3] + [0] * 51))
    with pytest.raises(ValueError, match="at least 6 cards for two seats"):
        pair_chances(Composition([5] + [0] * 51))


@pytest.mark.parametrize(("name", "most"), [("washington", 7), ("maryland", 9), ("california", 7)])
def test_no_more_can_bet_than_the_house_has_seats_for_beside_the_bank(name: str, most: int) -> None:
    assert odds.par_sheet(rules_of(name), seats=most).table.seats == most
    for seats in (0, most + 1):
        with pytest.raises(ValueError, match=f"expected 1 to {most} seats"):
            odds.par_sheet(rules_of(name), seats=seats)


@pytest.mark.parametrize("name", RULEBOOKS)
def test_every_seat_of_the_largest_table_a_rulebook_allows_is_reckoned(name: str) -> None:
    seats = load_rulebook(name).values["seats"]
    most = seats.room.max if isinstance(seats.room, Ends) else seats.value
    assert isinstance(most, int)
    assert most <= MAX_SEATS
    assert odds.par_sheet(rules_of(name, seats=most)).table.seats == most - (name == "california")


@pytest.mark.parametrize("removed", [{"Xx": 3}, {"As": -2}])
def test_only_cards_are_removed_and_no_fewer_than_none(removed: dict[str, int]) -> None:
    with pytest.raises(ValueError, match=r"is not a card|cannot be negative"):
        odds.par_sheet(rules_of("washington"), removed=removed)


def left(cards: int) -> dict[str, int]:
    """What to remove of one deck so that this many cards are left, four of a rank at a time."""
    by_rank = [f"{rank}{suit}" for rank in RANKS for suit in SUITS]
    return dict.fromkeys(by_rank[cards:], 1)


@pytest.mark.parametrize("seats", range(1, 10))
def test_a_table_needs_two_cards_for_every_seat_and_for_the_dealer(seats: int) -> None:
    needed = 2 * (seats + 1)
    found = odds.par_sheet(rules_of("maryland"), decks=1, removed=left(needed), seats=seats).table
    assert all(row.table_variance.exact >= 0 for row in found.wagers)
    with pytest.raises(ValueError, match=f"at least {needed} cards"):
        odds.par_sheet(rules_of("maryland"), decks=1, removed=left(needed - 1), seats=seats)


def test_one_seat_needs_no_cards_for_another_and_shares_nothing_then() -> None:
    found = odds.par_sheet(rules_of("washington"), decks=1, removed=left(5), seats=1)
    assert found.table.wagers[0].table_variance == found.wagers.initial.variance
    assert (found.table.wagers[0].covariance, found.table.wagers[0].correlation) == (None, None)
