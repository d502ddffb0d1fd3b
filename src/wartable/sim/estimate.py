"""Estimates from a tally, exact in whole numbers and fractions until the last square root.

Rounds of a shoe share its cards and seats of a round share the dealer's, so they are not independent. The variance of
every figure therefore comes from the sums of products over whole shoes, which are independent of each other.
"""

from collections.abc import Callable, Sequence
from fractions import Fraction
from math import copysign, hypot, sqrt
from statistics import NormalDist

import msgspec

from wartable.sim import layout, rare
from wartable.sim.plan import SimPlan
from wartable.sim.tally import Tally

Weights = Sequence[Fraction]
"""One number for each outcome class of a hand."""

CONFIDENCE = 0.99
FEW = 100
"""With fewer cases, or shoes, the variance between shoes is unreliable; rounds are then treated as independent."""

Interval = tuple[float, float]


class Estimate(msgspec.Struct, frozen=True):
    """A figure with its interval, the exact value of a full shoe, and the value to expect under the cover card.

    One shoe has no variance, and neither has a class that never occurred: there is then no interval.
    """

    value: float
    low: float | None
    high: float | None
    error: float | None
    """The standard error."""
    exact: float | None = None
    """The value in a full shoe, where it is known."""
    z: float | None = None
    """Standard errors from `exact`; in a long run they show the effect of the cover card."""
    effect: float | None = None
    """What the cover card adds to `exact`, where that is known."""
    effect_error: float | None = None
    """The standard error of `effect`: 0 where it is exact."""
    expected: float | None = None
    """`exact` + `effect`: what the value is compared with."""
    z_expected: float | None = None
    """Standard errors from `expected`, with the errors of both combined."""
    outside: bool | None = None
    """Whether `expected` lies outside the interval of the difference; `z_expected` does not decide it for few cases."""

    @property
    def reach(self) -> float | None:
        """The larger half of the interval."""
        return None if self.high is None or self.low is None else max(self.high - self.value, self.value - self.low)


def quantile(confidence: float) -> float:
    """Return how many standard errors an interval of this confidence extends to either side."""
    return NormalDist().inv_cdf((1 + confidence) / 2)


class PriorFigure(msgspec.Struct, frozen=True):
    """A figure's value as known before the run."""

    exact: Fraction | None = None
    """Its value in a full shoe."""
    effect: tuple[float, float] | None = None
    """What the cover card adds to it, and the standard error of that."""
    chances: tuple[Fraction, ...] | None = None
    """The chance of each class in a full shoe; without them the normal distribution decides what is outside."""


UNKNOWN = PriorFigure()


class Sample(msgspec.Struct, frozen=True):
    """The outcomes of some hands of a table: the count of each class over all rounds, and the variance of their nets.

    The caller passes nets that add up to zero over the whole sample.
    """

    classes: tuple[int, ...]
    dealt: int
    """Hands dealt: rounds times hands."""
    variance: Callable[[Weights], float]
    hands: int = 1
    """Hands of a round."""
    shoes: int | None = None
    """Whole shoes that the variance comes from; None where it comes from rounds."""


def whole_table(plan: SimPlan, tally: Tally) -> Sample:
    """Return all hands together; their variance is that between whole shoes."""
    hands = len(plan.bet_hands)

    def variance(nets: Weights) -> float:
        return float(shoe_variance(plan, tally, nets))

    return Sample(tally.classes, tally.rounds * hands, variance, hands, tally.shoes)


def estimate_mean(sample: Sample, nets: Weights, units: Weights, known: PriorFigure = UNKNOWN) -> Estimate | None:
    """Return the net of a unit, where each class of a hand has its net and the units put up; None without a unit."""
    return _mean(sample, nets, units, known) if _sum(sample.classes, units) else None


def _mean(sample: Sample, nets: Weights, units: Weights, known: PriorFigure) -> Estimate:
    put_up = _sum(sample.classes, units)
    value = _sum(sample.classes, nets) / put_up
    variance = sample.variance([net - value * unit for net, unit in zip(nets, units, strict=True)])
    found = with_interval(value, sqrt(variance) / float(put_up), known)
    if found.outside is None or found.expected is None or known.chances is None:
        return found
    expected = Fraction(found.expected)
    away = [float(net - expected * unit) for net, unit in zip(nets, units, strict=True)]
    unsure = quantile(CONFIDENCE) * (found.effect_error or 0.0) * float(put_up)
    outside = _too_rare(sample, away, [float(chance) for chance in known.chances], unsure)
    return found if outside is None else msgspec.structs.replace(found, outside=outside)


