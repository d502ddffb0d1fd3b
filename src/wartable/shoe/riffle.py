"""A dealer's shuffle, for drills: riffle, strip, plug, turn and cut, and the randomness of the result.

Randomness is an argument: `below(n)` draws from 0 to n - 1. The measure is exact, in whole numbers and fractions.
"""

from collections.abc import Sequence
from fractions import Fraction
from itertools import pairwise
from math import comb, factorial
from typing import TypeVar

from wartable.shoe.order import Below

T = TypeVar("T")

LARGEST_PACKET = 20
"""The most cards that a dealer takes off at once when stripping."""


def riffle(cards: Sequence[T], below: Below) -> list[T]:
    """Riffle by Gilbert, Shannon and Reeds: a binomial cut, and cards drop from each half in proportion to its size."""
    depth = sum(below(2) for _ in cards)
    return _interleave(cards[:depth], cards[depth:], below)


def turn(cards: Sequence[T], below: Below) -> list[T]:
    """Turn one of two equal stacks half round and riffle them together; turned cards keep their order."""
    half = len(cards) // 2
    return _interleave(cards[:half], cards[half:], below)


def _interleave(left: Sequence[T], right: Sequence[T], below: Below) -> list[T]:
    """Every way of interleaving the two is equally likely."""
    merged: list[T] = []
    i = j = 0
    while i < len(left) or j < len(right):
        waiting = len(left) - i
        if below(waiting + len(right) - j) < waiting:
            merged.append(left[i])
            i += 1
        else:
            merged.append(right[j])
            j += 1
    return merged


def strip(cards: Sequence[T], below: Below) -> list[T]:
    """Take packets off the top and lay them on one another, so that the first lies at the bottom."""
    stripped: list[T] = []
    at = 0
    while at < len(cards):
        packet = cards[at : at + 1 + below(LARGEST_PACKET)]
        stripped[:0] = packet
        at += len(packet)
    return stripped


def plug(discards: Sequence[T], unplayed: Sequence[T], below: Below) -> list[T]:
    """Insert the unplayed cards into the discards in packets, each at a random place."""
    plugged = list(discards)
    at = 0
    while at < len(unplayed):
        packet = unplayed[at : at + 1 + below(LARGEST_PACKET)]
        place = below(len(plugged) + 1)
        plugged[place:place] = packet
        at += len(packet)
    return plugged


def rising_sequences(order: Sequence[int]) -> int:
    """Return the number of runs of consecutive cards that lie in order; a riffle at most doubles them.

    The cards are numbered by their place before the shuffle.
    """
    if sorted(order) != list(range(len(order))):
        raise ValueError("expected every card once, numbered from 0")
    place = {card: at for at, card in enumerate(order)}
    return bool(order) + sum(place[b] < place[a] for a, b in pairwise(range(len(order))))


def distance(cards: int, riffles: int) -> Fraction:
    """Return the distance from random of this number of distinct cards after riffles: 1 is unshuffled, 0 perfect.

    Bayer and Diaconis: after k riffles an order with r rising sequences has the probability C(2^k + n - r, n) / 2^(kn);
    this is the total variation distance to all orders equally likely. Equal cards of several decks only come nearer,
    so for a shoe it is an upper bound. Stacks that are cut exactly in half are no riffles in this sense.
    """
    if cards < 0 or riffles < 0:
        raise ValueError("the numbers of cards and riffles cannot be negative")
    hands = 2**riffles
    ways = hands**cards
    orders = factorial(cards)
    off = sum(
        count * abs(comb(hands + cards - rising, cards) * orders - ways)
        for rising, count in enumerate(_eulerian(cards), start=1)
    )
    return Fraction(off, 2 * orders * ways)


def _eulerian(cards: int) -> list[int]:
    """How many orders of the cards have 1, 2, … rising sequences."""
    row = [1]
    for n in range(2, cards + 1):
        row = [(r + 1) * (row[r] if r < len(row) else 0) + (n - r) * (row[r - 1] if r else 0) for r in range(n)]
    return row
