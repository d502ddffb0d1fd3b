"""Wisconsin (e)(1) to (e)(6): the shuffle, who is offered the cut, how deep it goes, and when it all starts again."""

from typing import Any

import pytest

from tests.told import CLOCK, DEALER, FLOOR, Told, player
from wartable.table import Actor, Refusal, steps
from wartable.table import commands as c
from wartable.table import events as e


def at_the_first_cut(*seats: int, house: dict[str, Any] | None = None) -> Told:
    """A new game in which these seats were taken in this order, its cards shuffled and stacked."""
    told = Told.closed("wisconsin", house)
    told.does(FLOOR, c.OpenTable("Dana"))
    for seat in seats:
        told.sits(seat)
    return told.goes_on()


def after_the_cutting_card(*cards_before: str, seats: tuple[int, ...] = (2, 4, 6)) -> Told:
    """A table whose cutting card came out in the original deal after these cards, shuffled again."""
    told = Told.at("wisconsin")
    for seat in seats:
        told.bets(seat, "10.00")
    rest = ["Kc", "Kd", "Kh", "2d"][len(cards_before) :]
    told.deals(" ".join(cards_before)).meets_cover_card()
    return told.deals(" ".join(rest)).ends().goes_on("shuffling")


def offered(told: Told) -> int | None:
    """Return the seat that is offered the cut, as the dealer is prompted; None where the dealer is to cut."""
    (prompt,) = steps(told.table)
    return prompt.seat if prompt.step == "offer_cut" else None


# The shuffle


def test_wi_e_1_1_the_cards_are_shuffled_before_the_first_round() -> None:
    told = Told.closed("wisconsin")
    told.does(FLOOR, c.OpenTable("Dana"))
    told.goes_on("opening")
    (prompt,) = steps(told.table)
    assert (prompt.step, told.table.phase) == ("shuffle", "shuffling")
    assert "WI-e-1.1" in prompt.clauses


def test_wi_e_1_1_the_cards_are_shuffled_after_each_shoe() -> None:
    told = after_the_cutting_card()
    assert [shuffle.reason for shuffle in told.happened(e.ShuffleBegun)] == ["opening", "cover_card"]


def test_wi_e_1_2_cards_that_were_not_shuffled_cannot_be_stacked_for_the_cut() -> None:
    told = Told.closed("wisconsin")
    told.does(FLOOR, c.OpenTable("Dana"))
    told.goes_on("opening")
    unshuffled = told.refuses(DEALER, c.ConfirmStep("stack"))
    assert (unshuffled.why, unshuffled.clauses) == (Refusal.STEPS_ARE_MISSING, ("WI-e-1.2",))


def test_wi_e_1_2_the_shuffler_may_shuffle_in_the_dealers_place() -> None:
    told = at_the_first_cut(1, house={"shuffler": {"kind": "batch"}})
    assert [shuffled.steps for shuffled in told.happened(e.CardsShuffled)] == [("machine_shuffle",)] * 2


def test_wi_e_1_3_the_shuffle_ends_with_one_stack() -> None:
    told = Told.closed("wisconsin")
    told.does(FLOOR, c.OpenTable("Dana"))
    told.goes_on("opening").does(DEALER, c.ConfirmStep("shuffle"))
    (prompt,) = steps(told.table)
    assert prompt.step == "stack"
    assert "WI-e-1.3" in prompt.clauses
    stacked = told.does(DEALER, c.ConfirmStep("stack"))
    assert stacked[-2] == e.CardsShuffled(0, ("shuffle", "stack"))


# Who is offered the cut


def test_wi_e_2_the_stack_is_held_out_with_its_backs_away_from_the_dealer() -> None:
    (prompt,) = steps(at_the_first_cut(3).table)
    assert (prompt.step, prompt.by, prompt.seat) == ("offer_cut", ("dealer",), 3)
    assert "backs turned away" in prompt.says
    for clause in ("WI-e-2", "WI-e-2-i", "WI-e-2-ii", "WI-e-2-iii", "WI-e-2-iv", "WI-e-3.1"):
        assert clause in prompt.clauses


@pytest.mark.parametrize("house", [{}, {"shuffler": {"kind": "batch"}}])
def test_wi_e_2_no_stack_goes_into_the_shoe_uncut(house: dict[str, Any]) -> None:
    told = at_the_first_cut(3, house=house)
    assert told.refuses(DEALER, c.LoadShoe()).why == Refusal.NOT_NOW
    assert told.refuses(DEALER, c.ReinsertCoverCard(100)).why == Refusal.NOT_THE_NEXT_STEP


