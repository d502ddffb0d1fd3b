"""A wager that lay on the layout before the call, and that the dealer had not entered, until a card is out."""

from typing import Any

import pytest
from msgspec.structs import replace

from tests.side_bets.houses import progressive, wheel
from tests.table.provoking import sealed
from tests.told import DEALER, FLOOR, SHOE, Told, cards_of, player
from wartable.money import parse_cents
from wartable.rulebook import Wager, cards_of_a_round
from wartable.table import Actor, Refusal, late_wagers
from wartable.table import commands as c
from wartable.table import events as e
from wartable.table.procedures import accepted

WHY = "the dealer overlooked it"
STATES = {
    "maryland": "MD-7-D",
    "california": "CA-bet-2b",
    "wisconsin": "WI-f-2.1",
    "massachusetts": "MA-6-b.1",
    "washington": "WA-2.1",
}
everywhere = pytest.mark.parametrize("rulebook", STATES, ids=["md_7_d", "ca_bet_2b", "wi_f_2_1", "ma_6_b_1", "wa_2_1"])
SEVEN = cards_of("7s")[0]
OUT: dict[str, tuple[tuple[Actor, c.Command], ...]] = {
    "dealt": ((SHOE, c.TurnCard(SEVEN)),),
    "dealt and taken back": ((SHOE, c.TurnCard(SEVEN)), (FLOOR, c.UndoCard("it was misread"))),
    "dealt and said not to have been": ((SHOE, c.TurnCard(SEVEN)), (FLOOR, c.UndoCard("none was dealt", absent=True))),
    "not taken by the reader": ((DEALER, c.ReportMisread("7s", "double_read")), (FLOOR, c.Rule("continue", WHY))),
    "laid at a wrong place": ((DEALER, c.ReportMisdelivery(0, SEVEN)), (FLOOR, c.Rule("burn", "it is burned"))),
}


def called(rulebook: str, house: dict[str, Any] | None = None) -> Told:
    """Seats 1 and 3 are taken, seat 1 has bet, every burn is made, and no more bets was called."""
    told = Told.at(rulebook, house).sits(1).sits(3)
    if told.table.phase == "banking":
        told.sits(5).banks(5, "500.00")
    told.bets(1, "10.00").goes_on("betting")
    assert told.table.phase in ("dealing", "counting")
    return told


def late(seat: int = 3, wager: Wager = "initial", amount: str = "10.00", bettor: str = "") -> c.EnterLateWager:
    return c.EnterLateWager(seat, wager, parse_cents(amount), WHY, bettor)


@everywhere
def test_a_wager_that_lay_there_before_the_call_is_entered_and_played(rulebook: str) -> None:
    told = called(rulebook)
    (placed, *_) = told.does(FLOOR, late())
    assert placed == e.WagerPlaced(3, "", "seat 3", "initial", 10_00, reason=WHY)
    told.does(FLOOR, late(3, "tie", "5.00"))
    told.deals("9s Kc 2d").ends()
    assert (told.net(1), told.net(3)) == ("10.00", "5.00")


@everywhere
def test_a_wager_is_entered_after_the_call_by_the_floor_alone_and_with_a_reason(rulebook: str) -> None:
    told = called(rulebook)
    for by in (DEALER, player("seat 3")):
        assert told.refuses(by, late()).why is Refusal.NOT_YOURS
        assert told.refuses(by, c.PlaceWager(3, "initial", 10_00)).why is Refusal.NOT_NOW
    assert told.refuses(FLOOR, c.EnterLateWager(3, "initial", 10_00, " ")).why is Refusal.REASON_IS_MISSING


@pytest.mark.parametrize("card", OUT)
@everywhere
def test_no_wager_is_entered_once_a_card_of_the_round_is_out(rulebook: str, card: str) -> None:
    told = called(rulebook)
    for by, command in OUT[card]:
        told.does(by, command)
    assert told.table.phase == "dealing"
    refused = told.refuses(FLOOR, late())
    assert refused.why is Refusal.WAGER_IS_LATE
    assert STATES[rulebook] in refused.clauses
    assert late_wagers(told.table) == ()


