"""A whole simulation: the plan of a table, dealt by a backend, and the result."""

from collections.abc import Callable
from typing import Any

import msgspec

from wartable.odds import Exposure
from wartable.rulebook import Rules
from wartable.sim.backend import usable_cores
from wartable.sim.backends import Where, open_backend
from wartable.sim.cover import LEAST_SHOES, cover_of, shoes_for
from wartable.sim.cut_card import CutCard, tell_effect
from wartable.sim.estimate import CONFIDENCE, Estimate
from wartable.sim.exact import class_chances
from wartable.sim.meter import MeterLife
from wartable.sim.plan import SimPlan
from wartable.sim.result import Judge, SeatFound, ShoeLength, StrategyFound, WagerEstimate
from wartable.sim.run import Goal, Run, RunState, new_state
from wartable.sim.sessions import SessionSample
from wartable.sim.stream import STREAM
from wartable.sim.tally import Tally, read_row


class ShoeLevel(msgspec.Struct, frozen=True, omit_defaults=True):
    """Figures that need whole shoes."""

    cut_card: CutCard | None = None
    exposure: Exposure | None = None
    sessions: SessionSample | None = None
    meter: MeterLife | None = None


class Simulation(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What `wartable simulate --json` prints, field by field."""

    rulebook: str
    decks: int
    seats: int
    strategies: tuple[str, ...]
    rounds: int
    shoes: int
    """Shoes dealt to their end."""
    seconds: float
    rounds_per_second: float
    hands_per_second: float
    backend: str
    seed: int
    stream: str
    confidence: float
    estimates: dict[str, WagerEstimate]
    outcomes: dict[str, Estimate]
    rounds_per_shoe: ShoeLength | None
    by_seat: tuple[SeatFound, ...]
    by_strategy: tuple[StrategyFound, ...]
    cover_card: CutCard | None
    """What the cover card adds to every exact value; null where a seat counts."""
    tally: dict[str, Any]
    checksum: str
    """SHA-256 of the tally as JSON, names in order and no spaces."""
    shoe_level: ShoeLevel | None = None


Watch = Callable[[Judge, RunState], None]
"""Called after every piece that joined the state."""
HERE = Where()


def simulate(
    rules: Rules,
    plan: SimPlan,
    goal: Goal,
    *,
    seed: int,
    where: Where = HERE,
    state: RunState | None = None,
    watch: Watch | None = None,
    cover_shoes: int = LEAST_SHOES,
) -> Simulation:
    """Deal a plan until the goal is met, from the start or from a checkpoint.

    Where the cover card's effect has no exact value it is estimated from `cover_shoes` shoes, or more for a long run.
    """
    threads = where.threads or usable_cores()
    judge = Judge(rules, plan, cover=cover_of(plan, seed, cover_shoes, threads))
    state = new_state() if state is None else state
    opening = open_backend(where.backend, rules, plan, seed, threads=where.threads, scheduler=where.scheduler)
    with opening as opened:
        run = Run(plan, goal, opened, state, judge.precision)
        run.deal(lambda reached: watch(judge, reached) if watch else None)
    tally = read_row(plan, run.state.row)
    if judge.cover is not None and 0 < judge.cover.shoes < (enough := shoes_for(tally.shoes)):
        judge.cover = cover_of(plan, seed, enough, threads)
    return _found(judge, tally, run.state, seed, opened.name)


def _found(judge: Judge, tally: Tally, state: RunState, seed: int, backend: str) -> Simulation:
    plan, found, cover = judge.plan, judge.judge(tally), judge.cover
    speed = tally.rounds / state.seconds if state.seconds else 0.0
    return Simulation(
        rulebook=plan.rulebook,
        decks=plan.decks,
        seats=plan.seats,
        strategies=plan.strategies,
        rounds=tally.rounds,
        shoes=tally.shoes,
        seconds=state.seconds,
        rounds_per_second=speed,
        hands_per_second=speed * len(plan.bet_hands),
        backend=backend,
        seed=seed,
        stream=STREAM,
        confidence=CONFIDENCE,
        estimates=found.estimates,
        outcomes=found.outcomes,
        rounds_per_shoe=found.rounds_per_shoe,
        by_seat=judge.by_seat(tally),
        by_strategy=judge.by_strategy(tally),
        cover_card=None if cover is None or class_chances(plan) is None else tell_effect(plan, cover, judge.pays),
        tally=tally.as_json(),
        checksum=tally.checksum(),
    )
