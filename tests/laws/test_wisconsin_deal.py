"""Wisconsin (g): the burn, the call, and the cards of the original deal."""

import pytest

from tests.seen import seen
from tests.told import CLOCK, DEALER, FLOOR, SHOE, Told, player
from wartable.cards import Card
from wartable.table import Refusal, steps
from wartable.table import commands as c
from wartable.table import events as e


def dealt(told: Told) -> list[tuple[int, str]]:
    return [(deal.seat, deal.card) for deal in told.happened(e.CardDealt)]


def at_a_fresh_shoe() -> Told:
    """A second shoe, loaded and nothing burned from it."""
    told = Told.at("wisconsin").bets(1, "10.00").deals("Kc 2d").ends()
    told.does(FLOOR, c.OrderReshuffle())
    told.goes_on("shuffling").does(player("seat 1"), c.CutCards(100))
    return told.goes_on("cutting", "loading")


# Burns


def test_wi_g_1_1_the_first_card_of_the_first_shoe_is_burned() -> None:
    told = Told.closed("wisconsin")
    told.does(FLOOR, c.OpenTable("Dana"))
    told.goes_on("opening", "shuffling", "cutting", "loading").bets(1, "10.00")
    prompt = steps(told.table)[0]
    assert (prompt.step, prompt.by) == ("burn", ("dealer",))
    assert "WI-g-1.1" in prompt.clauses
    too_soon = told.refuses(DEALER, c.CallNoMoreBets())
    assert too_soon.why == Refusal.BURN_COMES_FIRST
    assert "WI-g-1.1" in too_soon.clauses
    told.does(DEALER, c.BurnCard())
    told.does(DEALER, c.CallNoMoreBets())


def test_wi_g_1_1_the_first_card_of_every_later_shoe_is_burned_too_and_no_second_one() -> None:
    told = at_a_fresh_shoe().bets(1, "10.00")
    too_soon = told.refuses(DEALER, c.CallNoMoreBets())
    assert too_soon.why == Refusal.BURN_COMES_FIRST
    assert "WI-g-1.1" in too_soon.clauses
    told.does(DEALER, c.BurnCard())
    assert (told.table.cards.in_shoe, told.table.cards.rack) == (311, ("??",))
    assert told.refuses(DEALER, c.BurnCard()).why == Refusal.NO_BURN_IS_DUE
    told.does(DEALER, c.CallNoMoreBets())


def test_wi_g_1_1_rounds_from_the_same_shoe_need_no_burn() -> None:
    told = Told.at("wisconsin").bets(1, "10.00").deals("Kc 2d").ends()
    assert told.refuses(DEALER, c.BurnCard()).why == Refusal.NO_BURN_IS_DUE
    told.bets(1, "10.00").does(DEALER, c.CallNoMoreBets())


def test_wi_g_1_3_a_new_dealer_burns_one_card_before_dealing() -> None:
    told = Told.at("wisconsin").bets(1, "10.00").deals("Kc 2d").ends().bets(1, "10.00")
    told.does(FLOOR, c.TakeOver("Robin"))
    prompt = steps(told.table)[0]
    assert prompt.step == "new_dealer_burn"
    assert "WI-g-1.3" in prompt.clauses
    assert told.refuses(DEALER, c.CallNoMoreBets()).why == Refusal.BURN_COMES_FIRST
    told.does(DEALER, c.BurnCard())
    assert told.refuses(DEALER, c.BurnCard()).why == Refusal.NO_BURN_IS_DUE
    told.does(DEALER, c.CallNoMoreBets())


def test_wi_g_1_3_a_new_dealer_at_a_fresh_shoe_burns_two_cards() -> None:
    told = Told.at("wisconsin").sits(1)
    told.does(FLOOR, c.OrderReshuffle())
    told.does(FLOOR, c.TakeOver("Robin"))
    told.goes_on("shuffling").does(DEALER, c.CutCards(100))
    told.goes_on("cutting", "loading")
    for _ in range(2):
        told.does(DEALER, c.BurnCard())
    assert told.refuses(DEALER, c.BurnCard()).why == Refusal.NO_BURN_IS_DUE


def test_wi_g_1_3_no_dealer_is_relieved_in_the_middle_of_a_round() -> None:
    told = Told.at("wisconsin").bets(1, "10.00").deals("Kc")
    relief = told.refuses(DEALER, c.TakeOver("Robin"))
    assert (relief.why, relief.clauses) == (Refusal.NOT_NOW, ("WI-g-1.3",))


# The deal


