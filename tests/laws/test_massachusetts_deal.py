"""Section 7: the burns, the call, the order of the deal, the cut card, and hands off the cards."""

import pytest

from tests.told import DEALER, FLOOR, SHOE, Told, player
from wartable.cards import Card
from wartable.table import Step, steps
from wartable.table import commands as c
from wartable.table.events import CardBurned, CardDealt, CardsCut, NoMoreBetsCalled, ShuffleBegun
from wartable.table.refusals import Refusal

MA = "massachusetts"
KING = c.TurnCard(Card("Ks"))


def loaded(house: dict[str, object] | None = None) -> Told:
    """A shoe was just loaded, and nothing has left it."""
    told = Told.closed(MA, house)
    told.does(FLOOR, c.OpenTable("Dana"))
    return told.goes_on("opening", "shuffling", "cutting", "loading")


def prompt(told: Told) -> Step:
    return steps(told.table)[0]


def test_ma_7_a_1_the_first_card_of_a_shoe_is_burned_unseen_before_its_first_round() -> None:
    told = loaded().bets(1, "10.00")
    assert (prompt(told).step, "MA-7-a.1" in prompt(told).clauses) == ("burn", True)
    refused = told.refuses(DEALER, c.CallNoMoreBets())
    assert refused.why is Refusal.BURN_COMES_FIRST
    assert "MA-7-a.1" in refused.clauses
    assert told.does(DEALER, c.BurnCard()) == (CardBurned(),)
    assert (told.table.cards.in_shoe, told.table.cards.rack) == (311, ("??",))
    assert told.refuses(DEALER, c.BurnCard()).why is Refusal.NO_BURN_IS_DUE


def test_ma_7_a_1_every_new_shoe_owes_a_burn_and_no_other_round_does() -> None:
    told = Told.at(MA)
    for _ in range(2):
        told.bets(1, "10.00").deals("Ks 2d").ends().bets(1, "10.00").deals("Kh")
        told.meets_cover_card()
        told.deals("2h").ends().goes_on("shuffling")
        told.does(DEALER, c.CutCards(104))
        told.goes_on("cutting", "loading").bets(1, "10.00")
        assert told.refuses(DEALER, c.CallNoMoreBets()).why is Refusal.BURN_COMES_FIRST
        told.does(DEALER, c.BurnCard())
        told.deals("Ks 2d").ends()
    assert len(told.happened(CardBurned)) == 3


def test_ma_7_a_3_each_new_dealer_burns_one_card_before_dealing() -> None:
    told = Told.at(MA).bets(1, "10.00").deals("Ks 2d").ends().bets(1, "10.00")
    for number, dealer in enumerate(["Eve", "Finn"], start=2):
        told.does(DEALER, c.TakeOver(dealer))
        assert (prompt(told).step, "MA-7-a.3" in prompt(told).clauses) == ("new_dealer_burn", True)
        assert told.refuses(DEALER, c.CallNoMoreBets()).why is Refusal.BURN_COMES_FIRST
        told.does(DEALER, c.BurnCard())
        assert told.refuses(DEALER, c.BurnCard()).why is Refusal.NO_BURN_IS_DUE
        assert len(told.happened(CardBurned)) == number
    told.does(DEALER, c.CallNoMoreBets())


def test_ma_7_a_3_a_dealer_is_not_relieved_in_the_middle_of_a_round() -> None:
    told = Told.at(MA).bets(1, "10.00").deals("Ks")
    refused = told.refuses(DEALER, c.TakeOver("Eve"))
    assert (refused.why, refused.clauses) == (Refusal.NOT_NOW, ("MA-7-a.3",))


def test_ma_7_a_3_a_new_dealer_with_a_new_shoe_burns_two_cards() -> None:
    told = loaded({})
    told.does(DEALER, c.TakeOver("Eve"))
    told.goes_on()
    assert len(told.happened(CardBurned)) == 2


def test_ma_7_b_1_no_card_is_dealt_before_the_call() -> None:
    told = Told.at(MA).bets(1, "10.00")
    assert told.refuses(SHOE, KING).why is Refusal.NOT_NOW
    assert (prompt(told).step, "MA-7-b.1" in prompt(told).clauses) == ("no_more_bets", True)
    assert told.refuses(FLOOR, c.CallNoMoreBets()).why is Refusal.NOT_YOURS
    assert told.does(DEALER, c.CallNoMoreBets()) == (NoMoreBetsCalled(1),)
    told.does(SHOE, KING)


