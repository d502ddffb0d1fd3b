"""The reader shoe: a human deals real cards, and a console or a card reader reports them.

It holds no cards. A reading becomes a command of the table, which counts what the decks can still hold. A reading that
cannot be the next card becomes a report that calls the floor, and does not enter.
"""

from collections.abc import Mapping

from wartable.cards import Card, is_card, place_in_deck
from wartable.table import MAX_NAME, Table
from wartable.table import commands as c

DOUBLE_READ_MS = 400
"""A card that lies on a reader is read repeatedly; no dealer deals two cards in less time."""

_SUITS: Mapping[str, str] = {"♣": "c", "♦": "d", "♥": "h", "♠": "s", "♧": "c", "♢": "d", "♡": "h", "♤": "s"}

Reading = c.TurnCard | c.ReportMisread


def card_of(text: str) -> Card | None:
    """Return the card that a console means: `Ts`, `10s`, `ts` and `10♠` are all the ten of spades."""
    text = text.strip()[:MAX_NAME]
    rank, suit = text[:-1].upper(), text[-1:]
    card = ("T" if rank == "10" else rank) + _SUITS.get(suit, suit.lower())
    return Card(card) if is_card(card) else None


class ReaderShoe:
    """The last reading and its time, in milliseconds of a monotonic clock."""

    def __init__(self, double_read_ms: int = DOUBLE_READ_MS) -> None:
        self._window = double_read_ms
        self._last: tuple[Card, int] | None = None

    def read(self, table: Table, text: str, at_ms: int) -> Reading:
        """Return the command for a reading: a card, or a report of why it cannot be one."""
        card = card_of(text)
        if card is None:
            return c.ReportMisread(text[:MAX_NAME], "no_such_card")
        double = self._is_double(card, at_ms)
        self._last = (card, at_ms)
        if double:
            return c.ReportMisread(card, "double_read")
        if table.cards.seen[place_in_deck(card)] >= table.rules.decks:
            return c.ReportMisread(card, "used_up")
        return c.TurnCard(card)

    def _is_double(self, card: Card, at_ms: int) -> bool:
        """Time that does not advance counts as no time at all."""
        return self._last is not None and self._last[0] == card and at_ms - self._last[1] < self._window

    def forget(self) -> None:
        """Forget a reading that the table refused: the same card may be read again at once."""
        self._last = None

    def undo(self, reason: str) -> c.UndoCard:
        """Take the last card back for the floor; the same face may then be read again at once."""
        self._last = None
        return c.UndoCard(reason)
