"""The order of a shoe: fresh decks, Fisher and Yates's shuffle, and the cut."""

from collections.abc import Callable
from typing import TypeVar

from wartable.cards import DECK, Card

T = TypeVar("T")
Below = Callable[[int], int]


def fresh(decks: int) -> list[Card]:
    """Return a number of decks in the order in which they come out of the box."""
    return list(DECK) * decks


def shuffle(cards: list[T], below: Below) -> None:
    """Shuffle the cards in place; every order is equally likely if every draw is."""
    for i in range(len(cards) - 1, 0, -1):
        j = below(i + 1)
        cards[i], cards[j] = cards[j], cards[i]


def cut(cards: list[T], depth: int) -> list[T]:
    """Move the topmost cards to the bottom."""
    return cards[depth:] + cards[:depth]
