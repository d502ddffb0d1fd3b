"""What happened at a table, told line by line as a dealer would tell it.

It names people and shows everything that was logged, so it is for those who may know both: the dealer, the floor and
the auditor.
"""

from collections.abc import Iterable, Iterator, Sequence

from wartable.rulebook import Rules
from wartable.table import events as e
from wartable.table.events import Event
from wartable.table.sentences import Words, say, words_of
from wartable.table.sentences.day import burned
from wartable.table.sentences.money import moved, wagers_placed

Moved = e.WagerSettled | e.WagerReturned | e.WarCovered
"""What a sentence about a hand can take into itself."""

Head = e.HandSettled | e.HandMissed | e.PlayersReleased | e.WagersAbandoned | e.RoundVoided
"""Logged after the money it moved, but told before it."""


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
        case e.WagerPlaced(wager="initial") as first, e.WagerPlaced(wager="tie") as second:
            return (first.seat, first.bettor) == (second.seat, second.bettor)
        case e.TieSurrendered() as gave_up, e.WagerSettled() as line:
            return (gave_up.seat, gave_up.bettor) == (line.seat, line.bettor)
        case Moved() | e.SettlementReversed(), Moved() | e.SettlementReversed() | Head():
            return not isinstance(group[0], e.TieSurrendered)
        case _:
            return False


def _lines(group: Sequence[Event], words: Words) -> Iterator[str]:
    match group:
        case [e.CardBurned(), *_]:
            yield burned(len(group))
        case [e.WagerPlaced() as first, e.WagerPlaced() as second]:
            yield wagers_placed(first, second)
        case [e.TieSurrendered() as head, *moves] | [*moves, Head() as head]:
            yield from _with_moves(head, moves, words)
        case _:
            yield from (say(event, words) for event in group)


def _with_moves(head: Event, moves: Sequence[Event], words: Words) -> Iterator[str]:
    """A hand takes in what moved at its own seat; what moved elsewhere follows in lines of its own."""
    seat = getattr(head, "seat", None)
    here = [move for move in moves if isinstance(move, Moved) and move.seat == seat]
    yield " ".join([say(head, words), *(moved(move, words) for move in here)])
    yield from (say(move, words) for move in moves if move not in here)


def _printable(line: str) -> str:
    """A name or a reason is written by people; whatever is in it, a line stays one line."""
    return "".join(char if char.isprintable() else " " for char in line)
