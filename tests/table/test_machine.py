"""Whole shoes in every house, with everything that can go wrong; what must hold is looked at after every command."""

import random
from typing import Any

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, rule

from tests.table.houses import HOUSES
from tests.table.reached import PLACES, WAYS, seen_by
from tests.table.walker import Walker, walk

WALKS = 2
MOST_WALKS = 12
"""A new command sends the walks other ways, on which some results may come later."""
STEPS_OF_A_WALK = 500
HEAD_START = 200
STEPS_OF_THE_MACHINE = 40

SEEDS = st.integers(0, 2**32)


def test_walks_through_every_house_hold_and_get_to_every_phase_and_every_result() -> None:
    seen: set[object] = set()
    for seed in range(MOST_WALKS):
        if seed < WALKS or not seen >= PLACES | WAYS:
            seen |= seen_by(walk(house, seed, STEPS_OF_A_WALK) for house in HOUSES)
    assert seen >= PLACES | WAYS


class TableMachine(RuleBasedStateMachine):
    """A table in any house, met somewhere in its day; then hypothesis says what is asked of it."""

    walker: Walker

    @initialize(house=st.sampled_from(sorted(HOUSES)), seed=SEEDS, start=st.integers(0, HEAD_START))
    def opens(self, house: str, seed: int, start: int) -> None:
        self.walker = Walker(house, random.Random(seed)).walk(start)

    @rule(seed=SEEDS)
    def goes_on(self, seed: int) -> None:
        self.walker.rng = random.Random(seed)
        self.walker.go_on()

    @rule(seed=SEEDS)
    def meets_the_unusual(self, seed: int) -> None:
        self.walker.rng = random.Random(seed)
        self.walker.do_the_unusual()

    @rule(seed=SEEDS)
    def hears_nonsense(self, seed: int) -> None:
        self.walker.rng = random.Random(seed)
        self.walker.talk_nonsense()

    @rule()
    def closes(self) -> None:
        self.walker.watch.replay_all()
        self.walker.end_the_day()


TestTableMachine: Any = TableMachine.TestCase
TestTableMachine.settings = settings(stateful_step_count=STEPS_OF_THE_MACHINE)
