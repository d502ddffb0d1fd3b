"""The game, pure: commands in, events or refusals out, and a state that holds no card that has not been turned."""

from wartable.table.commands import Command
from wartable.table.decide import decide
from wartable.table.events import Event
from wartable.table.evolve import evolve, replay
from wartable.table.invariants import TableBroken, hold
from wartable.table.refusals import Refusal, Refused
from wartable.table.state import Table, new_table
from wartable.table.steps import Step, next_of_the_house, steps
from wartable.table.views import TableView, view
from wartable.table.words import Actor

__all__ = [
    "Actor",
    "Command",
    "Event",
    "Refusal",
    "Refused",
    "Step",
    "Table",
    "TableBroken",
    "TableView",
    "act",
    "decide",
    "evolve",
    "hold",
    "new_table",
    "next_of_the_house",
    "replay",
    "steps",
    "view",
]


def act(table: Table, command: Command, by: Actor) -> tuple[Table, tuple[Event, ...]] | Refused:
    """Decide a command, apply what happened, and see that everything still holds."""
    decided = decide(table, command, by)
    if isinstance(decided, Refused):
        return decided
    after = replay(table, decided)
    hold(after, table)
    return after, decided
