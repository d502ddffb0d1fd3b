"""The electronic form: community cards that any number of seats may bet on, against one dealer.

Every community card is a hand like any other, so each seat's own odds are those of the table. What changes is what
seats have in common: two seats on one card win and lose together, two on different cards share only the dealer's.
"""

from fractions import Fraction
from math import sqrt

import msgspec

from wartable.odds.exact import Exact
from wartable.odds.seats import Shared


class Spread(msgspec.Struct, frozen=True):
    """The table's result per round, each seat betting one unit on the initial wager."""

    hands: int
    """Community cards with a wager on them; the seats are spread over them as evenly as possible."""
    variance: Exact
    standard_deviation: float
    envied: Exact
    """The average number of others a player may be paid envy for: those on other cards."""


class ElectronicOdds(msgspec.Struct, frozen=True):
    """The electronic form with a given number of seats taken."""

    community_cards: int
    seats: int
    spread: tuple[Spread, ...]
    """From all seats on one card to as many cards as there are."""


def electronic_odds(community_cards: int, seats: int, initial: Shared) -> ElectronicOdds:
    """Return the table's variance by the number of community cards over which its players spread."""
    hands = range(1, min(community_cards, seats) + 1)
    return ElectronicOdds(community_cards, seats, tuple(_spread(count, seats, initial) for count in hands))


def _spread(hands: int, seats: int, initial: Shared) -> Spread:
    small, more = divmod(seats, hands)
    sizes = [small + 1] * more + [small] * (hands - more)
    together = sum(size * size for size in sizes)
    shared = initial.covariance.exact if initial.covariance else Fraction(0)
    variance = initial.variance.exact * together + shared * (seats * seats - together)
    envied = Fraction(seats * seats - together, seats)
    return Spread(hands, Exact.of(variance), sqrt(variance), Exact.of(envied))
