"""Void rounds: side wagers go back with the others, and meters are put right by a recorded correction."""

import pytest

from tests.side_bets.houses import BOTH, House, progressive, wheel
from tests.told import DEALER, FLOOR, Told, cards_of
from wartable.table import Refusal
from wartable.table import commands as c
from wartable.table.events import MeterCorrected, MeterPaid, SettlementReversed, WagerReturned, WagerSettled

VOID = c.VoidRound("the shoe fell over")
UNSETTLED: House = {"void": {"scope": "unsettled"}}


def hit(rulebook: str = "maryland", house: House | None = None) -> Told:
    """Seat 1 has hit the meter at 12,400.00 and was paid; seat 2, who did not tie, was paid for envy."""
    told = Told.at(rulebook, house or progressive()).syncs("progressive", "12398.00").bets_on("progressive", 1, 2)
    told.closes().deals("Kh 4c Kh").wars_all().war_deals("Kh Kh").validates().goes_on("side_bets", "validating")
    assert told.happened(MeterPaid)[0].amount == 1_240_000
    return told


def whole(told: Told) -> bool:
    """Check that no patron has won or lost: what is left is between the meter and the tables it is linked to."""
    return not {account for account in told.accounts() if not account.startswith(("meter/", "linked"))}


# Everything goes back


@pytest.mark.parametrize("rulebook", BOTH)
@pytest.mark.parametrize("moment", ["counting", "dealing", "settling", "deciding", "validating", "war_dealing"])
def test_g11_a_void_at_any_moment_gives_side_wagers_back_and_takes_their_share_out(rulebook: str, moment: str) -> None:
    told = Told.at(rulebook, progressive()).bets_on("progressive", 1, 2)
    told.does(DEALER, c.CallNoMoreBets())
    if moment != "counting":
        told.goes_on("counting").deals("7s")
    if moment not in ("counting", "dealing"):
        told.deals("4c 7d")
    if moment in ("deciding", "validating", "war_dealing"):
        told.settles()
    if moment == "validating":
        told.surrenders(1)
    if moment == "war_dealing":
        told.war(1).war_deals("7s")
    assert told.table.phase == moment
    told.does(FLOOR, VOID)
    # Before the count the meter has taken nothing, and the chips go back from the layout.
    fed = [] if moment == "counting" else [MeterCorrected("progressive", 1_000_200, 1_000_000, VOID.reason)]
    assert told.happened(MeterCorrected) == fed
    returned = [e for e in told.events if isinstance(e, WagerReturned | WagerSettled) and e.wager == "progressive"]
    assert [e.seat for e in returned[-2:]] == [1, 2]
    assert told.finishes().accounts() == {}
    assert told.table.phase == "betting"


@pytest.mark.parametrize("rulebook", BOTH)
def test_g11_a_void_after_a_hit_puts_the_meter_back_where_it_was_before_the_round(rulebook: str) -> None:
    told = hit(rulebook)
    told.does(FLOOR, VOID)
    assert told.happened(MeterCorrected) == [MeterCorrected("progressive", 1_000_000, 1_239_800, VOID.reason)]
    assert {event.line.wager for event in told.happened(SettlementReversed)} == {
        "initial",
        "war",
        "progressive",
        "envy",
    }
    assert whole(told.finishes())


def test_g11_a_voided_hit_opens_no_rate() -> None:
    told = Told.at("maryland", progressive()).syncs("progressive", "12400.00").bets_on("progressive", 1)
    told.closes().deals("Kh Kh").wars_all().war_deals("Kh Kh").validates().does(FLOOR, VOID)
    refused = told.finishes().refuses(FLOOR, c.ChangeRate("progressive", "0.10"))
    assert refused.why is Refusal.RATE_CHANGES_AFTER_A_HIT


