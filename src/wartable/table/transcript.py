"""A transcript of a table, line by line in a dealer's words.

It names people and shows everything in the log, so it is for those who may know both: the dealer, the floor and the
auditor.
"""

from collections.abc import Iterable, Iterator, Sequence

from wartable.rulebook import WAGERS, Rules
from wartable.table import events as e
from wartable.table.events import Event
from wartable.table.sentences import Words, burned, moved, say, wager_placed, words_of

MOVES = (e.WagerSettled, e.WagerReturned, e.WarCovered, e.SettlementReversed)
LATE_HEADS = (e.HandSettled, e.HandMissed, e.PlayersReleased, e.WagersAbandoned, e.RoundVoided)
"""Events that are logged after the money they move, but come first in the transcript."""
EARLY_HEADS = (e.TieSurrendered, e.WinValidated, e.HandSettled)
"""Events that are logged before money that they move at their own seat."""


def tell(events: Iterable[Event], rules: Rules) -> Iterator[str]:
    """Yield one line for each thing that happened; the events of one hand, bet or row of burns share a line."""
    words = words_of(rules)
    for group in _groups(events):
        for line in _lines(group, words):
            yield _printable(line)


def _groups(events: Iterable[Event]) -> Iterator[list[Event]]:
    group: list[Event] = []
    for event in events:
        if group and not _belongs(group, event):
            yield group
            group = []
        group.append(event)
    if group:
        yield group


def _belongs(group: Sequence[Event], event: Event) -> bool:
    match group[-1], event:
        case e.CardBurned(), e.CardBurned():
            return True
        case e.WagerPlaced() as last, e.WagerPlaced():
            beside = (last.seat, last.bettor) == (event.seat, event.bettor)
            beside = beside and not last.reason and not event.reason
            return beside and event.wager != "initial" and WAGERS[last.wager].placed_in == "betting"
    head = _head(group)
    if head is not None:
        return isinstance(head, EARLY_HEADS) and isinstance(event, e.WagerSettled) and event.seat == head.seat
    if isinstance(event, e.MeterCorrected):
        return isinstance(group[0], MOVES)
    return isinstance(group[0], MOVES) and isinstance(event, MOVES + LATE_HEADS)


def _head(group: Sequence[Event]) -> Event | None:
    """The event that a group is about, once it is known."""
    return next((event for event in group if isinstance(event, EARLY_HEADS + LATE_HEADS)), None)


def _lines(group: Sequence[Event], words: Words) -> Iterator[str]:
    match group:
        case [e.CardBurned(), *_]:
            yield burned(len(group))
        case [e.WagerPlaced(), *_]:
            first, *beside = (event for event in group if isinstance(event, e.WagerPlaced))
            yield wager_placed(first, words, *beside)
        case _:
            head = _head(group)
            moves = [event for event in group if event is not head]
            yield from _with_moves(head, moves, words) if head else (say(event, words) for event in group)


def _with_moves(head: Event, moves: Sequence[Event], words: Words) -> Iterator[str]:
    """A hand includes the moves at its own seat; moves elsewhere follow in their own lines."""
    seat = getattr(head, "seat", None)
    here = [move for move in moves if seat is not None and getattr(move, "seat", None) == seat]
    yield " ".join([say(head, words), *(moved(move, words) for move in here)])
    yield from (say(move, words) for move in moves if move not in here)


def _printable(line: str) -> str:
    """Names and reasons are user input; a line stays one line with any content."""
    return line if line.isprintable() else "".join(char if char.isprintable() else " " for char in line)
