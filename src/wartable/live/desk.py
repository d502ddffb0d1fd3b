"""The cage's desk: chips for cash and back, fills and credits, each kept with its money in one batch."""

import asyncio
import secrets
from collections.abc import AsyncIterator, Awaitable, Callable, Collection
from contextlib import AsyncExitStack, asynccontextmanager
from weakref import WeakValueDictionary

from wartable import cage
from wartable.cage import CageCommand, CageEvent, CageRefusal, paid_from
from wartable.ledger import patron as account_of
from wartable.live.driving import LiveTable, ReportWallet
from wartable.live.history import HouseLog, Seen, digest
from wartable.live.keeping import TRIES, keep, pause_before
from wartable.live.moments import Clock
from wartable.live.people import Patrons
from wartable.live.wire import Trouble
from wartable.money import Cents
from wartable.store import (
    Batch,
    Kept,
    Move,
    NoFunds,
    OtherBalance,
    OtherBody,
    Store,
    WalletDiffers,
    Write,
    WrongVersion,
    encode,
)
from wartable.table import chips_on

DeskRefusal = Trouble | CageRefusal
Decide = Callable[[Cents], CageEvent | DeskRefusal]
"""What happens, where an account holds so much; or why not."""
Holds = Callable[[], Awaitable[Cents]]
"""Asks what an account holds."""
Tables = Collection[LiveTable]


class Desk:
    """Moves money between the cage, patrons and tables."""

    def __init__(
        self,
        store: Store,
        clock: Clock,
        patrons: Patrons,
        log: HouseLog,
        tell: Callable[[str], None],
        report_wallet: ReportWallet,
    ) -> None:
        self._store = store
        self._clock = clock
        self._patrons = patrons
        self._log = log
        self._tell = tell
        """Called with a patron whose money has moved here."""
        self._report_wallet = report_wallet
        self._turns: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    async def give(self, patron: str, cents: Cents) -> None:
        await self.do(_new_id(), b"", cage.BuyIn(patron, cents))

    async def refill(self, patron: str, cents: Cents, least: Cents, tables: Tables) -> Kept | DeskRefusal:
        """Chips for a patron who holds less than the least; asked for many times at once, they are given once.

        Chips that lie on a table are held too. What is remembered of the wallet changes together with the tables, so
        a wager on its way from one to the other is counted once.
        """

        def decide(held: Cents) -> CageEvent | DeskRefusal:
            staked = sum(chips_on(live.table, patron) for live in tables)
            return Trouble.CHIPS_LEFT if held + staked >= least else cage.decide(cage.BuyIn(patron, cents))

        async def holds() -> Cents:
            await self._patrons.refresh(patron)
            for live in tables:
                await live.catch_up()
            return self._patrons.holds(patron)

        account = account_of(patron)
        async with self._turn(account):
            return await self._decide(_new_id(), b"", account, decide, holds)

    async def fill(self, usual: Cents, table: str, least: Cents, slip: str) -> None:
        """Fill a tray that cannot pay: with the usual amount, or with what is needed if that is more."""
        command = cage.FillInventory(table, max(usual, least), slip)
        await self.do(f"fill/{table}/{slip}", b"", command)

    async def do(self, command_id: str, body: bytes, command: CageCommand) -> Kept | DeskRefusal:
        account, patron = paid_from(command), getattr(command, "patron", None)
        async with self._turn(account, account_of(patron) if patron else None):
            return await self._decide(command_id, body, account, lambda held: cage.decide(command, held))

    @asynccontextmanager
    async def _turn(self, *names: str | None) -> AsyncIterator[None]:
        """Wait for these accounts; they are locked in one order, so that two waiters cannot block each other."""
        async with AsyncExitStack() as stack:
            for name in sorted({name for name in names if name}):
                await stack.enter_async_context(self._turns.setdefault(name, asyncio.Lock()))
            yield

    async def _decide(
        self, command_id: str, body: bytes, account: str | None, decide: Decide, holds: Holds | None = None
    ) -> Kept | DeskRefusal:
        """Decide by the balance of an account, and retry if it changed before the decision was stored."""
        for tried in range(TRIES):
            await pause_before(tried)
            held = await (holds() if holds else self._balance(account))
            event = decide(held)
            if isinstance(event, DeskRefusal):
                return await self._answered_before(command_id, body) or event
            try:
                return await self._keep(command_id, body, event, ((account, held),) if account else ())
            except (OtherBalance, WrongVersion):
                continue
            except NoFunds:
                return await self._answered_before(command_id, body) or CageRefusal.NOT_HELD
            except OtherBody:
                return Trouble.OTHER_BODY
            except WalletDiffers as error:
                await self._report_wallet(error)
                return Trouble.WALLET_DIFFERS
        return Trouble.TOO_MANY  # other servers move the same accounts all the time

    async def _balance(self, account: str | None) -> Cents:
        return await asyncio.to_thread(self._store.balance, account) if account else 0

    async def _answered_before(self, command_id: str, body: bytes) -> Kept | Trouble | None:
        """Look for an earlier answer under the same id before refusing."""
        kept = await asyncio.to_thread(self._store.find, command_id)
        return Trouble.OTHER_BODY if kept is not None and kept.answer != digest(body) else kept

    async def _keep(self, command_id: str, body: bytes, event: CageEvent, seen: Seen) -> Kept:
        if not isinstance(event, cage.BoughtIn | cage.CashedOut | cage.TipGiven):
            return await self._log.append(command_id, body, event, seen=seen)
        stream = f"patron/{event.patron}"
        moves = tuple(Move(stream, 0, posting.account, posting.cents) for posting in cage.moves_of(event))
        head = await asyncio.to_thread(self._store.head, stream)
        write = Write(stream, head.version, (encode(event),))
        batch = Batch(command_id, body, self._clock.now(), (write,), moves, digest(body), seen=seen)
        kept = await keep(self._store, batch)
        await self._patrons.refresh(event.patron)
        self._tell(event.patron)
        return kept


def _new_id() -> str:
    return f"chips/{secrets.token_hex(16)}"
