"""Section 5(b) to (f): who cuts, how deep, and where the cut card goes afterwards."""

import pytest

from tests.told import DEALER, FLOOR, SHOE, Told, player
from wartable.rulebook import load_rulebook
from wartable.rulebook.house import choose
from wartable.table import Step, steps
from wartable.table import commands as c
from wartable.table.events import CardsCut, CoverCardReinserted, CutDeclined, ShoeLoaded
from wartable.table.refusals import Refusal

MA = "massachusetts"
BATCH: dict[str, object] = {"shuffler": {"kind": "batch"}}
DECKS = [(6, 312), (7, 364), (8, 416)]


def first_cut(house: dict[str, object] | None = None, seats: tuple[int, ...] = (5, 2, 7)) -> Told:
    """A table just opened; patrons arrived at these seats, in this order."""
    told = Told.closed(MA, house)
    told.does(FLOOR, c.OpenTable("Dana"))
    for seat in seats:
        told.sits(seat)
    return told.goes_on("opening", "shuffling")


def next_cut(shown_at: int, seats: tuple[int, ...] = (2, 4, 6)) -> Told:
    """The cut after a round in which the cut card came out before the card of this seat; the dealer's is 0."""
    told = Told.at(MA)
    for seat in seats:
        told.bets(seat, "10.00")
    told.does(DEALER, c.CallNoMoreBets())
    for seat in (*seats, 0):
        if seat == shown_at:
            told.meets_cover_card()
        told.deals("9s" if seat else "2d")
    return told.ends().goes_on("shuffling")


def prompt(told: Told) -> Step:
    return steps(told.table)[0]


@pytest.mark.parametrize("house", [None, BATCH])
def test_ma_5_b_the_stack_is_offered_to_the_players(house: dict[str, object] | None) -> None:
    told = first_cut(house)
    assert (prompt(told).step, prompt(told).by, prompt(told).seat) == ("offer_cut", ("dealer",), 5)
    assert "backs turned away" in prompt(told).says
    assert "MA-5-b" in prompt(told).clauses
    told.does(player("seat 5"), c.CutCards(100))
    assert told.happened(CardsCut) == [CardsCut(5, 100, patron="seat 5")]


@pytest.mark.parametrize("house", [{}, BATCH])
def test_ma_5_b_the_dealer_cuts_for_the_table_where_the_house_prefers_it(house: dict[str, object]) -> None:
    told = first_cut({**house, "cut": {"by": "dealer"}})
    assert (prompt(told).step, prompt(told).seat) == ("cut", 0)
    for seat in (5, 2, 7):
        assert told.refuses(player(f"seat {seat}"), c.CutCards(100)).why is Refusal.NOT_YOUR_TURN
    told.does(DEALER, c.CutCards(100))
    assert told.happened(CardsCut) == [CardsCut(0, 100)]


def test_ma_5_c_only_the_player_who_is_offered_the_cut_may_cut() -> None:
    told = first_cut()
    for seat in (2, 7):
        refused = told.refuses(player(f"seat {seat}"), c.CutCards(100))
        assert refused.why is Refusal.NOT_YOUR_TURN
        assert "MA-5-c" in refused.clauses
    for other in (FLOOR, SHOE):
        assert told.refuses(other, c.CutCards(100)).why is Refusal.NOT_YOURS
    told.does(player("seat 5"), c.CutCards(100))


@pytest.mark.parametrize("seats", [(5, 2, 7), (7, 1), (1, 7)])
def test_ma_5_c_1_in_a_game_just_begun_the_first_player_at_the_table_cuts(seats: tuple[int, ...]) -> None:
    told = first_cut(seats=seats)
    assert prompt(told).seat == seats[0]
    assert "MA-5-c-1" in prompt(told).clauses


@pytest.mark.parametrize("seat", [2, 4, 6])
def test_ma_5_c_2_the_player_at_whose_area_the_cut_card_came_out_cuts(seat: int) -> None:
    told = next_cut(shown_at=seat)
    assert prompt(told).seat == seat
    assert "MA-5-c-2" in prompt(told).clauses
    told.does(player(f"seat {seat}"), c.CutCards(100))


