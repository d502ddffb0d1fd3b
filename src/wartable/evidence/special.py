"""The functions that turn a statistic into a p-value, without a library of statistics."""

import math

_TINY = 1e-300
_ENOUGH = 1e-15
_STEPS = 1_000_000


def upper_gamma(a: float, x: float) -> float:
    """The regularised upper incomplete gamma function Q(a, x); the standards call it igamc."""
    if x <= 0.0:
        return 1.0
    if x < a + 1.0:
        return max(0.0, 1.0 - _series(a, x))
    return _fraction(a, x)


def chi_square_tail(statistic: float, freedom: int) -> float:
    """How often chance alone gives a chi-square as large as this."""
    return upper_gamma(freedom / 2, statistic / 2)


def normal_below(z: float) -> float:
    """The share of a normal distribution below z."""
    return math.erfc(-z / math.sqrt(2)) / 2


def normal_tails(z: float) -> float:
    """How often chance alone strays as far as z to either side."""
    return math.erfc(abs(z) / math.sqrt(2))


def poisson_tails(count: int, mean: float) -> float:
    """How often chance alone gives a count as far out as this, to either side."""
    at_most = upper_gamma(count + 1, mean)
    at_least = 1.0 - upper_gamma(count, mean) if count else 1.0
    return min(1.0, 2 * min(at_most, at_least))


def binomial_at_least(count: int, tries: int, chance: float) -> float:
    """The probability of this number of successes or more, each try with the same chance."""
    return math.fsum(
        math.exp(
            math.lgamma(tries + 1)
            - math.lgamma(k + 1)
            - math.lgamma(tries - k + 1)
            + k * math.log(chance)
            + (tries - k) * math.log1p(-chance)
        )
        for k in range(count, tries + 1)
    )


def _scale(a: float, x: float) -> float:
    return math.exp(a * math.log(x) - x - math.lgamma(a))


def _series(a: float, x: float) -> float:
    """The lower function by its power series, which is quick where x is small."""
    term = total = 1.0 / a
    for step in range(1, _STEPS):
        term *= x / (a + step)
        total += term
        if term < total * _ENOUGH:
            return total * _scale(a, x)
    raise ArithmeticError(f"the series of Q({a}, {x}) did not settle")


def _fraction(a: float, x: float) -> float:
    """The upper function by its continued fraction, evaluated from the front."""
    b = x + 1.0 - a
    c = 1.0 / _TINY
    d = 1.0 / b
    value = d
    for step in range(1, _STEPS):
        factor = -step * (step - a)
        b += 2.0
        d = 1.0 / _away_from_zero(factor * d + b)
        c = _away_from_zero(b + factor / c)
        value *= d * c
        if abs(d * c - 1.0) < _ENOUGH:
            return value * _scale(a, x)
    raise ArithmeticError(f"the fraction of Q({a}, {x}) did not settle")


def _away_from_zero(value: float) -> float:
    return value if abs(value) > _TINY else _TINY
