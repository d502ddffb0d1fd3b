"""Planted faults: a kernel that deals another game is found by the comparison with the table."""

from collections.abc import Callable

import numpy as np
import pytest

from tests.sim.tables import SEED, Round, by_the_table, plan_of, rules_of, told
from wartable.sim import cpu, layout
from wartable.sim.plan import Row

Spoil = Callable[[Row], None]
RULES = rules_of("maryland")
PLAN = plan_of(RULES, "war", "war", "surrender")
ROUNDS = 12 * PLAN.most_rounds


def change(place: int, by: int) -> Spoil:
    def spoil(row: Row) -> None:
        row[place] += by

    return spoil


FAULTS: dict[str, Spoil] = {
    "one burn fewer at the start": change(layout.BURN_FIRST, -1),
    "the cover card one card later": change(layout.FRONT, 1),
    "the cover card one card earlier": change(layout.FRONT, -1),
    "one burn more in a war": change(layout.WAR_BURNS, 1),
    "burns before every war card": change(layout.WAR_BURNS_EACH, 3),
    "a shuffle after every round": change(layout.ONE_ROUND, 1),
    "another trigger": change(layout.TRIGGER, 1),
    "a hand that surrenders goes to war": change(layout.CHOICE + 2, -1),
    "a hand at war surrenders": change(layout.CHOICE, 1),
    "one deck more": change(layout.DECKS, 1),
    "one hand fewer": change(layout.HANDS, -1),
}


@pytest.fixture(scope="module")
def played() -> list[Round]:
    return by_the_table(RULES, PLAN, 0, ROUNDS)


@pytest.mark.parametrize("fault", FAULTS)
def test_a_planted_fault_is_found(fault: str, played: list[Round]) -> None:
    row = PLAN.row()
    FAULTS[fault](row)
    dealt = told(cpu.trace(row, SEED, 0, ROUNDS), PLAN.hands)
    assert dealt != played


def test_without_a_fault_nothing_is_found(played: list[Round]) -> None:
    assert told(cpu.trace(PLAN.row(), SEED, 0, ROUNDS), PLAN.hands) == played


@pytest.mark.parametrize("place", [layout.BURN_FIRST, layout.FRONT, layout.WAR_BURNS, layout.CHOICE])
def test_a_fault_in_the_fast_kernel_changes_its_tally(place: int) -> None:
    row = PLAN.row()
    row[place] += 1
    assert not np.array_equal(cpu.deal(row, SEED, 0, 64), cpu.deal_one_by_one(PLAN.row(), SEED, 0, 64))
