"""The order of a shoe: fresh decks, Fisher and Yates's shuffle, and the cut."""

from collections.abc import Callable
from typing import TypeVar

from wartable.cards import DECK, Card

T = TypeVar("T")
Below = Callable[[int], int]


def fresh(decks: int) -> list[Card]:
    """So many decks as they come out of the box."""
    return list(DECK) * decks


def shuffle(cards: list[T], below: Below) -> None:
    """Put the cards into an order of which every one is equally likely, if every draw is."""
    for i in range(len(cards) - 1, 0, -1):
        j = below(i + 1)
        cards[i], cards[j] = cards[j], cards[i]


def cut(cards: list[T], depth: int) -> list[T]:
    """The topmost cards go to the bottom."""
    return cards[depth:] + cards[:depth]
