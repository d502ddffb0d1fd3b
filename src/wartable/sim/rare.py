"""The exact interval of a share that came few times, or failed to come few times.

A few cases have no bell curve: one case where a tenth of one is expected lies 2.8 standard errors away, and occurs in
one run of ten. The interval holds every chance under which neither as many cases as came, nor as few, are rarer than
half of what the confidence leaves. A chance lies outside it exactly where the binomial law says so.
"""

from collections.abc import Callable
from math import exp, log1p

HALVINGS = 100
"""Steps of a search; more than enough for the last digit of a chance of one in a trillion."""


def interval(came: int, trials: int, confidence: float) -> tuple[float, float]:
    """From which chance to which; quick where few came, or few did not."""
    if came > trials - came:
        low, high = interval(trials - came, trials, confidence)
        return 1 - high, 1 - low
    tail = (1 - confidence) / 2
    low = _fall(lambda chance: at_most(came - 1, trials, chance) > 1 - tail) if came else 0.0
    return low, _fall(lambda chance: at_most(came, trials, chance) > tail)


def at_most(came: int, trials: int, chance: float) -> float:
    """How likely at most so many cases are in independent trials."""
    if chance >= 1:
        return float(came >= trials)
    one = exp(trials * log1p(-chance))
    total = one
    for case in range(1, came + 1):
        one *= (trials - case + 1) / case * (chance / (1 - chance))
        total += one
    return min(total, 1.0)


def _fall(holds: Callable[[float], bool]) -> float:
    """Up to which chance something holds that holds for small ones."""
    low, high = 0.0, 1.0
    for _ in range(HALVINGS):
        middle = (low + high) / 2
        low, high = (middle, high) if holds(middle) else (low, middle)
    return low
