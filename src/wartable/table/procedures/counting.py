"""Counting the side wagers: the dealer counts them blind, each kind apart, before they go into the inventory.

A count that differs from what the system accepted is recorded and repeated; a second difference goes to the floor.
"""

from collections.abc import Iterator

from msgspec.structs import replace

from wartable.money import Cents
from wartable.rulebook import FEEDS, SIDE, WAGERS, Ruling, Wager
from wartable.table import commands as c
from wartable.table import events as e
from wartable.table.refusals import Decided, Refusal, Refused
from wartable.table.side_bets import side_bets_are_offered
from wartable.table.state import Call, Table, bettor_at, standing_phase
from wartable.table.words import Actor, Seat

MAX_COUNT = 1_000


def side_wagers(table: Table) -> tuple[tuple[Seat, Wager, Cents], ...]:
    return tuple(
        (box.seat, wager, stake)
        for box in table.boxes
        for bettor in box.bettors
        for wager in SIDE
        if (stake := bettor.stakes[wager])
    )


def accepted(table: Table) -> tuple[tuple[Wager, int], ...]:
    """Return how many wagers of each kind that the house offers the system accepted."""
    kinds = [wager for _, wager, _ in side_wagers(table)]
    return tuple((wager, kinds.count(wager)) for wager in SIDE if WAGERS[wager].offered(table.rules))


def chips_are_uncounted(table: Table) -> bool:
    """Whether the collected chips still lie in front of the inventory; the first edition put them in at once."""
    return standing_phase(table) == "counting" and not table.rules.of_the_first_edition


def count_is_due(table: Table) -> bool:
    """Whether the dealer counts the side wagers at this table."""
    return table.rules.progressive is None or table.rules.progressive.count


def lock_side_wagers(table: Table) -> tuple[e.Event, ...]:
    """When the betting closes, side wagers are locked and collected; where they are counted, they wait for that."""
    wagers = side_wagers(table) if side_bets_are_offered(table.rules) else ()
    if not wagers:
        return ()
    booked = table.rules.of_the_first_edition or not count_is_due(table)
    collected = e.SideWagersCollected(wagers, booked)
    return (collected, *contributions(table)) if booked else (collected,)


def contributions(table: Table) -> Iterator[e.MeterFed]:
    """Return the share of the side wagers on the table that belongs to each meter."""
    wagers = side_wagers(table)
    for name, wager in FEEDS.items():
        meter = table.meters.get(name)
        fed = sum(meter.rate.of(stake) for _, kind, stake in wagers if kind == wager) if meter else 0
        if fed:
            yield e.MeterFed(name, fed)


def side_wagers_collected(table: Table, event: e.SideWagersCollected) -> Table:
    return replace(table, round=replace(table.round, side_wagers=len(event.stakes)))


def count_side_wagers(table: Table, command: c.CountSideWagers, by: Actor) -> Decided:
    """Compare the dealer's count with the accepted wagers; only then do chips go in and meters take their share."""
    clauses = table.rules.steps["count_side_wagers"].clauses
    if table.rules.of_the_first_edition:
        if command.wagers != table.round.side_wagers:
            return Refused(Refusal.COUNT_DIFFERS, clauses)
        return (e.SideWagersCounted(command.wagers),)
    taken = accepted(table)
    counted = dict(command.counts)
    if sorted(wager for wager, _ in command.counts) != sorted(wager for wager, _ in taken):
        return Refused(Refusal.COUNT_IS_BAD, clauses)
    if not all(0 <= chips <= MAX_COUNT for chips in counted.values()):
        return Refused(Refusal.COUNT_IS_BAD, clauses)
    counts = tuple((wager, counted[wager]) for wager, _ in taken)
    if counts != taken:
        return _differs(table, counts, clauses)
    return e.SideWagersCounted(sum(counted.values()), counts, side_wagers(table)), *contributions(table)


def _differs(table: Table, counts: e.Counts, clauses: tuple[str, ...]) -> Decided:
    """Record the difference; the first is counted again, a second goes to the floor."""
    miscounted = e.SideWagersMiscounted(counts)
    if not table.round.miscounts:
        return (miscounted,)
    pairs = tuple(zip(counts, accepted(table), strict=True))
    choices: list[Ruling] = ["recount"]
    if any(chips > wagers for (_, chips), (_, wagers) in pairs):
        choices.append("return_chip")
    if any(chips < wagers for (_, chips), (_, wagers) in pairs):
        choices.append("return_wager")
    return miscounted, e.FloorCalled("count_differs", tuple(choices), clauses)


def side_wagers_miscounted(table: Table, event: e.SideWagersMiscounted) -> Table:
    return replace(table, round=replace(table.round, miscounts=table.round.miscounts + 1, counted=event.counts))


def side_wagers_counted(table: Table, event: e.SideWagersCounted) -> Table:
    return table


def return_chip(table: Table, call: Call, command: c.Rule) -> Decided:
    """Give back a chip that the system did not accept; where the floor names its wager, it has a chip too many."""
    found, taken = dict(table.round.counted or ()), dict(accepted(table))
    if command.wager is None or found.get(command.wager, 0) > taken.get(command.wager, 0):
        return ()
    return Refused(Refusal.WAGER_IS_NOT_THERE, call.clauses)


def return_wager(table: Table, call: Call, command: c.Rule) -> Decided:
    """Give back an accepted wager for which no chip was found; the dealer counts again then."""
    box = table.box(command.seat or 0)
    bettor = bettor_at(box, "") if box else None
    if box is None or bettor is None or command.wager not in SIDE or not bettor.stakes[command.wager]:
        return Refused(Refusal.WAGER_IS_NOT_THERE, call.clauses)
    stake = bettor.stakes[command.wager]
    return (e.WagerReturned(box.seat, bettor.name, bettor.patron, command.wager, stake, call.clauses),)
