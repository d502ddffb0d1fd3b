"""What happened at a table, told line by line as a dealer would tell it.

It names people and shows everything that was logged, so it is for those who may know both: the dealer, the floor and
the auditor.
"""

from collections.abc import Iterable, Iterator, Sequence

from wartable.rulebook import WAGERS, Rules
from wartable.table import events as e
from wartable.table.events import Event
from wartable.table.sentences import Words, burned, moved, say, wager_placed, words_of

MOVES = (e.WagerSettled, e.WagerReturned, e.WarCovered, e.SettlementReversed)
LATE_HEADS = (e.HandSettled, e.HandMissed, e.PlayersReleased, e.WagersAbandoned, e.RoundVoided)
"""Logged after the money they moved, but told before it."""
EARLY_HEADS = (e.TieSurrendered, e.WinValidated, e.HandSettled)
"""Logged before money that they move at their own seat."""


def tell(events: Iterable[Event], rules: Rules) -> Iterator[str]:
    """One line for each thing that happened; what belongs to one hand, bet or row of burns stands on one line."""
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
    """Whether an event goes on with what the group began to tell."""
    match group[-1], event:
        case e.CardBurned(), e.CardBurned():
            return True
        case e.WagerPlaced() as last, e.WagerPlaced():
            beside = (last.seat, last.bettor) == (event.seat, event.bettor)
            return beside and event.wager != "initial" and WAGERS[last.wager].placed_in == "betting"
    head = _head(group)
    if head is not None:
        return isinstance(head, EARLY_HEADS) and isinstance(event, e.WagerSettled) and event.seat == head.seat
    if isinstance(event, e.MeterCorrected):
        return isinstance(group[0], MOVES)
    return isinstance(group[0], MOVES) and isinstance(event, MOVES + LATE_HEADS)


def _head(group: Sequence[Event]) -> Event | None:
    """What a group is about, once it is known."""
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
    """A hand takes in what moved at its own seat; what moved elsewhere follows in lines of its own."""
    seat = getattr(head, "seat", None)
    here = [move for move in moves if seat is not None and getattr(move, "seat", None) == seat]
    yield " ".join([say(head, words), *(moved(move, words) for move in here)])
    yield from (say(move, words) for move in moves if move not in here)


def _printable(line: str) -> str:
    """A name or a reason is written by people; whatever is in it, a line stays one line."""
    return "".join(char if char.isprintable() else " " for char in line)
