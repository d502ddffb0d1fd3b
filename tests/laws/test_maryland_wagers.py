"""Maryland, Chapter 7: with what, by whom and until when a wager is made, and what becomes of one left behind."""

from typing import Any

import pytest

from tests.told import CLOCK, DEALER, FLOOR, Told, player
from wartable.rulebook import EDITION, choose, errors, load_rulebook
from wartable.rulebook.wagers import Wager
from wartable.table import Refusal, steps
from wartable.table import commands as c
from wartable.table.events import CardDealt, FloorCalled, FloorRuled, WagerPlaced, WagersAbandoned

TWO_BOXES: dict[str, Any] = {"table": {"boxes": 2}}
TEN = 1000


def war_wagers(house: dict[str, Any] | None = None, edition: int = EDITION) -> Told:
    """One player who tied and went to war, whose war wager is not yet confirmed."""
    return Told.at("maryland", house, edition).bets(1, "10.00").deals("7s 7d").war(1).goes_on("picking_up")


# With what


@pytest.mark.parametrize("instrument", ["chips", "plaques"])
def test_md_7_a_chips_and_plaques_are_wagered(instrument: str) -> None:
    told = Told.at("maryland").sits(1)
    told.does(player("seat 1"), c.PlaceWager(1, "initial", TEN, instrument=instrument))
    assert told.happened(WagerPlaced)[0].instrument == instrument


def test_md_7_a_another_instrument_is_wagered_only_where_it_was_approved() -> None:
    command = c.PlaceWager(1, "initial", TEN, instrument="approved_instrument")
    refused = Told.at("maryland").sits(1).refuses(DEALER, command)
    assert (refused.why, refused.clauses) == (Refusal.INSTRUMENT_IS_NOT_ACCEPTED, ("MD-7-A",))
    house = {"wager": {"instruments": ["chips", "plaques", "approved_instrument"]}}
    assert Told.at("maryland", house).sits(1).does(DEALER, command)


def test_md_7_a_each_wager_lies_on_its_own_area() -> None:
    told = Told.at("maryland").bets(1, "10.00", tie="5.00")
    assert told.accounts() == {"patron/seat 1": -1500, "layout/1//initial": 1000, "layout/1//tie": 500}


# By whom


def test_md_7_b_1_nobody_wagers_without_a_seat() -> None:
    told = Told.at("maryland")
    empty = told.refuses(DEALER, c.PlaceWager(1, "initial", TEN))
    assert (empty.why, empty.clauses) == (Refusal.SEAT_IS_EMPTY, ("MD-7-B-1",))
    told.bets(1, "10.00")
    behind = told.refuses(DEALER, c.PlaceWager(1, "initial", TEN, bettor="Zoe"))
    assert (behind.why, behind.clauses) == (Refusal.ONLY_SEATED_PLAYERS_BET, ("MD-7-B-1",))
    assert told.refuses(player("Zoe"), c.PlaceWager(1, "tie", TEN)).why is Refusal.NOT_YOUR_SEAT


def test_md_7_b_2_cash_with_a_spoken_wager_is_not_accepted() -> None:
    told = Told.at("maryland").sits(1)
    refused = told.refuses(DEALER, c.PlaceWager(1, "initial", TEN, instrument="cash"))
    assert (refused.why, refused.clauses) == (Refusal.CASH_DOES_NOT_PLAY, ("MD-7-B-2",))


def test_md_7_b_3_a_player_with_cards_stays_until_the_round_is_complete() -> None:
    told = Told.at("maryland").bets(1, "10.00").deals("7s 9d")
    for phase in ("settling", "picking_up"):
        assert told.table.phase == phase
        refused = told.refuses(player("seat 1"), c.Leave(1))
        assert (refused.why, refused.clauses) == (Refusal.STAY_UNTIL_THE_ROUND_ENDS, ("MD-7-B-3",))
        told.settles()
    told.ends().does(player("seat 1"), c.Leave(1))


def test_md_7_e_a_player_bets_as_many_boxes_as_the_house_says_side_by_side() -> None:
    told = Told.at("maryland", TWO_BOXES).sits(4, "Ann")
    apart = told.refuses(DEALER, c.Sit(6, "Ann"))
    assert (apart.why, apart.clauses) == (Refusal.BOX_IS_NOT_ADJACENT, ("MD-7-E",))
    told.sits(5, "Ann").bets(4, "10.00").bets(5, "20.00")
    third = told.refuses(DEALER, c.Sit(6, "Ann"))
    assert (third.why, third.clauses) == (Refusal.BOXES_ARE_USED_UP, ("MD-7-E",))
    told.deals("7s 8s 2d").ends()
    assert told.accounts()["patron/Ann"] == 3000


