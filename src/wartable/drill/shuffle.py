"""A shuffle by hand, act by act, with the randomness of the cards after each."""

from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import cache

import msgspec

from wartable.cards import DECK_SIZE
from wartable.shoe import Below, cut, distance, plug, riffle, rising_sequences, strip, turn

ACTS: Mapping[str, str] = {
    "riffle": "cut the cards in two and let them fall together",
    "strip": "take packets off the top and lay them on one another",
    "turn": "make two stacks, turn one round, and riffle them together",
    "plug": "put the last quarter into the rest, in packets",
    "cut": "lift the upper half and put it below",
}
NOTHING = Fraction(1, 2_000)
"""A smaller distance shows as 0.000; more riffles only make it smaller, and take longer to compute."""
CHANCE = 3
"""A random order of n cards has (n + 1) / 2 rising sequences, and rarely differs from that by three deviations."""


class Progress(msgspec.Struct, frozen=True):
    """The progress of a shuffle."""

    acts: tuple[str, ...]
    rising: int
    """Runs of consecutive cards that still lie in order."""
    looks_random: bool
    """Whether a random order has about as many."""
    riffles: int
    """A turn is not counted: its stacks are equal, and the theory of riffles needs a binomial cut."""
    distance: Fraction
    """The distance from random after these riffles and nothing else: 1 is unshuffled, 0 perfect. Once it shows as zero
    it is no longer computed, and is an upper bound."""


class Practice:
    """Cards in order, and the dealer's acts on them."""

    def __init__(self, decks: int, below: Below) -> None:
        self._cards = list(range(decks * DECK_SIZE))
        self._below = below
        self._acts: tuple[str, ...] = ()

    def do(self, act: str) -> Progress:
        """Do one act; its result is drawn at random."""
        self._cards = _DO[act](self._cards, self._below)
        self._acts += (act,)
        return self.progress()

    def progress(self) -> Progress:
        cards = len(self._cards)
        rising = rising_sequences(self._cards)
        strays = abs(rising - Fraction(cards + 1, 2))
        near = strays**2 <= CHANCE**2 * Fraction(cards + 1, 12)
        riffles = self._acts.count("riffle")
        return Progress(self._acts, rising, near, riffles, _distance(cards, riffles))


@cache
def _distance(cards: int, riffles: int) -> Fraction:
    before = _distance(cards, riffles - 1) if riffles else Fraction(1)
    return distance(cards, riffles) if before >= NOTHING else before


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