def test_wi_g_2_1_no_card_leaves_the_shoe_before_the_call() -> None:
    told = Told.at("wisconsin").bets(1, "10.00")
    assert told.refuses(SHOE, c.TurnCard(Card("Kc"))).why == Refusal.NOT_NOW
    (prompt,) = [step for step in steps(told.table) if step.step == "no_more_bets"]
    assert "WI-g-2.1" in prompt.clauses
    for by in (player("seat 1"), FLOOR, SHOE, CLOCK):
        assert told.refuses(by, c.CallNoMoreBets()).why == Refusal.NOT_YOURS
    told.does(DEALER, c.CallNoMoreBets())
    told.does(SHOE, c.TurnCard(Card("Kc")))


def test_wi_g_2_2_the_dealer_draws_with_the_left_hand_and_lays_with_the_right() -> None:
    told = Told.at("wisconsin").bets(1, "10.00")
    told.does(DEALER, c.CallNoMoreBets())
    (prompt,) = steps(told.table)
    assert "draw with the left hand, place with the right" in prompt.says
    assert "WI-g-2.2" in prompt.clauses


@pytest.mark.parametrize("order_of_betting", [(2, 5, 7), (7, 5, 2), (5, 7, 2)])
def test_wi_g_3_the_deal_begins_at_the_dealers_far_left_and_goes_clockwise(order_of_betting: tuple[int, ...]) -> None:
    told = Told.at("wisconsin")
    for seat in order_of_betting:
        told.bets(seat, "10.00")
    told.does(DEALER, c.CallNoMoreBets())
    assert "WI-g-3" in steps(told.table)[0].clauses
    told.deals("3c 4d 5h 6s")
    assert dealt(told) == [(2, "3c"), (5, "4d"), (7, "5h"), (0, "6s")]


def test_wi_g_3_i_each_player_with_an_initial_wager_gets_one_card_face_up() -> None:
    told = Told.at("wisconsin").sits(1).bets(3, "10.00", tie="5.00").sits(4).bets(6, "10.00")
    told.does(DEALER, c.CallNoMoreBets())
    assert "WI-g-3-i" in steps(told.table)[0].clauses
    told.deals("3c 4d 5h")
    felt = seen(told.table)
    assert [box.cards for box in felt.seats] == [(), (), ("3c",), (), (), ("4d",), ()]


def test_wi_g_3_ii_the_dealers_one_card_comes_last_and_face_up() -> None:
    told = Told.at("wisconsin").bets(1, "10.00").deals("3c")
    (prompt,) = steps(told.table)
    assert (prompt.step, prompt.seat, prompt.clauses) == ("deal_dealer", 0, ("WI-g-3-ii", "WI-g-2.2"))
    told.deals("5h")
    assert seen(told.table).dealer_cards == ("5h",)
    assert told.refuses(SHOE, c.TurnCard(Card("6h"))).why == Refusal.NOT_NOW


def test_wi_g_4_the_cutting_card_lets_the_round_run_to_its_end_even_through_a_war() -> None:
    told = Told.at("wisconsin").bets(1, "10.00").bets(2, "10.00").deals("9c")
    told.meets_cover_card()
    told.deals("8d 9h").war(1).war_deals("Kc 2d").ends()
    assert (told.net(1), told.net(2)) == ("10.00", "-10.00")
    assert told.events[-2:] == [e.RoundEnded(1), e.ShuffleBegun("cover_card")]
    assert told.refuses(DEALER, c.CallNoMoreBets()).why == Refusal.NOT_NOW


def test_wi_g_4_the_cutting_card_comes_out_once() -> None:
    told = Told.at("wisconsin").bets(1, "10.00").deals("9c")
    told.meets_cover_card()
    again = told.refuses(SHOE, c.MeetCoverCard())
    assert again.why == Refusal.NO_COVER_CARD
    assert again.clauses == ("WI-g-4", "WI-e-6")


def test_wi_g_5_a_player_touches_the_cutting_card_and_no_other() -> None:
    told = at_a_fresh_shoe()
    assert told.happened(e.CardsCut)[-1].seat == 1
    told.bets(1, "10.00")
    ann = player("seat 1")
    assert told.refuses(ann, c.BurnCard()).why == Refusal.NOT_YOURS
    told.goes_on("betting")
    assert told.refuses(ann, c.TurnCard(Card("9c"))).why == Refusal.NOT_YOURS
    told.deals("9c 8d").settles()
    assert told.refuses(ann, c.PickUpCards()).why == Refusal.NOT_YOURS
