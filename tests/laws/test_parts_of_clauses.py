"""Parts of a clause that its other tests left unproved, each broken once at the table of its text."""

import pytest

from tests.laws.finding import burns_of_the_war_are_due, rules
from tests.side_bets.houses import progressive
from tests.told import DEALER, FLOOR, METER, Told, player
from wartable.cards import Card
from wartable.table import Refusal, steps
from wartable.table import commands as c
from wartable.table import events as e

BATCHES = {"shuffler": {"kind": "batch"}}


def against_a_bank() -> Told:
    return Told.at("california").banks(7, "1000.00")


def prompts(told: Told) -> dict[str, tuple[str, ...]]:
    return {step.step: step.clauses for step in steps(told.table)}


# Whose hand it is


def test_wi_h_3_no_other_player_chooses_between_surrender_and_war() -> None:
    told = Told.at("wisconsin").comes_online(1, "Ann").sits(2, "Bob").bets(1, "10.00").deals("9s 9d").settles()
    for command in (c.Surrender(1), c.GoToWar(1)):
        assert told.refuses(player("Bob"), command).why is Refusal.NOT_YOUR_SEAT
    assert told.does(player("Ann"), c.Surrender(1))


def test_md_7_f_3_a_no_player_feeds_the_device_of_another() -> None:
    told = Told.at("maryland", progressive()).comes_online(1, "Ann").comes_online(2, "Bob")
    told.bets(1, "10.00").bets(2, "10.00")
    refused = told.refuses(player("Bob"), c.PlaceWager(1, "progressive", 5_00))
    assert refused.why is Refusal.NOT_YOUR_SEAT
    assert told.does(player("Ann"), c.PlaceWager(1, "progressive", 5_00))


def test_md_9_e_wi_h_1_iii_1_ma_8_a_3_1_a_tied_player_is_asked_and_the_game_waits() -> None:
    for rulebook, clause in (("maryland", "MD-9-E"), ("wisconsin", "WI-h-3"), ("massachusetts", "MA-8-c")):
        told = Told.at(rulebook).bets(1, "10.00").bets(2, "10.00").deals("9s 9c 9d").settles()
        assert told.table.phase == "deciding"
        assert clause in prompts(told)["choose"]
        assert told.refuses(DEALER, c.PickUpCards()).why is Refusal.NOT_NOW


# Amounts


@pytest.mark.parametrize("amount", [9_99, 300_01])
def test_md_7_f_1_an_initial_wager_keeps_to_the_limits_of_the_table(amount: int) -> None:
    told = Told.at("maryland", {"limits": {"min": "10.00", "max": "300.00"}}).sits(1)
    refused = told.refuses(DEALER, c.PlaceWager(1, "initial", amount))
    assert refused.why in (Refusal.AMOUNT_IS_BELOW_THE_LIMIT, Refusal.AMOUNT_IS_ABOVE_THE_LIMIT)
    assert "MD-7-F-1" in refused.clauses
    for kept in (10_00, 300_00):
        told.does(DEALER, c.PlaceWager(1, "initial", kept))
        told.does(DEALER, c.TakeBackWager(1, "initial"))


def test_ca_std_3b_no_tie_wager_is_made_after_the_deal() -> None:
    told = against_a_bank().bets(1, "10.00").deals("9s 9d").settles()
    told.does(DEALER, c.GoToWar(1))
    told.goes_on("picking_up")
    assert told.table.phase == "war_wagers"
    assert told.refuses(DEALER, c.PlaceWager(1, "war_tie", 5_00)).why is Refusal.WAGER_IS_NOT_OFFERED
    assert told.refuses(DEALER, c.PlaceWager(1, "tie", 5_00)).why is Refusal.WAGER_IS_NOT_OFFERED


def test_ca_play_2a_losing_wagers_go_to_the_player_who_banks() -> None:
    told = against_a_bank().bets(1, "10.00", "5.00").deals("2s 9d")
    before = told.table.banker.money
    told.settles()
    assert [(line.wager, line.collected) for line in told.happened(e.WagerSettled)] == [
        ("initial", 10_00),
        ("tie", 5_00),
    ]
    assert told.table.banker.money == before + 15_00


def test_ca_play_3a_2_the_surrendered_half_goes_to_the_player_who_banks() -> None:
    told = against_a_bank().bets(1, "10.00").deals("9s 9d").settles()
    before = told.table.banker.money
    told.surrenders(1)
    assert told.happened(e.TieSurrendered) == [e.TieSurrendered(1, "", "dealer")]
    assert told.table.banker.money == before + 5_00


