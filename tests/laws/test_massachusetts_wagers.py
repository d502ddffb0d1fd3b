"""Section 6: what a wager is made with, until when, and who may touch it."""

import pytest

from tests.told import DEALER, FLOOR, Told, player
from wartable.rulebook import load_rulebook
from wartable.rulebook.house import choose
from wartable.rulebook.wagers import Wager
from wartable.table import commands as c
from wartable.table import steps
from wartable.table.events import WagerPlaced
from wartable.table.refusals import Refusal

MA = "massachusetts"


@pytest.mark.parametrize("instrument", ["chips", "plaques"])
def test_ma_6_a_1_wagers_are_made_with_chips_or_plaques(instrument: str) -> None:
    told = Told.at(MA).sits(1)
    told.does(player("seat 1"), c.PlaceWager(1, "initial", 1000, instrument=instrument))
    told.does(player("seat 1"), c.PlaceWager(1, "tie", 500, instrument=instrument))
    placed = [(event.wager, event.amount, event.instrument) for event in told.happened(WagerPlaced)]
    assert placed == [("initial", 1000, instrument), ("tie", 500, instrument)]


@pytest.mark.parametrize("instrument", ["coupon", "credit", "markers", ""])
def test_ma_6_a_1_nothing_else_is_accepted_where_no_coupons_apply(instrument: str) -> None:
    told = Told.at(MA).sits(1)
    refused = told.refuses(player("seat 1"), c.PlaceWager(1, "initial", 1000, instrument=instrument))
    assert (refused.why, refused.clauses) == (Refusal.INSTRUMENT_IS_NOT_ACCEPTED, ("MA-6-a.1",))
    _, (finding,) = choose(load_rulebook(MA), {"wager": {"instruments": ["chips", "cash"]}})
    assert (finding.severity, finding.key, finding.clauses) == ("error", "wager.instruments", ("MA-6-a.1",))


def test_ma_6_a_1_each_wager_lies_on_its_own_area() -> None:
    told = Told.at(MA).bets(2, "10.00", tie="5.00").bets(3, "25.00")
    layout = {account: cents for account, cents in told.accounts().items() if account.startswith("layout/")}
    assert layout == {"layout/2//initial": 1000, "layout/2//tie": 500, "layout/3//initial": 2500}


@pytest.mark.parametrize("wager", ["initial", "tie"])
def test_ma_6_a_2_cash_with_a_spoken_wager_is_refused(wager: Wager) -> None:
    told = Told.at(MA).bets(1, "10.00").sits(2)
    seat = 2 if wager == "initial" else 1
    refused = told.refuses(DEALER, c.PlaceWager(seat, wager, 1000, instrument="cash"))
    assert (refused.why, refused.clauses) == (Refusal.CASH_DOES_NOT_PLAY, ("MA-6-a.2",))
    _, (finding,) = choose(load_rulebook(MA), {"wager": {"spoken_cash": True}})
    assert (finding.severity, finding.clauses) == ("error", ("MA-6-a.2",))


def test_ma_6_b_1_no_wager_is_made_after_the_call() -> None:
    told = Told.at(MA).bets(1, "10.00").sits(2)
    assert {"MA-6-b.1", "MA-6-b.2"} <= set(steps(told.table)[0].clauses)
    told.does(DEALER, c.CallNoMoreBets())
    assert told.refuses(player("seat 2"), c.PlaceWager(2, "initial", 1000)).why is Refusal.NOT_NOW
    assert told.refuses(player("seat 1"), c.PlaceWager(1, "tie", 500)).why is Refusal.NOT_NOW
    told.deals("7s 7d").settles()
    assert told.refuses(player("seat 1"), c.PlaceWager(1, "tie", 500)).why is Refusal.NOT_NOW


def test_ma_6_b_1_the_wagers_of_a_war_are_excepted_from_the_call() -> None:
    told = Told.at(MA).bets(1, "10.00").deals("7s 7d").war(1, tie="5.00")
    assert told.accounts()["layout/1//war"] == 1000
    assert told.accounts()["layout/1//war_tie"] == 500
    for wager in ("initial", "tie"):
        assert told.refuses(DEALER, c.PlaceWager(1, wager, 500)).why is Refusal.WAGER_IS_NOT_OFFERED


def test_ma_6_b_2_once_the_call_is_made_no_wager_is_removed_or_altered_until_it_is_decided() -> None:
    told = Told.at(MA).bets(1, "10.00", tie="5.00").bets(2, "10.00")
    told.does(DEALER, c.CallNoMoreBets())
    untouchable(told)
    told.deals("7s")
    untouchable(told)
    told.deals("9s 7d")
    untouchable(told)
    told.settles()
    untouchable(told)
    told.war(1).goes_on("picking_up")
    assert told.refuses(player("seat 1"), c.TakeBackWager(1, "initial")).why is Refusal.WAGER_IS_NOT_THERE
    told.war_deals("Ks 2d")
    untouchable(told)
    assert told.ends().net(1) == "60.00"


def untouchable(told: Told) -> None:
    """Neither the player nor the dealer may take, add to or walk away from what lies there."""
    for by in (player("seat 1"), DEALER):
        for wager in ("initial", "tie"):
            assert told.refuses(by, c.TakeBackWager(1, wager)).why is Refusal.NOT_NOW
            assert told.refuses(by, c.PlaceWager(1, wager, 500)).why is Refusal.NOT_NOW
    refused = told.refuses(player("seat 1"), c.Leave(1))
    assert (refused.why, refused.clauses) == (Refusal.STAY_UNTIL_THE_ROUND_ENDS, ("house rule", "MA-6-b.2"))


def test_ma_6_b_2_nobody_alters_a_wager_that_is_placed() -> None:
    told = Told.at(MA).bets(1, "10.00", tie="5.00").sits(2)
    for wager in ("initial", "tie"):
        assert told.refuses(player("seat 1"), c.PlaceWager(1, wager, 500)).why is Refusal.WAGER_IS_MADE_ALREADY
        assert told.refuses(player("seat 2"), c.TakeBackWager(1, wager)).why is Refusal.NOT_YOUR_SEAT
    for by in (player("seat 1"), FLOOR):
        refused = told.refuses(by, c.TakeBackWager(1, "tie"))
        assert (refused.why is Refusal.WAGER_STAYS) == (by is not FLOOR)
        assert "MA-6-b.2" in refused.clauses


def test_ma_6_b_2_a_player_who_walks_away_loses_nothing_by_it() -> None:
    told = Told.at(MA).bets(1, "10.00").deals("Ks")
    told.does(DEALER, c.ReportAbsence(1))
    assert told.refuses(FLOOR, c.Rule("lost", "the player is gone")).why is Refusal.CHOICE_IS_NOT_OPEN
    told.does(FLOOR, c.Rule("play_on", "the player is gone"))
    assert told.deals("2d").ends().net(1) == "10.00"