def test_wi_e_2_i_the_first_player_at_the_table_cuts_a_game_just_begun() -> None:
    told = at_the_first_cut(5, 2, 7)
    assert offered(told) == 5
    assert told.refuses(player("seat 2"), c.CutCards(100)).why == Refusal.NOT_YOUR_TURN
    assert told.does(player("seat 5"), c.CutCards(100)) == (e.CardsCut(5, 100, patron="seat 5"),)


@pytest.mark.parametrize(("cards_before", "seat"), [((), 2), (("Kc",), 4), (("Kc", "Kd"), 6)])
def test_wi_e_2_ii_the_cutting_card_gives_the_cut_to_the_player_it_came_to(
    cards_before: tuple[str, ...], seat: int
) -> None:
    assert offered(after_the_cutting_card(*cards_before)) == seat


def test_wi_e_2_ii_the_cutting_card_may_come_to_a_player_in_the_war_deal() -> None:
    told = Told.at("wisconsin").bets(2, "10.00").bets(4, "10.00").bets(6, "10.00").deals("9c 9d 2h 9s")
    told.war(2).war(4).war_deals("Kc").meets_cover_card()
    told.deals("Kd Kh").ends().goes_on("shuffling")
    assert offered(told) == 4


def test_wi_e_2_iii_a_cutting_card_on_the_dealers_hand_gives_the_cut_to_the_far_right() -> None:
    told = after_the_cutting_card("Kc", "Kd", "Kh")
    assert [met.seat for met in told.happened(e.CoverCardMet)] == [0]
    assert offered(told) == 6


def test_wi_e_2_iv_a_reshuffle_that_the_floor_ordered_gives_the_cut_to_the_far_right() -> None:
    told = Told.at("wisconsin").sits(1).sits(6).sits(3)
    for by in (DEALER, player("seat 1"), CLOCK):
        assert told.refuses(by, c.OrderReshuffle()).why == Refusal.NOT_YOURS
    told.does(FLOOR, c.OrderReshuffle())
    assert offered(told.goes_on("shuffling")) == 6


def test_wi_e_2_iv_an_order_in_the_middle_of_a_round_waits_for_its_end() -> None:
    told = Told.at("wisconsin").bets(1, "10.00").bets(6, "10.00").deals("Kc")
    told.does(FLOOR, c.OrderReshuffle())
    told.deals("Kd 2h").ends()
    assert told.events[-2:] == [e.RoundEnded(1), e.ShuffleBegun("ordered")]
    assert offered(told.goes_on("shuffling")) == 6


@pytest.mark.parametrize(
    ("arrived", "order"),
    [
        ((4, 2, 6), [4, 6, 2]),
        ((6, 2, 4), [6, 2, 4]),
        ((2, 6, 4), [2, 4, 6]),
    ],
)
def test_wi_e_3_1_a_refused_cut_moves_clockwise(arrived: tuple[int, ...], order: list[int]) -> None:
    told = at_the_first_cut(*arrived)
    asked = []
    while (seat := offered(told)) is not None:
        asked.append(seat)
        told.does(player(f"seat {seat}"), c.DeclineCut())
    assert asked == order


def test_wi_e_3_1_from_the_far_right_a_refused_cut_goes_on_at_the_far_left_and_stops_with_who_accepts() -> None:
    told = after_the_cutting_card("Kc", "Kd", "Kh")
    told.does(DEALER, c.DeclineCut())
    assert offered(told) == 2
    told.does(DEALER, c.DeclineCut())
    told.does(player("seat 4"), c.CutCards(150))
    assert told.events[-5:] == [
        e.CutDeclined(6, entered=True),
        e.Offered("cut", 2, "seat 2"),
        e.CutDeclined(2, entered=True),
        e.Offered("cut", 4, "seat 4"),
        e.CardsCut(4, 150, patron="seat 4"),
    ]
    assert told.refuses(player("seat 6"), c.CutCards(150)).why == Refusal.NO_CUT_IS_OFFERED


def test_wi_e_3_2_the_dealer_cuts_when_every_player_refused() -> None:
    told = at_the_first_cut(2, 4)
    told.does(player("seat 2"), c.DeclineCut())
    told.does(player("seat 4"), c.DeclineCut())
    (prompt,) = steps(told.table)
    assert (prompt.step, prompt.seat) == ("cut", 0)
    assert "WI-e-3.2" in prompt.clauses
    assert told.refuses(player("seat 2"), c.CutCards(100)).why == Refusal.NOT_YOUR_TURN
    assert told.refuses(DEALER, c.DeclineCut()).why == Refusal.NO_CUT_IS_OFFERED
    assert told.does(DEALER, c.CutCards(100)) == (e.CardsCut(0, 100),)


