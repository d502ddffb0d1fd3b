"""Players of the house at a table where players bank: they take the bank when no other player does, and never bet."""

from collections.abc import Sequence

from wartable.live.moves.dealer import HouseAct, act_of
from wartable.live.people import BOT, Patrons
from wartable.live.settings import TableSettings
from wartable.money import Cents
from wartable.rulebook import Rules
from wartable.table import PHASES, Actor, Table
from wartable.table import commands as c

BANK_UNITS = 20
"""The number of largest wagers that a bank covers."""
LARGEST_WAGER = 500_00
"""Where a house sets no limit."""
HOUSE_PLAYER = "House player"
"""What they are called on the screen."""


def bots_of(settings: TableSettings, rules: Rules) -> tuple[str, ...]:
    """The accounts of the players of the house at this table; none where the house banks."""
    if rules.bank.by != "player" or settings.dealer != "automatic":
        return ()
    return tuple(f"{BOT}{settings.table}-{number}" for number in range(1, settings.proposition_players + 1))


def bank_of(rules: Rules) -> Cents:
    """What a player of the house posts."""
    return BANK_UNITS * (rules.limits.max or LARGEST_WAGER)


def seat_bots(table: Table, bots: Sequence[str]) -> HouseAct | None:
    """The next player of the house to sit down, at the far end of the table."""
    if c.Sit not in PHASES[table.phase]:
        return None
    seated = {box.patron for box in table.boxes}
    for bot in bots:
        free = [box.seat for box in table.boxes if not box.patron]
        if bot not in seated and free:
            return act_of(Actor("player", bot), c.Sit(free[-1], bot), "bot")
    return None


async def learn_who_plays(table: Table, bots: tuple[str, ...], patrons: Patrons) -> None:
    """Learn the balances and names of all players at a table; players of the house are named by number."""
    for patron in sorted({box.patron for box in table.boxes if box.patron} | set(bots)):
        await patrons.refresh(patron)
    for number, bot in enumerate(bots, start=1):
        patrons.remember(bot, f"{HOUSE_PLAYER} {number}")