@everywhere
def test_no_wager_is_entered_before_the_call_or_after_the_last_card_as_a_late_one(rulebook: str) -> None:
    told = Told.at(rulebook).sits(1).sits(3)
    if told.table.phase == "banking":
        told.sits(5).banks(5, "500.00")
    told.bets(1, "10.00")
    assert told.refuses(FLOOR, late()).why is Refusal.NOT_NOW
    told.deals("9s 2d")
    assert told.refuses(FLOOR, late()).why is Refusal.NOT_NOW


@everywhere
def test_a_late_wager_keeps_to_the_limits_and_to_the_order_of_wagers(rulebook: str) -> None:
    told = called(rulebook, {"limits": {"min": "5.00", "max": "100.00"}})
    assert told.refuses(FLOOR, late(amount="100.02")).why is Refusal.AMOUNT_IS_ABOVE_THE_LIMIT
    assert told.refuses(FLOOR, late(amount="4.00")).why is Refusal.AMOUNT_IS_BELOW_THE_LIMIT
    assert told.refuses(FLOOR, late(3, "tie")).why is Refusal.INITIAL_WAGER_COMES_FIRST
    assert told.refuses(FLOOR, late(1)).why is Refusal.WAGER_IS_MADE_ALREADY
    assert told.refuses(FLOOR, late(4)).why is Refusal.SEAT_IS_EMPTY
    assert told.refuses(FLOOR, late(99)).why is Refusal.NO_SUCH_SEAT
    cash = c.EnterLateWager(3, "initial", 10_00, WHY, instrument="cash")
    assert told.refuses(FLOOR, cash).why is Refusal.CASH_DOES_NOT_PLAY


@everywhere
def test_a_wager_on_a_device_of_the_players_own_is_never_late(rulebook: str) -> None:
    told = Told.at(rulebook).sits(1).comes_online(3, "Ann")
    if told.table.phase == "banking":
        told.sits(5).banks(5, "500.00")
    told.bets(1, "10.00").goes_on("betting")
    assert told.refuses(FLOOR, late()).why is Refusal.THEIRS_ALONE


@everywhere
def test_a_player_who_sat_down_after_the_call_had_no_wager_before_it(rulebook: str) -> None:
    told = called(rulebook).sits(4, "Zoe")
    assert told.refuses(FLOOR, late(4)).why is Refusal.CAME_AFTER_THE_CALL
    told.deals("9s 2d").ends()
    if told.table.phase == "banking":
        told.banks(5, "500.00")
    told.bets(1, "10.00").goes_on("betting")
    assert told.does(FLOOR, late(4))


def test_at_a_sealed_shoe_players_place_their_own_wagers_and_none_is_late() -> None:
    told = sealed().sits(2).bets(1, "10.00")
    told.does(DEALER, c.CallNoMoreBets())
    refused = told.refuses(FLOOR, late(2))
    assert refused.why is Refusal.NO_WAGER_IS_LATE
    assert "MD-7-C" in refused.clauses


@pytest.mark.parametrize("rulebook", ["maryland", "massachusetts"])
def test_md_2_c_2_2_a_side_wager_is_locked_at_the_call_and_never_late(rulebook: str) -> None:
    told = Told.at(rulebook, progressive()).sits(3).bets_on("progressive", 1)
    told.does(DEALER, c.CallNoMoreBets())
    assert told.table.phase == "counting"
    told.does(FLOOR, late())
    refused = told.refuses(FLOOR, late(3, "progressive", "5.00"))
    assert refused.why is Refusal.NO_WAGER_IS_LATE
    assert refused.clauses == told.table.rules.steps["count_side_wagers"].clauses
    assert told.refuses(FLOOR, late(3, "bonus_spin", "5.00")).why is Refusal.WAGER_IS_NOT_OFFERED
    told.does(DEALER, c.CountSideWagers(counts=accepted(told.table)))
    told.deals("9s Kc 2d").finishes()
    assert told.net(3) == "10.00"


