"""The shuffler holds one batch: a batch that a player sees at a woken table goes in only after the other came out."""

from typing import Any

import pytest

from tests.told import DEALER, SHOE, Told
from wartable.table import Refusal, steps
from wartable.table import commands as c
from wartable.table import events as e
from wartable.table.stock import stock_of

RED, BLUE = 0, 1
BOOKS = pytest.mark.parametrize("rulebook", ["wisconsin", "massachusetts"], ids=["wi_b_4_iv", "ma_2_d_4"])
ROUTES = pytest.mark.parametrize("route", ["not stored securely", "a player asks", "not released"])


def shown_and_stacked(rulebook: str, route: str) -> Told:
    """After a round and an idle spell the red batch went into the shuffler, and the blue one was shown and stacked."""
    house: dict[str, Any] = {"shuffler": {"kind": "batch", "stores_securely": route != "not stored securely"}}
    told = Told.at(rulebook, house).bets(1, "10.00").deals("Kc 2d").ends()
    told.does(DEALER, c.Leave(1))
    told.goes_on("idle").sits(2, "Zoe")
    while told.table.cards.batch == RED:
        (first, *_) = steps(told.table)
        assert isinstance(first.usual, c.ConfirmStep)
        told.does(DEALER, first.usual)
    if route == "a player asks":
        told.does(DEALER, c.AskForShuffle("Zoe"))
    elif route == "not released":
        told.does(DEALER, c.RefuseBatch())
    while told.table.todo:
        told.does(DEALER, c.ConfirmStep(told.table.todo[0][0]))
    assert [(batch.state, batch.place) for batch in stock_of(told.table).batches] == [
        ("shuffling", "shuffler"),
        ("stacked", "table"),
    ]
    return told


@BOOKS
@ROUTES
def test_the_batch_inside_is_shuffled_and_out_before_the_other_is_shuffled(rulebook: str, route: str) -> None:
    told = shown_and_stacked(rulebook, route)
    before = len(told.events)
    told.does(SHOE, c.ConfirmStep("machine_shuffle"))
    assert told.refuses(SHOE, c.ConfirmStep("machine_shuffle")).why is Refusal.NOT_THE_NEXT_STEP
    told.goes_on("shuffling")
    shuffled = [event.batch for event in told.events[before:] if isinstance(event, e.CardsShuffled)]
    assert (shuffled, told.table.phase, told.table.cards.batch) == ([RED, BLUE], "cutting", BLUE)
    assert [batch.place for batch in stock_of(told.table).batches] == ["shuffler", "table"]


@BOOKS
@ROUTES
def test_a_jam_then_is_that_of_the_batch_inside(rulebook: str, route: str) -> None:
    told = shown_and_stacked(rulebook, route)
    assert told.refuses(DEALER, c.ReportJam(BLUE)).why is Refusal.DEVICE_IS_NOT_IN_USE
    assert told.does(DEALER, c.ReportJam()) == (e.ShufflerJammed(RED, RED),)
    (prompt,) = steps(told.table)
    assert (prompt.step, prompt.batch) == ("empty_device", RED)
    told.goes_on("shuffling")
    assert (told.table.phase, told.table.cards.batch) == ("cutting", BLUE)


@BOOKS
@ROUTES
@pytest.mark.parametrize("trouble", ["jam", "failure", "leaves"])
def test_no_trouble_while_the_blue_batch_is_inside_is_a_dead_end(rulebook: str, route: str, trouble: str) -> None:
    told = shown_and_stacked(rulebook, route)
    told.does(SHOE, c.ConfirmStep("machine_shuffle"))
    told.does(DEALER, c.ConfirmStep("swap_batches"))
    if trouble == "jam":
        assert told.does(DEALER, c.ReportJam()) == (e.ShufflerJammed(BLUE, BLUE),)
    elif trouble == "failure":
        told.does(DEALER, c.ReportDeviceFailure(shuffling=True))
        told.does(DEALER, c.CoverDevice("covered"))
    else:
        told.does(DEALER, c.Leave(2))
        told.goes_on("idle").sits(3, "Yan").goes_on("waking")
    told.goes_on("shuffling")
    assert told.table.phase == "cutting"
    told.does(DEALER, c.CutCards(100))
    told.goes_on("cutting", "loading")
    assert [event.batch for event in told.happened(e.ShoeLoaded)] == [RED, BLUE]
