"""The exact interval of a share with few cases, or few failures.

A few cases are not normally distributed: one case where a tenth of one is expected lies 2.8 standard errors away, and
occurs in one run of ten. The interval holds every chance under which neither this number of cases or more, nor this
number or fewer, is rarer than half of what the confidence leaves. These are the exact binomial tails.
"""

from collections.abc import Callable
from math import exp, log1p

HALVINGS = 100
"""Steps of a search; more than enough for the last digit of a chance of one in a trillion."""


def interval(came: int, trials: int, confidence: float) -> tuple[float, float]:
    """Return the interval of the chance; fast where few cases occurred, or few did not."""
    if came > trials - came:
        low, high = interval(trials - came, trials, confidence)
        return 1 - high, 1 - low
    tail = (1 - confidence) / 2
    low = _fall(lambda chance: at_most(came - 1, trials, chance) > 1 - tail) if came else 0.0
    return low, _fall(lambda chance: at_most(came, trials, chance) > tail)


def at_most(came: int, trials: int, chance: float) -> float:
    """Return the probability of at most `came` cases in independent trials."""
    if chance >= 1:
        return float(came >= trials)
    one = exp(trials * log1p(-chance))
    total = one
    for case in range(1, came + 1):
        one *= (trials - case + 1) / case * (chance / (1 - chance))
        total += one
    return min(total, 1.0)


def _fall(holds: Callable[[float], bool]) -> float:
    """The largest chance for which a condition holds that holds for small ones."""
    low, high = 0.0, 1.0
    for _ in range(HALVINGS):
        middle = (low + high) / 2
        low, high = (middle, high) if holds(middle) else (low, middle)
    return low
