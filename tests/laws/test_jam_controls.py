"""Massachusetts 10(e): cards of a shuffler that stopped are shuffled again by the steps that the house filed."""

import tomllib
from pathlib import Path
from typing import Any

import pytest

from tests.seen import seen
from tests.told import DEALER, FLOOR, SHOE, Told
from wartable.rulebook import load_rulebook
from wartable.rulebook.checks import complete
from wartable.rulebook.house import choose
from wartable.table import Refusal, steps
from wartable.table import commands as c
from wartable.table import events as e
from wartable.table.stock import controls_due

EXAMPLE = Path(__file__).resolve().parents[2] / "houses" / "massachusetts.toml"
CONTROLS = ["Count the cards.", "Wash the cards.", "Stack the cards."]
HOUSE: dict[str, Any] = {"shuffler": {"kind": "batch"}, "irregularity": {"jam_steps": CONTROLS}}


def jammed_in_the_shuffle() -> Told:
    """The shuffler stops while it shuffles the first batch of the day."""
    told = Told.closed("massachusetts", HOUSE)
    told.does(FLOOR, c.OpenTable("Dana"))
    told.goes_on("opening").does(SHOE, c.ReportJam())
    return told


def jammed_beside_the_game() -> Told:
    """The shuffler stops with the blue batch inside, while the red one is dealt."""
    told = Told.at("massachusetts", HOUSE).bets(1, "10.00").deals("Ks")
    told.does(DEALER, c.ReportJam())
    return told


def of_the_shuffler(told: Told) -> str:
    return next(step.says for step in steps(told.table) if step.step in ("jam_control", "machine_shuffle"))


def test_ma_10_e_the_houses_own_steps_are_prompted_and_confirmed_in_order() -> None:
    told = jammed_in_the_shuffle()
    assert told.refuses(DEALER, c.ConfirmStep("jam_control")).why is Refusal.NOT_THE_NEXT_STEP
    told.does(DEALER, c.ConfirmStep("empty_device"))
    for number, control in enumerate(CONTROLS, 1):
        (prompt,) = steps(told.table)
        assert (prompt.step, prompt.by, prompt.clauses) == ("jam_control", ("dealer",), ("MA-10-e",))
        assert prompt.says == f"Red batch: internal control {number} of 3: {control}"
        refused = told.refuses(SHOE, c.ConfirmStep("machine_shuffle"))
        assert (refused.why, "MA-10-e" in refused.clauses) == (Refusal.NOT_THE_NEXT_STEP, True)
        assert told.does(DEALER, c.ConfirmStep("jam_control")) == (e.StepConfirmed("jam_control", "dealer", 0),)
    assert told.refuses(DEALER, c.ConfirmStep("jam_control")).why is Refusal.NOT_THE_NEXT_STEP
    told.does(SHOE, c.ConfirmStep("machine_shuffle"))
    assert told.happened(e.CardsShuffled) == [e.CardsShuffled(0, ("machine_shuffle",))]


def test_ma_10_e_only_the_dealer_confirms_the_houses_steps() -> None:
    told = jammed_in_the_shuffle()
    told.does(DEALER, c.ConfirmStep("empty_device"))
    for other in (FLOOR, SHOE):
        assert told.refuses(other, c.ConfirmStep("jam_control")).why is Refusal.NOT_YOURS


def test_ma_10_e_a_batch_beside_the_game_is_not_shuffled_before_the_houses_steps() -> None:
    told = jammed_beside_the_game()
    told.does(DEALER, c.ConfirmStep("empty_device"))
    for control in CONTROLS:
        assert told.refuses(SHOE, c.ConfirmStep("machine_shuffle")).why is Refusal.NOT_THE_NEXT_STEP
        assert of_the_shuffler(told).endswith(control)
        told.does(DEALER, c.ConfirmStep("jam_control"))
    assert told.refuses(DEALER, c.ConfirmStep("jam_control")).why is Refusal.NOT_THE_NEXT_STEP
    told.does(SHOE, c.ConfirmStep("machine_shuffle"))
    assert told.events[-1] == e.CardsShuffled(1, ("machine_shuffle",))
    assert told.deals("2d").ends().net(1) == "10.00"


