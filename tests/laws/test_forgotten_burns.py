"""A burn is forgotten only after a card has left the shoe; until then it is due."""

import pytest

from tests.laws.finding import (
    MA,
    MUST_BURN,
    burns_of_the_war_are_due,
    loaded,
    ready,
    rules,
    three,
)
from tests.told import DEALER, FLOOR, RULEBOOKS, SHOE, Told
from wartable.cards import Card
from wartable.table import Refusal, steps
from wartable.table import commands as c
from wartable.table import events as e

FIRST_BURN = {
    "maryland": "md_8_e_1",
    "california": "ca_deal_1a",
    "wisconsin": "wi_g_1_1",
    MA: "ma_7_a_1",
}


@pytest.mark.parametrize("rulebook", FIRST_BURN, ids=FIRST_BURN.values())
def test_the_first_burn_cannot_be_waived_before_a_card_is_out(rulebook: str) -> None:
    told = loaded(rulebook).bets(1, "10.00")
    refused = told.refuses(DEALER, c.ReportForgottenBurn())
    assert (refused.why, refused.clauses) == (Refusal.BURN_COMES_FIRST, told.table.rules.steps["burn"].clauses)
    assert told.refuses(DEALER, c.CallNoMoreBets()).why is Refusal.BURN_COMES_FIRST
    told.does(DEALER, c.BurnCard())
    assert told.table.cards.rack == ("??",)


WAR_BURNS = {
    "maryland": "md_9_h_1",
    "california": "ca_std_2d_ca_play_6a",
    "wisconsin": "wi_h_6_1",
    MA: "ma_8_f_1",
    "washington": "wa_4_c_ii_1_1",
}


@pytest.mark.parametrize("rulebook", WAR_BURNS, ids=WAR_BURNS.values())
def test_the_burns_of_a_war_cannot_be_waived_before_a_war_card_is_out(rulebook: str) -> None:
    told = burns_of_the_war_are_due(rulebook)
    refused = told.refuses(DEALER, c.ReportForgottenBurn())
    assert (refused.why, refused.clauses) == (Refusal.BURN_COMES_FIRST, told.table.rules.steps["war_burn"].clauses)
    assert told.refuses(SHOE, c.TurnCard(Card("Ks"))).why is Refusal.BURN_COMES_FIRST


@pytest.mark.parametrize("rulebook", MUST_BURN)
def test_a_burn_that_a_card_overtook_is_made_now_and_the_card_stays(rulebook: str) -> None:
    told = burns_of_the_war_are_due(rulebook)
    before = len(told.happened(e.CardBurned))
    told.does(DEALER, c.ReportForgottenBurn(Card("Ks")))
    assert told.happened(e.BurnForgotten) == [e.BurnForgotten(3)]
    (call,) = told.happened(e.FloorCalled)
    assert (call.reason, call.choices) == ("forgotten_burn", ("burn_now",))
    assert rules(told, "burn_now")[1:] == (e.BurnOwed(3, war=True),)
    assert told.table.boxes[0].war_card == "Ks"
    assert told.refuses(SHOE, c.TurnCard(Card("2d"))).why is Refusal.BURN_COMES_FIRST
    told.deals("2d").ends()
    made = 6 if told.table.rules.war.burn_pattern != "once" else 3
    assert len(told.happened(e.CardBurned)) == before + made


def test_wa_4_c_ii_1_2_the_dealers_three_burns_cannot_be_waived() -> None:
    told = burns_of_the_war_are_due("washington").deals("Ks")
    assert told.refuses(DEALER, c.ReportForgottenBurn()).why is Refusal.BURN_COMES_FIRST
    told.deals("2d")
    assert told.table.round.war_burns == 6


def test_ma_10_f_a_card_dealt_before_the_burn_stays_and_the_hand_goes_on() -> None:
    told = burns_of_the_war_are_due(MA)
    events = told.does(DEALER, c.ReportForgottenBurn(Card("Ks")))
    assert events == (e.BurnForgotten(3), e.CardDealt(1, Card("Ks"), "war"))
    assert told.deals("2d").ends().net(1) == "10.00"


