"""A progressive win: settled after the player's other wagers, checked by the dealer, validated, then paid."""

import pytest
from msgspec.structs import replace

from tests.side_bets.houses import BOTH, House, progressive, refusals, wheel
from tests.told import CLOCK, DEALER, FLOOR, SHOE, Told, player
from wartable.rulebook import Ruling
from wartable.table import Actor, Command, Refusal, steps
from wartable.table import commands as c
from wartable.table.events import (
    CardsPickedUp,
    FloorCalled,
    HandSettled,
    MeterPaid,
    ProgressiveWon,
    WagerSettled,
    WinChecked,
    WinRefused,
    WinValidated,
)
from wartable.table.procedures.validation import win_pays

HAND, LIGHT = c.CheckWin(1, "verify_hand", holds=True), c.CheckWin(1, "check_light", holds=True)
VALID = c.ValidateWin(1)


def waiting(rulebook: str = "maryland", house: House | None = None) -> Told:
    """A player ties, surrenders, and waits for the floor to validate the progressive."""
    told = Told.at(rulebook, house or progressive()).bets_on("progressive", 1)
    return told.closes().deals("7s 7d").surrenders(1)


def settled(told: Told) -> list[tuple[int, str]]:
    """The wagers in the order they were settled."""
    return [(event.seat, event.wager) for event in told.happened(WagerSettled)]


def test_md_9_j_4_d_what_is_shown_while_a_win_waits_is_what_is_paid_for_it() -> None:
    told = waiting()
    shown = win_pays(told.table, ProgressiveWon(1, "tie"))
    assert shown == told.validates().lines(1)["progressive"].paid == 2500


# The dealer's checks, the light, the floor


@pytest.mark.parametrize("rulebook", BOTH)
def test_md_9_j_4_a_the_hand_the_light_and_the_floor_in_that_order(rulebook: str) -> None:
    told = waiting(rulebook)
    assert told.refuses(DEALER, LIGHT).why is Refusal.NOT_THE_NEXT_STEP
    assert told.refuses(FLOOR, VALID).why is Refusal.NOT_THE_NEXT_STEP
    told.does(DEALER, HAND)
    assert told.refuses(DEALER, HAND).why is Refusal.NOT_THE_NEXT_STEP
    assert told.refuses(FLOOR, VALID).why is Refusal.NOT_THE_NEXT_STEP
    told.does(DEALER, LIGHT)
    assert told.refuses(DEALER, LIGHT).why is Refusal.NOT_THE_NEXT_STEP
    assert "progressive" not in told.lines(1)
    told.does(FLOOR, VALID)
    assert told.lines(1)["progressive"].paid == 2500
    log = [event for event in told.events if isinstance(event, ProgressiveWon | WinChecked | WinValidated)]
    checks = [WinChecked(1, "verify_hand", holds=True), WinChecked(1, "check_light", holds=True)]
    assert log == [ProgressiveWon(1, "tie"), *checks, WinValidated(1)]


@pytest.mark.parametrize(
    ("confirmed", "step", "by", "clause"),
    [
        ((), "verify_hand", ("dealer",), "MD-9-J-4-a"),
        ((HAND,), "check_light", ("dealer",), "MD-9-J-4-b"),
        ((HAND, LIGHT), "validate_win", ("floor",), "MD-9-J-4-c"),
    ],
    ids=["MD-9-J-4-a", "MD-9-J-4-b", "MD-9-J-4-c"],
)
def test_each_check_is_prompted_under_its_clause(
    confirmed: tuple[c.CheckWin, ...], step: str, by: tuple[str, ...], clause: str
) -> None:
    told = waiting()
    for done in confirmed:
        told.does(DEALER, done)
    (prompt,) = steps(told.table)
    assert (prompt.step, prompt.by, prompt.seat) == (step, by, 1)
    assert clause in prompt.clauses


def test_md_9_j_4_c_nobody_but_the_floor_validates_and_nobody_but_the_dealer_checks() -> None:
    told = waiting()
    for actor in (FLOOR, SHOE, player("seat 1")):
        assert told.refuses(actor, HAND).why is Refusal.NOT_YOURS
    told.does(DEALER, HAND)
    told.does(DEALER, LIGHT)
    for actor in (DEALER, SHOE, player("seat 1")):
        assert told.refuses(actor, VALID).why is Refusal.NOT_YOURS
    wrong = told.refuses(FLOOR, c.ValidateWin(2))
    assert wrong.why is Refusal.NOT_THE_NEXT_STEP
    assert "MD-9-J-4-c" in wrong.clauses


