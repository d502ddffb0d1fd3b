"""A shuffle by hand, done act by act, with how random the cards are after each."""

from collections.abc import Callable, Mapping
from fractions import Fraction

import msgspec

from wartable.cards import DECK_SIZE
from wartable.shoe.order import Below, cut
from wartable.shoe.riffle import distance, plug, riffle, rising_sequences, strip, turn

ACTS: Mapping[str, str] = {
    "riffle": "cut the cards in two and let them fall together",
    "strip": "take packets off the top and lay them on one another",
    "turn": "make two stacks, turn one round, and riffle them together",
    "plug": "put the last quarter into the rest, in packets",
    "cut": "lift the upper half and put it below",
}
CHANCE = 3
"""A random order of n cards has (n + 1) / 2 rising sequences, and hardly ever strays from that by three deviations."""


class Stand(msgspec.Struct, frozen=True):
    """How far a shuffle has come."""

    acts: tuple[str, ...]
    rising: int
    """Runs of consecutive cards that still lie in order."""
    looks_random: bool
    """Whether chance would give about as many."""
    distance: Fraction
    """How far the riffles alone leave the cards from random, at the most: 1 is unshuffled, 0 perfect."""


class Practice:
    """Cards in order, and what a dealer does with them."""

    def __init__(self, decks: int, below: Below) -> None:
        self._cards = list(range(decks * DECK_SIZE))
        self._below = below
        self._acts: tuple[str, ...] = ()

    def do(self, act: str) -> Stand:
        """One act; the order is drawn, and so is how well it was done."""
        self._cards = _DO[act](self._cards, self._below)
        self._acts += (act,)
        return self.stand()

    def stand(self) -> Stand:
        """How far it has come."""
        cards = len(self._cards)
        rising = rising_sequences(self._cards)
        strays = abs(rising - Fraction(cards + 1, 2))
        near = strays**2 <= CHANCE**2 * Fraction(cards + 1, 12)
        riffles = sum(act in ("riffle", "turn") for act in self._acts)
        return Stand(self._acts, rising, near, distance(cards, riffles))


def _plug(cards: list[int], below: Below) -> list[int]:
    at = len(cards) - len(cards) // 4
    return plug(cards[:at], cards[at:], below)


def _cut(cards: list[int], _below: Below) -> list[int]:
    return cut(cards, len(cards) // 2)


_DO: Mapping[str, Callable[[list[int], Below], list[int]]] = {
    "riffle": riffle,
    "strip": strip,
    "turn": turn,
    "plug": _plug,
    "cut": _cut,
}