@pytest.mark.parametrize("rulebook", FIRST_BURN)
def test_a_first_card_dealt_before_the_first_burn_closes_the_betting_and_is_recorded(rulebook: str) -> None:
    told = loaded(rulebook).bets(1, "10.00")
    told.does(DEALER, c.ReportForgottenBurn(Card("Ks"), called=True))
    assert told.table.boxes[0].card == "Ks"
    if told.table.phase == "suspended":
        rules(told, "burn_now")
    told.deals("2d")
    assert len(told.happened(e.CardBurned)) == (rulebook != MA)
    told.ends()
    assert told.net(1) == "10.00"


BEFORE_THE_CALL = {
    "maryland": "md_8_c",
    "california": "ca_bet_2a",
    "wisconsin": "wi_g_2_1",
    MA: "ma_7_b_1",
}


@pytest.mark.parametrize("rulebook", BEFORE_THE_CALL, ids=BEFORE_THE_CALL.values())
def test_a_card_dealt_before_call_and_burn_is_exposed_and_the_log_states_no_call(rulebook: str) -> None:
    told = loaded(rulebook).bets(1, "10.00")
    told.does(DEALER, c.ReportForgottenBurn(Card("Ks")))
    assert not told.happened(e.NoMoreBetsCalled)
    assert told.happened(e.CardExposed) == [e.CardExposed(Card("Ks"), None)]
    (call,) = told.happened(e.FloorCalled)
    assert (call.reason, call.choices) == ("exposed_card", ("burn",))
    assert set(told.table.rules.steps["no_more_bets"].clauses) <= set(call.clauses)
    rules(told, "burn")
    assert (told.table.phase, told.table.boxes[0].card, told.table.cards.rack) == ("betting", None, ("Ks",))
    told.bets(2, "10.00")
    assert told.refuses(DEALER, c.CallNoMoreBets()).why is Refusal.BURN_COMES_FIRST
    told.does(DEALER, c.BurnCard())
    told.deals("9s 8d 2d").ends()
    assert told.net(1) == told.net(2) == "10.00"


def test_ca_deal_2a_a_card_dealt_while_the_bank_is_offered_is_exposed_too() -> None:
    told = loaded("california")
    told.hears(e.BankOffered(0))
    told.does(DEALER, c.ReportForgottenBurn(Card("Ks")))
    rules(told, "burn")
    assert (told.table.phase, told.table.cards.rack) == ("banking", ("Ks",))
    assert steps(told.table)[0].step == "burn"


def test_ma_10_f_a_burn_that_was_entered_and_not_made_is_told_when_it_is_found() -> None:
    told = Told.at(MA).bets(1, "10.00").deals("9s")
    in_shoe = told.table.cards.in_shoe
    assert told.does(DEALER, c.ReportForgottenBurn()) == (e.BurnNotMade(1), e.BurnForgotten(1))
    assert (told.table.cards.in_shoe, told.table.cards.rack) == (in_shoe + 1, ())
    assert told.deals("2d").ends().net(1) == "10.00"


@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_a_burn_that_was_entered_and_not_made_before_any_card_is_due_again(rulebook: str) -> None:
    told = burns_of_the_war_are_due(rulebook)
    for _ in range(told.table.rules.war.burns):
        told.does(DEALER, c.BurnCard())
    assert told.does(DEALER, c.ReportForgottenBurn(cards=2)) == (e.BurnNotMade(2), e.BurnOwed(2, war=True))
    assert told.refuses(SHOE, c.TurnCard(Card("2d"))).why is Refusal.BURN_COMES_FIRST
    assert steps(told.table)[0].step == "war_burn"


def test_md_8_e_1_a_burn_found_missing_after_the_deal_is_made_at_once_and_never_lost() -> None:
    told = ready("maryland").bets(1, "10.00").deals("Ks 2d")
    told.does(DEALER, c.ReportForgottenBurn())
    rules(told, "burn_now")
    assert (told.table.phase, steps(told.table)[0].step) == ("settling", "burn")
    told.does(DEALER, c.SettleHand())
    told.does(DEALER, c.PickUpCards())
    told.bets(1, "10.00")
    assert told.refuses(DEALER, c.CallNoMoreBets()).why is Refusal.BURN_COMES_FIRST
    told.does(DEALER, c.BurnCard())
    told.does(DEALER, c.CallNoMoreBets())