def test_md_9_j_4_d_nothing_else_goes_on_before_the_win_is_validated() -> None:
    told = waiting()
    for command in (c.SettleHand(), c.PickUpCards(), c.SettleSideBets(), c.ConfirmWarWagers()):
        assert told.refuses(DEALER, command).why is Refusal.NOT_NOW
    line = told.validates().lines(1)["progressive"]
    assert "MD-9-J-4-d" in line.clauses


def test_ma_11_c_a_house_may_have_only_the_meter_checked() -> None:
    told = waiting("massachusetts", progressive(validate="meter_only"))
    assert told.lines(1)["progressive"].paid == 2500
    assert not told.happened(ProgressiveWon)
    assert told.table.phase == "picking_up"
    told.finishes().bets_on("progressive", 1).closes().deals("7s 7s").wars_all().war_deals("7s 7s").settles()
    assert told.happened(ProgressiveWon) == [ProgressiveWon(1, "suited_four_of_a_kind")]
    assert told.refuses(FLOOR, VALID).why is Refusal.NOT_THE_NEXT_STEP
    assert told.finishes().happened(WinValidated) == [WinValidated(1)]


def test_ma_11_c_a_house_may_leave_every_check_out() -> None:
    told = waiting("massachusetts", progressive(validate="none"))
    assert (told.lines(1)["progressive"].paid, told.happened(ProgressiveWon)) == (2500, [])
    assert "progressive.validate" in refusals("maryland", progressive(validate="none"))


CONTROL = "internal control 7.4"


def test_md_9_j_4_c_the_floor_may_stay_away_only_under_a_named_control_and_the_dealer_checks_all_the_same() -> None:
    """The dealer's two checks are never waived (MD.25)."""
    told = waiting("maryland", progressive(validate="meter_only", internal_control=CONTROL))
    assert [step.step for step in steps(told.table)] == ["verify_hand"]
    told.does(DEALER, HAND)
    assert "progressive" not in told.lines(1)
    told.does(DEALER, LIGHT)
    assert told.happened(WinValidated) == [WinValidated(1, CONTROL, "dealer")]
    assert told.lines(1)["progressive"].paid == 2500
    told.finishes().bets_on("progressive", 1).closes().deals("7s 7s").wars_all().war_deals("7s 7s").settles()
    told.does(DEALER, HAND)
    told.does(DEALER, LIGHT)
    assert [step.step for step in steps(told.table)] == ["validate_win"]


def test_md_9_j_4_c_the_prompt_and_the_record_name_the_control_and_the_amount() -> None:
    told = waiting(house=progressive(internal_control=CONTROL))
    told.does(DEALER, HAND)
    told.does(DEALER, LIGHT)
    (prompt,) = steps(told.table)
    assert prompt.says.endswith(f"Seat 1: 25.00, under {CONTROL}.")
    told.does(FLOOR, VALID)
    assert told.happened(WinValidated) == [WinValidated(1, CONTROL)]


# Each of them may say no


NO_HAND, NO_LIGHT = c.CheckWin(1, "verify_hand", holds=False), c.CheckWin(1, "check_light", holds=False)
REFUSED = c.ValidateWin(1, valid=False, reason="the cards do not lie as entered")


def disputed(*verdicts: tuple[Actor, Command], house: House | None = None) -> Told:
    told = waiting(house=house)
    for by, command in verdicts:
        told.does(by, command)
    assert told.table.phase == "suspended"
    return told


