"""Money in whole cents; odds as two whole numbers; halves that exist.

No amount is ever rounded. Where a division would leave a rest, the caller is told that the amount does not exist.
"""

import re
from fractions import Fraction

import msgspec

Cents = int

MAX_CENTS: Cents = 100_000_000_000_000
"""A trillion dollars: larger amounts are a slip of the pen, not a wager."""
MINUS = "\u2212"

_AMOUNT = re.compile(r"[0-9]+\.[0-9]{2}", re.ASCII)
_ODDS = re.compile(r"([0-9]{1,6}) to ([1-9][0-9]{0,5})", re.ASCII)
_LONGEST = 24


def parse_cents(text: object) -> Cents:
    """Read a dollar amount such as "10.00": digits, a point and two digits."""
    if not isinstance(text, str) or not _AMOUNT.fullmatch(text):
        raise ValueError('an amount is a text of digits, a point and two digits, such as "10.00"')
    # Whoever writes more digits than any amount has need not wait until they are read.
    cents = int(text.replace(".", "")) if len(text) <= _LONGEST else MAX_CENTS + 1
    if cents > MAX_CENTS:
        raise ValueError(f"an amount may be at most {format_cents(MAX_CENTS)}")
    return cents


def is_amount(text: object) -> bool:
    """Whether a text is a dollar amount."""
    try:
        parse_cents(text)
    except ValueError:
        return False
    return True


def parse_stake(text: object) -> Cents:
    """Read an amount that somebody puts up, which is never nothing."""
    cents = parse_cents(text)
    if cents == 0:
        raise ValueError('an amount is above "0.00"; a wager that was not made is left out')
    return cents


def format_cents(cents: Cents) -> str:
    """Write an amount as files and documents hold it, so that it can be read back: two digits after the point."""
    sign = "-" if cents < 0 else ""
    dollars, rest = divmod(abs(cents), 100)
    return f"{sign}{dollars}.{rest:02d}"


def say_cents(cents: Cents) -> str:
    """Write an amount as a sentence says it: thousands by comma, and a real minus."""
    sign = MINUS if cents < 0 else ""
    dollars, rest = divmod(abs(cents), 100)
    return f"{sign}{dollars:,}.{rest:02d}"


class NotWhole(ValueError):
    """The amount asked for does not exist in whole cents."""


def half(cents: Cents) -> Cents:
    """Half of an amount, which must exist."""
    if cents % 2:
        raise NotWhole(f"half of {say_cents(cents)} is not in whole cents")
    return cents // 2


class Odds(msgspec.Struct, frozen=True):
    """What a winning stake is paid: `paid` for every `staked`."""

    paid: int
    staked: int

    def of(self, stake: Cents) -> Cents:
        """The pay of a winning stake."""
        pay, rest = divmod(stake * self.paid, self.staked)
        if rest:
            raise NotWhole(f"{self} on {say_cents(stake)} is not in whole cents")
        return pay

    def fraction(self) -> Fraction:
        """The pay of a stake of one."""
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
    """A share of a stake: so many parts of so many."""

    parts: int
    of_parts: int

    def of(self, stake: Cents) -> Cents:
        """The share of a stake, which must exist."""
        share, rest = divmod(stake * self.parts, self.of_parts)
        if rest:
            raise NotWhole(f"that share of {say_cents(stake)} is not in whole cents")
        return share

    def __str__(self) -> str:
        """As it is read: parts of a power of ten, with a point."""
        decimals = len(str(self.of_parts)) - 1
        digits = str(self.parts).zfill(decimals + 1)
        return f"{digits[:-decimals]}.{digits[-decimals:]}" if decimals else digits


def parse_rate(text: str) -> Rate:
    """Read a share such as "0.20", with as many decimals as it needs."""
    match = _RATE.fullmatch(text) if len(text) <= _LONGEST_RATE else None
    if match is None:
        raise ValueError('a share is a text of digits, with a point among them or not, such as "0.20"')
    decimals = match[2] or ""
    return Rate(int(match[1] + decimals), 10 ** len(decimals))
