"""A jam is booked on the batch in the shuffler: the one put into it, or the one that it is to shuffle now."""

from typing import Any

import pytest

from tests.told import DEALER, FLOOR, SHOE, Told
from wartable.table import Refusal, new_table, replay, steps
from wartable.table import commands as c
from wartable.table import events as e
from wartable.table.stock import batch_inside, controls_due, stock_of

CONTROLS = ["Count the cards.", "Wash the cards.", "Stack the cards."]
HOUSES: dict[str, dict[str, Any]] = {
    "wisconsin": {"shuffler": {"kind": "batch"}},
    "massachusetts": {"shuffler": {"kind": "batch"}, "irregularity": {"jam_steps": CONTROLS}},
    "maryland": {"shuffler": {"kind": "batch"}},
    "california": {},
}
STATES = pytest.mark.parametrize("rulebook", HOUSES, ids=["wi_j_4", "ma_10_e", "md_11_d_2", "ca_deck_3c"])
RED, BLUE = 0, 1


def before_the_first_shuffle(rulebook: str) -> Told:
    """Both batches were shown and stacked; the red one is in the shuffler for the first shuffle of the day."""
    told = Told.closed(rulebook, HOUSES[rulebook])
    told.does(FLOOR, c.OpenTable("Dana"))
    return told.sits(1, "Ann").goes_on("opening")


def confirmed(told: Told, step: str) -> list[int]:
    return [event.batch for event in told.happened(e.StepConfirmed) if event.step == step]


@STATES
@pytest.mark.parametrize(
    "stops",
    [c.ReportJam(), c.ReportJam(RED), c.ReportDeviceFailure(shuffling=True)],
    ids=["jam", "batch", "failure"],
)
def test_the_batch_of_the_first_shuffle_is_taken_out_of_the_shuffler_that_stops(
    rulebook: str, stops: c.Command
) -> None:
    told = before_the_first_shuffle(rulebook)
    told.does(DEALER, stops)
    assert told.happened(e.ShufflerJammed) == [e.ShufflerJammed(RED, RED)]
    if stops == c.ReportDeviceFailure(shuffling=True):
        told.does(FLOOR, c.RestoreDevice())
    (prompt,) = steps(told.table)
    assert (prompt.step, prompt.batch) == ("empty_device", RED)
    told.goes_on("shuffling")
    assert confirmed(told, "empty_device") == [RED]
    assert confirmed(told, "jam_control") == [RED] * len(told.table.rules.irregularity.jam_steps)
    assert confirmed(told, "machine_shuffle") == [RED, BLUE]


@STATES
def test_no_batch_jams_that_was_never_near_the_shuffler(rulebook: str) -> None:
    told = before_the_first_shuffle(rulebook)
    assert told.refuses(DEALER, c.ReportJam(BLUE)).why is Refusal.DEVICE_IS_NOT_IN_USE
    assert told.happened(e.ShufflerJammed) == []


@STATES
def test_the_second_batch_of_the_day_jams_alone(rulebook: str) -> None:
    told = before_the_first_shuffle(rulebook)
    told.does(SHOE, c.ConfirmStep("machine_shuffle"))
    assert told.does(SHOE, c.ReportJam()) == (e.ShufflerJammed(BLUE, BLUE),)
    assert controls_due(told.table, RED) == 0
    told.goes_on("shuffling")
    assert confirmed(told, "empty_device") == [BLUE]
    assert confirmed(told, "machine_shuffle") == [RED, BLUE]


@pytest.mark.parametrize("rulebook", ["wisconsin", "massachusetts"], ids=["wi_j_4", "ma_10_e"])
def test_before_the_cut_the_batch_in_the_shuffler_jams_and_not_the_one_on_the_table(rulebook: str) -> None:
    told = before_the_first_shuffle(rulebook).goes_on("shuffling")
    assert told.table.phase == "cutting"
    assert told.does(DEALER, c.ReportJam()) == (e.ShufflerJammed(BLUE, BLUE),)
    assert told.table.phase == "cutting"
    assert stock_of(told.table).batches[RED].state == "shuffled"


@STATES
def test_the_stuck_batch_is_taken_out_before_an_idle_table_spreads_it(rulebook: str) -> None:
    told = before_the_first_shuffle(rulebook)
    told.does(DEALER, c.ReportJam())
    told.does(DEALER, c.Leave(1))
    assert told.table.phase == "idle"
    refused = told.refuses(DEALER, c.ConfirmStep("remove_cards"))
    assert refused.why is Refusal.DEVICE_IS_EMPTIED_FIRST
    (prompt,) = steps(told.table)
    assert (prompt.step, prompt.batch, refused.clauses) == ("empty_device", RED, prompt.clauses)
    told.goes_on("idle")
    assert confirmed(told, "empty_device") == [RED]
    assert not told.table.todo


@STATES
def test_the_stuck_batch_is_taken_out_of_the_shuffler_when_the_table_closes(rulebook: str) -> None:
    told = before_the_first_shuffle(rulebook)
    told.does(DEALER, c.ReportJam())
    told.does(FLOOR, c.CloseTable())
    assert told.table.todo == (
        ("clear_shuffler", RED),
        ("count_cards", RED),
        ("remove_cards", BLUE),
        ("count_cards", BLUE),
    )
    assert told.goes_on("closing").table.phase == "closed"


def test_a_log_of_an_earlier_release_is_replayed_as_it_was_decided() -> None:
    """It took the batch that was not on the table for the one inside."""
    told = before_the_first_shuffle("massachusetts")
    rules = told.table.rules
    told.events.append(e.ShufflerJammed(BLUE))
    table = replay(new_table(rules), told.events)
    assert [batch.place for batch in stock_of(table).batches] == ["table", "table"]
    assert [controls_due(table, batch) for batch in (RED, BLUE)] == [len(CONTROLS)] * 2
    table = replay(table, [e.StepConfirmed("empty_device", "dealer", BLUE)])
    assert (table.device, stock_of(table).to_empty, batch_inside(table)) == ("working", False, RED)
