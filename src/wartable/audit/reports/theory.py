"""What a wager should win, for the report of what it did win. This is the one place that asks the odds."""

from collections.abc import Callable
from fractions import Fraction
from math import isqrt
from typing import TYPE_CHECKING

import msgspec

from wartable.money import Cents, say_cents
from wartable.rulebook import SIDE, WAGERS, Rules, Wager

if TYPE_CHECKING:
    from wartable.odds import Choices, ParSheet


class Edge(msgspec.Struct, frozen=True):
    """The bank's win per unit first put up: its mean, its variance, and its covariance between two seats."""

    mean: Fraction
    variance: Fraction
    covariance: Fraction = Fraction(0)
    basis: str = ""
    """What it takes for granted, where that is not in the rules."""


class Chose(msgspec.Struct, frozen=True):
    """What patrons did with wagers that tied: so much of them went to war, and so much was surrendered."""

    at_war: Cents = 0
    surrendered: Cents = 0

    @property
    def share(self) -> Fraction:
        """Return the share that was surrendered; zero without a tie."""
        tied = self.at_war + self.surrendered
        return Fraction(self.surrendered, tied) if tied else Fraction(0)

    def __str__(self) -> str:
        if not self.at_war + self.surrendered:
            return "always war, because nothing tied"
        at_war, surrendered = say_cents(self.at_war), say_cents(self.surrendered)
        return f"as patrons chose: of what tied, {at_war} went to war and {surrendered} was surrendered"


Theory = Callable[[Rules, Wager, Chose], Edge | None]
"""The edge of a wager under rules, of patrons who chose so; nothing where it is not known."""

CONFIDENCES: dict[int, Fraction] = {
    95: Fraction(1_959_964, 1_000_000),
    99: Fraction(2_575_829, 1_000_000),
}
"""In percent, with the number of standard deviations on either side."""


class OddsTheory:
    """The exact edge from a full shoe: of the initial wager as patrons chose, of all others by the par sheet."""

    def __init__(self) -> None:
        self._known: dict[bytes, tuple[ParSheet, Choices]] = {}

    def __call__(self, rules: Rules, wager: Wager, chose: Chose) -> Edge | None:
        sheet, choices = self._of(rules)
        if wager == "initial":
            found = choices.when(chose.share)
            return Edge(found.edge.exact, found.variance.exact, found.covariance.exact, str(chose))
        weighed = sheet.wagers.offered().get(wager)
        if weighed is None:
            return None
        shared = next((each.covariance for each in sheet.table.wagers if each.wager == wager), None)
        covariance = shared.exact if shared else Fraction(0)
        basis = WAGERS[wager].assumes if wager in SIDE else ""
        return Edge(weighed.edge.exact, weighed.variance.exact, covariance, basis)

    def _of(self, rules: Rules) -> "tuple[ParSheet, Choices]":
        # All the mathematics is loaded here and not above: a server has this room at hand and makes no reports.
        from wartable.odds import Choices, par_sheet

        key = msgspec.json.encode(rules)
        if key not in self._known:
            self._known[key] = (par_sheet(rules), Choices(rules))
        return self._known[key]


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
    """Return the win that theory expects, in cents."""
    return edge.mean * volume.staked


def intervals(volume: Volume, edge: Edge) -> tuple[Interval, ...]:
    """Return the intervals of the win. Everything is exact except the root, which is a whole number."""
    mean = expected(volume, edge)
    variance = edge.variance * volume.squares + edge.covariance * (volume.round_squares - volume.squares)
    found = []
    for confidence, deviations in CONFIDENCES.items():
        reach = _root_above(deviations * deviations * max(variance, Fraction(0)))
        low, high = mean - reach, mean + reach
        found.append(Interval(confidence, low.numerator // low.denominator, -(-high.numerator // high.denominator)))
    return tuple(found)


def _root_above(number: Fraction) -> int:
    """Return the smallest whole number whose square is not less."""
    whole = -(-number.numerator // number.denominator)
    root = isqrt(whole)
    return root if root * root == whole else root + 1
