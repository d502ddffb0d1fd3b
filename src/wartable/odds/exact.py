"""Exact numbers on their way out: every figure is a fraction, with its decimal value beside it for the eye."""

from fractions import Fraction

import msgspec


class Exact(msgspec.Struct, frozen=True):
    """A number to the last digit, as a fraction in lowest terms, and the nearest decimal."""

    fraction: str
    value: float

    @classmethod
    def of(cls, number: Fraction | int) -> "Exact":
        """A fraction as people and programs read it."""
        return cls(str(number), float(number))

    @property
    def exact(self) -> Fraction:
        """The number itself, to go on reckoning with."""
        return Fraction(self.fraction)


def decimal(number: Fraction, digits: int) -> str:
    """A number with so many digits after the point, rounded half to even from the number and not from its decimal."""
    scaled = round(number * 10**digits)
    whole, rest = divmod(abs(scaled), 10**digits)
    sign = "-" if scaled < 0 else ""
    return f"{sign}{whole:,}.{rest:0{digits}d}" if digits else f"{sign}{whole:,}"


def percent(number: Fraction, digits: int) -> str:
    """A share in percent, likewise."""
    return decimal(number * 100, digits)
