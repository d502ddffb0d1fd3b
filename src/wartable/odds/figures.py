"""Summary figures of any wager's outcomes: return, edge, hit frequency, variance, skewness."""

from collections.abc import Iterable
from fractions import Fraction
from math import sqrt
from typing import NamedTuple

import msgspec

from wartable.odds.exact import Exact


class WagerOutcome(msgspec.Struct, frozen=True):
    """One possible outcome of a wager: its chance, and its net in units of the wager."""

    outcome: str
    probability: Exact
    net: str


class Chance(NamedTuple):
    """An outcome during computation; `staked` is all that was put up, in units of the wager."""

    outcome: str
    probability: Fraction
    net: Fraction
    staked: Fraction = Fraction(1)


class WagerOdds(msgspec.Struct, frozen=True, rename={"returned": "return"}):
    """A wager as a par sheet shows it, per unit first put up."""

    outcomes: tuple[WagerOutcome, ...]
    returned: Exact
    """The average return of one unit; one less the edge."""
    edge: Exact
    """The bank's share of one unit first put up."""
    wagered: Exact
    """What is put up on average, a war's further unit included."""
    element_of_risk: Exact
    """The bank's share of everything put up."""
    hit_frequency: Exact
    """The chance of a positive net."""
    variance: Exact
    standard_deviation: float
    skewness: float


def weigh(chances: Iterable[Chance]) -> WagerOdds:
    """Return the par sheet of a wager from its outcomes; repeated outcomes are added up."""
    merged = merge(chances)
    mean = sum((c.probability * c.net for c in merged), Fraction(0))
    wagered = sum((c.probability * c.staked for c in merged), Fraction(0))
    variance, third = central_moments(merged, mean)
    deviation = sqrt(variance)
    return WagerOdds(
        outcomes=tuple(WagerOutcome(c.outcome, Exact.of(c.probability), str(c.net)) for c in merged),
        returned=Exact.of(1 + mean),
        edge=Exact.of(-mean),
        wagered=Exact.of(wagered),
        element_of_risk=Exact.of(-mean / wagered),
        hit_frequency=Exact.of(sum((c.probability for c in merged if c.net > 0), Fraction(0))),
        variance=Exact.of(variance),
        standard_deviation=deviation,
        skewness=float(third) / deviation**3 if deviation else 0.0,
    )


def merge(chances: Iterable[Chance]) -> list[Chance]:
    """Add up outcomes of one name; a name has one net."""
    found: dict[str, Chance] = {}
    for chance in chances:
        before = found.get(chance.outcome)
        if before is None:
            found[chance.outcome] = chance
        elif (before.net, before.staked) != (chance.net, chance.staked):
            raise ValueError(f"{chance.outcome} nets {before.net} and {chance.net}")
        else:
            found[chance.outcome] = before._replace(probability=before.probability + chance.probability)
    return list(found.values())


def central_moments(chances: Iterable[Chance], mean: Fraction) -> tuple[Fraction, Fraction]:
    """Return the variance and the third central moment."""
    second = third = Fraction(0)
    for chance in chances:
        away = chance.net - mean
        weighed = chance.probability * away * away
        second += weighed
        third += weighed * away
    return second, third
