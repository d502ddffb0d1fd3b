"""What a simulation has to say in a report; the one place where the simulator is called."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Literal

import msgspec

from wartable.report.parts import HANDS
from wartable.report.program import version
from wartable.rulebook.rules import Rules

if TYPE_CHECKING:
    from wartable.sim.estimate import Estimate
    from wartable.sim.result import Judge
    from wartable.sim.tally import Tally

ROUNDS = 10_000_000
MAX_SEATS = 9

EDGES = {
    "initial": "edge, initial, always war",
    "tie": "edge, tie",
    "war_tie": "edge, tie on the war deal",
    "progressive": "edge, progressive",
    "bonus_spin": "edge, Bonus Spin",
}
COURSES = {
    "win": "chance to win at once",
    "lose": "chance to lose at once",
    "tie_war_win": "unsuited tie, war won",
    "tie_war_lose": "unsuited tie, war lost",
    "suited_tie_war_win": "suited tie, war won",
    "suited_tie_war_lose": "suited tie, war lost",
    **{hand: HANDS[hand] for hand in ("double_tie", "four_of_a_kind", "suited_double_tie", "suited_four_of_a_kind")},
}


class Dealt(msgspec.Struct, frozen=True):
    """One figure as it was dealt, beside the exact one."""

    figure: str
    exact: float
    value: float
    low: float
    high: float
    z: float | None
    """Standard errors between the two; nothing where the figure cannot stray."""


class Evidence(msgspec.Struct, frozen=True):
    """A simulation that anybody can run again."""

    seed: int
    rounds: int
    shoes: int
    seats: int
    confidence: int
    """Of the intervals, in percent."""
    stream: str
    """How the cards follow from the seed."""
    checksum: str
    """Of the whole tally, in hexadecimal digits."""
    software: str
    dealt: Sequence[Dealt]


class NotDealt(msgspec.Struct, frozen=True):
    """Why there is no simulation."""

    why: str


def deal(rules: Rules, rounds: int, seed: int, backend: Literal["cpu", "table"] = "cpu") -> Evidence | NotDealt:
    """Deal so many rounds with every seat taken by somebody who always goes to war, and judge what was dealt."""
    from wartable.sim.backends import open_backend
    from wartable.sim.estimate import CONFIDENCE
    from wartable.sim.plan import BadPlan, make_plan
    from wartable.sim.result import Judge
    from wartable.sim.run import Goal, Run, new_state
    from wartable.sim.strategy import Strategy
    from wartable.sim.stream import STREAM
    from wartable.sim.tally import read_row

    seats = min(rules.seats - (rules.bank.by == "player"), MAX_SEATS)
    try:
        plan = make_plan(rules, (Strategy("war"),) * seats)
        judge = Judge(rules, plan)
    except BadPlan as error:
        return NotDealt(str(error))
    with open_backend(backend, rules, plan, seed) as opened:
        state = Run(plan, Goal(rounds=rounds), opened, new_state(), judge.precision).deal(lambda _: None)
    tally = read_row(plan, state.row)
    return Evidence(
        seed=seed,
        rounds=tally.rounds,
        shoes=tally.shoes + tally.partial,
        seats=seats,
        confidence=round(CONFIDENCE * 100),
        stream=STREAM,
        checksum=tally.checksum(),
        software=f"wartable {version()}",
        dealt=tuple(_dealt(judge, tally)),
    )


def _dealt(judge: "Judge", tally: "Tally") -> Iterator[Dealt]:
    """The edge of every wager, then the chance of every course that can be met."""
    from wartable.sim import layout
    from wartable.sim.estimate import estimate_share
    from wartable.sim.result import spin_edge

    for wager in judge.pays:
        yield from _beside(EDGES[wager], judge.edge(tally, wager))
    if judge.wheel is not None:
        yield from _beside(EDGES["bonus_spin"], spin_edge(tally, judge.wheel))
    for course, name in COURSES.items():
        place = layout.CLASSES.index(course)
        exact = None if judge.chances is None else judge.chances[place]
        yield from _beside(name, estimate_share(judge.plan, tally, (place,), exact))


def _beside(name: str, estimate: "Estimate | None") -> Iterator[Dealt]:
    """A figure that has an exact one to stand beside."""
    if estimate is not None and estimate.exact is not None:
        yield Dealt(name, estimate.exact, estimate.value, estimate.low, estimate.high, estimate.z)
