"""Maryland, Chapter 5 §§C to G: who is offered the cut, how deep it goes, and when it is made again."""

from typing import Any

import pytest

from tests.told import DEALER, FLOOR, SHOE, Told, player
from wartable.rulebook import choose, errors, load_rulebook
from wartable.table import Actor, Refusal, steps
from wartable.table import commands as c
from wartable.table.events import (
    CardsCut,
    CoverCardMet,
    CoverCardReinserted,
    CutDeclined,
    CutFoundImproper,
    RecutOrdered,
    ShoeLoaded,
)


def at_the_first_cut(*seats: int, house: dict[str, Any] | None = None) -> Told:
    """A new game in which these seats were taken in this order, ready for its first cut."""
    told = Told.closed("maryland", house)
    told.does(FLOOR, c.OpenTable("Dana"))
    for seat in seats:
        told.sits(seat)
    return told.goes_on("opening", "shuffling")


def after_the_cover_card(cards_before: int, seats: tuple[int, ...] = (2, 5, 9)) -> Told:
    """A table ready for the cut after a round in which the cover card came before this many cards had been dealt."""
    told = Told.at("maryland")
    for seat in seats:
        told.bets(seat, "10.00")
    cards = ["8s", "8c", "8h", "9d"]
    told.deals(" ".join(cards[:cards_before]))
    told.meets_cover_card()
    return told.deals(" ".join(cards[cards_before:])).ends().goes_on("shuffling")


def after_an_order() -> Told:
    told = Told.at("maryland").sits(2).sits(5).sits(9)
    told.does(FLOOR, c.OrderReshuffle())
    return told.goes_on("shuffling")


def offers(told: Told) -> list[int | None]:
    """Return to whom the cut is offered in turn while every player declines; 0 for the dealer."""
    made: list[int | None] = []
    while (prompt := steps(told.table)[0]).step == "offer_cut":
        made.append(prompt.seat)
        told.does(DEALER, c.DeclineCut())
    return [*made, prompt.seat]


# Who cuts


def test_md_5_c_the_dealer_is_prompted_to_hold_out_the_stack_backs_away() -> None:
    told = at_the_first_cut(4, 1)
    (prompt,) = steps(told.table)
    assert (prompt.step, prompt.by, prompt.seat) == ("offer_cut", ("dealer",), 4)
    assert {"MD-5-C", "MD-5-D", *(f"MD-5-E-{number}" for number in range(1, 7))} <= set(prompt.clauses)
    assert "backs turned away" in prompt.says


def test_reading_md_8_the_player_entitled_under_e_cuts_and_nobody_else() -> None:
    told = at_the_first_cut(4, 1)
    assert told.refuses(player("seat 1"), c.CutCards(100)).why is Refusal.NOT_YOUR_TURN
    told.does(player("seat 4"), c.CutCards(100))
    assert told.happened(CardsCut) == [CardsCut(4, 100, patron="seat 4")]


def test_md_5_d_the_dealer_cuts_when_no_player_will() -> None:
    told = at_the_first_cut(4, 1)
    assert offers(told) == [4, 1, 0]
    assert told.happened(CutDeclined) == [CutDeclined(4, entered=True), CutDeclined(1, entered=True)]
    refused = told.refuses(DEALER, c.DeclineCut())
    assert refused.why is Refusal.NO_CUT_IS_OFFERED
    assert "MD-5-D" in refused.clauses
    (prompt,) = steps(told.table)
    assert (prompt.step, prompt.by) == ("cut", ("dealer",))
    assert {"MD-5-C", "MD-5-F"} <= set(prompt.clauses)
    assert told.refuses(player("seat 4"), c.CutCards(100)).why is Refusal.NOT_YOUR_TURN
    told.does(DEALER, c.CutCards(100))
    assert told.happened(CardsCut) == [CardsCut(0, 100)]


def test_md_5_e_1_a_new_game_offers_the_cut_to_the_first_who_arrived() -> None:
    assert offers(at_the_first_cut(4, 1, 9))[0] == 4


@pytest.mark.parametrize(("cards_before", "seat"), [(0, 2), (1, 5), (2, 9)])
def test_md_5_e_2_the_player_on_whose_spot_the_cover_card_came_is_offered_the_cut(cards_before: int, seat: int) -> None:
    assert offers(after_the_cover_card(cards_before))[0] == seat


def test_md_5_e_3_a_cover_card_on_the_dealers_hand_gives_the_cut_to_the_far_right() -> None:
    assert offers(after_the_cover_card(3))[0] == 9