def test_md_2_b_7_b_2_a_wager_on_the_wheel_is_locked_at_the_call_and_never_late() -> None:
    told = Told.at("maryland", wheel()).sits(3).bets_on("bonus_spin", 1)
    told.does(DEALER, c.CallNoMoreBets())
    told.does(FLOOR, late())
    refused = told.refuses(FLOOR, late(3, "bonus_spin", "5.00"))
    assert refused.why is Refusal.NO_WAGER_IS_LATE
    assert "MD-2-B-7-b.2" in refused.clauses


def test_reading_md_26_a_wager_on_the_screen_of_the_electronic_form_is_never_late() -> None:
    told = Told.at("maryland", {"electronic": {"community_cards": 5}}).sits(3).bets_on_hand(1, 1)
    told.does(DEALER, c.CallNoMoreBets())
    assert told.refuses(FLOOR, late()).why is Refusal.NO_WAGER_IS_LATE
    assert late_wagers(told.table) == ()


@pytest.mark.parametrize("rulebook", ["wisconsin", "massachusetts"])
def test_wi_f_1_1_ma_6_a_1_a_match_play_coupon_that_lay_there_is_entered_too(rulebook: str) -> None:
    told = called(rulebook, {"match_play": {"enabled": True}})
    told.does(FLOOR, late())
    told.does(FLOOR, late(3, "match_play", "5.00"))
    told.deals("9s Kc 2d").ends()
    assert told.net(3) == "15.00"


def test_ca_bet_1a_a_wager_behind_a_seat_that_lay_there_is_entered_under_its_bettors_name() -> None:
    told = called("california")
    told.does(FLOOR, late(1, bettor="Bea"))
    assert told.refuses(FLOOR, late(5)).why is Refusal.BANK_DOES_NOT_BET
    told.deals("9s 2d").ends()
    assert (told.net(1), told.net(1, "Bea")) == ("10.00", "10.00")


@everywhere
def test_no_wager_is_entered_late_for_which_the_shoe_has_too_few_cards(rulebook: str) -> None:
    told = called(rulebook)
    left = cards_of_a_round(told.table.rules, 1)
    told.table = replace(
        told.table, cards=replace(told.table.cards, in_shoe=left, rack=("??",) * (told.table.rules.stack - left))
    )
    assert told.refuses(FLOOR, late()).why is Refusal.SHOE_IS_OVER
    assert told.does(FLOOR, late(1, "tie", "5.00"))


@everywhere
def test_the_dealer_on_record_does_not_enter_it_for_the_floor(rulebook: str) -> None:
    told = called(rulebook)
    assert told.refuses(Actor("floor", person="Vera"), late()).why is Refusal.NOT_ON_DUTY
    told.does(FLOOR, c.TakeDuty("Dana"))
    assert told.refuses(Actor("floor", person="Dana"), late()).why is Refusal.DEALS_THIS_TABLE


@everywhere
def test_a_wager_for_a_named_person_is_entered_only_where_that_person_sits(rulebook: str) -> None:
    told = called(rulebook)
    for other in ("seat 1", "Zoe", "SEAT 3"):
        refused = told.refuses(FLOOR, replace(late(), patron=other))
        assert refused.why is Refusal.NAMES_ANOTHER_PERSON
        assert refused.clauses == told.table.rules.steps["bets"].clauses
    told.does(FLOOR, replace(late(), patron="seat 3"))
    told = Told.at(rulebook).sits(3)
    if told.table.phase == "banking":
        told.sits(5).banks(5, "500.00")
    assert told.refuses(DEALER, c.PlaceWager(3, "initial", 10_00, patron="Zoe")).why is Refusal.NAMES_ANOTHER_PERSON
    told.does(DEALER, c.PlaceWager(3, "initial", 10_00, patron="seat 3"))
    assert told.refuses(DEALER, c.PlaceWager(3, "tie", 5_00, patron="Zoe")).why is Refusal.NAMES_ANOTHER_PERSON
