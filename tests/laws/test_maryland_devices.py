"""Maryland, Chapter 11 §§D and E: a shuffler that jams voids the round; one that fails is covered or signed."""

from collections.abc import Callable
from functools import partial
from typing import Any

import pytest

from tests.told import DEALER, FLOOR, SHOE, Told, player
from wartable.rulebook import EDITION
from wartable.table import Refusal, steps
from wartable.table import commands as c
from wartable.table.events import (
    DeviceCovered,
    DeviceFailed,
    DeviceRestored,
    RoundVoided,
    SettlementReversed,
    ShoeLoaded,
    ShuffleBegun,
    ShufflerJammed,
    StepConfirmed,
)
from wartable.table.words import CoverHow

BATCH: dict[str, Any] = {"shuffler": {"kind": "batch"}}
CONTINUOUS: dict[str, Any] = {"shuffler": {"kind": "continuous"}}
KINDS = pytest.mark.parametrize("house", [BATCH, CONTINUOUS], ids=["batch", "continuous"])


def round_in_phase(phase: str, house: dict[str, Any]) -> Told:
    """A round that one player loses and another fights over, as far as this phase."""
    told = Told.at("maryland", house).bets(1, "10.00", tie="5.00").bets(2, "10.00", tie="5.00")
    acts: tuple[Callable[[], Told], ...] = (
        partial(told.deals, "7s"),
        partial(told.deals, "2c 7d"),
        told.settles,
        partial(told.war, 1, tie="5.00"),
        partial(told.war_deals, "Ks"),
        partial(told.deals, "3d"),
    )
    for act in acts:
        if act().table.phase == phase:
            return told
    raise AssertionError(f"the round never comes to {phase}")


def jams(told: Told) -> Told:
    told.does(DEALER, c.ReportJam())
    if told.table.call:
        told.does(FLOOR, c.Rule("void", "the shuffler jammed"))
    return told


# §D: a jam


@KINDS
@pytest.mark.parametrize("phase", ["dealing", "settling", "deciding", "war_wagers", "war_dealing", "war_settling"])
def test_md_11_d_1_a_jam_voids_the_open_round_and_every_wager_goes_back(phase: str, house: dict[str, Any]) -> None:
    told = jams(round_in_phase(phase, house))
    batch = 1 if house is BATCH else 0
    assert told.happened(ShufflerJammed) == [ShufflerJammed(batch, batch)]
    (voided,) = told.happened(RoundVoided)
    assert "MD-11-D.1" in voided.clauses
    assert told.accounts() == {}
    assert {line.result for seat in (1, 2) for line in told.lines(seat).values()} == {"void"}


def test_md_11_d_1_what_was_settled_before_the_jam_is_undone_too() -> None:
    told = jams(round_in_phase("deciding", BATCH))
    undone = [(entry.line.seat, entry.line.wager, entry.line.result) for entry in told.happened(SettlementReversed)]
    assert sorted(undone) == [(1, "tie", "win"), (2, "initial", "lose"), (2, "tie", "lose")]


@KINDS
def test_md_11_d_2_the_device_is_emptied_and_its_cards_are_shuffled_anew(house: dict[str, Any]) -> None:
    told = jams(round_in_phase("dealing", house)).ends()
    assert told.happened(ShuffleBegun)[-1] == ShuffleBegun("irregularity")
    (prompt,) = steps(told.table)
    assert (prompt.step, prompt.by, prompt.clauses) == ("empty_device", ("dealer",), ("MD-11-D.2",))
    refused = told.refuses(SHOE, c.ConfirmStep("machine_shuffle"))
    assert (refused.why, refused.clauses) == (Refusal.NOT_THE_NEXT_STEP, ("MD-11-D.2",))
    told.does(DEALER, c.ConfirmStep("empty_device"))
    told.goes_on()
    done = [step.step for step in told.happened(StepConfirmed)]
    emptied = done.index("empty_device")
    assert done[emptied : emptied + 2] == ["empty_device", "machine_shuffle"]
    told.bets(1, "10.00").deals("7s 9d")


