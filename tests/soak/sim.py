"""Simulated rounds by the thousand million, held against exact chances and the effect of the cover card."""

from math import hypot
from statistics import NormalDist

from tests.sim.tables import plan_of, rules_of
from wartable.rulebook import Rules
from wartable.sim.backend import usable_cores
from wartable.sim.backends import open_backend
from wartable.sim.cut_card import CutCard, Effect, cut_card_effect
from wartable.sim.estimate import Estimate
from wartable.sim.plan import Plan
from wartable.sim.result import Found, Judge
from wartable.sim.run import Goal, Run, new_state
from wartable.sim.tally import read_row

SURE = 0.999
SEATS = (1, 7)
MOST_EFFECT_SHOES = 1_000_000


class Strays(AssertionError):
    """A figure is too far from its exact value."""


def sim(tries: int, seed: int) -> str:
    """So many rounds, half of them heads-up and half at seven seats: every class and every edge must be where it is."""
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


def _scores(rules: Rules, plan: Plan, rounds: int, seed: int) -> list[tuple[str, float]]:
    judge = Judge(rules, plan)
    with open_backend("cpu", rules, plan, seed) as backend:
        state = Run(plan, Goal(rounds=rounds), backend, new_state(), judge.precision).deal(lambda _: None)
    found = judge.judge(read_row(plan, state.row))
    # The effect comes from shoes of another seed, so that it does not share the chance of the run.
    shoes = min(MOST_EFFECT_SHOES, max(10_000, rounds // 1_000))
    effect = cut_card_effect(rules, plan, seed + 1, shoes, usable_cores())
    return [(f"{plan.seats} seats, {name}", score) for name, score in _held(found, effect)]


def _held(found: Found, effect: CutCard) -> list[tuple[str, float]]:
    pairs = [(name, estimate, effect.outcomes[name]) for name, estimate in found.outcomes.items()]
    pairs += [(f"edge of {name}", found.estimates[name].edge, moved) for name, moved in effect.edges.items()]
    return [(name, _score(estimate, estimate.error, moved)) for name, estimate, moved in pairs if estimate.error]


def _score(estimate: Estimate, error: float, moved: Effect) -> float:
    return (estimate.value - moved.exact - moved.value) / hypot(error, moved.error)
