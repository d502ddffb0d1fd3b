"""A player's choice on a tie: always war, always surrender, or by counting cards."""

import re
from fractions import Fraction
from typing import Literal

import msgspec

from wartable.cards import DECK_SIZE, RANKS

OnTie = Literal["war", "surrender", "count"]

_STRATEGY = re.compile(r"(war|surrender|count)(?::([0-9.]{1,12})(?:/([0-9]{1,6}))?)?", re.ASCII)
MAX_DENOMINATOR = 10**6


class Strategy(msgspec.Struct, frozen=True):
    """One player's strategy; a counter goes to war while the chance of a tied war is at least a threshold."""

    on_tie: OnTie
    at_least: Fraction | None = None

    def threshold(self, decks: int) -> Fraction:
        """Return the least tie chance for war; default: that of a full shoe."""
        return tie_chance(decks) if self.at_least is None else self.at_least

    def __str__(self) -> str:
        return self.on_tie if self.at_least is None else f"{self.on_tie}:{self.at_least}"


def tie_chance(decks: int) -> Fraction:
    """Return the chance that two cards of a full shoe are of one rank."""
    of_a_rank = decks * DECK_SIZE // len(RANKS)
    return Fraction(of_a_rank - 1, decks * DECK_SIZE - 1)


def parse_strategy(text: str) -> Strategy:
    """Read "war", "surrender", "count", or "count:0.075" and "count:3/40"."""
    match = _STRATEGY.fullmatch(text)
    expected = f"invalid strategy: {text!r} (expected war, surrender, count, or a chance such as count:0.075)"
    if match is None or (match[2] and match[1] != "count"):
        raise ValueError(expected)
    on_tie: OnTie = match[1]  # type: ignore[assignment]
    if match[2] is None:
        return Strategy(on_tie)
    try:
        chance = Fraction(match[2]) / int(match[3] or 1)
    except (ValueError, ZeroDivisionError):
        raise ValueError(expected) from None
    if chance > 1 or chance.denominator > MAX_DENOMINATOR:
        raise ValueError(expected)
    return Strategy(on_tie, chance)


def parse_strategies(text: str, seats: int) -> tuple[Strategy, ...]:
    """Read one strategy for all seats, or one for each seat, separated by commas."""
    strategies = tuple(parse_strategy(part.strip()) for part in text.split(","))
    if len(strategies) == 1:
        return strategies * seats
    if len(strategies) != seats:
        places = "1 seat" if seats == 1 else f"{seats} seats"
        raise ValueError(f"{len(strategies)} strategies for {places}: expected one for all seats, or one for each")
    return strategies