@pytest.mark.parametrize(
    ("verdicts", "clause", "choices"),
    [
        ([(DEALER, NO_HAND)], "MD-9-J-4-a", ("check_again", "win_stands", "no_win", "void")),
        ([(DEALER, HAND), (DEALER, NO_LIGHT)], "MD-9-J-4-b", ("check_again", "win_stands", "no_win", "void")),
        ([(DEALER, HAND), (DEALER, LIGHT), (FLOOR, REFUSED)], "MD-9-J-4-c", ("check_again", "no_win", "void")),
    ],
    ids=["MD-9-J-4-a", "MD-9-J-4-b", "MD-9-J-4-c"],
)
def test_md_9_j_4_each_check_can_say_no_and_the_floor_is_called(
    verdicts: list[tuple[Actor, Command]], clause: str, choices: tuple[Ruling, ...]
) -> None:
    told = disputed(*verdicts)
    called = told.happened(FloorCalled)[0]
    assert (called.reason, called.seat, called.choices) == ("win_disputed", 1, choices)
    assert clause in called.clauses
    assert not told.happened(WinChecked)[-1].holds
    told.does(FLOOR, c.Rule("check_again", "look at it together"))
    assert [step.step for step in steps(told.table)] == ["verify_hand"]
    assert told.finishes().lines(1)["progressive"].paid == 2500


def test_md_9_j_4_a_the_floor_may_rule_that_the_hand_does_not_win() -> None:
    told = disputed((DEALER, NO_HAND))
    told.does(FLOOR, c.Rule("no_win", "the 7 of diamonds was a 1"))
    line = told.lines(1)["progressive"]
    assert (line.result, line.collected, line.paid) == ("lose", 500, 0)
    assert told.happened(WinRefused) == [WinRefused(1)]
    assert told.finishes().table.phase == "betting"


def test_md_9_j_4_a_a_refused_hand_brings_no_envy() -> None:
    told = Told.at("maryland", progressive()).bets_on("progressive", 1, 2).closes().deals("Kh 4c Kh").wars_all()
    told.war_deals("Kh Kh").settles().does(DEALER, NO_HAND)
    told.does(FLOOR, c.Rule("no_win", "a card was misread"))
    assert "envy" not in told.finishes().lines(2)


def test_md_9_j_4_a_the_floor_may_void_the_round_on_a_dispute() -> None:
    told = disputed((DEALER, NO_HAND))
    told.does(FLOOR, c.Rule("void", "a card was misread"))
    assert told.finishes().accounts() == {}


def test_md_9_j_4_c_a_refusal_of_the_floor_has_a_reason() -> None:
    told = waiting()
    told.does(DEALER, HAND)
    told.does(DEALER, LIGHT)
    assert told.refuses(FLOOR, c.ValidateWin(1, valid=False)).why is Refusal.REASON_IS_MISSING


def test_md_9_j_4_c_the_win_of_a_player_who_walks_away_is_checked_and_paid() -> None:
    told = waiting()
    told.does(DEALER, HAND)
    told.does(DEALER, c.ReportAbsence(1))
    assert told.refuses(FLOOR, c.Rule("lost", "walked away")).why is Refusal.CHOICE_IS_NOT_OPEN
    told.does(FLOOR, c.Rule("play_on", "the hand has won"))
    assert len(told.finishes().happened(WinValidated)) == 1
    assert told.lines(1)["progressive"].paid == 2500


# The jackpots of the wheel, in the same way (MD.25)


def at_the_jackpot(symbol: str = "primary", **house: object) -> Told:
    told = Told.at("maryland", wheel(also_community=True, **house)).bets_on("bonus_spin", 1, 2)
    return told.closes().deals("9c Js Ah").spins(1, symbol, "100")


@pytest.mark.parametrize(("symbol", "reading"), [("primary", 1_000_100), ("secondary", 500_020)])
def test_md_9_j_4_a_jackpot_of_the_wheel_is_checked_and_validated_before_it_is_paid(symbol: str, reading: int) -> None:
    told = at_the_jackpot(symbol, internal_control=CONTROL)
    assert told.happened(ProgressiveWon) == [ProgressiveWon(1, symbol)]
    assert told.refuses(DEALER, c.SettleSideBets()).why is Refusal.NOT_NOW
    (prompt,) = steps(told.table)
    assert (prompt.step, f"the {symbol} jackpot" in prompt.says) == ("verify_hand", True)
    told.does(DEALER, HAND)
    told.does(DEALER, LIGHT)
    told.does(FLOOR, VALID)
    assert told.happened(WinValidated) == [WinValidated(1, CONTROL)]
    assert (told.lines(1)["bonus_spin"].paid, told.lines(1)["community"].paid) == (reading, 12_500)
    told.finishes()
    assert (told.lines(2)["bonus_spin"].result, told.lines(2)["community"].paid) == ("lose", 12_500)


