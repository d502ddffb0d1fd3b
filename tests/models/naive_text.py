"""Words and figures as a scenario writes them: amounts, rates, cards, tables with known keys."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Any

Table = dict[str, Any]

RANKS = "23456789TJQKA"
SUITS = "cdhs"
RED = "dh"


class Refused(Exception):
    """The scenario could not have happened, or is not written to the letter."""


class NotModelled(Exception):
    """The scenario uses a house option whose effect on `settle` the documents leave to the product."""


def cents(value: object, where: str) -> int:
    """Digits, a point, two digits, above zero; nothing else is an amount."""
    if not isinstance(value, str) or re.fullmatch(r"[0-9]+\.[0-9]{2}", value) is None:
        raise Refused(f"{where}: {value!r} is not an amount such as 10.00")
    amount = int(value.replace(".", ""))
    if amount == 0:
        raise Refused(f"{where}: an amount is above 0.00")
    return amount


def money(amount: int) -> str:
    sign = "-" if amount < 0 else ""
    return f"{sign}{abs(amount) // 100}.{abs(amount) % 100:02d}"


def rate(value: object, where: str) -> Fraction:
    if not isinstance(value, str) or re.fullmatch(r"[0-9]+(\.[0-9]+)?", value) is None:
        raise Refused(f"{where}: {value!r} is not a decimal string such as 0.20")
    return Fraction(value)


def share(meter_rate: Fraction, stake: int, where: str) -> int:
    """What one stake adds to a meter; a part of a cent does not exist."""
    added = meter_rate * stake
    if added.denominator != 1:
        raise Refused(f"{where}: rate times stake is not whole cents")
    return int(added)


def whole(value: object, where: str) -> int:
    """True is an int to Python and is none to a reader."""
    if isinstance(value, bool) or not isinstance(value, int):
        raise Refused(f"{where}: {value!r} is not a whole number")
    return value


def flag(value: object, where: str) -> bool:
    if not isinstance(value, bool):
        raise Refused(f"{where}: {value!r} is not true or false")
    return value


def word(value: object, where: str, allowed: tuple[str, ...] = ()) -> str:
    if not isinstance(value, str) or (allowed and value not in allowed):
        raise Refused(f"{where}: {value!r} is not one of {allowed or 'the words'}")
    return value


def card(value: object, where: str) -> str:
    if not isinstance(value, str) or len(value) != 2 or value[0] not in RANKS or value[1] not in SUITS:
        raise Refused(f"{where}: {value!r} is not a card")
    return value


def rows(value: object, where: str) -> list[Any]:
    if not isinstance(value, list):
        raise Refused(f"{where}: expected a list")
    return value


def table(
    value: object,
    where: str,
    required: tuple[str, ...] = (),
    optional: tuple[str, ...] = (),
    not_modelled: tuple[str, ...] = (),
) -> Table:
    """Read a table with all the required keys and no unknown one."""
    if not isinstance(value, dict):
        raise Refused(f"{where}: expected a table")
    for key in required:
        if key not in value:
            raise Refused(f"{where}.{key}: missing")
    for key in value:
        if key in not_modelled:
            raise NotModelled(f"{where}.{key}")
        if key not in required and key not in optional:
            raise Refused(f"{where}.{key}: unknown key")
    return value


def rank(a_card: str) -> int:
    return RANKS.index(a_card[0])


def against(a_card: str, dealer: str) -> str:
    """How a card fares against the dealer's: suits are equal, the ace is high."""
    if rank(a_card) > rank(dealer):
        return "win"
    if rank(a_card) < rank(dealer):
        return "lose"
    return "tie"
