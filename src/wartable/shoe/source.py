"""Where the next card comes from: what every kind of shoe has in common for whoever deals from it."""

from collections.abc import Sequence
from typing import Protocol, runtime_checkable

from wartable.cards import Card
from wartable.shoe.continuous import ContinuousShuffler
from wartable.shoe.reveal import Ending, Revealed1, Revealed2
from wartable.shoe.sealed import SealedShoe
from wartable.table import Event
from wartable.table import events as e
from wartable.table.words import ShoeEnd


class Source(Protocol):
    """A shoe that knows its next card. Only the card that leaves it is ever told to anybody."""

    def next_card(self) -> Card:
        """The card that leaves now."""
        ...

    def cover_card_next(self) -> bool:
        """Whether the cover card lies on top now."""
        ...

    def cards_left(self) -> int:
        """How many cards are inside."""
        ...


@runtime_checkable
class Hears(Protocol):
    """A source that is told of everything that happens, and follows by itself: it burns, takes back, is cut."""

    def hear(self, event: Event) -> None:
        """This happened at the table."""
        ...


@runtime_checkable
class Seals(Hears, Protocol):
    """A source that commits itself before the cut and is revealed when it is over."""

    @property
    def commitment(self) -> str:
        """What is published first."""
        ...

    def seed(self, ended: ShoeEnd) -> str:
        """What is published last; no card leaves any more."""
        ...


class Empty(Exception):
    """No card is left in the shoe."""


class Jam(Exception):
    """The device stopped before the card was out; the same card comes when it is asked again."""


class InOrder:
    """Cards in a known order, with a cover card before the last `behind` of them."""

    def __init__(self, order: Sequence[Card], behind: int = 0) -> None:
        self._order = tuple(order)
        self._at = 0
        self._behind = behind

    def next_card(self) -> Card:
        if not self.cards_left():
            raise Empty
        self._at += 1
        return self._order[self._at - 1]

    def cover_card_next(self) -> bool:
        return bool(self._behind) and self.cards_left() == self._behind

    def cards_left(self) -> int:
        return len(self._order) - self._at


class FromSealed:
    """A sealed shoe, or a sealed continuous shuffler, at a table whose history had `events` events before it."""

    def __init__(self, shoe: SealedShoe | ContinuousShuffler, events: int = 0) -> None:
        self.shoe = shoe
        self.revealed: Revealed1 | Revealed2 | None = None
        self._at = events
        self._behind = 0
        self._first_wager: int | None = None

    @property
    def commitment(self) -> str:
        return self.shoe.commitment

    def next_card(self) -> Card:
        return self.shoe.draw()

    def cover_card_next(self) -> bool:
        return isinstance(self.shoe, SealedShoe) and bool(self._behind) and self.shoe.cover_card_is_next

    def cards_left(self) -> int:
        return self.shoe.left

    def hear(self, event: Event) -> None:
        """Events are counted, so that the document can say what came before what."""
        self._at += 1
        match event:
            case e.CardsCut(depth=depth, words=words) if isinstance(self.shoe, SealedShoe):
                self.shoe.cut(depth, words, at=self._at)
            case e.CoverCardReinserted(depth=depth):
                self._behind = depth
            case e.ShoeLoaded():
                self._load()
            case e.CardBurned():
                self.shoe.burn()
            case e.WagerPlaced(words=words):
                self._first_wager = self._first_wager or self._at
                if words:
                    self.shoe.add_words(words, at=self._at)
            case e.NoMoreBetsCalled():
                self.shoe.close(at=self._at)
            case e.RoundEnded() if isinstance(self.shoe, ContinuousShuffler):
                self.shoe.take_back()

    def _load(self) -> None:
        if isinstance(self.shoe, SealedShoe):
            self.shoe.load(self._behind)
        else:
            self.shoe.load()

    def seed(self, ended: ShoeEnd) -> str:
        """The document is kept, for whoever asks for it."""
        reason: Ending = "irregularity" if ended == "opening" else ended
        if self.revealed is None:
            self.revealed = self.shoe.reveal(reason, first_wager_at=self._first_wager)
        return self.revealed.seed or ""
