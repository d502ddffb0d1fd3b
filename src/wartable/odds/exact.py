"""Exact numbers for output: every figure is a fraction, with its decimal value beside it."""

from fractions import Fraction

import msgspec


class Exact(msgspec.Struct, frozen=True):
    """An exact number: a fraction in lowest terms, and the nearest decimal."""

    fraction: str
    value: float

    @classmethod
    def of(cls, number: Fraction | int) -> "Exact":
        """Return a fraction in the form that people and programs read."""
        return cls(str(number), float(number))

    @property
    def exact(self) -> Fraction:
        """The number itself, for further computation."""
        return Fraction(self.fraction)


def rounded(number: Fraction, digits: int) -> str:
    """Return a number with `digits` digits after the point, rounded half to even from the exact number."""
    scaled = round(number * 10**digits)
    whole, rest = divmod(abs(scaled), 10**digits)
    sign = "-" if scaled < 0 else ""
    return f"{sign}{whole:,}.{rest:0{digits}d}" if digits else f"{sign}{whole:,}"


def percent(number: Fraction, digits: int) -> str:
    """Return a share in percent, rounded the same way."""
    return rounded(number * 100, digits)