def test_g11_a_void_of_the_wheel_gives_both_meters_what_they_had() -> None:
    told = (
        Told.at("maryland", wheel()).bets_on("bonus_spin", 1, 2).closes().deals("9c Js Ah").spins(1, "primary", "100")
    )
    told.goes_on("validating").does(DEALER, c.SettleSideBets())
    assert told.reads("spin_primary") == "10000.00"
    told.does(FLOOR, VOID)
    assert (told.reads("spin_primary"), told.reads("spin_secondary")) == ("10000.00", "5000.00")
    assert told.finishes().accounts() == {}


def test_g11_a_void_with_a_wheel_that_has_not_turned() -> None:
    told = Told.at("maryland", wheel()).bets_on("bonus_spin", 1).closes().deals("9c Ah").settles()
    told.does(FLOOR, VOID)
    assert [event.meter for event in told.happened(MeterCorrected)] == ["spin_primary", "spin_secondary"]
    assert told.finishes().accounts() == {}


def test_md_11_d_1_a_jam_that_voids_the_round_puts_the_meter_right_too() -> None:
    told = Told.at("maryland", progressive() | {"shuffler": {"kind": "batch"}}).bets_on("progressive", 1).closes()
    told.deals("7s").does(DEALER, c.ReportJam())
    told.does(FLOOR, c.Rule("void", "the shuffler stopped"))
    assert (told.reads("progressive"), told.finishes().accounts()) == ("10000.00", {})


def test_g11_without_side_wagers_a_void_corrects_no_meter() -> None:
    told = Told.at("maryland", progressive()).bets(1, "10.00").deals("7s")
    told.does(FLOOR, VOID)
    assert not told.happened(MeterCorrected)


# Where settled hands stand


def test_g11_in_a_log_of_the_first_edition_only_the_share_of_open_wagers_goes_back() -> None:
    """Seat 2 has lost and stays lost, with its dollar in the meter; seat 1 is at war and gets everything back."""
    told = Told.at("maryland", progressive() | UNSETTLED, 1).bets_on("progressive", 1, 2).closes().deals("7s 4c 7d")
    told.wars_all().war_deals("7s").does(FLOOR, VOID)
    assert told.happened(MeterCorrected) == [MeterCorrected("progressive", 1_000_200, 1_000_100, VOID.reason)]
    assert (told.net(1), told.net(2)) == ("0.00", "-15.00")


def test_g11_in_a_log_of_the_first_edition_a_hit_stays_paid_and_the_meter_keeps_its_start() -> None:
    told = Told.at("maryland", progressive() | UNSETTLED, 1).bets_on("progressive", 1, 2, 3)
    told.closes().deals("Kh Kh 4c Kh")
    told.wars_all().war_deals("9s Kh Kh").settles()
    while not told.happened(MeterPaid):
        told.goes_on("validating")
    assert (told.table.phase, told.reads("progressive")) == ("war_settling", "10000.00")
    told.does(FLOOR, VOID)
    # The share of seat 1's wager went with the jackpot, so that nothing of it is left to take back.
    assert (told.happened(MeterCorrected), told.reads("progressive")) == ([], "10000.00")
    assert told.lines(1)["progressive"].result == "void"
    assert told.net(1) == "0.00"


def test_g11_in_a_log_of_the_first_edition_with_none_open_the_meter_stays() -> None:
    told = Told.at("maryland", progressive() | UNSETTLED, 1).bets_on("progressive", 1).closes().deals("4c 7d").settles()
    told.does(FLOOR, VOID)
    assert (told.happened(MeterCorrected), told.net(1)) == ([], "-15.00")


# A meter that was moved in between


def test_g11_what_was_paid_elsewhere_is_not_taken_back_twice() -> None:
    told = Told.at("maryland", progressive()).bets_on("progressive", 1).closes()
    told.syncs("progressive", "10000.00", paid_elsewhere=True).does(FLOOR, VOID)
    assert (told.happened(MeterCorrected), told.reads("progressive")) == ([], "10000.00")


def test_g11_wagers_at_other_tables_stay_in_the_meter() -> None:
    told = Told.at("maryland", progressive()).bets_on("progressive", 1).closes().syncs("progressive", "10051.00")
    told.does(FLOOR, VOID)
    assert told.reads("progressive") == "10050.00"


