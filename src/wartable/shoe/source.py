"""A sealed shoe as the source of a table's cards."""

from wartable.cards import Card
from wartable.shoe.continuous import ContinuousShuffler
from wartable.shoe.reveal import Ending, Revealed1, Revealed2
from wartable.shoe.sealed import SealedShoe
from wartable.table import Event, ShoeEnd
from wartable.table import events as e


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

    def hear(self, event: Event) -> None:
        """Count events, so that the document can give their order."""
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
            case e.BankPosted(words=words) if words:
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
        """End the shoe, keep its document and return its seed."""
        reason: Ending = "irregularity" if ended == "opening" else ended
        if self.revealed is None:
            self.revealed = self.shoe.reveal(reason, first_wager_at=self._first_wager)
        return self.revealed.seed or ""
