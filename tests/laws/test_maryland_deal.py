"""Maryland, Chapter 8: the shoe is loaded, a card is burned unseen, and one card each is dealt from the left."""

import pytest

from tests.seen import seen
from tests.told import DEALER, FLOOR, SHOE, Told
from wartable.cards import Card
from wartable.live.wire.views import AUDIENCES
from wartable.table import Refusal, steps
from wartable.table import commands as c
from wartable.table.events import CardBurned, CardDealt, CoverCardMet, RoundEnded, ShuffleBegun


def loaded() -> Told:
    """A shoe just loaded, its first card still in it."""
    told = Told.closed("maryland")
    told.does(FLOOR, c.OpenTable("Dana"))
    return told.goes_on("opening", "shuffling", "cutting", "loading")


def three_bets() -> Told:
    return Told.at("maryland").bets(5, "10.00").bets(9, "10.00").bets(2, "10.00")


# Before the first card


def test_md_8_b_the_stack_goes_into_the_shoe_only_after_the_shuffle_and_the_cut() -> None:
    told = Told.closed("maryland")
    told.does(FLOOR, c.OpenTable("Dana"))
    for phase in ("opening", "shuffling", "cutting"):
        assert told.table.phase == phase
        assert told.refuses(DEALER, c.LoadShoe()).why is Refusal.NOT_NOW
        told.goes_on(phase)
    (prompt,) = steps(told.table)
    assert (prompt.step, prompt.by) == ("load", ("dealer",))
    assert "MD-8-B" in prompt.clauses
    told.does(DEALER, c.LoadShoe())


def test_md_8_c_no_card_is_dealt_before_the_call() -> None:
    told = Told.at("maryland").bets(1, "10.00")
    assert told.refuses(SHOE, c.TurnCard(Card("7s"))).why is Refusal.NOT_NOW
    told.does(DEALER, c.CallNoMoreBets())
    told.does(SHOE, c.TurnCard(Card("7s")))


def test_md_8_e_1_the_first_card_of_a_full_shoe_is_burned_before_any_is_dealt() -> None:
    told = loaded().bets(1, "10.00")
    prompt = steps(told.table)[0]
    assert (prompt.step, prompt.by, prompt.clauses) == ("burn", ("dealer",), ("MD-8-E-1",))
    refused = told.refuses(DEALER, c.CallNoMoreBets())
    assert (refused.why, refused.clauses) == (Refusal.BURN_COMES_FIRST, ("MD-8-E-1",))
    told.does(DEALER, c.BurnCard())
    assert told.refuses(DEALER, c.BurnCard()).why is Refusal.NO_BURN_IS_DUE
    told.deals("7s")


def test_md_8_e_1_every_full_shoe_begins_with_a_burn() -> None:
    told = Told.at("maryland").bets(1, "10.00").deals("7s 9d").ends()
    told.does(FLOOR, c.OrderReshuffle())
    told.goes_on("shuffling").does(DEALER, c.CutCards(100))
    told.goes_on("cutting", "loading").bets(1, "10.00")
    prompt = steps(told.table)[0]
    assert (prompt.step, prompt.clauses) == ("burn", ("MD-8-E-1",))
    assert told.refuses(DEALER, c.CallNoMoreBets()).why is Refusal.BURN_COMES_FIRST
    told.does(DEALER, c.BurnCard())
    assert len(told.happened(CardBurned)) == 2


def test_md_8_e_1_the_burned_card_lies_in_the_rack_and_nobody_learns_its_rank() -> None:
    told = loaded()
    assert told.does(DEALER, c.BurnCard()) == (CardBurned(),)
    assert told.table.cards.rack == ("??",)
    for audience in AUDIENCES:
        felt = seen(told.table, audience)
        assert (felt.shoe.rack, felt.dealer_cards) == (1, ())


@pytest.mark.parametrize("first_round", [True, False])
def test_md_8_e_4_each_incoming_dealer_burns_a_card_too(first_round: bool) -> None:
    told = Told.at("maryland") if first_round else Told.at("maryland").bets(1, "10.00").deals("7s 9d").ends()
    told.does(DEALER, c.TakeOver("Dov"))
    told.bets(1, "10.00")
    prompt = steps(told.table)[0]
    assert (prompt.step, prompt.by, prompt.clauses) == ("new_dealer_burn", ("dealer",), ("MD-8-E-4",))
    assert told.refuses(DEALER, c.CallNoMoreBets()).why is Refusal.BURN_COMES_FIRST
    told.does(DEALER, c.BurnCard())
    assert told.happened(CardBurned) == [CardBurned()] * 2
    assert told.table.cards.rack[-1] == "??"
    told.deals("8s 9d")