def test_ma_5_c_2_a_player_who_has_left_is_passed_over_like_one_who_refuses() -> None:
    told = Told.at(MA).bets(2, "10.00").bets(4, "10.00").bets(6, "10.00").deals("9s")
    told.meets_cover_card()
    told.deals("9h 9c 2d").ends()
    told.does(player("seat 4"), c.Leave(4))
    assert prompt(told.goes_on("shuffling")).seat == 2


@pytest.mark.parametrize("seats", [(2, 4, 6), (3, 7), (1,)])
def test_ma_5_c_3_on_the_dealers_hand_the_player_farthest_right_cuts(seats: tuple[int, ...]) -> None:
    told = next_cut(shown_at=0, seats=seats)
    assert prompt(told).seat == seats[-1]
    assert "MA-5-c-3" in prompt(told).clauses


def test_ma_5_c_4_after_an_ordered_reshuffle_the_player_farthest_right_cuts() -> None:
    told = Told.at(MA).sits(1).sits(6).sits(3)
    told.does(FLOOR, c.OrderReshuffle())
    told.goes_on("shuffling")
    assert prompt(told).seat == 6
    assert "MA-5-c-4" in prompt(told).clauses


def test_ma_5_c_4_a_reshuffle_is_the_licensees_to_order() -> None:
    told = Told.at(MA).sits(1)
    refused = told.refuses(DEALER, c.OrderReshuffle())
    assert (refused.why, refused.clauses) == (Refusal.NOT_YOURS, ("MA-5-c-4",))
    assert told.refuses(player("seat 1"), c.OrderReshuffle()).why is Refusal.NOT_YOURS


def test_ma_5_c_4_a_reshuffle_ordered_in_a_round_waits_for_its_end() -> None:
    told = Told.at(MA).bets(1, "10.00").sits(5).deals("Ks")
    told.does(FLOOR, c.OrderReshuffle())
    told.deals("2d").ends()
    assert told.table.phase == "shuffling"
    assert prompt(told.goes_on("shuffling")).seat == 5


def test_ma_5_d_1_a_refused_cut_moves_counterclockwise_around_the_table() -> None:
    told = first_cut(seats=(5, 2, 7, 3))
    for seat in (5, 3, 2):
        assert prompt(told).seat == seat
        assert "MA-5-d.1" in prompt(told).clauses
        told.does(player(f"seat {seat}"), c.DeclineCut())
    told.does(player("seat 7"), c.CutCards(100))
    assert told.happened(CutDeclined) == [CutDeclined(5), CutDeclined(3), CutDeclined(2)]
    assert told.happened(CardsCut) == [CardsCut(7, 100, patron="seat 7")]


@pytest.mark.parametrize("seats", [(5, 2, 7), (1,)])
def test_ma_5_d_2_the_dealer_cuts_when_no_player_will(seats: tuple[int, ...]) -> None:
    told = first_cut(seats=seats)
    for _ in seats:
        told.does(DEALER, c.DeclineCut())
    assert (prompt(told).step, prompt(told).seat) == ("cut", 0)
    refused = told.refuses(DEALER, c.DeclineCut())
    assert refused.why is Refusal.NO_CUT_IS_OFFERED
    assert "MA-5-d.2" in refused.clauses
    told.does(DEALER, c.CutCards(100))
    assert told.happened(CardsCut) == [CardsCut(0, 100)]


@pytest.mark.parametrize(("decks", "stack"), DECKS)
@pytest.mark.parametrize("by", ["players", "dealer"])
def test_ma_5_e_a_deck_lies_between_the_cut_and_each_end(decks: int, stack: int, by: str) -> None:
    told = first_cut({"decks": decks, "cut": {"by": by}})
    for depth in (-1, 0, 1, 51, stack - 51, stack, stack + 1):
        refused = told.refuses(DEALER, c.CutCards(depth))
        assert refused.why is Refusal.CUT_IS_TOO_SHALLOW
        assert refused.clauses == ("MA-5-c", "MA-5-e")


