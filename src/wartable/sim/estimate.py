"""Estimates from a tally, exact in whole numbers and fractions until the last root is taken.

Rounds of a shoe share its cards and seats of a round share the dealer's, so nothing here takes them for independent:
the variance of every figure comes from the sums of products over whole shoes, which are independent of each other.
"""

from collections.abc import Sequence
from fractions import Fraction
from math import sqrt
from statistics import NormalDist

import msgspec

from wartable.sim import layout
from wartable.sim.plan import Plan
from wartable.sim.tally import Tally

Weights = Sequence[Fraction]
"""One number for each outcome class of a hand."""

CONFIDENCE = 0.99
FEW = 100
"""Below so many cases the spread between shoes says too little; the classes are then as good as independent."""


class Estimate(msgspec.Struct, frozen=True):
    """A figure with its interval, the exact value where one is known, and how many standard errors lie between.

    One shoe shows no spread, and neither does what never came: there is no interval then, and not one without width.
    """

    value: float
    low: float | None
    high: float | None
    error: float | None
    """The standard error."""
    exact: float | None = None
    z: float | None = None

    @property
    def reach(self) -> float | None:
        """How far the interval goes to either side."""
        return None if self.high is None else self.high - self.value


def quantile(confidence: float) -> float:
    """How many standard errors an interval of this confidence reaches to either side."""
    return NormalDist().inv_cdf((1 + confidence) / 2)


def estimate_mean(
    plan: Plan, tally: Tally, nets: Weights, units: Weights, exact: Fraction | None, confidence: float = CONFIDENCE
) -> Estimate | None:
    """What a unit nets, where each class of a hand has its net and the units that were put up; None without a unit."""
    put_up = _sum(tally, units)
    if not put_up:
        return None
    value = _sum(tally, nets) / put_up
    variance = shoe_variance(plan, tally, [net - value * unit for net, unit in zip(nets, units, strict=True)])
    return with_interval(value, sqrt(variance) / float(put_up), exact, confidence)


def estimate_share(
    plan: Plan, tally: Tally, members: Sequence[int], exact: Fraction | None, confidence: float = CONFIDENCE
) -> Estimate:
    """How often a hand falls into one of these classes."""
    hands = tally.rounds * len(plan.bet_hands)
    found = sum(tally.classes[member] for member in members)
    value = Fraction(found, hands)
    nets = [(member in members) - value for member in range(len(layout.CLASSES))]
    variance = float(shoe_variance(plan, tally, nets))
    if found < FEW:
        chance = value if exact is None else exact
        variance = float(chance * (1 - chance) * hands)
    return with_interval(value, sqrt(variance) / hands, exact, confidence)


def with_interval(value: Fraction, error: float, exact: Fraction | None, confidence: float = CONFIDENCE) -> Estimate:
    """A figure with its standard error, beside the exact value."""
    middle, beside = float(value), None if exact is None else float(exact)
    if not error:
        return Estimate(middle, None, None, None, beside)
    reach = quantile(confidence) * error
    z = None if exact is None else float(value - exact) / error
    return Estimate(middle, middle - reach, middle + reach, error, beside, z)


def shoe_variance(plan: Plan, tally: Tally, nets: Weights) -> Fraction:
    """The sum over shoes of the squared net of a shoe; where the nets have no mean, it is the variance of their sum."""
    lose = nets[layout.LOSE]
    # What is not counted was lost: the net of a shoe is that of its rounds lost, and for each class the difference.
    vector = [lose * len(plan.bet_hands), *(net - lose for net in nets[layout.WIN :])]
    total = Fraction(0)
    for product, (one, other) in zip(tally.shoe_moments, layout.pairs(len(vector)), strict=True):
        total += vector[one] * vector[other] * product * (1 if one == other else 2)
    return total


def seat_covariance(plan: Plan, tally: Tally, nets: Weights) -> Fraction | None:
    """How the nets of two hands of one round go together, from the sums of products over rounds.

    The nets must not tell suits apart: those sums do not. None heads-up, and where seats choose differently.
    """
    hands = len(plan.bet_hands)
    choices = {plan.choices[hand] for hand in plan.bet_hands}
    if hands == 1 or not tally.rounds or len(choices) > 1 or layout.BY_COUNT in choices:
        return None
    lose = nets[layout.LOSE]
    tied = nets[layout.TIE_WAR_LOSE if layout.GO_TO_WAR in choices else layout.TIE_SURRENDER]
    base = lose * hands
    vector = [
        nets[layout.WIN] - lose,
        tied - lose,
        nets[layout.TIE_WAR_WIN] - tied,
        nets[layout.DOUBLE_TIE] - tied,
    ]
    squares = base * base * tally.rounds
    counts = [sum(tally.classes[member] for member in members) for members in layout.ROUND_MEMBERS]
    squares += 2 * base * sum((weight * count for weight, count in zip(vector, counts, strict=True)), Fraction(0))
    for product, (one, other) in zip(tally.round_moments, layout.pairs(len(vector)), strict=True):
        squares += vector[one] * vector[other] * product * (1 if one == other else 2)
    own = sum((net * net * count for net, count in zip(nets, tally.classes, strict=True)), Fraction(0))
    mean = _sum(tally, nets) / (tally.rounds * hands)
    return (squares - own) / (tally.rounds * hands * (hands - 1)) - mean * mean


def _sum(tally: Tally, weights: Weights) -> Fraction:
    return sum((weight * count for weight, count in zip(weights, tally.classes, strict=True)), Fraction(0))