def test_ma_7_b_2_the_left_hand_draws_and_the_right_hand_places() -> None:
    told = Told.at(MA).bets(1, "10.00")
    told.does(DEALER, c.CallNoMoreBets())
    assert "draw with the left hand, place with the right" in prompt(told).says
    assert "MA-7-b.2" in prompt(told).clauses


def test_ma_7_c_the_deal_goes_clockwise_from_the_dealers_left() -> None:
    told = Told.at(MA).bets(6, "10.00").bets(1, "10.00").bets(3, "10.00").sits(4)
    told.does(DEALER, c.CallNoMoreBets())
    for seat, card in ((1, "Ks"), (3, "Qs"), (6, "Js")):
        assert (prompt(told).step, prompt(told).seat) == ("deal_player", seat)
        assert {"MA-7-c", "MA-7-c-1"} <= set(prompt(told).clauses)
        told.does(SHOE, c.TurnCard(Card(card)))
    dealt = [(event.seat, event.card) for event in told.happened(CardDealt)]
    assert dealt == [(1, "Ks"), (3, "Qs"), (6, "Js")]


def test_ma_7_c_1_each_player_with_an_initial_wager_gets_one_card_and_nobody_else_does() -> None:
    told = Told.at(MA).bets(2, "10.00", tie="5.00").sits(3).bets(5, "25.00").deals("Ks Qs 2d")
    assert [box.seat for box in told.table.boxes if box.hand] == [2, 5]
    assert all(len(box.hand) == 1 for box in told.table.boxes if box.hand)


def test_ma_7_c_2_the_dealer_gets_the_last_card() -> None:
    told = Told.at(MA).bets(2, "10.00").bets(5, "25.00").deals("Ks Qs")
    assert (prompt(told).step, prompt(told).seat, prompt(told).clauses) == ("deal_dealer", 0, ("MA-7-c-2", "MA-7-b.2"))
    told.deals("2d")
    assert told.table.round.dealer_hand == ("2d",)
    assert told.refuses(SHOE, KING).why is Refusal.NOT_NOW


def test_ma_7_d_a_round_is_played_to_its_end_after_the_cut_card_and_then_the_cards_are_shuffled() -> None:
    told = Told.at(MA).bets(1, "10.00").bets(2, "10.00").deals("7s")
    told.meets_cover_card()
    told.deals("7h 7d").war(2).war(1)
    told.war_deals("Ks Qs 2d").ends()
    assert (told.net(1), told.net(2)) == ("10.00", "10.00")
    assert told.happened(ShuffleBegun)[-1] == ShuffleBegun("cover_card")
    assert told.refuses(DEALER, c.PlaceWager(1, "initial", 1000)).why is Refusal.NOT_NOW


def test_ma_7_d_the_cut_card_in_the_middle_of_a_war_waits_for_the_wars_end() -> None:
    told = Told.at(MA).bets(1, "10.00").deals("7s 7d").war(1).war_deals("")
    told.goes_on("war_wagers", "war_dealing")
    told.meets_cover_card()
    assert told.refuses(SHOE, c.MeetCoverCard()).why is Refusal.NO_COVER_CARD
    told.deals("Ks 2d").ends()
    assert told.net(1) == "10.00"
    assert told.table.phase == "shuffling"


@pytest.mark.parametrize("role", ["seat 1", "seat 2"])
def test_ma_7_e_a_player_touches_the_cut_card_and_no_other(role: str) -> None:
    told = loaded().sits(2)
    assert told.refuses(player(role), c.BurnCard()).why is Refusal.NOT_YOURS
    told.goes_on().bets(1, "10.00").does(DEALER, c.CallNoMoreBets())
    assert told.refuses(player(role), KING).why is Refusal.NOT_YOURS
    told.deals("Ks 2d").settles()
    assert told.refuses(player(role), c.PickUpCards()).why is Refusal.NOT_YOURS
    told.ends().does(FLOOR, c.OrderReshuffle())
    assert told.refuses(player(role), c.ConfirmStep("riffle")).why is Refusal.NOT_YOURS
    told.goes_on("shuffling").does(player("seat 2"), c.CutCards(104))
    assert told.happened(CardsCut)[-1] == CardsCut(2, 104, patron="seat 2")
