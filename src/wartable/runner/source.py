"""Sources of cards. A source is a device beside the table: it follows the events and gives cards."""

from collections.abc import Callable, Iterable
from typing import Protocol, runtime_checkable

from wartable.cards import DECK, Card
from wartable.table import Event, ShoeEnd
from wartable.table import events as e


class Empty(Exception):
    """No card is left in the source."""


class Source(Protocol):
    """A shoe that knows its next card. The table learns of a card only when it is turned."""

    def next_card(self) -> Card:
        """Return the card that leaves now."""
        ...

    def hear(self, event: Event) -> None:
        """Follow an event of the table. A burned card leaves unseen."""
        if isinstance(event, e.CardBurned):
            self.next_card()


@runtime_checkable
class Seals(Source, Protocol):
    """A source that commits itself before the cut and is revealed when the shoe is over."""

    @property
    def commitment(self) -> str:
        """The commitment, published before the cut."""
        ...

    def seed(self, ended: ShoeEnd) -> str:
        """Return the seed, published last; no card leaves afterwards."""
        ...

    def cover_card_next(self) -> bool: ...


class InOrder(Source):
    """Cards in a known order, burned cards included."""

    def __init__(self, order: Iterable[Card]) -> None:
        self._order = tuple(order)
        self._at = 0

    def next_card(self) -> Card:
        if not self.cards_left():
            raise Empty
        self._at += 1
        return self._order[self._at - 1]

    def cards_left(self) -> int:
        """Return the number of cards that have not left yet."""
        return len(self._order) - self._at


class TurnedCards(Source):
    """The cards that are turned, in order; burned cards are not among them."""

    def __init__(self, cards: Iterable[Card]) -> None:
        self._cards = iter(cards)

    def next_card(self) -> Card:
        for card in self._cards:
            return card
        raise Empty

    def hear(self, event: Event) -> None:
        pass


class Shuffled(Source):
    """Whole decks, put into a new order by `shuffle` whenever the table loads a shoe."""

    def __init__(self, shuffle: Callable[[list[Card]], None]) -> None:
        self._shuffle = shuffle
        self._order = InOrder(())

    def next_card(self) -> Card:
        return self._order.next_card()

    def hear(self, event: Event) -> None:
        if isinstance(event, e.ShoeLoaded):
            cards = list(DECK) * (event.cards // len(DECK))
            self._shuffle(cards)
            self._order = InOrder(cards)
        else:
            super().hear(event)
