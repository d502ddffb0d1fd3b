"""Figures that rest on few cases: the exact interval of a share, and a bound for a sum of values.

A few cases are not normally distributed: one case where a tenth of one is expected lies 2.8 standard errors away, and
occurs in one run of ten. The interval holds every chance under which neither this number of cases or more, nor this
number or fewer, is rarer than half of what the confidence leaves. These are the exact binomial tails.
"""

from collections.abc import Callable, Sequence
from math import exp, log, log1p

HALVINGS = 100
"""Steps of a search; more than enough for the last digit of a chance of one in a trillion."""

FAR = 700.0
"""Where a tilted distribution has only its largest value left: exp(-700) is almost the smallest float."""


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


def tail_bound(law: Sequence[tuple[float, float]], trials: float, total: float) -> float:
    """Return a bound of the chance that independent values, each less its mean, add up to this total or more.

    The law is each value with its chance. The bound is Chernoff's, the least E exp(t (sum - total)) over t >= 0: never
    below the chance, and for a normal distribution about nine times a chance of one in two thousand.
    """
    mean = sum(value * chance for value, chance in law)
    values = [(value - mean, chance) for value, chance in law if chance > 0]
    most = max(value for value, _ in values)
    gaps = [most - value for value, _ in values if value < most]
    beyond = min(total / trials, most)
    if beyond <= 0 or not gaps:
        return 1.0

    def tilted(t: float) -> list[float]:
        return [chance * exp(t * (value - most)) for value, chance in values]

    def falls(t: float) -> bool:
        return sum(w * (value - beyond) for w, (value, _) in zip(tilted(t), values, strict=True)) < 0

    high = FAR / min(gaps)
    t = high * _fall(lambda part: falls(part * high))
    return min(1.0, exp(trials * (t * (most - beyond) + log(sum(tilted(t))))))


def _fall(holds: Callable[[float], bool]) -> float:
    """The largest number from 0 to 1 for which a condition holds that holds for small ones."""
    low, high = 0.0, 1.0
    for _ in range(HALVINGS):
        middle = (low + high) / 2
        low, high = (middle, high) if holds(middle) else (low, middle)
    return low
