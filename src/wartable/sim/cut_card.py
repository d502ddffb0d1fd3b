"""The cut-card effect: what the cover card does to how often things happen, which no closed form gives.

A round is begun as long as the cover card has not come out, and wars take cards; so a shoe with many ties has fewer
rounds, and its ties count for less. How likely a class is among the unseen cards is a martingale; so the mean count of
a class in a shoe is the mean of the shoe's rounds times that chance at its end. The effect on the rate is therefore the
covariance of the two over the mean number of rounds, and it takes far fewer shoes to find that than to count ties.
"""

from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction
from math import sqrt

import msgspec
import numpy as np

from wartable.cards import DECK_SIZE
from wartable.odds.composition import Composition
from wartable.odds.deals import chances as chances_of
from wartable.rulebook import Rules
from wartable.sim import layout
from wartable.sim.cpu.looks import CHANCES, SUITED_TIE, TIE, Floats, look_at_ends
from wartable.sim.estimate import CONFIDENCE, quantile
from wartable.sim.exact import Pays, class_chances, exact_mean, pays_of
from wartable.sim.plan import BadPlan, Plan, Row
from wartable.sim.wagers import usual_stakes

PIECE = 4096


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
    cards_behind: int
    rounds_per_shoe: float
    tie: Effect
    outcomes: dict[str, Effect]
    edges: dict[str, Effect]


def cut_card_effect(rules: Rules, plan: Plan, seed: int, shoes: int, threads: int = 1) -> CutCard:
    """Deal so many shoes to their end and look at what is left."""
    chances = class_chances(plan)
    if chances is None:
        raise BadPlan("the cut-card effect is known for players who always do the same on a tie")
    rounds, sums, products = _look(plan, seed, shoes, threads)
    classes = _classes_by_hand(plan)
    pays = pays_of(rules, usual_stakes(rules))

    def effect(weights: Floats, exact: Fraction) -> Effect:
        by_hand = weights @ classes
        mean = float(by_hand @ sums) / shoes
        spread = float(by_hand @ products @ by_hand) / shoes - mean * mean
        value, error = mean / rounds, sqrt(max(spread, 0.0) / shoes) / rounds
        reach = quantile(CONFIDENCE) * error
        return Effect(value, value - reach, value + reach, error, float(exact))

    tied = np.array([place >= layout.TIE_SURRENDER for place in range(len(layout.CLASSES))], dtype=np.float64)
    return CutCard(
        shoes=shoes,
        cards_behind=plan.decks * DECK_SIZE - plan.front,
        rounds_per_shoe=rounds,
        tie=effect(tied, sum(chances[layout.TIE_SURRENDER :], Fraction(0))),
        outcomes={
            name: effect(np.eye(len(layout.CLASSES))[place], chances[place])
            for place, name in enumerate(layout.CLASSES)
        },
        edges={
            wager: effect(_edge_weights(found, chances), -mean)
            for wager, found in pays.items()
            if (mean := exact_mean(found, chances)) is not None
        },
    )


def _look(plan: Plan, seed: int, shoes: int, threads: int) -> tuple[float, Floats, Floats]:
    """The mean number of rounds, and the sums and products of how rounds and chances stray together."""
    row = plan.row()
    exact = chances_in_full_shoe(plan.decks)

    def look(first: int) -> tuple[Row, Floats]:
        some = min(PIECE, shoes - first)
        rounds, chances = np.zeros(some, dtype=np.int64), np.empty((some, CHANCES))
        look_at_ends(row, np.uint64(seed), first, rounds, chances)
        return rounds, chances - exact

    total, middle = 0, None
    sums, products = np.zeros(CHANCES), np.zeros((CHANCES, CHANCES))
    with ThreadPoolExecutor(threads) as pool:
        for rounds, strays in pool.map(look, range(0, shoes, PIECE)):
            # Any number may stand in for the mean here, since the chances stray around nothing.
            middle = float(rounds.mean()) if middle is None else middle
            together = (rounds - middle)[:, np.newaxis] * strays
            total += int(rounds.sum())
            sums += together.sum(axis=0)
            products += together.T @ together
    return total / shoes, sums, products


def chances_in_full_shoe(decks: int) -> Floats:
    """The chances the kernels weigh, of a full shoe."""
    found = chances_of(Composition.of_decks(decks))
    hands = (
        found.war["win"] + found.war["lose"],
        found.war["tie_war_win"] + found.war["tie_war_lose"],
        found.war["suited_tie_war_win"] + found.war["suited_tie_war_lose"],
        *(found.war[name] for name in layout.CLASSES[layout.DOUBLE_TIE :]),
        found.surrender["tie_surrender"],
        found.surrender["suited_tie_surrender"],
    )
    return np.array([float(hand) for hand in hands])


def _classes_by_hand(plan: Plan) -> Floats:
    """How the chances of hands make up those of the classes, over the hands that are bet on."""
    matrix = np.zeros((len(layout.CLASSES), CHANCES))
    share = 1 / len(plan.bet_hands)
    for hand in plan.bet_hands:
        matrix[layout.LOSE, 0] += share / 2
        matrix[layout.WIN, 0] += share / 2
        if plan.choices[hand] == layout.SURRENDER:
            matrix[layout.TIE_SURRENDER, TIE] += share
            matrix[layout.SUITED_TIE_SURRENDER, SUITED_TIE] += share
            continue
        for kind in (0, 1):
            matrix[layout.TIE_WAR_LOSE + 2 * kind, 1 + kind] += share / 2
            matrix[layout.TIE_WAR_WIN + 2 * kind, 1 + kind] += share / 2
        for kind in range(4):
            matrix[layout.DOUBLE_TIE + kind, 3 + kind] += share
    return matrix


def _edge_weights(pays: Pays, chances: tuple[Fraction, ...]) -> Floats:
    """How the edge of a wager moves with the chance of each class."""
    mean = exact_mean(pays, chances) or Fraction(0)
    units = sum((chance * unit for chance, unit in zip(chances, pays.units, strict=True)), Fraction(0))
    return np.array([float(-(net - mean * unit) / units) for net, unit in zip(pays.nets, pays.units, strict=True)])