def test_md_5_e_4_after_the_far_right_the_offer_goes_counterclockwise() -> None:
    assert offers(after_the_cover_card(3)) == [9, 5, 2, 0]


def test_md_5_e_5_a_reshuffle_by_order_gives_the_cut_to_the_far_right() -> None:
    assert offers(after_an_order())[0] == 9


def test_md_5_e_6_after_an_order_the_offer_goes_counterclockwise_too() -> None:
    assert offers(after_an_order()) == [9, 5, 2, 0]


def test_reading_md_9_a_first_arrival_who_declines_passes_the_offer_counterclockwise() -> None:
    assert offers(at_the_first_cut(5, 2, 9)) == [5, 2, 9, 0]


def test_reading_md_9_so_does_the_player_who_got_the_cover_card() -> None:
    assert offers(after_the_cover_card(1)) == [5, 2, 9, 0]


# How deep


@pytest.mark.parametrize("depth", [10, 302])
def test_md_5_f_ten_cards_from_the_top_or_the_bottom_are_enough(depth: int) -> None:
    told = at_the_first_cut(4)
    told.does(player("seat 4"), c.CutCards(depth))
    assert told.happened(CardsCut) == [CardsCut(4, depth, patron="seat 4")]


@pytest.mark.parametrize("depth", [1, 9, 303, 311])
def test_reading_md_10_fewer_than_ten_at_either_end_are_refused(depth: int) -> None:
    told = at_the_first_cut(4)
    refused = told.refuses(player("seat 4"), c.CutCards(depth))
    assert (refused.why, refused.clauses) == (Refusal.CUT_IS_TOO_SHALLOW, ("MD-5-F",))


@pytest.mark.parametrize("depth", [1, 9, 303, 311])
@pytest.mark.parametrize("declined", [False, True])
def test_md_5_f_an_improper_cut_that_the_dealer_enters_is_recorded_and_made_again(depth: int, declined: bool) -> None:
    told = at_the_first_cut(4)
    if declined:
        told.does(player("seat 4"), c.DeclineCut())
    seat = 0 if declined else 4
    assert told.does(DEALER, c.CutCards(depth)) == (CutFoundImproper(seat, depth),)
    assert (told.table.phase, told.table.cut.offer, told.table.cut.reinsert) == ("cutting", seat, False)
    told.does(DEALER, c.CutCards(12))
    assert told.happened(CardsCut)[-1].depth == 12


@pytest.mark.parametrize("depth", [-1, 0, 312, 10**6])
def test_md_5_f_a_depth_that_no_stack_has_is_refused(depth: int) -> None:
    assert at_the_first_cut(4).refuses(DEALER, c.CutCards(depth)).why is Refusal.CUT_IS_TOO_SHALLOW


@pytest.mark.parametrize("depth", [9, 11, 20, 104])
def test_md_5_f_no_house_asks_for_another_depth_than_ten(depth: int) -> None:
    (finding,) = errors(choose(load_rulebook("maryland"), {"cut": {"depth": depth}})[1])
    assert (finding.clauses, finding.allowed) == (("MD-5-F",), "only 10, which the rules fix")


def test_md_5_f_1_after_the_cut_the_dealer_moves_the_top_underneath() -> None:
    told = at_the_first_cut(4)
    told.does(player("seat 4"), c.CutCards(100))
    (prompt,) = steps(told.table)
    assert (prompt.step, prompt.by) == ("reinsert", ("dealer",))
    assert {"MD-5-F-1", "MD-5-F-2"} <= set(prompt.clauses)
    assert told.refuses(DEALER, c.LoadShoe()).why is Refusal.NOT_NOW


@pytest.mark.parametrize(("decks", "quarter"), [(6, 78), (7, 91), (8, 104)])
def test_md_5_f_2_a_quarter_of_the_stack_lies_beneath_the_cover_card(decks: int, quarter: int) -> None:
    told = at_the_first_cut(4, house={"decks": decks})
    told.does(DEALER, c.CutCards(100))
    refused = told.refuses(DEALER, c.ReinsertCoverCard(quarter - 1))
    assert (refused.why, refused.clauses) == (Refusal.COVER_CARD_IS_TOO_DEEP, ("MD-5-F-2",))
    told.does(DEALER, c.ReinsertCoverCard(quarter))
    assert told.happened(CoverCardReinserted) == [CoverCardReinserted(quarter)]


