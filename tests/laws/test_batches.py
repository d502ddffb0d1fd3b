"""Two batches take turns. Only a batch that was shuffled since it was last in play is ever cut, loaded or dealt."""

from typing import Any

import pytest

from tests.told import DEALER, FLOOR, SHOE, Told
from wartable.table import Refusal, steps
from wartable.table import commands as c
from wartable.table import events as e
from wartable.table.stock import stock_of

BATCH: dict[str, Any] = {"shuffler": {"kind": "batch"}}
CALIFORNIA: dict[str, Any] = {}
STATES = pytest.mark.parametrize(
    ("rulebook", "house"),
    [("maryland", BATCH), ("wisconsin", BATCH), ("massachusetts", BATCH), ("california", CALIFORNIA)],
    ids=["md", "wi", "ma", "ca"],
)


def opened(rulebook: str, house: dict[str, Any]) -> Told:
    """A table whose first shoe is loaded."""
    return Told.at(rulebook, house)


def shuffles(told: Told) -> list[tuple[int, tuple[str, ...]]]:
    return [(event.batch, event.steps) for event in told.happened(e.CardsShuffled)]


def loaded(told: Told) -> list[int]:
    return [event.batch for event in told.happened(e.ShoeLoaded)]


def confirmed(told: Told) -> list[tuple[str, int]]:
    return [(event.step, event.batch) for event in told.happened(e.StepConfirmed)]


def idles(told: Told) -> Told:
    """Every player leaves, the table is idle, and Ann comes."""
    while told.table.banker.offer:
        told.does(DEALER, c.DeclineBank())
    for box in told.table.boxes:
        if box.patron:
            told.does(DEALER, c.Leave(box.seat))
    told.does(FLOOR, c.DeclareIdle())
    return told.goes_on("idle").sits(4, "Ann").goes_on("waking")


def cut_and_loaded(told: Told) -> Told:
    told.goes_on("shuffling", "cutting", "loading")
    if told.table.phase == "cutting":
        told.does(DEALER, c.CutCards(100))
    return told.goes_on("cutting", "loading")


def every_shoe_was_shuffled(told: Told) -> bool:
    """Whether each loaded batch had a shuffle of its own since it was last loaded."""
    ready: set[int] = set()
    for event in told.events:
        if isinstance(event, e.CardsShuffled):
            assert {"machine_shuffle", "shuffle", "strip", "stack"} & set(event.steps)
            ready.add(event.batch)
        if isinstance(event, e.ShoeLoaded):
            if event.batch not in ready:
                return False
            ready.discard(event.batch)
    return True


@STATES
def test_md_4_e_the_opening_ends_with_both_batches_shuffled(rulebook: str, house: dict[str, Any]) -> None:
    told = opened(rulebook, house)
    assert shuffles(told) == [(0, ("machine_shuffle",)), (1, ("machine_shuffle",))]
    assert [(batch.state, batch.place) for batch in stock_of(told.table).batches] == [
        ("in_play", "shoe"),
        ("shuffled", "shuffler"),
    ]


@STATES
def test_md_3_b_3_the_other_batch_is_shuffled_while_one_is_dealt(rulebook: str, house: dict[str, Any]) -> None:
    told = opened(rulebook, house)
    told.does(FLOOR, c.OrderReshuffle())
    cut_and_loaded(told)
    assert told.table.cards.loaded
    due = [step for step in steps(told.table) if step.step == "machine_shuffle"]
    assert [(step.batch, step.beside) for step in due] == [(0, True)]
    told.does(SHOE, c.ConfirmStep("machine_shuffle"))
    assert shuffles(told)[-1] == (0, ("machine_shuffle",))
    assert told.table.cards.loaded
    again = told.refuses(SHOE, c.ConfirmStep("machine_shuffle"))
    assert again.why is Refusal.NOT_THE_NEXT_STEP


@STATES
def test_wi_e_1_1_a_batch_that_was_never_shuffled_is_not_dealt_after_an_idle_spell(
    rulebook: str, house: dict[str, Any]
) -> None:
    told = opened(rulebook, house)
    for _ in range(3):
        cut_and_loaded(idles(told))
    assert loaded(told) == [0, 1, 0, 1]
    assert every_shoe_was_shuffled(told)