def test_md_9_j_4_a_refused_jackpot_of_the_wheel_pays_no_meter() -> None:
    told = at_the_jackpot()
    told.does(DEALER, NO_HAND)
    told.does(FLOOR, c.Rule("no_win", "the wheel was touched"))
    assert (told.lines(1)["bonus_spin"].result, told.reads("spin_primary")) == ("lose", "10001.00")
    assert told.finishes().happened(MeterPaid) == []


def test_md_25_in_the_first_edition_a_jackpot_of_the_wheel_was_paid_at_once() -> None:
    told = Told.at("maryland", wheel(), edition=1).bets_on("bonus_spin", 1).closes().deals("9c Ah")
    assert not told.spins(1, "primary", "100").happened(ProgressiveWon)
    assert told.finishes().lines(1)["bonus_spin"].paid == 1_000_050


@pytest.mark.parametrize("rulebook", BOTH)
def test_md_9_j_4_c_a_wager_that_lost_waits_for_nobody(rulebook: str) -> None:
    told = Told.at(rulebook, progressive()).bets_on("progressive", 1).closes().deals("7s 9d").settles()
    assert told.table.phase == "picking_up"
    assert told.lines(1)["progressive"].result == "lose"


def test_md_9_j_4_c_several_wins_are_validated_one_after_the_other_in_settle_order() -> None:
    house = progressive(settle_point="end_of_round")
    told = Told.at("maryland", house).bets_on("progressive", 1, 2, 3).closes().deals("7s 9s 7c 7d").wars_all()
    told.war_deals("Ks 2s 9d").settles().does(DEALER, c.SettleSideBets())
    assert told.happened(ProgressiveWon) == [ProgressiveWon(3, "tie"), ProgressiveWon(1, "tie")]
    for seat in (3, 1):
        assert told.refuses(FLOOR, c.ValidateWin(seat)).why is Refusal.NOT_THE_NEXT_STEP
        told.does(DEALER, replace(HAND, seat=seat))
        told.does(DEALER, replace(LIGHT, seat=seat))
        told.does(FLOOR, c.ValidateWin(seat))
        assert told.lines(seat)["progressive"].paid == 2500
    assert told.happened(WinValidated) == [WinValidated(3), WinValidated(1)]


def test_g6_a_surrender_that_was_decided_for_the_player_is_validated_and_paid_too() -> None:
    told = (
        Told.at("maryland", progressive() | {"decision": {"timeout_s": 60}}).comes_online(1).bets_on("progressive", 1)
    )
    told.closes().deals("7s 7d").settles().does(CLOCK, c.CallTime())
    assert told.table.phase == "validating"
    assert told.finishes().lines(1)["progressive"].paid == 2500


def test_md_9_j_4_c_a_call_of_the_floor_in_between_does_not_lose_the_win() -> None:
    told = Told.at("maryland", progressive()).bets_on("progressive", 1, 2).closes().deals("7s 7d 7h").surrenders(1)
    told.does(DEALER, HAND)
    told.does(DEALER, c.ReportAbsence(2))
    told.does(FLOOR, c.Rule("lost", "walked away"))
    (prompt,) = steps(told.table)
    assert (prompt.step, prompt.seat) == ("check_light", 1)
    told.finishes()
    assert (told.lines(1)["progressive"].paid, told.lines(2)["initial"].result) == (2500, "lose")
    assert told.lines(2)["progressive"].paid == 2500  # a tie that the cards had decided


# When


@pytest.mark.parametrize("rulebook", BOTH)
def test_md_9_j_3_each_players_progressive_follows_that_players_last_wager(rulebook: str) -> None:
    """Seat 3 loses, seat 2 goes to war, seat 1 surrenders: each progressive comes when the hand is over."""
    told = Told.at(rulebook, progressive()).bets_on("progressive", 1, 2, 3).closes().deals("7s 7c 4d 7d").validates()
    assert settled(told) == [(3, "initial"), (3, "progressive")]
    while turn := told.asked():
        told.surrenders(1).validates() if turn[0] == 1 else told.war(2)
    assert settled(told)[2:] == [(1, "initial"), (1, "progressive")]
    told.war_deals("9s 4h").finishes()
    assert settled(told)[4:] == [(2, "initial"), (2, "war"), (2, "progressive")]