def test_g11_a_void_leaves_a_corrected_meter_where_it_was_set() -> None:
    told = Told.at("maryland", progressive()).bets_on("progressive", 1).closes()
    told.does(FLOOR, c.CorrectMeter("progressive", 1_000_040, "a test of the display"))
    told.does(FLOOR, VOID)
    assert told.reads("progressive") == "10000.40"


@pytest.mark.parametrize("point", ["per_player", "end_of_round"])
def test_g11_the_next_round_is_played_as_if_the_void_one_had_not_been(point: str) -> None:
    told = hit("maryland", progressive(settle_point=point))
    told.does(FLOOR, VOID)
    told.finishes().bets_on("progressive", 1).closes().deals("7s 7s").wars_all().war_deals("7s 7s").finishes()
    assert told.lines(1)["progressive"].paid == 1_239_900 + 500_000


# A hand that goes back alone


def test_md_11_c_md_10_c_1_a_missed_hand_gets_its_side_wagers_back_and_their_share_leaves_the_meters() -> None:
    """A void wager fed no meter; the correction is recorded."""
    told = Told.at("maryland", progressive() | wheel()).bets_on("progressive", 1, 2).bets_on("bonus_spin", 1).closes()
    told.does(DEALER, c.ReportMissedHand(1))
    told.does(FLOOR, c.Rule("void_hand", "it has no card"))
    assert {wager: line.result for wager, line in told.lines(1).items()} == {
        "initial": "void",
        "progressive": "void",
        "bonus_spin": "void",
    }
    assert told.deals("4c 7d").finishes().net(1) == "0.00"
    assert (told.reads("progressive"), told.reads("spin_primary")) == ("10001.00", "10000.00")
    assert told.happened(MeterCorrected) == [
        MeterCorrected("progressive", 1_000_200, 1_000_100, "the hand was given no card", share=True),
        MeterCorrected("spin_primary", 1_000_050, 1_000_000, "the hand was given no card", share=True),
        MeterCorrected("spin_secondary", 500_010, 500_000, "the hand was given no card", share=True),
    ]


def test_ma_10_a_3_the_side_wager_of_a_player_let_out_leaves_the_meter() -> None:
    told = Told.at("massachusetts", progressive()).bets_on("progressive", 1, 2).bets(3, "10.00").closes().deals("9s")
    told.does(DEALER, c.ReportMisdelivery(2, cards_of("Kc")[0]))
    told.does(FLOOR, c.ReleasePlayers((2, 3), "the dealer erred"))
    told.does(FLOOR, c.Rule("burn", "it was seen"))
    told.deals("2d").finishes()
    assert (told.net(2), told.reads("progressive")) == ("0.00", "10001.00")


@pytest.mark.parametrize("seats", [(1,), (1, 2)], ids=["one_hand", "every_hand"])
def test_g11_a_void_after_a_void_hand_takes_the_rest_of_the_share_once(seats: tuple[int, ...]) -> None:
    told = Told.at("maryland", progressive()).syncs("progressive", "10300.00").bets_on("progressive", 1, 2).closes()
    for seat in seats:
        told.does(DEALER, c.ReportMissedHand(seat))
        told.does(FLOOR, c.Rule("void_hand", "it has no card"))
    assert told.reads("progressive") == ("10301.00" if len(seats) == 1 else "10300.00")
    if len(seats) == 1:
        told.does(FLOOR, VOID)
    assert told.finishes().reads("progressive") == "10300.00"
    assert whole(told)


def test_md_11_c_a_share_that_a_hit_has_taken_is_not_taken_back() -> None:
    told = hit()
    told.does(DEALER, c.ReportMissedHand(2))
    told.does(FLOOR, c.Rule("void_hand", "it has no card"))
    assert (told.reads("progressive"), told.happened(MeterCorrected)) == ("10000.00", [])
