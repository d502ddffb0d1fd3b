"""Walk-ins: people who bring real chips to a table, of which the house knows only what they bet."""

from wartable.ledger import moves_of
from wartable.live.log import Addition, TableLog
from wartable.live.mirror import Happened
from wartable.live.orders import WALK_IN
from wartable.live.services import BuyIn
from wartable.live.settings import TableSettings
from wartable.store import Kept, NoFunds

WALK_IN_CHIPS = 1_000_00
"""What a walk-in is taken to have brought when a wager shows that they have more than we knew."""


async def append_for(
    settings: TableSettings, log: TableLog, buy_in: BuyIn, addition: Addition
) -> tuple[Kept, tuple[Happened, ...]]:
    """Keep what one command leads to; where real chips lie on the table, a walk-in brought those that are missing."""
    for _ in log.mirror.table.boxes:
        try:
            return await log.append(addition)
        except NoFunds as short:
            patron = short.account.partition("/")[2]
            if settings.dealer != "person" or not patron.startswith(WALK_IN):
                raise
            await buy_in(patron, max(WALK_IN_CHIPS, _paid_by(settings.table, short.account, addition)))
    return await log.append(addition)


def _paid_by(table: str, account: str, addition: Addition) -> int:
    """What an account puts up in all."""
    made = (posting for event in addition.events for posting in moves_of(table, event))
    return sum(-posting.cents for posting in made if posting.account == account and posting.cents < 0)