def test_md_8_e_4_a_dealer_who_opens_a_fresh_shoe_burns_its_first_card_once() -> None:
    told = loaded()
    told.does(DEALER, c.TakeOver("Dov"))
    told.does(DEALER, c.BurnCard())
    assert told.refuses(DEALER, c.BurnCard()).why is Refusal.NO_BURN_IS_DUE


# The deal


def test_md_8_e_2_the_dealer_is_told_which_hand_draws_and_which_places() -> None:
    told = Told.at("maryland").bets(1, "10.00").deals("")
    (prompt,) = steps(told.table)
    assert (prompt.step, prompt.seat) == ("deal_player", 1)
    assert {"MD-8-E-2", "MD-8-E-3"} <= set(prompt.clauses)
    assert "draw with the hand nearest the shoe, place with the other" in prompt.says


def test_md_8_e_3_either_hand_serves_the_two_positions_nearest_the_shoe() -> None:
    told = Told.at("maryland").bets(9, "10.00").deals("")
    (prompt,) = steps(told.table)
    assert "MD-8-E-3" in prompt.clauses
    assert "either hand serves the two positions nearest the shoe" in prompt.says


def test_md_8_f_the_deal_begins_at_the_dealers_far_left_and_goes_clockwise() -> None:
    told = three_bets().deals("7s 8s 9s Td")
    assert [card.seat for card in told.happened(CardDealt)] == [2, 5, 9, 0]


def test_md_8_f_1_one_card_face_up_goes_to_each_player_with_an_initial_wager() -> None:
    told = three_bets().sits(4).deals("")
    for seat, card in ((2, "7s"), (5, "8s"), (9, "9s")):
        (prompt,) = steps(told.table)
        assert (prompt.step, prompt.by, prompt.seat) == ("deal_player", ("shoe",), seat)
        assert {"MD-8-F", "MD-8-F-1"} <= set(prompt.clauses)
        told.deals(card)
    faces = {box.seat: box.cards for box in seen(told.table).seats if box.cards}
    assert faces == {2: ("7s",), 5: ("8s",), 9: ("9s",)}


def test_md_8_f_2_the_last_card_face_up_is_the_dealers() -> None:
    told = three_bets().deals("7s 8s 9s")
    (prompt,) = steps(told.table)
    assert (prompt.step, prompt.by) == ("deal_dealer", ("shoe",))
    assert {"MD-8-F-2", "MD-8-E-2"} <= set(prompt.clauses)
    told.deals("Td")
    assert seen(told.table).dealer_cards == ("Td",)
    assert told.refuses(SHOE, c.TurnCard(Card("Ts"))).why is Refusal.NOT_NOW


# The cover card


@pytest.mark.parametrize("dealt", [0, 1, 2, 3])
def test_md_8_g_1_the_cover_card_is_laid_aside_and_is_nobodys_card(dealt: int) -> None:
    told = three_bets().deals(" ".join(["7s", "8s", "9s"][:dealt]))
    before = told.table.cards
    told.meets_cover_card()
    assert told.table.cards == before
    assert len(told.happened(CardDealt)) == dealt
    refused = told.refuses(SHOE, c.MeetCoverCard())
    assert refused.why is Refusal.NO_COVER_CARD
    assert {"MD-8-G.1", "MD-8-G.2", "MD-5-H.1"} <= set(refused.clauses)


def test_md_8_g_1_the_cover_card_may_be_the_first_out_of_the_shoe() -> None:
    told = Told.at("maryland").bets(1, "10.00").deals("")
    told.meets_cover_card()
    assert told.happened(CoverCardMet)
    told.deals("7s 9d").ends()
    assert told.net(1) == "-10.00"


def test_md_8_g_2_the_hand_is_completed_war_and_all_before_the_shuffle() -> None:
    told = Told.at("maryland").bets(1, "10.00").deals("7s")
    told.meets_cover_card()
    told.deals("7d").war(1).war_deals("Ks 2d").ends()
    assert told.net(1) == "10.00"
    ended, begun = told.happened(RoundEnded)[-1], told.happened(ShuffleBegun)[-1]
    assert begun == ShuffleBegun("cover_card")
    assert told.events.index(ended) < told.events.index(begun)


def test_md_8_g_2_a_war_in_which_the_cover_card_appears_is_completed() -> None:
    told = Told.at("maryland").bets(1, "10.00").deals("7s 7d").war(1).war_deals("Ks")
    told.meets_cover_card()
    told.deals("2d").ends()
    assert told.net(1) == "10.00"
    assert told.happened(ShuffleBegun)[-1] == ShuffleBegun("cover_card")