def test_md_11_d_2_a_device_that_stops_in_the_middle_of_its_shuffle_is_emptied() -> None:
    told = Told.at("maryland", BATCH)
    told.does(FLOOR, c.OrderReshuffle())
    jams(told)
    assert steps(told.table)[0].step == "empty_device"
    told.goes_on()
    assert [shoe.batch for shoe in told.happened(ShoeLoaded)] == [0, 1]


def test_reading_md_40_a_jam_of_the_waiting_batch_voids_the_round_of_the_other() -> None:
    told = round_in_phase("dealing", BATCH)
    assert told.table.cards.batch == 0
    told.does(SHOE, c.ReportJam())
    assert told.table.call
    assert (told.table.call.reason, told.table.call.choices) == ("jam", ("void", "no_jam"))


def test_reading_md_40_between_rounds_a_jammed_device_is_emptied_before_the_next_round_is_dealt() -> None:
    told = jams(Told.at("maryland", BATCH).bets(1, "10.00"))
    assert steps(told.table)[0].step == "empty_device"
    refused = told.refuses(DEALER, c.CallNoMoreBets())
    assert (refused.why, refused.clauses) == (Refusal.DEVICE_IS_EMPTIED_FIRST, ("MD-11-D.2",))
    told.does(DEALER, c.ConfirmStep("empty_device"))
    told.deals("9s 7d").ends()
    assert (told.net(1), told.happened(RoundVoided)) == ("10.00", [])
    assert told.happened(StepConfirmed)[-1] == StepConfirmed("machine_shuffle", "dealer", 1)


def test_reading_md_40_between_rounds_a_jam_of_the_cards_in_play_has_them_shuffled_at_once() -> None:
    told = jams(Told.at("maryland", CONTINUOUS))
    assert told.happened(RoundVoided) == []
    assert told.happened(ShuffleBegun)[-1] == ShuffleBegun("irregularity")
    assert steps(told.table)[0].step == "empty_device"


@pytest.mark.parametrize(("edition", "lies"), [(1, [1]), (EDITION, [])])
def test_md_11_d_1_only_in_a_log_of_the_first_edition_wagers_lay_through_the_shuffle_after_a_jam(
    edition: int, lies: list[int]
) -> None:
    told = jams(Told.at("maryland", CONTINUOUS, edition).bets(1, "10.00"))
    assert told.happened(ShuffleBegun)[-1] == ShuffleBegun("irregularity")
    assert [box.seat for box in told.table.boxes if box.bettors] == lies


@KINDS
def test_md_11_d_2_in_a_log_of_the_first_edition_too_a_device_is_emptied_after_a_jam_and_only_then(
    house: dict[str, Any],
) -> None:
    told = Told.at("maryland", house, edition=1)
    told.does(FLOOR, c.OrderReshuffle())
    for jam, too_soon in ((False, "empty_device"), (True, "machine_shuffle")):
        if jam:
            told.does(DEALER, c.ReportJam())
        refused = told.refuses(DEALER, c.ConfirmStep(too_soon))
        assert (refused.why, refused.clauses) == (Refusal.NOT_THE_NEXT_STEP, ("MD-11-D.2",))
    told.does(DEALER, c.ConfirmStep("empty_device"))
    told.does(DEALER, c.ConfirmStep("machine_shuffle"))


def test_md_11_d_1_cards_shuffled_by_hand_do_not_jam() -> None:
    assert round_in_phase("dealing", {}).refuses(DEALER, c.ReportJam()).why is Refusal.DEVICE_IS_NOT_IN_USE


# §E: a device that cannot be used


def failed(house: dict[str, Any]) -> Told:
    """A table whose shuffler failed, at the moment when its cards are to be shuffled."""
    told = Told.at("maryland", house)
    told.does(DEALER, c.ReportDeviceFailure())
    if told.table.phase == "betting":
        told.does(FLOOR, c.OrderReshuffle())
    return told


