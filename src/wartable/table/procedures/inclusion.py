"""The right of a player who was given no card to be in the next round: asked about before its betting closes."""

from msgspec.structs import replace

from wartable.table import commands as c
from wartable.table import events as e
from wartable.table.refusals import Decided, Refusal, Refused
from wartable.table.state import Table
from wartable.table.words import Actor, Seat


def to_include(table: Table) -> tuple[Seat, ...]:
    """Return the seats of players who have the right, and have neither wagered nor declined."""
    if not table.found.included:
        return ()
    betting = {bettor.patron for box in table.boxes for bettor in box.bettors}
    waiting = [patron for patron in table.found.included if patron not in betting]
    return tuple(box.seat for box in table.boxes if box.patron in waiting)


def decline_inclusion(table: Table, command: c.DeclineInclusion, by: Actor) -> Decided:
    """Record that the player stays out, as the player says or as the dealer enters it."""
    box = table.box(command.seat)
    if box is None:
        return Refused(Refusal.NO_SUCH_SEAT)
    if command.seat not in to_include(table):
        return Refused(Refusal.NO_SUCH_RIGHT, table.rules.cite["irregularity.include_next"])
    if by.role == "player" and by.patron != box.patron:
        return Refused(Refusal.NOT_YOUR_SEAT)
    return (e.InclusionDeclined(box.seat, box.patron),)


def inclusion_declined(table: Table, event: e.InclusionDeclined) -> Table:
    included = tuple(patron for patron in table.found.included if patron != event.patron)
    return replace(table, found=replace(table.found, included=included))