@pytest.mark.parametrize(("decks", "stack"), DECKS)
@pytest.mark.parametrize("from_the_back", [False, True])
def test_ma_5_e_exactly_a_deck_from_either_end_is_deep_enough(decks: int, stack: int, from_the_back: bool) -> None:
    told = first_cut({"decks": decks})
    told.does(player("seat 5"), c.CutCards(stack - 52 if from_the_back else 52))
    assert prompt(told).step == "reinsert"


def test_ma_5_e_a_house_may_ask_for_a_deeper_cut_and_for_no_shallower_one() -> None:
    _, (finding,) = choose(load_rulebook(MA), {"cut": {"depth": 51}})
    assert (finding.severity, finding.key, finding.clauses) == ("error", "cut.depth", ("MA-5-c", "MA-5-e"))
    told = first_cut({"cut": {"depth": 60}})
    assert told.refuses(player("seat 5"), c.CutCards(59)).why is Refusal.CUT_IS_TOO_SHALLOW
    told.does(player("seat 5"), c.CutCards(60))


def test_ma_5_f_1_after_the_cut_the_dealer_moves_the_front_to_the_back() -> None:
    told = first_cut()
    assert told.refuses(DEALER, c.ReinsertCoverCard(78)).why is Refusal.NOT_THE_NEXT_STEP
    told.does(player("seat 5"), c.CutCards(100))
    assert (prompt(told).step, prompt(told).by) == ("reinsert", ("dealer",))
    assert "in front of the cut card to the back" in prompt(told).says
    assert "MA-5-f.1" in prompt(told).clauses
    assert told.refuses(player("seat 5"), c.ReinsertCoverCard(78)).why is Refusal.NOT_YOURS


@pytest.mark.parametrize(("decks", "stack"), DECKS)
@pytest.mark.parametrize("house", [{}, BATCH])
def test_ma_5_f_2_a_deck_and_a_half_stays_behind_the_cut_card(decks: int, stack: int, house: dict[str, object]) -> None:
    told = first_cut({"decks": decks, **house})
    told.does(player("seat 5"), c.CutCards(100))
    for depth in (0, 52, 77, stack):
        refused = told.refuses(DEALER, c.ReinsertCoverCard(depth))
        assert (refused.why, refused.clauses) == (Refusal.COVER_CARD_IS_TOO_DEEP, ("MA-5-f.2",))
    told.does(DEALER, c.ReinsertCoverCard(78))
    assert told.happened(CoverCardReinserted) == [CoverCardReinserted(78)]


@pytest.mark.parametrize("depth", ["77 cards", "1/5 stack"])
def test_ma_5_f_2_no_house_may_leave_less_behind_the_cut_card(depth: str) -> None:
    _, (finding,) = choose(load_rulebook(MA), {"decks": 6, "cut": {"reinsert": depth}})
    assert (finding.severity, finding.key, finding.clauses) == ("error", "cut.reinsert", ("MA-5-f.2",))


@pytest.mark.parametrize(("decks", "stack"), DECKS)
def test_ma_5_f_3_the_cut_stack_goes_into_the_shoe_and_play_begins(decks: int, stack: int) -> None:
    told = first_cut({"decks": decks})
    told.does(player("seat 5"), c.CutCards(100))
    assert told.refuses(DEALER, c.LoadShoe()).why is Refusal.NOT_NOW
    told.does(DEALER, c.ReinsertCoverCard(78))
    assert (prompt(told).step, "MA-5-f.3" in prompt(told).clauses) == ("load", True)
    told.does(DEALER, c.LoadShoe())
    assert told.happened(ShoeLoaded) == [ShoeLoaded(0, stack)]
    told.goes_on().bets(5, "10.00").deals("Ks 2d")
