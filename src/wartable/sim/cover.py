"""What the cover card adds to the chances of a round: the cut-card effect, exact for one hand at war, else simulated.

A round begins as long as the cover card has not come out, and wars take cards; so a shoe with many ties has fewer
rounds, and its ties count for less. The chance of a class among the unseen cards is a martingale; so the mean count of
a class in a shoe is the mean of the shoe's rounds times that chance at its end. The effect on the rate is therefore the
covariance of the two over the mean number of rounds, which takes far fewer shoes than counting ties. Where at most one
hand goes to war, `cover_exact` counts without dealing.
"""

from concurrent.futures import ThreadPoolExecutor
from math import sqrt

import msgspec
import numpy as np

from wartable.odds import Composition
from wartable.odds import chances as chances_of
from wartable.sim import layout
from wartable.sim.cover_exact import count_rounds
from wartable.sim.cpu import FloatGrid, Floats, looks
from wartable.sim.plan import Row, SimPlan
from wartable.sim.stream import MAX_SEED

PIECE = 4096
SHARE = 1_000
"""One shoe is dealt for the effect for each of this many shoes of a run: its error is then a fraction of the run's."""
LEAST_SHOES, MOST_SHOES = 10_000, 4_000_000
"""More would take a minute; the error of the effect is part of the comparison in any case."""


class Cover(msgspec.Struct, frozen=True):
    """What the cover card adds to the chance of each hand of `looks.weigh` in a round."""

    rounds: float
    """The mean number of rounds of a shoe."""
    shoes: int
    """Shoes dealt to estimate this; none where it is exact."""
    adds: Floats
    spread: FloatGrid
    """The covariances of the estimate; zero where it is exact."""

    def moves(self, plan: SimPlan, hands: tuple[int, ...], weights: Floats) -> tuple[float, float]:
        """Return what the cover card adds to a sum of class chances over some hands, and its standard error.

        The hands must choose the same on every tie: a counter's choices are not known beforehand.
        """
        by_chance = weights @ _classes_by_chance(plan, hands)
        variance = float(by_chance @ self.spread @ by_chance)
        return float(by_chance @ self.adds), sqrt(max(variance, 0.0))


def shoes_for(run: int) -> int:
    """Return the number of shoes to deal for the effect on a run of this number of shoes."""
    return min(max(run // SHARE, LEAST_SHOES), MOST_SHOES)


def cover_of(plan: SimPlan, seed: int, shoes: int, threads: int = 1) -> Cover:
    """Return the effect on a run: exact, or estimated from shoes of another seed, independent of the run."""
    fighters = [choice for choice in plan.choices if choice in (layout.GO_TO_WAR, layout.BY_COUNT)]
    if plan.one_round or not fighters or fighters == [layout.GO_TO_WAR]:
        rounds, adds = count_rounds(plan)
        return Cover(float(rounds), 0, np.array([float(add) for add in adds]), np.zeros((looks.CHANCES, looks.CHANCES)))
    return deal_cover(plan, (seed + 1) & MAX_SEED, shoes, threads)


def deal_cover(plan: SimPlan, seed: int, shoes: int, threads: int = 1) -> Cover:
    """Deal shoes to their end and estimate the effect from the cards left."""
    row = plan.row()
    exact = chances_in_full_shoe(plan.decks)

    def look(first: int) -> tuple[Row, Floats]:
        some = min(PIECE, shoes - first)
        rounds, chances = np.zeros(some, dtype=np.int64), np.empty((some, looks.CHANCES))
        looks.look_at_ends(row, np.uint64(seed), first, rounds, chances)
        return rounds, chances - exact

    total, middle = 0, None
    sums, products = np.zeros(looks.CHANCES), np.zeros((looks.CHANCES, looks.CHANCES))
    with ThreadPoolExecutor(threads) as pool:
        for rounds, strays in pool.map(look, range(0, shoes, PIECE)):
            # Any number may stand in for the mean here, since the chances have mean zero.
            middle = float(rounds.mean()) if middle is None else middle
            together = (rounds - middle)[:, np.newaxis] * strays
            total += int(rounds.sum())
            sums += together.sum(axis=0)
            products += together.T @ together
    of_shoe, length = sums / shoes, total / shoes
    spread = (products / shoes - np.outer(of_shoe, of_shoe)) / shoes
    return Cover(length, shoes, of_shoe / length, spread / length**2)


def chances_in_full_shoe(decks: int) -> Floats:
    """Return the chances of the kernels' hands in a full shoe."""
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


def _classes_by_chance(plan: SimPlan, hands: tuple[int, ...]) -> FloatGrid:
    """The matrix from the kernels' chances to those of the classes, averaged over some hands."""
    matrix = np.zeros((len(layout.CLASSES), looks.CHANCES))
    share = 1 / len(hands)
    for hand in hands:
        matrix[layout.LOSE, 0] += share / 2
        matrix[layout.WIN, 0] += share / 2
        if plan.choices[hand] == layout.SURRENDER:
            matrix[layout.TIE_SURRENDER, looks.TIE] += share
            matrix[layout.SUITED_TIE_SURRENDER, looks.SUITED_TIE] += share
            continue
        for kind in (0, 1):
            matrix[layout.TIE_WAR_LOSE + 2 * kind, 1 + kind] += share / 2
            matrix[layout.TIE_WAR_WIN + 2 * kind, 1 + kind] += share / 2
        for kind in range(4):
            matrix[layout.DOUBLE_TIE + kind, 3 + kind] += share
    return matrix
