"""The steps that are due at a table, and their order for an automatic dealer."""

from collections.abc import Callable, Iterator, Mapping

from msgspec.structs import replace

from wartable.table import actors
from wartable.table.commands import Command
from wartable.table.procedures import burn_step
from wartable.table.state import Table
from wartable.table.steps.play import (
    banking,
    betting,
    called_meanwhile,
    dealing,
    deciding,
    idle,
    look_for_cover_card,
    owed,
    picking_up,
    settling,
    suspended,
    war_wagers,
)
from wartable.table.steps.shoe import beside, cover_device, cutting, loading, seal_steps, shuffling, todo
from wartable.table.steps.side_bets import counting, side_bets, validating
from wartable.table.steps.step import Step
from wartable.table.stock import device_waits, is_tracked, stock_of
from wartable.table.words import Actor, Phase

HOUSE = (actors.DEALER, actors.FLOOR, actors.SHOE)
"""The roles of the house in the order in which they do a step that several may do."""


def steps(table: Table) -> tuple[Step, ...]:
    """Return what may or must be done next; the first is the usual step."""
    cover = tuple(cover_device(table))
    if cover and (table.phase in ("shuffling", "loading") or device_waits(table)):
        return cover
    due = (*seal_steps(table), *owed(table), *_BY_PHASE[table.phase](table), *called_meanwhile(table))
    meanwhile = tuple(beside(table))
    if _waits_for_the_shuffler(table):
        due, meanwhile = (*(replace(step, beside=False) for step in meanwhile), *due), ()
    return (*cover, *due, *(look_for_cover_card(table) if due else ()), *meanwhile)


def _waits_for_the_shuffler(table: Table) -> bool:
    """Whether wagers lie there, and their round does not begin before the shuffler is emptied."""
    waits = table.phase == "betting" and is_tracked(table) and stock_of(table).to_empty
    return waits and any(box.bettors for box in table.boxes)


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
    "closed": todo,
    "opening": todo,
    "shuffling": shuffling,
    "cutting": cutting,
    "loading": loading,
    "banking": banking,
    "betting": betting,
    "counting": counting,
    "dealing": dealing,
    "settling": settling,
    "deciding": deciding,
    "picking_up": picking_up,
    "war_wagers": war_wagers,
    "war_dealing": dealing,
    "war_settling": settling,
    "validating": validating,
    "side_bets": side_bets,
    "suspended": suspended,
    "idle": idle,
    "waking": idle,
    "closing": todo,
}