def _too_rare(sample: Sample, away: Sequence[float], chances: Sequence[float], unsure: float) -> bool | None:
    """Return whether so far away is too rare to be chance; None where many cases make the sum normally distributed.

    Cases are counted by their weight in the variance: (sum of squares)^2 / sum of fourth powers, which is the number of
    cases where all weigh the same. Hands of one round meet the same card; the bound holds even if they are all alike.
    """
    rounds = sample.dealt / sample.hands
    squares = sum(chance * stray**2 for stray, chance in zip(away, chances, strict=True))
    fourths = sum(chance * stray**4 for stray, chance in zip(away, chances, strict=True))
    if rounds * squares**2 >= FEW * fourths and (sample.shoes is None or sample.shoes >= FEW):
        return None
    total = sum(stray * count for stray, count in zip(away, sample.classes, strict=True))
    alike = copysign(sample.hands, total)
    law = [(alike * stray, chance) for stray, chance in zip(away, chances, strict=True)]
    return rare.tail_bound(law, rounds, abs(total) - unsure) <= (1 - CONFIDENCE) / 2


def estimate_share(sample: Sample, members: Sequence[int], known: PriorFigure) -> Estimate:
    """Return how often a hand falls into one of these classes."""
    found = sum(sample.classes[member] for member in members)
    if not few(found, sample.dealt):
        classes = range(len(layout.CLASSES))
        return _mean(sample, [Fraction(each in members) for each in classes], [Fraction(1) for _ in classes], known)
    value = Fraction(found, sample.dealt)
    chance = value if known.exact is None else known.exact
    # Hands of one round win and lose to the same card, at worst all alike. A tie of one says little about the others.
    alike = 1 if {layout.LOSE, layout.WIN}.isdisjoint(members) else sample.hands
    error = sqrt(chance * (1 - chance) * alike / sample.dealt)
    between = None
    if found or chance:
        trials = sample.dealt // alike
        low, _ = rare.interval(found // alike, trials, CONFIDENCE)
        _, high = rare.interval(-(-found // alike), trials, CONFIDENCE)
        between = (low, high)
    return with_interval(value, error, known, between)


def few(found: int, dealt: int) -> bool:
    """Whether so few cases occurred, or failed to occur, that their distribution is not normal."""
    return min(found, dealt - found) < FEW


def with_interval(value: Fraction, error: float, known: PriorFigure, between: Interval | None = None) -> Estimate:
    """Return a figure with its standard error, beside the exact and the expected value.

    The interval is that of the normal distribution, unless a better one is given, which then decides what is outside.
    """
    apart = None if known.exact is None else float(value - known.exact)
    reach = quantile(CONFIDENCE)
    effect, effect_error = known.effect if known.effect is not None and apart is not None else (None, None)
    middle = float(value)
    z_expected = outside = None
    if apart is not None and effect is not None and effect_error is not None:
        if error:
            z_expected = (apart - effect) / hypot(error, effect_error)
            outside = abs(z_expected) > reach
        if between is not None:
            low, high = between[0] - middle, between[1] - middle
            outside = not low - reach * effect_error <= effect - apart <= high + reach * effect_error
    if between is None and error:
        between = (middle - reach * error, middle + reach * error)
    return Estimate(
        value=middle,
        low=None if between is None else between[0],
        high=None if between is None else between[1],
        error=error or None,
        exact=None if known.exact is None else float(known.exact),
        z=apart / error if error and apart is not None else None,
        effect=effect,
        effect_error=effect_error,
        expected=None if known.exact is None or effect is None else float(known.exact) + effect,
        z_expected=z_expected,
        outside=outside,
    )


def shoe_variance(plan: SimPlan, tally: Tally, nets: Weights) -> Fraction:
    """Return the sum over shoes of the squared net of a shoe: with nets of mean zero, the variance of their sum."""
    lose = nets[layout.LOSE]
    # Losses are not counted: the net of a shoe is that of its rounds lost, and for each class the difference.
    vector = [lose * len(plan.bet_hands), *(net - lose for net in nets[layout.WIN :])]
    total = Fraction(0)
    for product, (one, other) in zip(tally.shoe_moments, layout.pairs(len(vector)), strict=True):
        total += vector[one] * vector[other] * product * (1 if one == other else 2)
    return total


def seat_covariance(plan: SimPlan, tally: Tally, nets: Weights) -> Fraction | None:
    """Return the covariance of the nets of two hands of one round, from the sums of products over rounds.

    The nets must not depend on suits: those sums do not. None heads-up, and where seats choose differently.
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
    mean = _sum(tally.classes, nets) / (tally.rounds * hands)
    return (squares - own) / (tally.rounds * hands * (hands - 1)) - mean * mean


def _sum(classes: Sequence[int], weights: Weights) -> Fraction:
    return sum((weight * count for weight, count in zip(weights, classes, strict=True)), Fraction(0))
