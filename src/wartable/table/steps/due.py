"""The steps that are due at a table, and their order for an automatic dealer."""

from collections.abc import Callable, Iterator, Mapping

from msgspec.structs import replace

from wartable.table import actors
from wartable.table.commands import Command
from wartable.table.procedures import burn_step
from wartable.table.state import Table, has_bets
from wartable.table.steps import play, shoe, side_bets
from wartable.table.steps.step import Step
from wartable.table.stock import device_waits, is_tracked, stock_of
from wartable.table.words import Actor, Phase

HOUSE = (actors.DEALER, actors.FLOOR, actors.SHOE)
"""The roles of the house in the order in which they do a step that several may do."""


def steps(table: Table) -> tuple[Step, ...]:
    """Return what may or must be done next; the first is the usual step."""
    cover = tuple(shoe.cover_device(table))
    if cover and (table.phase in ("shuffling", "loading") or device_waits(table)):
        return cover
    due = (*shoe.seal_steps(table), *play.owed(table), *_BY_PHASE[table.phase](table), *play.called_meanwhile(table))
    meanwhile = tuple(shoe.beside(table))
    if _waits_for_the_shuffler(table):
        due, meanwhile = (*(replace(step, beside=False) for step in meanwhile), *due), ()
    return (*cover, *due, *(play.look_for_cover_card(table) if due else ()), *meanwhile)


def _waits_for_the_shuffler(table: Table) -> bool:
    """Whether wagers lie there, and their round does not begin before the shuffler is emptied."""
    waits = table.phase == "betting" and is_tracked(table) and stock_of(table).to_empty
    return waits and has_bets(table)


def steps_of_the_house(table: Table) -> tuple[Step, ...]:
    """Return the same steps in the order of an automatic dealer, who serves the shuffler before the bets are closed."""
    due = steps(table)
    if table.phase not in ("betting", "banking"):
        return due
    return tuple(sorted(due, key=lambda step: not step.beside and step.step != burn_step(table)))


def next_of_the_house(table: Table) -> tuple[Actor, Command] | None:
    """Return the house's next command and its role; None where a person chooses or a card has to come."""
    for step in steps_of_the_house(table):
        actor = next((actor for actor in HOUSE if actor.role in step.by), None)
        if step.usual is not None and actor is not None:
            return actor, step.usual
    return None


_BY_PHASE: Mapping[Phase, Callable[[Table], Iterator[Step]]] = {
    "closed": shoe.todo,
    "opening": shoe.todo,
    "shuffling": shoe.shuffling,
    "cutting": shoe.cutting,
    "loading": shoe.loading,
    "banking": play.banking,
    "betting": play.betting,
    "counting": side_bets.counting,
    "dealing": play.dealing,
    "settling": play.settling,
    "deciding": play.deciding,
    "picking_up": play.picking_up,
    "war_wagers": play.war_wagers,
    "war_dealing": play.dealing,
    "war_settling": play.settling,
    "validating": side_bets.validating,
    "side_bets": side_bets.side_bets,
    "suspended": play.suspended,
    "idle": play.idle,
    "waking": play.idle,
    "closing": shoe.todo,
}