@pytest.mark.parametrize("then", ["idle", "covered", "relief"])
def test_ma_10_e_the_houses_steps_outlive_what_follows_the_jam(then: str) -> None:
    told = Told.at("massachusetts", HOUSE)
    told.does(DEALER, c.ReportJam())
    told.does(DEALER, c.ConfirmStep("empty_device"))
    told.does(DEALER, c.ConfirmStep("jam_control"))
    if then == "idle":
        told.does(FLOOR, c.DeclareIdle())
        told.goes_on("idle").sits(1).goes_on("waking")
    elif then == "covered":
        told.does(DEALER, c.ReportDeviceFailure())
        told.does(DEALER, c.CoverDevice("covered"))
        told.does(FLOOR, c.OrderReshuffle())
    else:
        told.does(DEALER, c.TakeOver("Eve"))
    told.goes_on("shuffling", "betting")
    told.goes_on("cutting", "loading", "betting", "shuffling")
    done = [event.step for event in told.happened(e.StepConfirmed) if event.batch == 1]
    jammed = len(done) - done[::-1].index("empty_device")
    assert [step for step in done[jammed:] if step == "jam_control"] == ["jam_control"] * len(CONTROLS)


def test_ma_10_e_a_second_jam_makes_every_step_due_again() -> None:
    told = jammed_in_the_shuffle()
    told.does(DEALER, c.ConfirmStep("empty_device"))
    told.does(DEALER, c.ConfirmStep("jam_control"))
    told.does(SHOE, c.ReportJam())
    told.does(DEALER, c.ConfirmStep("empty_device"))
    assert of_the_shuffler(told).endswith(CONTROLS[0])


def test_ma_10_e_the_console_shows_the_step_in_the_words_of_the_house() -> None:
    told = jammed_in_the_shuffle()
    told.does(DEALER, c.ConfirmStep("empty_device"))
    console = seen(told.table, "dealer").console
    assert console is not None
    assert (console.steps[0].title, console.steps[0].key) == (
        "Red batch: internal control 1 of 3: Count the cards.",
        "Done",
    )


@pytest.mark.parametrize(
    ("filed", "says"), [(None, "missing"), ([], "1 to 20"), ([" "], "1 to 80"), ("Wash.", "list of")]
)
def test_ma_10_e_a_house_with_a_shuffler_files_its_steps(filed: object, says: str) -> None:
    house = tomllib.loads(EXAMPLE.read_text(encoding="utf-8"))
    house["irregularity"].pop("jam_steps")
    if filed is not None:
        house["irregularity"]["jam_steps"] = filed
    book = load_rulebook("massachusetts")
    choices, findings = choose(book, house)
    found = next(one for one in (*findings, *complete(book, choices, house["attest"])) if one.key.endswith("jam_steps"))
    assert (found.severity, found.clauses, says in found.message or says in found.allowed) == (
        "error",
        ("MA-10-e",),
        True,
    )


@pytest.mark.parametrize("batch", [None, 0, 1])
def test_ma_10_e_no_batch_jams_before_its_decks_were_received(batch: int | None) -> None:
    told = Told.closed("massachusetts", HOUSE)
    told.does(FLOOR, c.OpenTable("Dana"))
    assert told.refuses(DEALER, c.ReportJam(batch)).why is Refusal.NOT_NOW
    assert told.does(DEALER, c.ReportDeviceFailure(shuffling=True)) == (e.DeviceFailed(),)