# How deep


@pytest.mark.parametrize("by", [player("seat 3"), DEALER])
@pytest.mark.parametrize(("depth", "deep_enough"), [(9, False), (10, True), (302, True), (303, False)])
def test_wi_e_4_ten_cards_lie_between_the_cut_and_either_end(by: Actor, depth: int, deep_enough: bool) -> None:
    told = at_the_first_cut(3)
    if by == DEALER:
        told.does(player("seat 3"), c.DeclineCut())
    if deep_enough:
        told.does(by, c.CutCards(depth))
        return
    shallow = told.refuses(by, c.CutCards(depth))
    assert (shallow.why, shallow.clauses) == (Refusal.CUT_IS_TOO_SHALLOW, ("WI-e-4",))


def test_wi_e_5_1_the_dealer_moves_the_front_of_the_stack_to_its_back() -> None:
    told = at_the_first_cut(3)
    told.does(player("seat 3"), c.CutCards(100))
    (prompt,) = steps(told.table)
    assert (prompt.step, prompt.by) == ("reinsert", ("dealer",))
    assert "in front of the cutting card to the back" in prompt.says
    assert "WI-e-5.1" in prompt.clauses
    assert told.refuses(player("seat 3"), c.ReinsertCoverCard(100)).why == Refusal.NOT_YOURS


@pytest.mark.parametrize(("decks", "quarter"), [(6, 78), (7, 91), (8, 104)])
def test_wi_e_5_2_a_quarter_of_the_stack_lies_behind_the_cutting_card(decks: int, quarter: int) -> None:
    told = at_the_first_cut(3, house={"decks": decks})
    told.does(player("seat 3"), c.CutCards(100))
    assert steps(told.table)[0].automatic == c.ReinsertCoverCard(quarter)
    too_few = told.refuses(DEALER, c.ReinsertCoverCard(quarter - 1))
    assert (too_few.why, too_few.clauses) == (Refusal.COVER_CARD_IS_TOO_DEEP, ("WI-e-5.2",))
    told.does(DEALER, c.ReinsertCoverCard(quarter))


def test_wi_e_5_2_approximately_is_a_few_cards_that_the_house_has_set() -> None:
    told = at_the_first_cut(3, house={"cut": {"reinsert_tolerance_cards": 2}})
    told.does(player("seat 3"), c.CutCards(100))
    assert told.refuses(DEALER, c.ReinsertCoverCard(75)).why == Refusal.COVER_CARD_IS_TOO_DEEP
    told.does(DEALER, c.ReinsertCoverCard(76))


def test_wi_e_5_3_the_cut_stack_is_loaded_and_play_begins() -> None:
    told = at_the_first_cut(3)
    told.does(player("seat 3"), c.CutCards(100))
    assert told.refuses(DEALER, c.LoadShoe()).why == Refusal.NOT_NOW
    told.does(DEALER, c.ReinsertCoverCard(78))
    (prompt,) = steps(told.table)
    assert (prompt.step, prompt.clauses) == ("load", ("WI-e-5.3",))
    assert told.refuses(player("seat 3"), c.PlaceWager(3, "initial", 1000)).why == Refusal.NOT_NOW
    told.does(DEALER, c.LoadShoe())
    told.does(player("seat 3"), c.PlaceWager(3, "initial", 1000))


# Until the cutting card comes


def test_wi_e_6_without_the_cutting_card_round_follows_round() -> None:
    told = Told.at("wisconsin")
    for _ in range(3):
        told.bets(1, "10.00").deals("Kc 2d").ends()
    assert [shuffle.reason for shuffle in told.happened(e.ShuffleBegun)] == ["opening"]


def test_wi_e_6_the_cutting_card_brings_the_reshuffle_by_way_of_the_rounds_end() -> None:
    told = Told.at("wisconsin").bets(1, "10.00").deals("Kc")
    told.meets_cover_card()
    assert told.table.phase == "dealing"
    told.deals("2d").ends()
    assert told.events[-2:] == [e.RoundEnded(1), e.ShuffleBegun("cover_card")]
    assert told.refuses(DEALER, c.PlaceWager(1, "initial", 1000)).why == Refusal.NOT_NOW