@pytest.mark.parametrize("rulebook", BOTH)
def test_md_9_j_3_or_all_of_them_after_the_round(rulebook: str) -> None:
    house = progressive(settle_point="end_of_round")
    told = Told.at(rulebook, house).bets_on("progressive", 1, 2, 3).closes().deals("7s 7c 4d 7d").wars_all()
    told.war_deals("9s 2s 4h").settles()
    assert [wager for _, wager in settled(told)] == ["initial", "initial", "war", "initial", "war"]
    (prompt,) = steps(told.table)
    assert prompt.step == "side_bets"
    told.finishes()
    assert settled(told)[5:] == [(3, "progressive"), (2, "progressive"), (1, "progressive")]
    assert told.table.phase == "betting"


@pytest.mark.parametrize("settle_point", ["per_player", "end_of_round"])
def test_md_9_j_2_the_cards_stay_on_the_layout_until_the_progressive_is_settled(settle_point: str) -> None:
    house = progressive(settle_point=settle_point)
    told = (
        Told.at("maryland", house).bets_on("progressive", 1).bets(2, "10.00").closes().deals("7s 9d 7d").surrenders(1)
    )
    told.goes_on("side_bets")
    assert told.table.phase == "validating"
    (prompt,) = steps(told.table)
    assert "MD-9-J-2" in prompt.clauses
    assert told.refuses(DEALER, c.PickUpCards()).why is Refusal.NOT_NOW
    told.finishes()
    picked = told.happened(CardsPickedUp)[0]
    paid = next(i for i, event in enumerate(told.events) if event == told.lines(1)["progressive"])
    assert told.events.index(picked) > paid
    assert [seat for seat, _ in picked.hands] == [2, 1, 0]


def test_md_9_j_2_a_war_does_not_clear_away_cards_whose_progressive_is_still_open() -> None:
    """Where progressives are settled after the round, seat 3 has lost, and its card waits with those of the war."""
    house = progressive(settle_point="end_of_round")
    told = Told.at("maryland", house).bets_on("progressive", 1, 3).bets(2, "10.00").closes().deals("7s 5d 4d 7d")
    told.wars_all().goes_on("picking_up")
    assert [[seat for seat, _ in event.hands] for event in told.happened(CardsPickedUp)] == [[2]]
    told.war_deals("9s 4h").finishes()
    assert [seat for seat, _ in told.happened(CardsPickedUp)[1].hands] == [3, 1, 0]


@pytest.mark.parametrize("settle_point", ["per_player", "end_of_round"])
@pytest.mark.parametrize("hand", ["4c", "Ac"], ids=["lost", "won"])
def test_md_9_j_2_the_cards_of_a_progressive_bettor_stay_until_the_last_pick_up(settle_point: str, hand: str) -> None:
    """Seat 1 bet the progressive and is settled before the war of seat 2; seat 3 did not bet it."""
    told = Told.at("maryland", progressive(settle_point=settle_point)).bets_on("progressive", 1, 2).bets(3, "10.00")
    told.closes().deals(f"{hand} Kh 5d Kh").wars_all().goes_on("picking_up")
    assert [[seat for seat, _ in event.hands] for event in told.happened(CardsPickedUp)] == [[3]]
    told.war_deals("9s 4h").finishes()
    assert [seat for seat, _ in told.happened(CardsPickedUp)[1].hands] == [2, 1, 0]


def test_md_9_j_2_in_the_first_edition_the_cards_stayed_while_the_wager_was_open() -> None:
    told = Told.at("maryland", progressive(), edition=1).bets_on("progressive", 1, 2)
    told.closes().deals("4c Kh Kh").wars_all().goes_on("picking_up")
    assert [[seat for seat, _ in event.hands] for event in told.happened(CardsPickedUp)] == [[1]]


def test_md_9_j_3_the_hands_are_settled_from_the_dealers_right_with_their_progressives() -> None:
    told = Told.at("maryland", progressive()).bets_on("progressive", 1, 4).closes().deals("4s 5s 9d").finishes()
    assert settled(told) == [(4, "initial"), (4, "progressive"), (1, "initial"), (1, "progressive")]
    assert [event.seat for event in told.happened(HandSettled)] == [4, 1]
