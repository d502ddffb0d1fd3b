"""Batches and devices: two batches that take turns, a shuffler that takes cards back, jams, and the clock of the decks.

The table says what is done with the cards; this is where the cards themselves are kept meanwhile.
"""

from collections.abc import Callable, Collection, Sequence
from typing import Literal

from wartable.cards import DECK_SIZE, Card
from wartable.shoe.continuous import Mixer
from wartable.shoe.order import Below, fresh, shuffle
from wartable.shoe.source import Empty, Hears, InOrder, Jam, Source
from wartable.table import Event, Table
from wartable.table import commands as c
from wartable.table import events as e
from wartable.table.phases import PHASES

Colour = Literal["red", "blue"]
COLOURS: tuple[Colour, Colour] = ("red", "blue")
"""The backs of the first and of the second batch: nobody can confuse them."""

SECONDS_OF_AN_HOUR = 3_600

Make = Callable[[int, int], Source]
"""The cards of a batch, as they come to the table's shoe of this number."""

CARDS_LEAVE = (e.ShuffleBegun, e.CardsShuffled, e.TableIdled, e.DecksChanged, e.TableClosing)
"""The rack is emptied: its cards go to the shuffle, are spread, or leave the table."""


class BatchesMixed(RuntimeError):
    """Cards of two colours met in one place."""


class Batches:
    """Two batches of different colour. One is in play, with its discards in the rack; the other is being shuffled."""

    def __init__(self, make: Make) -> None:
        self._make = make
        self._shoes = 0
        self._playing: Source | None = None
        self.in_play: Colour | None = None
        self.rack: list[Colour] = []

    def next_card(self) -> Card:
        return self._shoe().next_card()

    def cover_card_next(self) -> bool:
        return self._playing is not None and self._playing.cover_card_next()

    def cards_left(self) -> int:
        return self._playing.cards_left() if self._playing else 0

    def hear(self, event: Event) -> None:
        match event:
            case e.ShoeLoaded(batch=batch):
                self._load(batch)
            case e.CardBurned():
                self.next_card()
                self._discard(1)
            case e.CardsPickedUp(hands=hands):
                self._discard(sum(len(cards) for _, cards in hands))
            case e.FaceUpCardsRacked(cards=cards):
                self._face_up(len(cards))
            case e.ExposedCardRacked():
                self._discard(1)
            case _ if isinstance(event, CARDS_LEAVE):
                self.rack.clear()
                self._playing = self.in_play = None

    def put_in_rack(self, back: Colour) -> None:
        """A card with this back is put into the rack."""
        if back != self.in_play:
            raise BatchesMixed(f"a {back} card is not put into the rack of the {self.in_play} batch")
        self.rack.append(back)

    def _load(self, batch: int) -> None:
        if self.rack:
            raise BatchesMixed("the rack is emptied before another batch is dealt from")
        self._shoes += 1
        self.in_play = COLOURS[batch]
        self._playing = self._make(batch, self._shoes)

    def _face_up(self, cards: int) -> None:
        """A card found face up leaves the shoe too, although nobody is dealt it."""
        for _ in range(cards):
            self.next_card()
        self._discard(cards)

    def _discard(self, cards: int) -> None:
        for _ in range(cards):
            self.put_in_rack(self.in_play or COLOURS[0])

    def _shoe(self) -> Source:
        if self._playing is None:
            raise Empty
        return self._playing


def shuffled(decks: int, below: Below, behind: int = 0) -> InOrder:
    """What a batch shuffler hands out: one order of whole decks, with a cover card where cards are to stay behind."""
    cards = fresh(decks)
    shuffle(cards, below)
    return InOrder(cards, behind)


def preshuffled(cards: Sequence[Card], decks: int, behind: int = 0) -> InOrder:
    """Cards that come shuffled from their maker: whole decks and nothing else, in the order they lie in the box."""
    if sorted(cards) != sorted(fresh(decks)):
        raise ValueError(f"these are not {decks} whole decks")
    return InOrder(cards, behind)


class Continuous:
    """A continuous shuffler: after every round its cards return, and may come again at once."""

    def __init__(self, decks: int, below: Below) -> None:
        self._mixer = Mixer(decks, below)
        self._all = decks * DECK_SIZE
        self._out = 0

    def next_card(self) -> Card:
        if not self.cards_left():
            raise Empty
        self._out += 1
        return self._mixer.draw()

    def cover_card_next(self) -> bool:
        return False

    def cards_left(self) -> int:
        return self._all - self._out

    def hear(self, event: Event) -> None:
        match event:
            case e.CardBurned():
                self.next_card()
            case e.RoundEnded() | e.ShuffleBegun():
                self._mixer.take_back()
                self._out = 0


class Jams:
    """A source whose device jams before the cards of these numbers, counted from 1; cleared, it gives the card."""

    def __init__(self, source: Source, before: Collection[int]) -> None:
        self._source = source
        self._hears = source if isinstance(source, Hears) else None
        self._before = set(before)
        self._drawn = 0

    def next_card(self) -> Card:
        self._may_jam()
        return self._source.next_card()

    def hear(self, event: Event) -> None:
        """A burned card leaves the device too, and may jam like any other; the source does the rest by itself."""
        if isinstance(event, e.CardBurned):
            self._may_jam()
        if self._hears:
            self._hears.hear(event)
        elif isinstance(event, e.CardBurned):
            self._source.next_card()

    def _may_jam(self) -> None:
        if self._drawn + 1 in self._before:
            self._before.remove(self._drawn + 1)
            raise Jam
        self._drawn += 1

    def cover_card_next(self) -> bool:
        return self._source.cover_card_next()

    def cards_left(self) -> int:
        return self._source.cards_left()


def decks_are_due(opened_at: int, now: int, hours: int | None) -> bool:
    """Whether decks opened then have been in use as long as they may; times are seconds of one clock."""
    return hours is not None and now - opened_at >= hours * SECONDS_OF_AN_HOUR


def call_of_the_clock(table: Table, opened_at: int, now: int) -> c.CallDeckChange | None:
    """What the clock has to say: once, and where the table listens."""
    due = decks_are_due(opened_at, now, table.rules.cards.change_period)
    return c.CallDeckChange() if due and not table.deck_change_due and c.CallDeckChange in PHASES[table.phase] else None
