"""Money in whole cents; odds as two whole numbers; exact halves.

No amount is ever rounded. Where a division would leave a remainder, it raises `NotWhole`.
"""

import re
from fractions import Fraction

import msgspec

Cents = int

MAX_CENTS: Cents = 100_000_000_000_000
"""A trillion dollars: larger amounts are typing errors, not wagers."""
MINUS = "\u2212"

_AMOUNT = re.compile(r"[0-9]+\.[0-9]{2}", re.ASCII)
_ODDS = re.compile(r"([0-9]{1,6}) to ([1-9][0-9]{0,5})", re.ASCII)
_LONGEST = 24


def parse_cents(text: object) -> Cents:
    """Read a dollar amount such as "10.00": digits, a point and two digits."""
    if not isinstance(text, str) or not _AMOUNT.fullmatch(text):
        raise ValueError('expected an amount with two decimals, such as "10.00"')
    # A text with more digits than any amount is rejected before it is parsed.
    cents = int(text.replace(".", "")) if len(text) <= _LONGEST else MAX_CENTS + 1
    if cents > MAX_CENTS:
        raise ValueError(f"an amount may be at most {format_cents(MAX_CENTS)}")
    return cents


def is_amount(text: object) -> bool:
    try:
        parse_cents(text)
    except ValueError:
        return False
    return True


def parse_stake(text: object) -> Cents:
    """Read an amount that is wagered, which must be positive."""
    cents = parse_cents(text)
    if cents == 0:
        raise ValueError('an amount must be above "0.00"; leave out a wager that was not made')
    return cents


def format_cents(cents: Cents) -> str:
    """Write an amount in the form of files and documents, which can be read back: two digits after the point."""
    sign = "-" if cents < 0 else ""
    dollars, rest = divmod(abs(cents), 100)
    return f"{sign}{dollars}.{rest:02d}"


def say_cents(cents: Cents) -> str:
    """Write an amount in the form of a sentence: thousands separators, and a real minus sign."""
    sign = MINUS if cents < 0 else ""
    dollars, rest = divmod(abs(cents), 100)
    return f"{sign}{dollars:,}.{rest:02d}"


class NotWhole(ValueError):
    """The amount does not exist in whole cents."""


def half(cents: Cents) -> Cents:
    """Return half of an amount; raise NotWhole where it does not exist."""
    if cents % 2:
        raise NotWhole(f"half of {say_cents(cents)} is not in whole cents")
    return cents // 2


class Odds(msgspec.Struct, frozen=True):
    """The pay of a winning stake: `paid` for every `staked`."""

    paid: int
    staked: int

    def of(self, stake: Cents) -> Cents:
        """Return the pay of a winning stake."""
        pay, rest = divmod(stake * self.paid, self.staked)
        if rest:
            raise NotWhole(f"{self} on {say_cents(stake)} is not in whole cents")
        return pay

    def fraction(self) -> Fraction:
        """Return the pay of a stake of one."""
        return Fraction(self.paid, self.staked)

    def __str__(self) -> str:
        return f"{self.paid} to {self.staked}"


def parse_odds(text: str) -> Odds:
    """Read odds such as "10 to 1"."""
    match = _ODDS.fullmatch(text)
    if match is None:
        raise ValueError(f'{text!r} are not odds, such as "10 to 1"')
    return Odds(int(match[1]), int(match[2]))


_RATE = re.compile(r"([0-9]+)(?:\.([0-9]+))?", re.ASCII)
_LONGEST_RATE = 64


class Rate(msgspec.Struct, frozen=True):
    """A share of a stake: `parts` of `of_parts`."""

    parts: int
    of_parts: int

    def of(self, stake: Cents) -> Cents:
        """Return the share of a stake; raise NotWhole where it does not exist."""
        share, rest = divmod(stake * self.parts, self.of_parts)
        if rest:
            raise NotWhole(f"that share of {say_cents(stake)} is not in whole cents")
        return share

    def __str__(self) -> str:
        decimals = len(str(self.of_parts)) - 1
        digits = str(self.parts).zfill(decimals + 1)
        return f"{digits[:-decimals]}.{digits[-decimals:]}" if decimals else digits


def parse_rate(text: str) -> Rate:
    """Read a share such as "0.20", with any number of decimals."""
    match = _RATE.fullmatch(text) if len(text) <= _LONGEST_RATE else None
    if match is None:
        raise ValueError('expected a share, such as "0.20"')
    decimals = match[2] or ""
    return Rate(int(match[1] + decimals), 10 ** len(decimals))