@KINDS
def test_md_11_e_1_no_other_method_before_the_device_is_covered_or_marked(house: dict[str, Any]) -> None:
    told = failed(house)
    assert told.happened(DeviceFailed) == [DeviceFailed()]
    (prompt,) = steps(told.table)
    assert (prompt.step, prompt.by) == ("cover_device", ("dealer", "floor"))
    assert set(prompt.clauses) == {"MD-11-E.1", "MD-11-E-1", "MD-11-E-2"}
    for step in ("shuffle", "machine_shuffle", "stack"):
        refused = told.refuses(DEALER, c.ConfirmStep(step))
        assert refused.why is Refusal.DEVICE_IS_IN_THE_WAY
        assert "MD-11-E.1" in refused.clauses


@KINDS
@pytest.mark.parametrize("how", ["covered", "sign"])
def test_md_11_e_1_a_cover_or_a_sign_opens_the_way_to_a_shuffle_by_hand(how: CoverHow, house: dict[str, Any]) -> None:
    told = failed(house)
    assert told.refuses(player("Zoe"), c.CoverDevice(how)).why is Refusal.NOT_YOURS
    told.does(DEALER, c.CoverDevice(how))
    assert told.happened(DeviceCovered) == [DeviceCovered(how)]
    told.goes_on()
    assert [step.step for step in told.happened(StepConfirmed)][-2:] == ["shuffle", "stack"]
    told.bets(1, "10.00").deals("7s 9d")


def test_md_11_e_1_cards_shuffled_by_hand_instead_are_cut() -> None:
    told = Told.at("maryland", BATCH).sits(4)
    told.does(DEALER, c.ReportDeviceFailure())
    told.does(FLOOR, c.OrderReshuffle())
    told.goes_on("shuffling")
    (prompt,) = steps(told.table)
    assert (prompt.step, prompt.seat) == ("offer_cut", 4)


def test_md_11_e_1_a_repaired_device_comes_back_by_the_floor_alone() -> None:
    told = failed(BATCH)
    assert told.refuses(DEALER, c.RestoreDevice()).why is Refusal.NOT_YOURS
    told.does(FLOOR, c.RestoreDevice())
    assert told.happened(DeviceRestored) == [DeviceRestored()]
    assert steps(told.table)[0].step == "machine_shuffle"


def test_md_5_k_a_continuous_shuffler_comes_back_only_after_the_shoe_that_was_dealt_without_it() -> None:
    told = Told.at("maryland", CONTINUOUS).bets(1, "10.00").deals("7s")
    told.does(DEALER, c.ReportDeviceFailure())
    told.does(DEALER, c.CoverDevice("sign"))
    refused = told.refuses(FLOOR, c.RestoreDevice())
    assert refused.why is Refusal.NOT_NOW
    assert "MD-5-K" in refused.clauses
    told.deals("2d").ends()
    assert told.table.phase == "shuffling"
    told.does(FLOOR, c.RestoreDevice())
    assert told.table.device == "working"


def test_md_11_e_1_a_device_that_works_is_not_covered() -> None:
    told = Told.at("maryland", BATCH)
    refused = told.refuses(DEALER, c.CoverDevice("sign"))
    assert refused.why is Refusal.DEVICE_WORKS
    assert "MD-11-E.1" in refused.clauses


@pytest.mark.parametrize("kind", ["batch", "continuous"])
@pytest.mark.parametrize("report", [c.ReportJam(), c.ReportDeviceFailure(shuffling=True)], ids=["jam", "failure"])
def test_md_11_d_1_a_round_stands_if_the_floor_finds_that_the_shuffler_did_not_jam(
    kind: str, report: c.Command
) -> None:
    """The report stays on record, and the device is emptied and its cards shuffled before the next round."""
    told = Told.at("maryland", {"shuffler": {"kind": kind}}).bets(1, "10.00").deals("Ks")
    told.does(DEALER, report)
    assert told.refuses(DEALER, c.Rule("no_jam", "it works")).why is Refusal.NOT_YOURS
    told.does(FLOOR, c.Rule("no_jam", "it works"))
    assert (told.table.phase, len(told.happened(ShufflerJammed))) == ("dealing", 1)
    if told.table.device == "failed":
        told.does(DEALER, c.CoverDevice("sign"))
    told.deals("2d").ends()
    assert (told.happened(RoundVoided), told.net(1)) == ([], "10.00")
    told.goes_on()
    assert "empty_device" in [event.step for event in told.happened(StepConfirmed)]
