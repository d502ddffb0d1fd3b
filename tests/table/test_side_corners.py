"""Corners of the side bets that walks have found: a meter, a wheel or a count that did not come out."""

import pytest

from tests.table.houses import EARLY_WHEEL, PROGRESSIVE, WHEEL, House
from tests.told import DEALER, FLOOR, Told
from wartable.cards import Card
from wartable.ledger import layout
from wartable.table import Refusal, say, steps, words_of
from wartable.table import commands as c
from wartable.table import events as e

SHARED: House = {
    "progressive": {"reset": "1000.01", "rate": "0.20", "multi_hit": "split"},
    "envy": {"hitter_must_bet": True},
}


def test_a_void_before_the_count_leaves_nothing_on_the_layout() -> None:
    told = Told.at("maryland", PROGRESSIVE).bets_on("progressive", 1)
    told.does(DEALER, c.CallNoMoreBets())
    told.does(FLOOR, c.VoidRound("the lights went out"))
    assert told.ends().accounts() == {}


def test_a_void_after_a_correction_never_takes_a_meter_below_its_reset() -> None:
    told = Told.at("maryland", PROGRESSIVE).bets_on("progressive", 1).closes()
    told.does(FLOOR, c.CorrectMeter("progressive", 10_000_00, "it was misread"))
    told.does(FLOOR, c.VoidRound("the lights went out"))
    assert told.reads("progressive") == "10000.00"
    assert told.accounts() == {}


def test_a_void_takes_envy_and_the_community_pay_back() -> None:
    told = Told.at("maryland", {**PROGRESSIVE, **WHEEL}).bets_on("bonus_spin", 1, 2).bets_on("progressive", 2).closes()
    told.deals("Ah Ah Ah").wars_all().war_deals("Ah 9s Ah").spins(1, "1000", "150")
    told.does(DEALER, c.SettleSideBets())
    assert {"envy", "community"} <= {line.wager for line in told.happened(e.WagerSettled)}
    told.does(FLOOR, c.VoidRound("the wheel was loose"))
    assert told.ends().accounts() == {}


def test_an_early_wheel_is_settled_and_the_round_goes_on() -> None:
    told = Told.at("maryland", EARLY_WHEEL).bets_on("bonus_spin", 1).closes()
    told.deals("As Ah").spins(1, "primary", "150").goes_on("validating")
    told.does(DEALER, c.SettleSideBets())
    assert told.table.phase == "deciding"
    assert told.happened(e.MeterPaid)[0].amount == 10_000_50


def test_a_dollar_on_the_wheel_is_paid_from_the_houses_own_table() -> None:
    symbols = [row.split(".") for row in Told.closed("maryland", WHEEL).table.rules.settlement]
    spin = {
        **WHEEL["bonus_spin"],
        "stakes": ["1.00", "5.00"],
        "dollar_hot_table": {s: "20.00" for ring, s, _ in symbols if ring == "hot" and s.isdigit()},
        "dollar_community_table": {s: "4.00" for ring, s, _ in symbols if ring == "community"},
    }
    told = Told.at("maryland", {"bonus_spin": spin}).bets_on("bonus_spin", 1, amount="1.00").closes()
    told.deals("2s Ah").spins(1, "1000", "150").finishes()
    lines = told.lines(1)
    assert (lines["bonus_spin"].paid, lines["community"].paid) == (20_00, 4_00)


@pytest.mark.parametrize(
    ("rate", "fits"), [("0.20", True), ("0.200", True), ("1.01", False), ("0", False), ("0.333", False), ("x", False)]
)
def test_a_rate_is_a_share_and_changes_only_after_a_hit(rate: str, fits: bool) -> None:
    told = Told.at("maryland", PROGRESSIVE)
    assert told.refuses(FLOOR, c.ChangeRate("progressive", "0.10")).why is Refusal.RATE_CHANGES_AFTER_A_HIT
    told.syncs("progressive", "10000.00", paid_elsewhere=True)
    if fits:
        told.does(FLOOR, c.ChangeRate("progressive", rate))
    else:
        assert told.refuses(FLOOR, c.ChangeRate("progressive", rate)).why is Refusal.RATE_IS_BAD


def test_cards_that_were_dealt_while_the_side_wagers_were_counted_are_dealt() -> None:
    told = Told.at("massachusetts", SHARED, edition=1).bets_on("progressive", 1)
    told.does(DEALER, c.CallNoMoreBets())
    for card in ("7s", "8s"):
        told.does(DEALER, c.ReportDrawnCard(Card(card)))
        told.does(FLOOR, c.Rule("forward", "it was next"))
    assert told.goes_on("counting").table.phase == "settling"


def test_side_bets_are_settled_when_the_last_war_is_abandoned() -> None:
    told = Told.at("maryland", WHEEL).bets_on("bonus_spin", 1).bets(2, "10.00").closes()
    told.deals("7s 7d 7h").surrenders(1).war(2)
    told.does(DEALER, c.ReportAbsence(2))
    told.does(FLOOR, c.Rule("lost", "they walked away"))
    assert [step.step for step in steps(told.table)] == ["side_bets"]
    assert told.finishes().table.phase == "betting"


@pytest.mark.parametrize("again", [False, True])
def test_a_hand_that_is_void_has_no_win_left_to_check(again: bool) -> None:
    """The floor is called about the hand, and perhaps about another one, while its win waits."""
    told = (
        Told.at("massachusetts", {"progressive": {"reset": "1000.01", "rate": "0.20"}})
        .bets_on("progressive", 1)
        .bets(2, "10.00")
        .closes()
    )
    told.deals("7s 8c 7s").surrenders(1).goes_on("deciding", "settling")
    assert told.table.phase == "validating"
    told.does(DEALER, c.ReportMissedHand(1))
    if again:
        told.does(DEALER, c.ReportMissedHand(2))
    told.does(FLOOR, c.Rule("void_hand", "the floor saw it"))
    if again:
        told.does(FLOOR, c.Rule("continue", "the floor saw it"))
    assert (told.table.wins, told.table.call) == ((), None)
    assert told.finishes().table.phase == "betting"


def test_hits_that_share_a_meter_leave_no_cent_over() -> None:
    told = Told.at("massachusetts", SHARED, edition=1).bets_on("progressive", 1, 2).closes()
    told.deals("7s 7s 7s").wars_all().war_deals("7s 7s 7s").finishes()
    assert [event.amount for event in told.happened(e.MeterPaid)] == [501_01, 501_00]
    assert len(told.happened(e.MeterReset)) == 1
    assert layout(1, "", "progressive") not in told.accounts()


def test_a_win_that_the_floor_refuses_is_told_with_its_reason() -> None:
    refused = e.WinChecked(1, "validate_win", holds=False, reason="The cards do not lie as entered.")
    told = say(refused, words_of(Told.at("maryland", PROGRESSIVE).table.rules))
    assert told == "The floor refuses the win of seat 1. Its reason: The cards do not lie as entered."
