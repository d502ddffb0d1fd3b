"""Wisconsin (f): what wagers are made with, until when, and that no one may touch them afterwards."""

import pytest

from tests.told import DEALER, FLOOR, SHOE, Told, player
from wartable.cards import Card
from wartable.rulebook.wagers import Wager
from wartable.table import Refusal, steps
from wartable.table import commands as c
from wartable.table import events as e

ANN = player("Ann")


@pytest.mark.parametrize("instrument", ["chips", "plaques"])
def test_wi_f_1_1_wagers_are_chips_or_plaques_on_their_own_areas(instrument: str) -> None:
    told = Told.at("wisconsin").sits(1, "Ann")
    told.does(ANN, c.PlaceWager(1, "initial", 1000, instrument=instrument))
    told.does(ANN, c.PlaceWager(1, "tie", 500, instrument=instrument))
    assert told.accounts() == {"patron/Ann": -1500, "layout/1//initial": 1000, "layout/1//tie": 500}
    assert {placed.instrument for placed in told.happened(e.WagerPlaced)} == {instrument}


@pytest.mark.parametrize("instrument", ["coupon", "marker", "tickets", ""])
def test_wi_f_1_1_nothing_else_is_a_wager(instrument: str) -> None:
    told = Told.at("wisconsin").sits(1, "Ann")
    refused = told.refuses(ANN, c.PlaceWager(1, "initial", 1000, instrument=instrument))
    assert (refused.why, refused.clauses) == (Refusal.INSTRUMENT_IS_NOT_ACCEPTED, ("WI-f-1.1",))


def test_wi_f_1_1_match_play_coupons_lie_beside_the_initial_wager_where_the_house_takes_them() -> None:
    coupon = c.PlaceWager(1, "match_play", 500)
    assert Told.at("wisconsin").bets(1, "10.00").refuses(DEALER, coupon).why == Refusal.WAGER_IS_NOT_OFFERED
    told = Told.at("wisconsin", {"match_play": {"enabled": True}}).bets(1, "10.00")
    told.does(DEALER, coupon)
    told.deals("Kc 2d").ends()
    assert told.net(1) == "15.00"


@pytest.mark.parametrize("wager", ["initial", "tie"])
def test_wi_f_1_2_a_spoken_wager_with_cash_is_not_accepted(wager: Wager) -> None:
    told = Told.at("wisconsin").bets(2, "10.00").sits(1, "Ann")
    for by, seat in ((ANN, 1), (DEALER, 1), (DEALER, 2)):
        refused = told.refuses(by, c.PlaceWager(seat, wager, 1000, instrument="cash"))
        assert (refused.why, refused.clauses) == (Refusal.CASH_DOES_NOT_PLAY, ("WI-f-1.2",))


def test_wi_f_2_1_no_wager_is_made_after_the_call() -> None:
    told = Told.at("wisconsin").bets(1, "10.00").sits(2, "Ann")
    (prompt,) = [step for step in steps(told.table) if step.step == "no_more_bets"]
    assert "WI-f-2.1" in prompt.clauses
    told.does(DEALER, c.CallNoMoreBets())
    assert told.refuses(ANN, c.PlaceWager(2, "initial", 1000)).why == Refusal.NOT_NOW
    assert told.refuses(DEALER, c.PlaceWager(1, "tie", 500)).why == Refusal.NOT_NOW


def test_wi_f_2_1_only_war_and_its_tie_wager_come_after_the_call() -> None:
    told = Told.at("wisconsin").bets(1, "10.00").deals("9c 9d").war(1)
    for late in ("initial", "tie", "war"):
        assert told.refuses(DEALER, c.PlaceWager(1, late, 1000)).why == Refusal.WAGER_IS_NOT_OFFERED
    told.does(DEALER, c.PlaceWager(1, "war_tie", 500))
    told.confirms_the_war()
    assert told.refuses(DEALER, c.PlaceWager(1, "war_tie", 500)).why == Refusal.NOT_NOW


def test_wi_f_2_2_a_placed_wager_is_not_altered() -> None:
    told = Told.at("wisconsin").sits(1, "Ann").bets(1, "10.00", tie="5.00")
    for wager in ("initial", "tie"):
        assert told.refuses(ANN, c.PlaceWager(1, wager, 2000)).why == Refusal.WAGER_IS_MADE_ALREADY
    assert told.accounts()["patron/Ann"] == -1500


def test_wi_f_2_2_no_player_takes_a_wager_up_until_it_is_settled() -> None:
    told = Told.at("wisconsin").sits(1, "Ann").bets(1, "10.00", tie="5.00")
    told.does(DEALER, c.CallNoMoreBets())
    while told.table.phase != "deciding":
        for wager in ("initial", "tie"):
            assert told.refuses(ANN, c.TakeBackWager(1, wager)).why == Refusal.NOT_NOW
        assert told.refuses(ANN, c.Leave(1)).why == Refusal.STAY_UNTIL_THE_ROUND_ENDS
        if told.table.phase == "dealing":
            told.does(SHOE, c.TurnCard(Card("9c")))
        else:
            told.does(DEALER, c.SettleHand())
    assert told.refuses(ANN, c.TakeBackWager(1, "initial")).why == Refusal.NOT_NOW
    assert told.lines(1)["tie"].returned == 500


def test_wi_f_2_2_a_player_who_walks_away_loses_nothing_by_that() -> None:
    told = Told.at("wisconsin").bets(1, "10.00").deals("Kc")
    told.does(DEALER, c.ReportAbsence(1))
    (prompt,) = steps(told.table)
    assert prompt.clauses == ("house rule", "WI-f-2.2")
    assert told.refuses(FLOOR, c.Rule("lost", "gone")).why == Refusal.CHOICE_IS_NOT_OPEN
    told.does(FLOOR, c.Rule("play_on", "the player went to the telephone"))
    told.deals("2d").ends()
    assert told.net(1) == "10.00"