def test_a_report_of_more_burns_than_were_entered_is_refused() -> None:
    told = ready(MA).bets(1, "10.00").deals("9s")
    for cards in (0, 2):
        assert told.refuses(DEALER, c.ReportForgottenBurn(cards=cards)).why is Refusal.NO_SUCH_BURN


NEW_DEALER = {
    "maryland": "md_8_e_4",
    "california": "ca_deal_1c",
    "wisconsin": "wi_g_1_3",
    MA: "ma_7_a_3",
}


@pytest.mark.parametrize("rulebook", NEW_DEALER, ids=NEW_DEALER.values())
def test_no_card_overtakes_a_new_dealers_burn_while_no_hand_waits_for_one(rulebook: str) -> None:
    """A missed hand is void and every card is out, and the floor still has to rule on a card that was touched."""
    told = three(rulebook).deals("2c 3c 4c 5c")
    told.does(DEALER, c.ReportMissedHand(1))
    told.does(DEALER, c.ReportTouchedCard(2))
    told.does(FLOOR, c.TakeOver("Eve"))
    rules(told, "void_hand")
    assert told.refuses(DEALER, c.ReportForgottenBurn(Card("8h"))).why is Refusal.NOT_NOW
    rules(told, "continue")
    told.ends()
    assert (told.net(1), told.table.cards.dealer_burns) == ("0.00", 1)


# Several cards that wait for the floor


def waits_behind(told: Told) -> Told:
    """A card was drawn in error and seen, and the next one was laid at seat 1 before the burns of the war."""
    told.does(DEALER, c.ReportDrawnCard(Card("Kc")))
    told.does(DEALER, c.ReportMisdelivery(1, Card("Qc")))
    return told


def test_ma_10_f_a_misdelivered_card_behind_an_exposed_one_overtakes_the_burns_too() -> None:
    told = waits_behind(burns_of_the_war_are_due(MA))
    rules(told, "burn")
    assert told.happened(e.BurnForgotten) == []
    assert rules(told, "forward")[1:] == (e.BurnForgotten(3), e.CardDealt(1, Card("Qc"), "war"))
    assert told.table.round.war_burns_due == 0
    told.deals("2d").ends()
    assert told.net(1) == "10.00"


def test_ma_10_f_a_misdelivered_card_behind_an_exposed_one_that_is_burned_leaves_the_burns_due() -> None:
    told = waits_behind(burns_of_the_war_are_due(MA))
    rules(told, "burn")
    rules(told, "burn")
    assert (told.happened(e.BurnForgotten), told.table.round.war_burns_due) == ([], 3)


def test_ma_10_f_the_burns_that_two_misdelivered_cards_overtook_are_forgotten_once() -> None:
    told = burns_of_the_war_are_due(MA)
    told.does(DEALER, c.ReportMisdelivery(1, Card("Kc")))
    told.does(DEALER, c.ReportMisdelivery(0, Card("Qc")))
    rules(told, "forward")
    rules(told, "forward")
    assert told.happened(e.BurnForgotten) == [e.BurnForgotten(3)]
    assert (told.table.boxes[0].war_card, told.table.round.dealer_war_card) == ("Kc", "Qc")


def test_ma_7_a_3_a_misdelivered_card_behind_an_exposed_one_overtakes_no_burn_of_a_dealer_who_came_since() -> None:
    told = burns_of_the_war_are_due(MA)
    told.does(DEALER, c.ReportDrawnCard(Card("Kc")))
    told.does(FLOOR, c.TakeOver("Eve"))
    told.does(DEALER, c.ReportMisdelivery(1, Card("Qc")))
    rules(told, "burn")
    rules(told, "forward")
    assert told.happened(e.BurnForgotten) == [e.BurnForgotten(3)]
    assert (told.table.cards.dealer_burns, told.table.round.war_burns_due) == (1, 0)


@pytest.mark.parametrize("rulebook", MUST_BURN)
def test_where_a_text_forgives_no_burn_a_card_behind_an_exposed_one_overtakes_none(rulebook: str) -> None:
    told = waits_behind(burns_of_the_war_are_due(rulebook))
    rules(told, "burn")
    rules(told, "burn")
    assert (told.happened(e.BurnForgotten), told.table.round.war_burns_due) == ([], 3)
