"""The house's view: how many rounds it takes until the hold is near its theoretical value."""

from collections.abc import Sequence
from fractions import Fraction
from math import ceil, floor, sqrt

import msgspec

from wartable.odds.distribution import MAX_ROUNDS, UNIT, distribution
from wartable.odds.law import RoundLaw
from wartable.odds.seats import CONFIDENCES, Shared, two_sided

WITHIN = (0.01, 0.005, 0.002)
"""The tolerances of the hold: shares of the initial wagers."""
NEARER = 1.002
TRIES = 12


class RoundsNeeded(msgspec.Struct, frozen=True):
    """Rounds until the hold on initial wagers is within a tolerance of its theory, with a given confidence."""

    within: float
    confidence: int
    """In percent."""
    one_seat: int
    """With one seat taken."""
    achieved: float | None
    """The exact chance at that number, from the distribution; null where it is too large to compute."""
    table: int
    """With all seats taken, by the normal distribution and the seats' covariance."""


def rounds_needed(
    law: RoundLaw, unit: int, shared: Shared, seats: int, nearness: Sequence[float] = WITHIN
) -> tuple[RoundsNeeded, ...]:
    """Return, for each tolerance and confidence, the rounds of one seat (exact) and those of the table."""
    return tuple(_needed(law, unit, shared, seats, within, percent) for within in nearness for percent in CONFIDENCES)


def _needed(law: RoundLaw, unit: int, shared: Shared, seats: int, within: float, percent: int) -> RoundsNeeded:
    away = two_sided(percent)
    rounds = ceil((away * sqrt(shared.variance.value) / within) ** 2)
    table = ceil((away * shared.table_deviation / seats / within) ** 2)
    achieved = None
    for _ in range(TRIES):
        if rounds > MAX_ROUNDS:
            achieved = None
            break
        achieved, error = _chance(law, unit, rounds, within)
        if achieved - error >= percent / 100:
            break
        rounds = ceil(rounds * NEARER)
    return RoundsNeeded(within, percent, rounds, achieved, table)


def _chance(law: RoundLaw, unit: int, rounds: int, within: float) -> tuple[float, float]:
    """The chance that the hold of these rounds is within a tolerance of its theory, and its error bound."""
    middle, width = law.mean * rounds, Fraction(within) * unit * rounds
    found = distribution(law, rounds)
    chance = 1 - found.below(ceil(middle - width)) - found.above(floor(middle + width))
    return chance, found.error + 2 * UNIT
