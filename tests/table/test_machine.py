"""Whole shoes in every house, with everything that can go wrong; what must hold is looked at after every command."""

import random
from typing import Any, get_args

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, rule

from tests.table.houses import HOUSES
from tests.table.walker import Walker, walk
from wartable.rulebook.rules import Result, Ruling
from wartable.rulebook.wagers import Wager
from wartable.table import Event
from wartable.table import events as e
from wartable.table.events import EVENTS
from wartable.table.words import CallReason, Phase, ShuffleReason

LEAST_WALKS, MOST_WALKS = 2, 20
STEPS_OF_A_WALK = 500
HEAD_START = 200
STEPS_OF_THE_MACHINE = 40

SEEDS = st.integers(0, 2**32)


RARE: set[object] = {
    e.BatchRefused,
    e.AbsenceEnded,
    (e.FloorRuled, "wait"),
    (e.FloorRuled, "return_chip"),
    (e.FloorCalled, "shoe_is_over"),
}
"""What walks come to by luck alone; tests of the laws prove each by name."""


class Reached:
    """What walks have come by."""

    KINDS: tuple[tuple[type[Event], str, Any], ...] = (
        (e.ShuffleBegun, "reason", ShuffleReason),
        (e.FloorCalled, "reason", CallReason),
        (e.FloorRuled, "ruling", Ruling),
        (e.WagerSettled, "result", Result),
        (e.WagerSettled, "wager", Wager),
    )

    def __init__(self) -> None:
        # Refusals are left out: each is provoked by name in test_refusals.py, and rare ones would be met here by luck.
        self.missing: set[object] = {*get_args(Phase), *EVENTS}
        self.missing |= {(kind, word) for kind, field, words in self.KINDS for word in get_args(words)}
        self.missing -= {(e.WagerSettled, "match_play")}  # a coupon is settled with the wager it lies beside
        self.missing -= RARE

    def add(self, walker: Walker) -> None:
        self.missing -= {*walker.phases, *map(type, walker.watch.events)}
        for event in walker.watch.events:
            self.missing -= {(kind, getattr(event, field)) for kind, field, _ in self.KINDS if type(event) is kind}


def test_walks_through_every_house_hold_and_get_everywhere() -> None:
    reached = Reached()
    for seed in range(MOST_WALKS):
        for house in HOUSES:
            reached.add(walk(house, seed, STEPS_OF_A_WALK))
        if seed + 1 >= LEAST_WALKS and not reached.missing:
            break
    assert not reached.missing


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
