"""The cage's desk: chips for cash and back, fills and credits, each kept with its money in one batch."""

import asyncio
import secrets

from wartable import cage
from wartable.cage import CageCommand, CageEvent, CageRefusal, paid_from
from wartable.live.house import HouseLog, digest
from wartable.live.moments import Clock
from wartable.live.patrons import Patrons
from wartable.live.troubles import Trouble
from wartable.money import Cents
from wartable.store import Batch, Kept, Move, NoFunds, OtherBody, Store, Write, WrongVersion, encode

TRIES = 10


class Desk:
    """Moves money between the cage, patrons and tables."""

    def __init__(self, store: Store, clock: Clock, patrons: Patrons, log: HouseLog) -> None:
        self._store = store
        self._clock = clock
        self._patrons = patrons
        self._log = log

    async def give(self, patron: str, cents: Cents) -> None:
        """Chips for somebody who is to have them."""
        await self.do(f"chips/{secrets.token_hex(16)}", b"", cage.BuyIn(patron, cents))

    async def do(self, command_id: str, body: bytes, command: CageCommand) -> Kept | Trouble | CageRefusal:
        """One thing at the desk."""
        account = paid_from(command)
        held = await asyncio.to_thread(self._store.balance, account) if account else 0
        event = cage.decide(command, held)
        if isinstance(event, CageRefusal):
            return await self._answered_before(command_id, body) or event
        try:
            if isinstance(event, cage.BoughtIn | cage.CashedOut | cage.TipGiven):
                return await self._at_wallet(command_id, body, event.patron, event)
            return await self._log.append(command_id, body, event)
        except NoFunds:
            return await self._answered_before(command_id, body) or CageRefusal.NOT_HELD
        except OtherBody:
            return Trouble.OTHER_BODY

    async def _answered_before(self, command_id: str, body: bytes) -> Kept | Trouble | None:
        """What is refused now may have been done before, under the same id."""
        kept = await asyncio.to_thread(self._store.find, command_id)
        return Trouble.OTHER_BODY if kept is not None and kept.answer != digest(body) else kept

    async def _at_wallet(self, command_id: str, body: bytes, patron: str, event: CageEvent) -> Kept:
        stream = f"patron/{patron}"
        moves = tuple(Move(stream, 0, posting.account, posting.cents) for posting in cage.moves_of(event))
        for _ in range(TRIES):
            head = await asyncio.to_thread(self._store.head, stream)
            write = Write(stream, head.version, (encode(event),))
            try:
                batch = Batch(command_id, body, self._clock.now(), (write,), moves, digest(body))
                kept = await asyncio.wrap_future(self._store.submit(batch))
            except WrongVersion:
                continue
            await self._patrons.refresh(patron)
            return kept
        raise WrongVersion(stream, 0, 0)
