"""Before the war deal: each war wager is seen, each player answers the offer of a tie wager, then all is confirmed."""

from msgspec.structs import replace

from wartable.table import commands as c
from wartable.table import events as e
from wartable.table.procedures import war
from wartable.table.procedures.coverage import Coverage
from wartable.table.procedures.settle import settled
from wartable.table.procedures.theirs import not_theirs
from wartable.table.refusals import Decided, Refusal, Refused
from wartable.table.state import AtWar, Bettor, Box, Table, bettor_at, change_bettor, put_stake
from wartable.table.turns import at_war
from wartable.table.words import Actor, Seat

NOT_DOWN = "the war wager was not placed"


def is_unseen(bettor: Bettor) -> bool:
    """Whether the dealer still has to look for the war wager; a remote player's chips moved with the choice."""
    return bettor.presence == "at_table" and not (bettor.at_war and bettor.at_war.confirmed)


def has_offer(bettor: Bettor) -> bool:
    """Whether a player at war still has to answer the offer of a tie wager."""
    return bettor.at_war is not None and bettor.at_war.tie == "offered"


def _at_war(
    table: Table, command: c.ConfirmWarWager | c.DeclineWarTie, by: Actor, clauses: tuple[str, ...]
) -> tuple[Box, Bettor] | Refused:
    """Find the bettor at war whom a command names, if this actor may speak of them."""
    box = table.box(command.seat)
    if box is None:
        return Refused(Refusal.NO_SUCH_SEAT)
    bettor = bettor_at(box, command.bettor)
    if bettor is None or not bettor.stakes["war"]:
        return Refused(Refusal.HAND_IS_NOT_IN_PLAY, table.rules.steps["war_wager"].clauses)
    return not_theirs(bettor, by, clauses) or (box, bettor)


def confirm_war_wager(table: Table, command: c.ConfirmWarWager, by: Actor) -> Decided:
    """Say of one war wager whether it is down. One that is not goes back, and the player chooses again."""
    clauses = table.rules.steps["war_wager"].clauses
    found = _at_war(table, command, by, clauses)
    if isinstance(found, Refused):
        return found
    box, bettor = found
    if not is_unseen(bettor):
        return Refused(Refusal.CONFIRMED_ALREADY, clauses)
    if command.placed:
        return (e.WarWagerConfirmed(box.seat, bettor.name),)
    tie = bettor.stakes["war_tie"]
    back = (e.WagerTakenBack(box.seat, bettor.name, bettor.patron, "war_tie", tie, NOT_DOWN),) if tie else ()
    return *back, e.WarWagerNotPlaced(box.seat, bettor.name, bettor.patron, bettor.stakes["war"])


def war_wager_confirmed(table: Table, event: e.WarWagerConfirmed) -> Table:
    return _asked(table, event.seat, event.bettor, confirmed=True)


def war_wager_not_placed(table: Table, event: e.WarWagerNotPlaced) -> Table:
    """Return the chips and the choice."""
    box = put_stake(table.boxes[event.seat - 1], event.bettor, "war", 0)
    return table.with_box(change_bettor(box, event.bettor, choice="", at_war=None))


def war_tie_offered(table: Table, event: e.WarTieOffered) -> Table:
    return _asked(table, event.seat, event.bettor, tie="offered")


def decline_war_tie(table: Table, command: c.DeclineWarTie, by: Actor) -> Decided:
    """Answer the offer with no: the player, or the dealer for a player at the table."""
    clauses = table.rules.steps["war_tie"].clauses
    found = _at_war(table, command, by, clauses)
    if isinstance(found, Refused):
        return found
    box, bettor = found
    if not has_offer(bettor):
        return Refused(Refusal.NO_OFFER_WAITS, clauses)
    return (e.WarTieDeclined(box.seat, bettor.name, by.role),)


def war_tie_declined(table: Table, event: e.WarTieDeclined) -> Table:
    return _asked(table, event.seat, event.bettor, tie="declined")


def _asked(table: Table, seat: Seat, name: str, **changes: object) -> Table:
    box = table.boxes[seat - 1]
    bettor = bettor_at(box, name)
    asked = bettor.at_war if bettor and bettor.at_war else AtWar()
    return table.with_box(change_bettor(box, name, at_war=replace(asked, **changes)))


def call_time(table: Table, command: c.CallTime, by: Actor) -> Decided:
    """End the time of the tied player who decides, or of the remote players who have not answered the offer."""
    if table.phase == "deciding":
        return war.call_time(table, command, by)
    silent = [(box, b) for box, b in at_war(table) if has_offer(b) and b.presence != "at_table"]
    if not silent:
        return Refused(Refusal.NO_OFFER_WAITS, table.rules.steps["war_tie"].clauses)
    return tuple(e.WarTieDeclined(box.seat, bettor.name, by.role) for box, bettor in silent)


def confirm_war_wagers(table: Table, command: c.ConfirmWarWagers, by: Actor) -> Decided:
    """Confirm the war wagers; the initial wager is held, collected, or pooled with the bank's unit."""
    if any(is_unseen(bettor) for _, bettor in at_war(table)):
        return Refused(Refusal.WAR_WAGER_IS_UNSEEN, table.rules.steps["war_wager"].clauses)
    if any(has_offer(bettor) for _, bettor in at_war(table)):
        return Refused(Refusal.TIE_WAGER_IS_OFFERED, table.rules.steps["war_tie"].clauses)
    events: list[e.Event] = []
    for box, bettor in ((box, bettor) for box, bettor in at_war(table) if box.war_card is None):
        events.extend(_initial_at_war(table, box, bettor))
    return (*events, e.WarWagersConfirmed())


def _initial_at_war(table: Table, box: Box, bettor: Bettor) -> tuple[e.Event, ...]:
    way = table.rules.war.initial
    if way == "collected":
        line = table.rules.settlement["original.war.initial"]
        return (settled(box, bettor, "initial", bettor.stakes["initial"], line, Coverage(table)),)
    if way == "pooled":
        matched = e.WarMatched(box.seat, bettor.name, bettor.stakes["initial"])
        if table.rules.bank.top_up:
            bank = table.banker
            return e.BankToppedUp(bank.seat, bank.patron, bettor.stakes["initial"]), matched
        return (matched,)
    return ()


def war_matched(table: Table, event: e.WarMatched) -> Table:
    table = table.with_box(change_bettor(table.boxes[event.seat - 1], event.bettor, matched=event.amount))
    bank = table.banker
    return replace(table, banker=replace(bank, money=bank.money - event.amount)) if bank.posted else table


def war_wagers_confirmed(table: Table, event: e.WarWagersConfirmed) -> Table:
    """Begin the war; every pattern of burns begins with burns before the first war card."""
    return replace(table, round=replace(table.round, war_burns_due=table.rules.war.burns))
