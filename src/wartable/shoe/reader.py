"""The reader shoe: a human deals real cards, and a console or a card reader says what they are.

It holds no cards. What is read becomes a command of the table, which counts what the decks can still hold; what cannot
be the next card becomes a report that calls the floor, and does not enter.
"""

from collections.abc import Mapping

from wartable.cards import Card, is_card, place
from wartable.table import MAX_NAME, Table
from wartable.table import commands as c

DOUBLE_READ_MS = 400
"""A card that lies on a reader is read again and again; nobody deals two cards in so short a time."""

_SUITS: Mapping[str, str] = {"♣": "c", "♦": "d", "♥": "h", "♠": "s", "♧": "c", "♢": "d", "♡": "h", "♤": "s"}

Reading = c.TurnCard | c.ReportMisread


def card_of(text: str) -> Card | None:
    """The card that a console means: `Ts`, `10s`, `ts` and `10♠` are all the ten of spades."""
    text = text.strip()[:MAX_NAME]
    rank, suit = text[:-1].upper(), text[-1:]
    card = ("T" if rank == "10" else rank) + _SUITS.get(suit, suit.lower())
    return Card(card) if is_card(card) else None


class ReaderShoe:
    """What was read last, and when it was seen there; times are milliseconds of any clock that does not go back."""

    def __init__(self, double_read_ms: int = DOUBLE_READ_MS) -> None:
        self._window = double_read_ms
        self._last: tuple[Card, int] | None = None

    def read(self, table: Table, text: str, at_ms: int) -> Reading:
        """What to tell the table of something that was read now: a card, or why it cannot be one."""
        card = card_of(text)
        if card is None:
            return c.ReportMisread(text[:MAX_NAME], "no_such_card")
        double = self._is_double(card, at_ms)
        self._last = (card, at_ms)
        if double:
            return c.ReportMisread(card, "double_read")
        if table.cards.seen[place(card)] >= table.rules.decks:
            return c.ReportMisread(card, "used_up")
        return c.TurnCard(card)

    def _is_double(self, card: Card, at_ms: int) -> bool:
        """Time that stands still or goes back proves nothing, so it counts as no time at all."""
        return self._last is not None and self._last[0] == card and at_ms - self._last[1] < self._window

    def undo(self, reason: str) -> c.UndoCard:
        """The floor takes the last card back; the same face may then be read again at once."""
        self._last = None
        return c.UndoCard(reason)