def test_md_7_e_a_house_that_says_nothing_gives_each_player_one_box() -> None:
    told = Told.at("maryland").sits(4, "Ann")
    assert told.refuses(DEALER, c.Sit(5, "Ann")).why is Refusal.BOXES_ARE_USED_UP


# Until when


@pytest.mark.parametrize("wager", ["initial", "tie"])
def test_md_7_c_wagers_close_with_the_call(wager: Wager) -> None:
    told = Told.at("maryland").bets(1, "10.00").sits(2)
    told.does(DEALER, c.CallNoMoreBets())
    for seat in (1, 2):
        assert told.refuses(player(f"seat {seat}"), c.PlaceWager(seat, wager, TEN)).why is Refusal.NOT_NOW


def test_md_7_c_the_call_is_the_dealers_and_is_prompted() -> None:
    told = Told.at("maryland").bets(1, "10.00")
    prompt = steps(told.table)[0]
    assert (prompt.step, prompt.by) == ("no_more_bets", ("dealer",))
    assert {"MD-7-C", "MD-7-D", "MD-8-C"} <= set(prompt.clauses)
    assert told.refuses(FLOOR, c.CallNoMoreBets()).why is Refusal.NOT_YOURS


@pytest.mark.parametrize("cards", ["", "7s", "7s 9d"])
def test_md_7_d_after_the_call_a_wager_is_neither_made_nor_raised_nor_taken_back(cards: str) -> None:
    told = Told.at("maryland").bets(1, "10.00", tie="5.00").deals(cards)
    for command in (
        c.PlaceWager(1, "initial", TEN),
        c.PlaceWager(1, "tie", TEN),
        c.TakeBackWager(1, "initial"),
        c.TakeBackWager(1, "tie"),
    ):
        assert told.refuses(DEALER, command).why is Refusal.NOT_NOW


def test_md_7_d_before_the_call_a_wager_may_be_taken_back() -> None:
    told = Told.at("maryland").bets(1, "10.00")
    told.does(player("seat 1"), c.TakeBackWager(1, "initial"))
    assert told.accounts() == {}


def test_md_7_d_chapter_9_excepts_the_war_and_nothing_that_lay_there_before() -> None:
    told = war_wagers()
    assert told.accounts()["layout/1//war"] == TEN
    for wager in ("initial", "tie"):
        assert told.refuses(DEALER, c.PlaceWager(1, wager, TEN)).why is Refusal.WAGER_IS_NOT_OFFERED
        assert told.refuses(DEALER, c.TakeBackWager(1, wager)).why is Refusal.WAGER_IS_NOT_THERE


# Which wagers


def test_md_7_f_1_without_an_initial_wager_there_is_no_round_and_no_card() -> None:
    told = Told.at("maryland").sits(1).sits(2)
    (prompt,) = steps(told.table)
    assert (prompt.step, prompt.by, prompt.clauses) == ("bets", ("player",), ("MD-7-C", "MD-7-F-1"))
    refused = told.refuses(DEALER, c.CallNoMoreBets())
    assert refused.why is Refusal.NOBODY_BETS
    assert "MD-7-F-1" in refused.clauses
    told.bets(2, "10.00").deals("7s 9d")
    assert [card.seat for card in told.happened(CardDealt)] == [2, 0]


def test_md_7_f_2_1_a_tie_wager_goes_along_with_an_initial_wager_and_not_alone() -> None:
    told = Told.at("maryland").sits(1)
    assert told.refuses(DEALER, c.PlaceWager(1, "tie", TEN)).why is Refusal.INITIAL_WAGER_COMES_FIRST
    told.bets(1, "10.00", tie="5.00")


