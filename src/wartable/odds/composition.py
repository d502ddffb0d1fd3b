"""What a shoe is made of: how many of each card, for any number of decks and with any cards taken out."""

import re
from collections.abc import Iterable
from functools import cached_property

from wartable.cards import DECK_SIZE, RANKS, SUITS, Card, is_card, place_in_deck
from wartable.odds.errors import BadArgument

MAX_DECKS = 16
"""No house uses more than sixteen decks, which two batches hold together."""

_REMOVED = re.compile(r"([^*\s]+)(?:\*([0-9]{1,4}))?", re.ASCII)


class Composition:
    """How many of each card a shoe holds, in the order of an unshuffled deck.

    A burned card is as good as a card still in the shoe: no player has seen either, so every unseen card is equally
    likely to be the next. A composition is therefore what has not been *seen*, wherever it lies.
    """

    def __init__(self, counts: Iterable[int]) -> None:
        self.counts = tuple(counts)
        if len(self.counts) != DECK_SIZE or min(self.counts) < 0:
            raise ValueError(f"expected {DECK_SIZE} counts, none of them negative")

    @classmethod
    def of_decks(cls, decks: int) -> "Composition":
        """Return a full shoe."""
        if not 1 <= decks <= MAX_DECKS:
            raise BadArgument("decks", f"expected 1 to {MAX_DECKS} decks, not {decks}")
        return cls([decks] * DECK_SIZE)

    def without(self, cards: Iterable[Card]) -> "Composition":
        """Return the same shoe after these cards were seen; each must have been there."""
        counts = list(self.counts)
        for card in cards:
            counts[place_in_deck(card)] -= 1
            if counts[place_in_deck(card)] < 0:
                raise ValueError(f"the shoe does not hold that many of {card}")
        return Composition(counts)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Composition) and self.counts == other.counts

    def __hash__(self) -> int:
        return hash(self.counts)

    def __repr__(self) -> str:
        return f"Composition of {self.total} cards"

    @cached_property
    def total(self) -> int:
        """The number of cards."""
        return sum(self.counts)

    @cached_property
    def ranks(self) -> tuple[int, ...]:
        """How many of each rank, two lowest and ace highest."""
        size = len(RANKS)
        return tuple(sum(self.counts[rank::size]) for rank in range(size))

    @cached_property
    def suits(self) -> tuple[tuple[int, ...], ...]:
        """How many of each suit, rank by rank."""
        size = len(RANKS)
        return tuple(self.counts[rank::size] for rank in range(size))


def parse_cards(text: str) -> tuple[Card, ...]:
    """Read a list of cards such as "As Ks 7d*3", where *3 means three of them."""
    cards: list[Card] = []
    for word in text.replace(",", " ").split():
        match = _REMOVED.fullmatch(word)
        if not is_card(word.partition("*")[0]):
            raise ValueError(
                f"{word[:40]!r} is not a card: a rank of {RANKS} and a suit of {SUITS}, such as Ts, or Ts*3 for three"
            )
        if match is None:
            raise ValueError(f"{word[:40]!r}: expected a number of cards after *, such as Ts*3")
        cards += [Card(match[1])] * int(match[2] or 1)
    most = MAX_DECKS * DECK_SIZE
    if len(cards) > most:
        raise ValueError(f"expected at most {most} cards")
    return tuple(cards)
