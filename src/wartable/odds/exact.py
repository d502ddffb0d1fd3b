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


def percent(number: Fraction, digits: int) -> str:
    """A share in percent, rounded half to even from the exact number and not from its decimal."""
    return f"{round(number * 100, digits):.{digits}f}"