def test_reading_md_16_a_tie_wager_goes_along_with_the_war_until_the_dealer_confirms() -> None:
    told = war_wagers()
    offer = steps(told.table)[-1]
    assert (offer.step, offer.by, offer.clauses) == ("war_tie", ("dealer",), ("MD-7-F-2.1",))
    told.does(player("seat 1"), c.PlaceWager(1, "war_tie", 500))
    told.confirms_the_war()
    assert told.refuses(player("seat 1"), c.TakeBackWager(1, "war_tie")).why is Refusal.NOT_NOW
    late = war_wagers()
    late.confirms_the_war()
    assert late.refuses(player("seat 1"), c.PlaceWager(1, "war_tie", 500)).why is Refusal.NOT_NOW


def test_md_7_f_2_1_no_house_refuses_the_tie_wager_on_the_war_deal() -> None:
    (finding,) = errors(choose(load_rulebook("maryland"), {"tie": {"on_war_deal": False}})[1])
    assert (finding.clauses, finding.reading) == (("MD-7-F-2.1",), "MD.16")


def test_reading_md_16_in_a_log_of_the_first_edition_a_house_took_no_tie_wager_on_the_war_deal() -> None:
    told = war_wagers({"tie": {"on_war_deal": False}}, edition=1).sees_the_war()
    assert [step.step for step in steps(told.table)] == ["war_wagers"]
    refused = told.refuses(player("seat 1"), c.PlaceWager(1, "war_tie", 500))
    assert (refused.why, refused.clauses) == (Refusal.WAGER_IS_NOT_OFFERED, ("MD-7-F-2.1",))


def test_md_7_f_2_1_only_who_is_at_war_adds_a_tie_wager_to_it() -> None:
    told = Told.at("maryland").bets(1, "10.00").bets(2, "10.00").deals("7s 7c 7d").war(1).surrenders(2)
    told.goes_on("picking_up")
    assert told.refuses(DEALER, c.PlaceWager(2, "war_tie", 500)).why is Refusal.HAND_IS_NOT_IN_PLAY


@pytest.mark.parametrize(("card", "net"), [("7s", "50.00"), ("8s", "-5.00"), ("6s", "-5.00")])
def test_md_7_f_2_2_the_tie_wager_wins_only_on_a_tie_hand(card: str, net: str) -> None:
    told = Told.at("maryland").bets(1, "10.00", tie="5.00").deals(f"{card} 7d").settles()
    line = told.lines(1)["tie"]
    assert line.returned + line.paid - line.staked == int(net.replace(".", ""))


# A player who walks away


def walked_away() -> Told:
    """A tied player with a tie wager paid has gone, and the dealer says so."""
    told = Told.at("maryland").bets(1, "10.00").bets(2, "10.00").deals("7s 8c 7d").settles()
    told.does(DEALER, c.ReportAbsence(1))
    return told


def test_reading_md_15_the_floor_is_called_and_nothing_is_forfeit_by_itself() -> None:
    told = walked_away()
    (call,) = told.happened(FloorCalled)
    assert (call.reason, call.seat, call.clauses) == ("player_absent", 1, ("MD-7-B-4",))
    assert told.accounts()["layout/1//initial"] == TEN
    assert told.refuses(DEALER, c.Rule("lost", "left for good")).why is Refusal.NOT_YOURS
    assert told.refuses(FLOOR, c.Rule("lost", "")).why is Refusal.REASON_IS_MISSING


def test_md_7_b_4_abandoned_wagers_may_be_taken_as_losing() -> None:
    told = walked_away()
    told.does(FLOOR, c.Rule("lost", "left for good"))
    assert told.happened(FloorRuled) == [FloorRuled("lost", "left for good")]
    assert told.happened(WagersAbandoned) == [WagersAbandoned(1, decided=True)]
    line = told.lines(1)["initial"]
    assert (line.result, line.collected, line.clauses) == ("lose", TEN, ("MD-7-B-4",))
    told.ends()
    assert (told.net(1), told.net(2)) == ("-10.00", "10.00")


def test_reading_md_15_the_floor_may_as_well_let_the_hand_be_played() -> None:
    told = walked_away()
    told.does(FLOOR, c.Rule("play_on", "is on the way back"))
    assert told.asked() == (1, "")
    told.surrenders(1).ends()
    assert told.net(1) == "-5.00"


def test_md_7_b_4_the_clock_and_the_floor_see_an_absence_too() -> None:
    for by in (CLOCK, FLOOR):
        told = Told.at("maryland").bets(1, "10.00").deals("7s")
        told.does(by, c.ReportAbsence(1))
        assert told.table.phase == "suspended"