def test_ca_play_5b_the_primary_wager_of_a_player_at_war_is_pooled_with_the_banks_and_not_given_back() -> None:
    told = against_a_bank().bets(1, "10.00").deals("9s 9d").war(1).goes_on("picking_up", "war_wagers")
    assert told.happened(e.WarMatched) == [e.WarMatched(1, "", 10_00)]
    told.war_deals("2s Kd").ends()
    assert told.lines(1)["initial"].collected == 10_00


def test_ma_11_b_the_jackpot_never_reads_less_than_its_start() -> None:
    told = Told.at("massachusetts", progressive())
    for by, command in (
        (METER, c.SyncMeter("progressive", 999_999, paid_elsewhere=True)),
        (FLOOR, c.CorrectMeter("progressive", 999_999, "the display is wrong")),
    ):
        assert told.refuses(by, command).why is Refusal.READING_IS_BELOW_THE_RESET


def test_md_10_c_3_c_i_envy_is_five_thousand_dollars_against_a_five_dollar_wager() -> None:
    told = Told.at("maryland", progressive()).bets_on("progressive", 1, 2).closes().deals("Kh 4c Kh").wars_all()
    told.war_deals("Kh Kh").finishes()
    line = told.lines(2)["envy"]
    assert (line.paid, "MD-10-C-3-c-i" in line.clauses) == (5_000_00, True)


def test_md_9_j_4_c_a_win_that_the_floor_does_not_validate_is_not_paid() -> None:
    told = Told.at("maryland", progressive()).bets_on("progressive", 1).closes().deals("9s 9d").surrenders(1)
    told.does(DEALER, c.CheckWin(1, "verify_hand", holds=False))
    told.does(FLOOR, c.Rule("no_win", "the hand is another"))
    assert told.happened(e.WinRefused) == [e.WinRefused(1)]
    assert (told.lines(1)["progressive"].result, told.lines(1)["progressive"].paid) == ("lose", 0)


# Cards


def test_ca_play_4b_an_order_of_the_pick_up_names_each_hand_once() -> None:
    told = against_a_bank().bets(1, "10.00").bets(2, "10.00").deals("Kc 4d 9h").settles()
    for order in ((1, 2), (1, 1, 0), (0, 1, 3)):
        refused = told.refuses(DEALER, c.PickUpCards(order))
        assert (refused.why, "CA-play-4b" in refused.clauses) == (Refusal.ORDER_IS_BAD, True)
    assert not told.happened(e.CardsPickedUp)


def test_wa_4_c_ii_1_2_a_forgotten_burn_before_the_dealers_war_card_is_made_now() -> None:
    told = burns_of_the_war_are_due("washington").deals("Ks")
    assert told.table.round.war_burns_due == 3
    told.does(DEALER, c.ReportForgottenBurn(Card("2d")))
    assert rules(told, "burn_now")[1:] == (e.BurnOwed(3, war=True),)
    assert "WA-4-c-ii-1.2" in prompts(told)["war_burn"]
    for _ in range(3):
        told.does(DEALER, c.BurnCard())
    assert (told.table.round.dealer_war_card, told.table.found.owed) == ("2d", 0)


def test_wa_4_wars_and_surrenders_go_from_the_dealers_right_too() -> None:
    told = Told.at("washington").bets(1, "10.00").bets(2, "10.00").bets(3, "10.00").deals("9s 9c 9h 9d").settles()
    assert [event.seat for event in told.happened(e.HandSettled)] == [3, 2, 1]
    asked = []
    while turn := told.asked():
        asked.append(turn[0])
        told.does(DEALER, c.GoToWar(*turn))
    assert asked == [3, 2, 1]
    told.war_deals("2s 2c 2h Kd").ends()
    assert [event.seat for event in told.happened(e.HandSettled) if event.deal == "war"] == [3, 2, 1]


def test_wi_j_4_no_round_begins_before_the_cards_of_a_jam_are_taken_out() -> None:
    told = Told.at("wisconsin", BATCHES).bets(1, "10.00")
    told.does(DEALER, c.ReportJam())
    refused = told.refuses(DEALER, c.CallNoMoreBets())
    assert (refused.why, "WI-j-4" in refused.clauses) == (Refusal.DEVICE_IS_EMPTIED_FIRST, True)
    told.does(DEALER, c.ConfirmStep("empty_device"))


def test_md_11_e_a_device_that_failed_is_covered_or_signed_before_another_way_is_used() -> None:
    for how, clause in (("covered", "MD-11-E-1"), ("sign", "MD-11-E-2")):
        told = Told.at("maryland", BATCHES).sits(1)
        told.does(DEALER, c.ReportDeviceFailure())
        assert clause in prompts(told)["cover_device"]
        told.does(DEALER, c.CoverDevice(how))  # type: ignore[arg-type]
        assert "cover_device" not in prompts(told)
