"""The report of the cut-card effect: what the cover card adds to every class and to the edge of every wager."""

from collections.abc import Mapping, Sequence
from fractions import Fraction

import msgspec
import numpy as np

from wartable.cards import DECK_SIZE
from wartable.rulebook import Rules
from wartable.sim import layout
from wartable.sim.cover import Cover, deal_cover
from wartable.sim.cpu import Floats
from wartable.sim.estimate import CONFIDENCE, quantile
from wartable.sim.exact import Pays, class_chances, exact_mean, pays_of
from wartable.sim.plan import BadPlan, SimPlan
from wartable.sim.wagers import usual_stakes


class Effect(msgspec.Struct, frozen=True):
    """What the cover card adds to a figure, with its interval; `exact` is the figure of a full shoe."""

    value: float
    low: float
    high: float
    error: float
    exact: float


class CutCard(msgspec.Struct, frozen=True):
    """The cut-card effect on every class and on the edge of every wager."""

    shoes: int
    """Shoes dealt to estimate it; none where it is exact."""
    cards_behind: int
    rounds_per_shoe: float
    tie: Effect
    outcomes: dict[str, Effect]
    edges: dict[str, Effect]


def cut_card_effect(rules: Rules, plan: SimPlan, seed: int, shoes: int, threads: int = 1) -> CutCard:
    """Deal shoes to their end and return the cut-card effect."""
    if class_chances(plan) is None:
        raise BadPlan("the cut-card effect is known only for players who always choose the same on a tie")
    return tell_effect(plan, deal_cover(plan, seed, shoes, threads), pays_of(rules, usual_stakes(rules)))


def tell_effect(plan: SimPlan, cover: Cover, wagers: Mapping[str, Pays]) -> CutCard:
    """Return what the cover card adds to every figure, for players who always choose the same on a tie."""
    chances = class_chances(plan) or ()

    def effect(weights: Floats, exact: Fraction) -> Effect:
        value, error = cover.moves(plan, plan.bet_hands, weights)
        reach = quantile(CONFIDENCE) * error
        return Effect(value, value - reach, value + reach, error, float(exact))

    tied = class_weights(range(layout.TIE_SURRENDER, len(layout.CLASSES)))
    return CutCard(
        shoes=cover.shoes,
        cards_behind=plan.decks * DECK_SIZE - plan.front,
        rounds_per_shoe=cover.rounds,
        tie=effect(tied, sum(chances[layout.TIE_SURRENDER :], Fraction(0))),
        outcomes={name: effect(class_weights((place,)), chances[place]) for place, name in enumerate(layout.CLASSES)},
        edges={
            wager: effect(edge_weights(pays, chances), -mean)
            for wager, pays in wagers.items()
            if (mean := exact_mean(pays, chances)) is not None
        },
    )


def class_weights(members: Sequence[int]) -> Floats:
    """Return how the share of some classes depends on the chance of each class."""
    weights = np.zeros(len(layout.CLASSES))
    weights[list(members)] = 1
    return weights


def edge_weights(pays: Pays, chances: tuple[Fraction, ...]) -> Floats:
    """Return how the edge of a wager depends on the chance of each class."""
    mean = exact_mean(pays, chances) or Fraction(0)
    units = sum((chance * unit for chance, unit in zip(chances, pays.units, strict=True)), Fraction(0))
    return np.array([float(-(net - mean * unit) / units) for net, unit in zip(pays.nets, pays.units, strict=True)])