@pytest.mark.parametrize(
    "stops",
    [c.ReportJam(1), c.ReportDeviceFailure(), c.ReportDeviceFailure(shuffling=True)],
    ids=["jam", "failure", "failure in the shuffle"],
)
def test_ma_10_e_a_shuffle_is_found_incomplete_although_the_shuffler_has_stopped_since(stops: c.Command) -> None:
    told = Told.at("massachusetts", HOUSE).bets(1, "10.00").deals("Ks")
    told.does(DEALER, stops)
    assert told.refuses(DEALER, c.ReportJam()).why is Refusal.DEVICE_IS_NOT_IN_USE
    assert told.refuses(DEALER, c.ReportJam(2)).why is Refusal.DEVICE_IS_NOT_IN_USE
    if stops != c.ReportDeviceFailure():
        assert told.refuses(DEALER, c.ReportJam(1)).why is Refusal.DEVICE_IS_NOT_IN_USE
    before = told.table.device
    assert told.does(DEALER, c.ReportJam(0)) == (e.ShufflerJammed(0, 1),)
    assert told.refuses(DEALER, c.ReportJam(0)).why is Refusal.DEVICE_IS_NOT_IN_USE
    assert told.table.device == before
    assert told.deals("2d").ends().net(1) == "10.00"
    assert (told.table.phase, controls_due(told.table, 0)) == ("shuffling", len(CONTROLS))


def test_ma_10_e_a_batch_that_was_shuffled_by_hand_did_not_jam() -> None:
    told = Told.at("massachusetts", HOUSE).sits(1)
    told.does(DEALER, c.ReportDeviceFailure())
    told.does(FLOOR, c.OrderReshuffle())
    told.goes_on("betting", "shuffling")
    told.does(DEALER, c.CutCards(100))
    told.goes_on("cutting", "loading")
    assert told.table.cards.batch == 1
    assert told.refuses(DEALER, c.ReportJam(1)).why is Refusal.DEVICE_IS_NOT_IN_USE


@pytest.mark.parametrize("covered", [False, True], ids=["failed", "covered"])
def test_ma_10_e_the_first_shuffle_is_found_incomplete_after_the_shuffler_failed(*, covered: bool) -> None:
    """The dealer reports a shuffler that is out of order, opens it, and finds the red batch half shuffled inside."""
    told = Told.closed("massachusetts", HOUSE)
    told.does(FLOOR, c.OpenTable("Dana"))
    told.goes_on("opening").does(DEALER, c.ReportDeviceFailure())
    if covered:
        told.does(DEALER, c.CoverDevice("sign"))
        told.does(DEALER, c.ConfirmStep("wash"))
    assert told.does(DEALER, c.ReportJam(0)) == (e.ShufflerJammed(0, 0),)
    assert told.refuses(DEALER, c.ReportJam(0)).why is Refusal.DEVICE_IS_NOT_IN_USE
    if not covered:
        told.does(DEALER, c.CoverDevice("sign"))
    told.does(DEALER, c.ConfirmStep("empty_device"))
    for control in CONTROLS:
        assert told.refuses(DEALER, c.ConfirmStep("riffle")).why is Refusal.NOT_THE_NEXT_STEP
        assert of_the_shuffler(told).endswith(control)
        told.does(DEALER, c.ConfirmStep("jam_control"))
    told.goes_on("shuffling")
    assert [shuffled.batch for shuffled in told.happened(e.CardsShuffled)] == [0, 1]


@pytest.mark.parametrize("rulebook", ["massachusetts", "wisconsin"], ids=["ma_10_e", "wi_j_4"])
@pytest.mark.parametrize("covered", [False, True], ids=["failed", "covered"])
def test_the_batch_beside_the_game_is_found_incomplete_after_the_shuffler_failed(
    rulebook: str, *, covered: bool
) -> None:
    told = Told.at(rulebook, HOUSE if rulebook == "massachusetts" else {"shuffler": {"kind": "batch"}})
    told.bets(1, "10.00").deals("Ks").does(DEALER, c.ReportDeviceFailure(shuffling=False))
    if covered:
        told.does(DEALER, c.CoverDevice("sign"))
    told.does(DEALER, c.ReportJam(1))
    assert told.refuses(DEALER, c.ReportJam(1)).why is Refusal.DEVICE_IS_NOT_IN_USE
    assert [step.step for step in steps(told.table) if step.step == "empty_device"] == ["empty_device"]
    assert controls_due(told.table, 1) == (len(CONTROLS) if rulebook == "massachusetts" else 0)
    told.does(DEALER, c.ConfirmStep("empty_device"))
    assert told.deals("2d").ends().net(1) == "10.00"