def test_md_5_f_3_the_cut_stack_goes_into_the_shoe_and_play_begins() -> None:
    told = at_the_first_cut(4)
    told.does(DEALER, c.CutCards(100))
    told.does(DEALER, c.ReinsertCoverCard(78))
    (prompt,) = steps(told.table)
    assert (prompt.step, prompt.by) == ("load", ("dealer",))
    assert "MD-5-F-3" in prompt.clauses
    told.does(DEALER, c.LoadShoe())
    assert told.happened(ShoeLoaded) == [ShoeLoaded(0, 312)]
    assert told.table.phase == "betting"


# The recut


def cut_by(seat: int, *seats: int) -> Told:
    """The cards are cut and wait to be loaded."""
    told = at_the_first_cut(*seats)
    while steps(told.table)[0].seat != seat:
        told.does(DEALER, c.DeclineCut())
    told.does(DEALER, c.CutCards(100))
    told.does(DEALER, c.ReinsertCoverCard(78))
    return told


def test_md_5_g_the_floor_and_only_the_floor_orders_a_recut_with_its_reason() -> None:
    told = cut_by(4, 4, 1)
    for by in (DEALER, player("seat 4"), Actor("shoe")):
        assert told.refuses(by, c.OrderRecut("the stack slipped")).why is Refusal.NOT_YOURS
    refused = told.refuses(FLOOR, c.OrderRecut(" "))
    assert refused.why is Refusal.REASON_IS_MISSING
    assert "MD-5-G" in refused.clauses
    told.does(FLOOR, c.OrderRecut("the stack slipped"))
    assert told.happened(RecutOrdered) == [RecutOrdered("the stack slipped", same_person=True)]


def test_md_5_g_cards_that_wait_for_their_recut_are_cut_before_another_is_ordered() -> None:
    told = cut_by(4, 4, 1)
    told.does(FLOOR, c.OrderRecut("the stack slipped"))
    refused = told.refuses(FLOOR, c.OrderRecut("the stack slipped again"))
    assert refused.why is Refusal.CUT_COMES_FIRST
    assert refused.clauses == told.table.rules.steps["offer_cut"].clauses
    told.does(player("seat 4"), c.CutCards(150))
    told.does(FLOOR, c.OrderRecut("the stack slipped again"))


def test_md_5_g_a_loaded_shoe_is_not_cut_again() -> None:
    told = cut_by(4, 4, 1)
    told.does(DEALER, c.LoadShoe())
    assert told.refuses(FLOOR, c.OrderRecut("the stack slipped")).why is Refusal.NOT_NOW


@pytest.mark.parametrize(("same_person", "seat"), [(True, 4), (False, 1)])
def test_md_5_g_1_the_last_cutter_or_the_next_one_entitled_cuts_again(same_person: bool, seat: int) -> None:
    told = cut_by(4, 4, 1, 9)
    told.does(FLOOR, c.OrderRecut("the stack slipped", same_person))
    (prompt,) = steps(told.table)
    assert (prompt.step, prompt.seat) == ("offer_cut", seat)
    told.does(player(f"seat {seat}"), c.CutCards(150))
    assert told.happened(CardsCut)[-1] == CardsCut(seat, 150, patron=f"seat {seat}")


def test_md_5_g_1_a_recut_passes_over_who_declined_before() -> None:
    told = cut_by(9, 4, 1, 9)
    told.does(FLOOR, c.OrderRecut("the stack slipped", same_person=False))
    assert offers(told) == [0]


def test_md_5_g_2_the_recut_stack_goes_into_the_shoe() -> None:
    told = cut_by(4, 4)
    told.does(FLOOR, c.OrderRecut("the stack slipped"))
    assert told.refuses(DEALER, c.LoadShoe()).why is Refusal.NOT_NOW
    told.does(player("seat 4"), c.CutCards(150))
    told.goes_on("cutting")
    assert "MD-5-G-2" in steps(told.table)[0].clauses
    told.does(DEALER, c.LoadShoe())
    assert told.happened(ShoeLoaded) == [ShoeLoaded(0, 312)]


def test_md_5_e_2_in_a_log_of_the_first_edition_the_cut_belonged_to_the_seat_whoever_sits_there() -> None:
    told = Told.at("maryland", edition=1).bets(2, "10.00").bets(5, "10.00").bets(9, "10.00").deals("8s")
    assert told.does(SHOE, c.MeetCoverCard()) == (CoverCardMet(5),)
    told.deals("8c 8h 9d").ends().does(DEALER, c.Leave(5))
    told.sits(5, "Eve").goes_on("shuffling")
    assert offers(told)[0] == 5
