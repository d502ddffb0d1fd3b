"""Neighbours at an automatic table where players bank: they bet against a player's bank, and never hold it.

They come when a person sits down and leave when the last person has left. Their chips are play money of the house, and
the house never banks: where no person takes the bank, the table waits.
"""

from collections.abc import Sequence, Set
from math import lcm

from wartable.live.moves.acts import HouseAct, act_of
from wartable.live.people import BOT, Patrons
from wartable.live.settings import TableSettings
from wartable.money import Cents
from wartable.rulebook import Rules
from wartable.table import PHASES, Actor, Refused, Table, decide, next_to_ask
from wartable.table import commands as c

USUAL_WAGER = 5_00
"""Where a house sets no limit."""
NEIGHBOUR = "Neighbour {number} (bot)"
"""What they are called on the screen; no person can take a name with the word bot."""


def bots_of(settings: TableSettings, rules: Rules) -> tuple[str, ...]:
    """The accounts of the neighbours at this table; none where the house banks."""
    if rules.bank.by != "player" or settings.dealer != "automatic":
        return ()
    return tuple(f"{BOT}{settings.table}-{number}" for number in range(1, settings.proposition_players + 1))


def seat_bots(table: Table, bots: Sequence[str]) -> HouseAct | None:
    """The next neighbour to sit down, at the far end of the table, or to leave where no person is left."""
    if any(box.patron and box.patron not in bots for box in table.boxes):
        return _sits(table, bots)
    leaving = (act_of(Actor("player", box.patron), c.Leave(box.seat), "bot") for box in table.boxes if box.patron)
    return next((act for act in leaving if _can(table, act)), None)


def _sits(table: Table, bots: Sequence[str]) -> HouseAct | None:
    if c.Sit not in PHASES[table.phase]:
        return None
    seated = {box.patron for box in table.boxes}
    free = [box.seat for box in table.boxes if not box.patron]
    missing = next((bot for bot in bots if bot not in seated), None)
    return act_of(Actor("player", missing), c.Sit(free[-1], missing), "bot") if missing and free else None


def _can(table: Table, act: HouseAct) -> bool:
    return not isinstance(decide(table, act.make(), act.by), Refused)


def bet_of_bots(table: Table, bots: Set[str]) -> HouseAct | None:
    """The next wager of a neighbour against the bank of a person; none where the table does not accept it."""
    if not table.banker.posted:
        return None
    stake = _stake(table.rules)
    bets = (
        act_of(Actor("player", box.patron), c.PlaceWager(box.seat, "initial", stake), "bot")
        for box in table.boxes
        if box.patron in bots and not box.bettors
    )
    return next((act for act in bets if _can(table, act)), None)


def _stake(rules: Rules) -> Cents:
    """The smallest wager whose half exists in chips."""
    step = lcm(2 * (rules.surrender.smallest_chip or 1), rules.limits.step or 1)
    return -(-(rules.limits.min or USUAL_WAGER) // step) * step


def choice_of_bots(table: Table, bots: Set[str]) -> HouseAct | None:
    """A tied neighbour goes to war."""
    turn = next_to_ask(table)
    if turn is None or turn[1].patron not in bots:
        return None
    return act_of(Actor("player", turn[1].patron), c.GoToWar(turn[0].seat, turn[1].name), "bot")


def bot_at(table: Table, seat: int, bots: Set[str]) -> Actor | None:
    """The neighbour at a seat, who declines every offer."""
    patron = table.boxes[seat - 1].patron
    return Actor("player", patron) if patron in bots else None


async def learn_who_plays(table: Table, bots: tuple[str, ...], patrons: Patrons) -> None:
    """Learn the balances and names of all players at a table; neighbours are named by number."""
    for patron in sorted({box.patron for box in table.boxes if box.patron} | set(bots)):
        await patrons.refresh(patron)
    for number, bot in enumerate(bots, start=1):
        patrons.remember(bot, NEIGHBOUR.format(number=number))
