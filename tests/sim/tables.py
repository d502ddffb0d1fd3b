"""Tables for the simulator's tests: every rulebook, every burn pattern, houses of many kinds."""

from collections.abc import Mapping
from itertools import islice

import numpy as np
from numpy.typing import NDArray

from wartable.odds import default_choices
from wartable.rulebook import Rules, load_rulebook, rules_in_force
from wartable.sim import cpu
from wartable.sim.cpu.plain import TRACE_CLASSES, TRACE_GONE, TRACE_LAST, TRACE_SHOE, TRACE_TRIGGER
from wartable.sim.plan import SimPlan, make_plan
from wartable.sim.reference import Reference, RoundSeen, plan_choice, stream_cards
from wartable.sim.strategy import Strategy
from wartable.sim.wagers import usual_stakes

PATTERNS = ("once", "before_players_and_dealer", "before_every_card")
SEED = 20_261_115
WAR = Strategy("war")

Round = tuple[int, int, bool, bool, tuple[int, ...]]
"""Shoe, cards gone, trigger, last of the shoe, and the class of each hand."""


def rules_of(rulebook: str, choices: Mapping[str, object] | None = None) -> Rules:
    book = load_rulebook(rulebook)
    return rules_in_force(book, {**default_choices(book), **(choices or {})})


def plan_of(rules: Rules, *strategies: str) -> SimPlan:
    words: tuple[Strategy, ...] = tuple(Strategy(word) for word in strategies)  # type: ignore[arg-type]
    return make_plan(rules, words)


def at_the_table(rules: Rules, plan: SimPlan, first: int, rounds: int) -> list[RoundSeen]:
    table = Reference(rules, plan, usual_stakes(rules), stream_cards(plan, SEED), plan_choice(plan))
    return list(islice(table.play(first), rounds))


def by_the_table(rules: Rules, plan: SimPlan, first: int, rounds: int) -> list[Round]:
    seen = at_the_table(rules, plan, first, rounds)
    return [(one.shoe, one.gone, one.trigger, one.last, one.classes) for one in seen]


def by_the_kernel(plan: SimPlan, first: int, rounds: int) -> list[Round]:
    return told(cpu.trace(plan.row(), SEED, first, rounds), plan.hands)


def told(trace: NDArray[np.int64], hands: int) -> list[Round]:
    return [
        (
            int(row[TRACE_SHOE]),
            int(row[TRACE_GONE]),
            bool(row[TRACE_TRIGGER]),
            bool(row[TRACE_LAST]),
            tuple(int(found) for found in row[TRACE_CLASSES : TRACE_CLASSES + hands]),
        )
        for row in trace
    ]
