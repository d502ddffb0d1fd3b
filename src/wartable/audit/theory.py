"""What a wager should win, for the report of what it did win. This is the one place that asks the odds."""

from collections.abc import Callable
from fractions import Fraction
from math import isqrt

import msgspec

from wartable.money import Cents
from wartable.odds import ParSheet, par_sheet
from wartable.rulebook import Rules


class Edge(msgspec.Struct, frozen=True):
    """The bank's win per unit first put up: its mean, its variance, and its covariance between two seats."""

    mean: Fraction
    variance: Fraction
    covariance: Fraction = Fraction(0)


Theory = Callable[[Rules, str], Edge | None]
"""The edge of a wager under rules; nothing where it is not known."""

CONFIDENCES: dict[int, Fraction] = {
    95: Fraction(1_959_964, 1_000_000),
    99: Fraction(2_575_829, 1_000_000),
}
"""In percent, with the number of standard deviations on either side."""


class OddsTheory:
    """The exact edge of a player who always goes to war, from a full shoe."""

    def __init__(self) -> None:
        self._sheets: dict[bytes, ParSheet] = {}

    def __call__(self, rules: Rules, wager: str) -> Edge | None:
        sheet = self._sheet(rules)
        weighed = getattr(sheet.wagers, wager, None)
        if weighed is None:
            return None
        shared = next((each.covariance for each in sheet.table.wagers if each.wager == wager), None)
        return Edge(weighed.edge.exact, weighed.variance.exact, shared.exact if shared else Fraction(0))

    def _sheet(self, rules: Rules) -> ParSheet:
        key = msgspec.json.encode(rules)
        if key not in self._sheets:
            self._sheets[key] = par_sheet(rules)
        return self._sheets[key]


class Volume(msgspec.Struct, frozen=True):
    """How much was bet: the sum of stakes, of their squares, and of the squares of each round's sum."""

    staked: Cents = 0
    squares: int = 0
    round_squares: int = 0


class Interval(msgspec.Struct, frozen=True):
    """Between what amounts the win lies with this confidence, rounded outward to whole cents."""

    confidence: int
    low: Cents
    high: Cents


def expected(volume: Volume, edge: Edge) -> Fraction:
    """The win that theory expects, in cents."""
    return edge.mean * volume.staked


def intervals(volume: Volume, edge: Edge) -> tuple[Interval, ...]:
    """Where the win should lie. Everything is exact up to the root, which is taken in whole numbers."""
    mean = expected(volume, edge)
    variance = edge.variance * volume.squares + edge.covariance * (volume.round_squares - volume.squares)
    found = []
    for confidence, deviations in CONFIDENCES.items():
        reach = _root_above(deviations * deviations * max(variance, Fraction(0)))
        low, high = mean - reach, mean + reach
        found.append(Interval(confidence, low.numerator // low.denominator, -(-high.numerator // high.denominator)))
    return tuple(found)


def _root_above(number: Fraction) -> int:
    """The smallest whole number whose square is not below."""
    whole = -(-number.numerator // number.denominator)
    root = isqrt(whole)
    return root if root * root == whole else root + 1
