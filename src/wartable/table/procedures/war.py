"""A tie: the player surrenders half or goes to war."""

from wartable.table import commands as c
from wartable.table import events as e
from wartable.table.procedures.calls import call_floor
from wartable.table.procedures.coverage import Coverage
from wartable.table.procedures.progressive import settle_with_hand
from wartable.table.procedures.settle import settled
from wartable.table.procedures.theirs import not_theirs
from wartable.table.refusals import Decided, Refusal, Refused
from wartable.table.side_bets import progressive_hand
from wartable.table.state import Bettor, Box, Choice, Table, change_bettor, put_stake
from wartable.table.turns import next_to_ask
from wartable.table.words import Actor, Role


def _asked(table: Table, command: c.Surrender | c.GoToWar, by: Actor) -> tuple[Box, Bettor] | Refused:
    """Tied players are asked one after the other; each answers for their own wager."""
    turn = next_to_ask(table)
    if turn is None:
        raise LookupError("no player is asked")
    box, bettor = turn
    if (box.seat, bettor.name) != (command.seat, command.bettor):
        return Refused(Refusal.NOT_YOUR_TURN, table.rules.steps["choose"].clauses)
    if (refused := not_theirs(bettor, by, table.rules.steps["choose"].clauses)) is not None:
        return refused
    return turn


def _deciding_together(table: Table, box: Box, bettor: Bettor) -> tuple[Bettor, ...]:
    """The bettors for whom this answer counts: all at the seat, where the seated player decides for them."""
    if bettor.name or table.rules.bank.backline_decision == "each_bettor":
        return (bettor,)
    return tuple(b for b in box.bettors if b.stakes["initial"] and not b.choice)


def surrender(table: Table, command: c.Surrender, by: Actor) -> Decided:
    """Give up half of the initial wager; the player is out of the round."""
    turn = _asked(table, command, by)
    return turn if isinstance(turn, Refused) else surrender_events(table, *turn, by.role)


def surrender_events(table: Table, box: Box, bettor: Bettor, by: Role) -> Decided:
    """Return the events of a surrender; half of a covered part must exist in whole cents."""
    together = _deciding_together(table, box, bettor)
    if any(b.stakes["initial"] % 2 for b in together):
        return Refused(Refusal.HALF_DOES_NOT_EXIST, table.rules.cite["surrender.smallest_chip"])
    line = table.rules.settlement["original.surrender.initial"]
    coverage = Coverage(table)
    events: list[e.Event] = []
    for b in together:
        events.append(e.TieSurrendered(box.seat, b.name, by))
        events.append(settled(box, b, "initial", b.stakes["initial"], line, coverage))
    return (*events, *settle_with_hand(table, box, progressive_hand(table, box)))


def tie_surrendered(table: Table, event: e.TieSurrendered) -> Table:
    return _chosen(table, event.seat, event.bettor, choice="surrender")


def go_to_war(table: Table, command: c.GoToWar, by: Actor) -> Decided:
    """Put up a war wager equal to the covered part of the initial wager."""
    turn = _asked(table, command, by)
    if isinstance(turn, Refused):
        return turn
    box, bettor = turn
    together = _deciding_together(table, box, bettor)
    declared = tuple(e.WarDeclared(box.seat, b.name, b.patron, b.stakes["initial"]) for b in together)
    if not table.rules.tie.on_war_deal or table.rules.of_the_first_edition:
        return declared
    return (*declared, *(e.WarTieOffered(box.seat, b.name) for b in together))


def war_declared(table: Table, event: e.WarDeclared) -> Table:
    table = table.with_box(put_stake(table.boxes[event.seat - 1], event.bettor, "war", event.stake))
    return _chosen(table, event.seat, event.bettor, choice="war")


def _chosen(table: Table, seat: int, name: str, choice: Choice) -> Table:
    return table.with_box(change_bettor(table.boxes[seat - 1], name, choice=choice))


def call_time(table: Table, command: c.CallTime, by: Actor) -> Decided:
    """Surrender for a remote player by the house's declared rule, where a time was filed.

    A player at the table has no such time.
    """
    turn = next_to_ask(table)
    if turn is None:
        raise LookupError("no player is asked")
    box, bettor = turn
    waits = bettor.presence == "at_table" or table.rules.decision.timeout_s is None
    if waits and not table.rules.of_the_first_edition:
        return Refused(Refusal.NOT_NOW, table.rules.cite["decision.timeout_s"])
    if table.rules.decision.on_timeout == "surrender":
        decided = surrender_events(table, box, bettor, by.role)
        if not isinstance(decided, Refused):
            return decided
    return (call_floor(table, "time_is_up", ("wait", "surrender"), "decision.on_timeout", box.seat, bettor.name),)
