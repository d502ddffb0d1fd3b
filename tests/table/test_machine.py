"""Whole shoes in every house, with everything that can go wrong; what must hold is looked at after every command."""

import random
from collections import Counter
from typing import Any, get_args

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, rule

from tests.table.houses import HOUSES
from tests.table.walker import Walker, walk
from wartable.rulebook.rules import Result, Ruling
from wartable.table import Refusal
from wartable.table import events as e
from wartable.table.events import EVENTS
from wartable.table.words import CallReason, Phase, ShuffleReason, Wager

WALKS = 3
STEPS_OF_A_WALK = 1_000
HEAD_START = 300
STEPS_OF_THE_MACHINE = 40

SEEDS = st.integers(0, 2**32)


@pytest.mark.timeout(300)
def test_walks_through_every_house_hold_and_get_everywhere() -> None:
    walkers = [walk(house, seed, STEPS_OF_A_WALK) for house in HOUSES for seed in range(WALKS)]
    phases, refusals = Counter[str](), Counter[str]()
    for walker in walkers:
        phases += walker.phases
        refusals += walker.refusals
    assert set(phases) == set(get_args(Phase))
    assert set(refusals) == {refusal.name for refusal in Refusal}
    events = [event for walker in walkers for event in walker.watch.events]
    assert {type(event) for event in events} == set(EVENTS)
    for kind, field, values in (
        (e.ShuffleBegun, "reason", ShuffleReason),
        (e.FloorCalled, "reason", CallReason),
        (e.FloorRuled, "ruling", Ruling),
        (e.WagerSettled, "result", Result),
        (e.WagerSettled, "wager", Wager),
    ):
        reached = {getattr(event, field) for event in events if type(event) is kind}
        assert reached == set(get_args(values)), (kind, field)


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
