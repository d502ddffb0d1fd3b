"""Single hands of a table: the outcomes of each, and the variance of a figure over some of them.

A hand has one outcome in every round. What a round adds to a figure has mean zero but for a drift of millionths, two
rounds of a shoe are almost uncorrelated (2.2e-8 with six decks), and a shoe ends without a look at its next round. So
the variance of a sum over rounds is the sum over rounds of the squares, by Wald's second equation. Hands of one round
share the dealer's cards: their covariance is counted exactly.
"""

from collections.abc import Sequence
from functools import cache

import numpy as np

from wartable.cards import RANKS, SUITS
from wartable.odds import Composition, pair_chances
from wartable.sim import layout
from wartable.sim.cpu import FloatGrid
from wartable.sim.estimate import Sample, Weights, whole_table
from wartable.sim.plan import SimPlan
from wartable.sim.tally import Tally

SIZE = len(layout.CLASSES)


def some_hands(plan: SimPlan, tally: Tally, hands: Sequence[int]) -> Sample:
    """Return hands that choose the same on a tie; all hands of the table are the whole table."""
    if len(hands) == len(plan.bet_hands):
        return whole_table(plan, tally)
    counts = [tally.hands[plan.bet_hands.index(hand)] for hand in hands]
    classes = tuple(sum(count) for count in zip(*counts, strict=True))
    choice = plan.choices[hands[0]]

    def variance(nets: Weights) -> float:
        strays = np.array([float(net) for net in nets])
        own = float(strays**2 @ np.array(classes, dtype=np.float64))
        if len(hands) == 1:
            return own
        if choice == layout.BY_COUNT:
            return own * len(hands)  # no covariance exceeds the variance of one hand
        chances = chances_of_two(plan.decks, choice)
        together = float(strays @ chances @ strays) - float(strays @ chances.sum(axis=1)) ** 2
        return max(own + tally.rounds * len(hands) * (len(hands) - 1) * together, 0.0)

    return Sample(classes, tally.rounds * len(hands), variance, len(hands))


@cache
def chances_of_two(decks: int, choice: int) -> FloatGrid:
    """Return the chance that two hands of one round of a full shoe meet each pair of classes."""
    return _at_war(decks) if choice == layout.GO_TO_WAR else _in_surrender(decks)


def _at_war(decks: int) -> FloatGrid:
    found = np.zeros((SIZE, SIZE))
    for (one, other), chance in pair_chances(Composition.of_decks(decks)).items():
        found[layout.CLASSES.index(one), layout.CLASSES.index(other)] = float(chance)
    return found


def _in_surrender(decks: int) -> FloatGrid:
    """The dealer's card is of some rank; both hands draw from what is left."""
    found = np.zeros((SIZE, SIZE))
    of_rank = len(SUITS) * decks
    left = of_rank * len(RANKS) - 1
    for rank in range(len(RANKS)):
        cards = {
            layout.LOSE: of_rank * rank,
            layout.WIN: of_rank * (len(RANKS) - 1 - rank),
            layout.TIE_SURRENDER: of_rank - decks,
            layout.SUITED_TIE_SURRENDER: decks - 1,
        }
        for one, count in cards.items():
            for other, more in cards.items():
                found[one, other] += count * (more - (one == other)) / (left * (left - 1)) / len(RANKS)
    return found
