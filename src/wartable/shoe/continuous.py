"""The continuous shuffler: no order, but a draw among the cards inside for every card that leaves."""

from wartable.cards import DECK_SIZE, Card
from wartable.shoe.order import Below, fresh
from wartable.shoe.seal import order_stream
from wartable.shoe.sealed import Leave, Sealed


class Mixer:
    """The cards inside a continuous shuffler, and those of the round that have left it."""

    __slots__ = ("_below", "_inside", "_out")

    def __init__(self, decks: int, below: Below) -> None:
        self._inside = fresh(decks)
        self._out: list[Card] = []
        self._below = below

    @property
    def inside(self) -> int:
        return len(self._inside)

    def draw(self) -> Card:
        """Take the card at a drawn place; the last card moves to that place."""
        place = self._below(len(self._inside))
        card = self._inside[place]
        self._inside[place] = self._inside[-1]
        self._inside.pop()
        self._out.append(card)
        return card

    def take_back(self) -> None:
        """Put the cards of the round back, in the order in which they left."""
        self._inside += self._out
        self._out = []


class ContinuousShuffler(Sealed):
    """Decks from which every card is drawn anew, and to which the cards of a round return."""

    __slots__ = ("__take_back",)
    device = "continuous"

    @property
    def left(self) -> int:
        """The number of cards inside, without those of the current round."""
        return self._decks * DECK_SIZE - self.drawn + (self._returns[-1] if self._returns else 0)

    def load(self) -> None:
        self._load()

    def _arrange(self, seed: bytes) -> Leave:
        stream = order_stream(seed, self._table, self._shoe, self._decks, self._mixed, self._protocol)
        mixer = Mixer(self._decks, stream.below)
        self.__take_back = mixer.take_back
        return mixer.draw

    def take_back(self) -> None:
        """Return the cards of the finished round."""
        self._expect("closed")
        if self.drawn > (self._returns[-1] if self._returns else 0):
            self.__take_back()
            self._returns.append(self.drawn)
