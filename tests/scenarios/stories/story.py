"""What a story is: a rulebook, a house's choices, and something that happens at a table."""

from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

from tests.told import Told
from wartable.cards import Card
from wartable.rulebook import EDITION
from wartable.table.transcript import tell

FOLDER = Path(__file__).resolve().parent.parent
House = dict[str, Any]
Play = Callable[[Told], object]


class Story(NamedTuple):
    """Something that happens at a table, told under one rulebook."""

    title: str
    rulebook: str
    house: House
    play: Play
    from_closed: bool
    edition: int

    def opens(self) -> Told:
        """The table before the story; a table that was open already tells nothing of its opening."""
        table = Told.closed if self.from_closed else Told.at
        told = table(self.rulebook, self.house, self.edition)
        told.events.clear()
        return told

    def happens(self) -> Told:
        told = self.opens()
        self.play(told)
        return told

    def told(self) -> str:
        """The transcript: what the story is about, then every line of it."""
        told = self.happens()
        lines = tell(told.events, told.table.rules)
        return "\n".join([f"{self.rulebook.capitalize()}: {self.title}", "", *lines, ""])


STORIES: dict[str, Story] = {}


def story(
    *rulebooks: str, house: House | None = None, from_closed: bool = False, edition: int = EDITION
) -> Callable[[Play], Play]:
    """Tell this under each of these rulebooks; the function's first sentence is the title."""

    def tell_it(play: Play) -> Play:
        title = (play.__doc__ or "").strip().splitlines()[0]
        for rulebook in rulebooks:
            name = f"{rulebook}_{getattr(play, '__name__', '')}"
            STORIES[name] = Story(title, rulebook, house or {}, play, from_closed, edition)
        return play

    return tell_it


def file_of(name: str) -> Path:
    return FOLDER / f"{name}.txt"


def bets_down(told: Told) -> Told:
    if told.table.phase == "banking":
        told.sits(5, "Eve").banks(5, "100.00")
    for seat, name in ((1, "Ann"), (3, "Bob")):
        if not told.table.boxes[seat - 1].patron:
            told.sits(seat, name)
    return told.bets(1, "10.00").bets(3, "10.00", "5.00")


def faces(text: str) -> tuple[Card, ...]:
    """Cards of a report, from a text such as "Kd 2c"."""
    return tuple(Card(word) for word in text.split())
