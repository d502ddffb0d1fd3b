"""Corners of the procedures with batches, devices and people that no whole round comes to."""

from msgspec.structs import replace

from tests.rulebook.side_bets import PROGRESSIVE
from tests.told import DEALER, FLOOR, Told, player, rules_of
from wartable.cards import Card
from wartable.rulebook import as_of, layout_lines, load_rulebook, notices
from wartable.rulebook.checks.case import Case
from wartable.rulebook.checks.payout import payout_limit_can_cut_a_win
from wartable.runner import awaited
from wartable.table import Refusal, evolve, steps, words_of
from wartable.table import commands as c
from wartable.table import events as e
from wartable.table.sentences import say
from wartable.table.stock import stock_of, with_batch

CONTINUOUS = {"shuffler": {"kind": "continuous"}}


def test_wi_e_1_1_a_batch_without_a_completed_shuffle_is_not_loaded() -> None:
    told = Told.at("wisconsin").sits(1)
    told.does(FLOOR, c.OrderReshuffle())
    told.goes_on("shuffling").does(player("seat 1"), c.CutCards(100))
    told.goes_on("cutting")
    assert told.table.phase == "loading"
    stock = stock_of(told.table)
    told.table = replace(told.table, stock=with_batch(stock, 0, replace(stock.batches[0], state="stacked")))
    assert told.refuses(DEALER, c.LoadShoe()).why is Refusal.BATCH_IS_NOT_SHUFFLED


def test_md_11_e_1_no_card_is_burned_from_a_device_that_failed_before_it_is_covered() -> None:
    told = Told.at("maryland", CONTINUOUS).bets(1, "10.00").deals("7s 7d").war(1).goes_on("picking_up", "war_wagers")
    told.does(DEALER, c.ReportDeviceFailure())
    assert awaited(told.table) == "step"
    assert told.refuses(DEALER, c.BurnCard()).why is Refusal.DEVICE_IS_IN_THE_WAY


def test_md_4_f_decks_that_came_shuffled_go_into_a_continuous_shuffler_all_the_same() -> None:
    told = Told.closed("maryland", CONTINUOUS)
    told.does(FLOOR, c.OpenTable("Dana"))
    told.does(DEALER, c.ReceiveDecks(6, 2, "Card Works", "4711"))
    assert [step.step for step in steps(told.table)] == ["machine_shuffle"]


def test_a_look_that_is_the_last_step_sends_the_idle_cards_to_the_shuffle() -> None:
    told = Told.at("washington").sits(2, "Ann")
    rules = told.table.rules
    told.table = replace(told.table, rules=replace(rules, idle=replace(rules.idle, steps=("turn_up", "look"))))
    told.does(FLOOR, c.DeclareIdle())
    told.goes_on("idle").does(DEALER, c.ConfirmStep("turn_up"))
    told.does(player("Ann"), c.DeclineLook())
    assert told.table.phase == "shuffling"


def test_ca_deal_3_a_shoe_that_is_over_is_told_before_the_bank_is_offered() -> None:
    told = Told.at("california").sits(1).sits(2)
    told.table = replace(told.table, cards=replace(told.table.cards, in_shoe=3))
    assert told.table.phase == "banking"
    assert steps(told.table)[0].step == "shoe_over"


def test_an_earlier_log_confirmed_the_checks_of_a_win_as_steps_and_booked_chips_at_once() -> None:
    told = Told.at("maryland", PROGRESSIVE).bets_on("progressive", 1).closes().deals("7s 7d").settles()
    table = replace(told.table, phase="validating", done=())
    assert evolve(table, e.StepConfirmed("verify_hand", "dealer", 0)).done == ("verify_hand",)
    collected = e.SideWagersCollected(((1, "progressive", 5_00),))
    assert "5.00" in say(collected, words_of(table.rules))


def test_ca_play_9d_the_flat_fee_is_told_before_the_wager() -> None:
    rules = rules_of("california", {"ca": {"collection_fee": "1.00"}})
    assert any("flat fee of 1.00" in line for line in notices(rules, "dealer", practice=False))


def test_md_2_b_5_a_the_print_names_no_envy_bonus_where_there_is_none() -> None:
    rules = rules_of("maryland", PROGRESSIVE)
    with_envy, without = list(layout_lines(rules)), list(layout_lines(replace(rules, envy=None)))
    assert [line for line in with_envy if line not in without] == [line for line in with_envy if "Envy" in line] != []


def test_md_10_a_a_wager_that_is_not_offered_cannot_exceed_the_payout_limit() -> None:
    book = as_of(load_rulebook("maryland"), 1)
    choices = {"tie.on_war_deal": False, "payout.limit_per_hand": "100.00", "limits.max": "500.00"}
    told = {finding.message for finding in payout_limit_can_cut_a_win(Case(book, choices))}
    assert told
    assert not any("war deal" in message for message in told)


def test_md_11_c_no_hand_was_missed_before_the_first_card() -> None:
    told = Told.at("maryland", PROGRESSIVE).bets_on("progressive", 1)
    told.does(DEALER, c.CallNoMoreBets())
    assert told.table.phase == "counting"
    assert told.refuses(DEALER, c.ReportMissedHand(1)).why is Refusal.NOT_NOW


def test_ma_10_a_3_a_side_wager_that_is_not_counted_goes_back_from_the_layout() -> None:
    told = Told.at("massachusetts", PROGRESSIVE).bets_on("progressive", 1, 2)
    told.does(DEALER, c.CallNoMoreBets())
    told.does(DEALER, c.ReportMisdelivery(0, Card("7s")))
    told.does(FLOOR, c.ReleasePlayers((1, 2), "the card went astray"))
    assert {event.wager for event in told.happened(e.WagerReturned)} == {"progressive"}
    assert told.accounts() == {}


def test_md_7_d_a_corrected_entry_and_a_lapsed_offer_are_told_as_such() -> None:
    words = words_of(rules_of("maryland"))
    corrected = e.WagerTakenBack(1, "", "Ann", "tie", 5_00, reason="it lay at seat 2")
    assert say(corrected, words) == "Correction: the tie wager of 5.00 of seat 1 goes back: it lay at seat 2."
    lapsed = e.WarTieDeclined(1, "", "clock")
    assert say(lapsed, words) == "The time is up: seat 1 has no tie wager on the war deal."
