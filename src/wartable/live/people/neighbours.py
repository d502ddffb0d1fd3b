"""Neighbours: players that the program plays, who keep people company at an automatic table.

A neighbour is a bot, and its account and its name on the screen say so. It plays for play money, and only among people
who do: none of it can reach an account whose chips are worth money. At least one seat stays free for a person.
"""

from wartable.live.people.patrons import BOT, is_bot, is_play_money
from wartable.live.settings import TableSettings
from wartable.live.wire import DismissNeighbours, InviteNeighbours, NeighboursOffer, Trouble
from wartable.rulebook import Rules
from wartable.table import Actor, Command, Seat, Table
from wartable.table import commands as c

KEPT_FREE = 1
"""Seats that neighbours leave to people."""

ActorCommand = tuple[Actor, Command]


def bots_of(settings: TableSettings, rules: Rules) -> tuple[str, ...]:
    """Return the accounts of a table's neighbours; none where the room takes a fee, which play money cannot pay."""
    if settings.dealer != "automatic" or rules.bank.collection_fee:
        return ()
    return tuple(f"{BOT}{settings.table}-{number}" for number in range(1, settings.proposition_players + 1))


def are_welcome(table: Table) -> bool:
    """Return whether people sit at a table, and all of them play for play money."""
    people = [box.patron for box in table.boxes if box.patron and not is_bot(box.patron)]
    return bool(people) and all(map(is_play_money, people))


def seats_for_bots(table: Table) -> tuple[Seat, ...]:
    """Return the free seats that neighbours may take, from the far end of the table."""
    free = [box.seat for box in table.boxes if not box.patron]
    return tuple(reversed(free[KEPT_FREE:]))


def offered_to(table: Table, settings: TableSettings, patron: str) -> NeighboursOffer:
    """Return what a player may ask of the neighbours; where players bank they come and go by themselves."""
    taken = [box.patron for box in table.boxes if box.patron]
    if patron not in taken or table.rules.bank.by == "player":
        return ""
    if any(map(is_bot, taken)):
        return "may_go"
    is_thin = 2 * len(taken) < len(table.boxes)
    return "may_come" if is_thin and arrivals(table, settings) else ""


def ask_neighbours(
    said: InviteNeighbours | DismissNeighbours, table: Table, settings: TableSettings, patron: str
) -> tuple[ActorCommand, ...] | Trouble:
    """Return how the neighbours do what a player asks of them, all at once; or why they do not."""
    match said, offered_to(table, settings, patron):
        case InviteNeighbours(), "may_come":
            return arrivals(table, settings)
        case DismissNeighbours(), "may_go":
            return departures(table)
    return Trouble.NO_NEIGHBOURS


def arrivals(table: Table, settings: TableSettings) -> tuple[ActorCommand, ...]:
    """Return how the missing neighbours sit down, as far as there are seats for them."""
    if not are_welcome(table):
        return ()
    seated = {box.patron for box in table.boxes}
    missing = (bot for bot in bots_of(settings, table.rules) if bot not in seated)
    pairs = zip(missing, seats_for_bots(table), strict=False)
    return tuple((Actor("player", bot), c.Sit(seat, bot)) for bot, seat in pairs)


def departures(table: Table) -> tuple[ActorCommand, ...]:
    """Return how every neighbour leaves."""
    bots = ((box.seat, box.patron) for box in table.boxes if is_bot(box.patron))
    return tuple((Actor("player", bot), c.Leave(seat)) for seat, bot in bots)
