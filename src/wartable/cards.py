"""Cards: two characters each, a rank and a suit.

A card is its own text (`Ts` is the ten of spades), so it needs no translation on its way in or out. Suits never
matter for rank; they matter for counting what a shoe can still hold.
"""

from collections.abc import Callable
from typing import NewType, TypeGuard

Card = NewType("Card", str)

RANKS = "23456789TJQKA"
SUITS = "cdhs"
RANK_WORDS = ("two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king", "ace")
DECK: tuple[Card, ...] = tuple(Card(rank + suit) for suit in SUITS for rank in RANKS)
DECK_SIZE = len(DECK)

_RANK = {card: RANKS.index(card[0]) for card in DECK}
_PLACE = {card: place for place, card in enumerate(DECK)}


def is_card(text: object) -> TypeGuard[Card]:
    return text in _PLACE


rank: Callable[[Card], int] = _RANK.__getitem__
"""The rank of a card, two lowest and ace highest."""
place_in_deck: Callable[[Card], int] = _PLACE.__getitem__
"""The place of a card in an unshuffled deck, from 0 to 51."""


def rank_word(card: Card) -> str:
    """The rank of a card as a word, such as "queen"."""
    return RANK_WORDS[_RANK[card]]


def parse(text: str) -> Card:
    """Read a card, or say what a card looks like."""
    if text not in _PLACE:
        raise ValueError(f"{text!r} is not a card: a rank of {RANKS} and a suit of {SUITS}, such as Ts")
    return Card(text)
