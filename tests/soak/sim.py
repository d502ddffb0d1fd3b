"""Simulated rounds by the thousand million, compared with exact chances and the effect of the cover card."""

from statistics import NormalDist

from tests.sim.tables import plan_of, rules_of
from wartable.rulebook import Rules
from wartable.sim.backend import usable_cores
from wartable.sim.backends import open_backend
from wartable.sim.cover import cover_of, shoes_for
from wartable.sim.plan import SimPlan
from wartable.sim.result import Judge
from wartable.sim.run import Goal, Run, new_state
from wartable.sim.tally import read_row

SURE = 0.999
SEATS = (1, 7)
EFFECT_TIMES = 10
"""The effect is dealt from this many times the shoes that a run would take for it."""


class Strays(AssertionError):
    """A figure is too far from its exact value."""


def sim(tries: int, seed: int) -> str:
    """This many rounds, half of them heads-up and half at seven seats: every class and edge must be where it is."""
    rules = rules_of("maryland")
    rounds = max(1, tries // len(SEATS))
    scores = [score for seats in SEATS for score in _scores(rules, plan_of(rules, *["war"] * seats), rounds, seed)]
    alone = NormalDist().inv_cdf((1 + SURE) / 2)
    together = NormalDist().inv_cdf(1 - (1 - SURE) / (2 * len(scores)))
    worst = max(scores, key=lambda score: abs(score[1]))
    if abs(worst[1]) > together:
        raise Strays(f"{worst[0]} is {worst[1]:+.2f} standard errors from its exact value")
    outside = sum(abs(score) > alone for _, score in scores)
    return (
        f"{rounds * len(SEATS):,} rounds, {len(scores)} figures, {outside} outside {SURE:.1%}, "
        f"the farthest {worst[1]:+.2f} standard errors from exact ({worst[0]})"
    )


def _scores(rules: Rules, plan: SimPlan, rounds: int, seed: int) -> list[tuple[str, float]]:
    judge = Judge(rules, plan)
    with open_backend("cpu", rules, plan, seed) as backend:
        state = Run(plan, Goal(rounds=rounds), backend, new_state(), judge.precision).deal(lambda _: None)
    tally = read_row(plan, state.row)
    judge.cover = cover_of(plan, seed, shoes_for(tally.shoes * EFFECT_TIMES), usable_cores())
    found = judge.judge(tally)
    figures = {**found.outcomes, **{f"edge of {wager}": one.edge for wager, one in found.estimates.items()}}
    for seat in judge.by_seat(tally):
        figures |= {f"edge of {wager}, seat {seat.seat}": one.edge for wager, one in seat.estimates.items()}
    told = ((name, one.z_expected) for name, one in figures.items())
    return [(f"{plan.seats} seats, {name}", z) for name, z in told if z is not None]
