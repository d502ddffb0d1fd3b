"""Private tables: a guest makes one, people with its link come in, and it is closed when all have gone.

The name of a private table is its link: it cannot be guessed, and no list shows it to other people. The log of the
house holds which private tables there are, so every server of the house has the same ones, also after a restart.
"""

import asyncio
import secrets
from collections.abc import Callable, Mapping
from typing import Any, Literal

import msgspec
from msgspec.structs import replace

from wartable import cage
from wartable.audit import PrivateTableClosed, PrivateTableOpened, RulesPutInForce, StoreRestored, rules_of
from wartable.ledger import BANK, at_table
from wartable.live.desk import Desk
from wartable.live.driving import LiveTable, Services
from wartable.live.history import HouseLog, rules_in_log
from wartable.live.moments import SECOND, Moment
from wartable.live.people import Speaker, is_bot
from wartable.live.plans import LIMITS, Filed
from wartable.live.settings import LEAST_SECONDS, PRIVATE, Floorplan, TableSettings, is_private
from wartable.live.sharing import Sharing
from wartable.live.wire import Trouble
from wartable.money import Cents
from wartable.rulebook import EDITION, load_rulebook
from wartable.store import StoreError
from wartable.table import commands as c

MAX_PRIVATE = 100
"""Private tables that are open in one house."""
MAX_OF_A_HOST = 3
"""Private tables of one guest that are open."""
EMPTY_MINUTES = 30
"""After which a table that all people have left is closed."""
LONGEST_SECONDS = 3_600
CENTS = 100

Pace = Literal["slow", "usual", "fast"]
PACES: Mapping[Pace, int] = {"slow": 160, "usual": 100, "fast": 50}
"""How long the dealer takes and bets stay open, in percent of what the plan's table has."""
HOUSE_ITSELF = Speaker("friends", "floor")
"""Who closes a private table; no person has this name."""


class PrivateLimits(msgspec.Struct, frozen=True):
    """Limits that a private table can have."""

    limits: str
    min: Cents
    max: Cents


class PrivateOffer(msgspec.Struct, frozen=True):
    """A rulebook that a private table can be played by."""

    rulebook: str
    title: str
    felt: str
    difference: str
    limits: tuple[PrivateLimits, ...]


class AskPrivate(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a host chooses for a private table."""

    rulebook: str
    limits: str
    pace: Pace = "usual"


class PrivateTables:
    """The private tables of a house, as its log has them."""

    def __init__(
        self,
        plan: Floorplan,
        houses: Mapping[str, Filed],
        services: Services,
        house: HouseLog,
        desk: Desk,
        tables: dict[str, LiveTable],
        prepare: Callable[[LiveTable], None],
    ) -> None:
        self._bases = _bases(plan, houses)
        self._services = services
        self._house = house
        self._desk = desk
        self._tables = tables
        self._prepare = prepare
        """Called with a table before it is driven or followed here."""
        self._open: dict[str, PrivateTableOpened] = {}
        self._closed: dict[str, PrivateTableOpened] = {}
        self.refused: set[str] = set()
        """Tables that are open in the log and cannot be read there; they are not opened here."""
        self._stands: Mapping[str, int] = {}
        """Where tables go on after a loss that was accepted."""
        self._empty_since: dict[str, Moment] = {}
        self._settling = asyncio.Lock()
        self._jobs: set[asyncio.Task[None]] = set()
        self._started = False
        self._sharing: Sharing | None = None
        house.listen(self._hear)

    def offers(self) -> tuple[PrivateOffer, ...]:
        """Return what a host can choose; empty where the house allows no private tables."""
        return tuple(
            PrivateOffer(filed.rulebook, load_rulebook(filed.rulebook).title, one.felt, one.difference, _limits(filed))
            for one, filed in self._bases.values()
        )

    def host_of(self, table: str) -> str:
        """Return the account of the guest who made an open table."""
        opened = self._open.get(table)
        return opened.host if opened else ""

    @property
    def open(self) -> tuple[str, ...]:
        return tuple(self._open)

    @property
    def closed(self) -> tuple[str, ...]:
        """Return the names of closed tables, whose rounds can be recalled."""
        return tuple(self._closed)

    # Making one

    async def make(self, host: str, asked: AskPrivate) -> str | Trouble:
        """Make a private table, open it here, and return its name."""
        base = self._bases.get(asked.rulebook)
        choices = base[1].private.get(asked.limits) if base else None
        if base is None or choices is None:
            return Trouble.NOT_OFFERED
        table = f"{PRIVATE}{secrets.token_hex(16)}"
        settings = msgspec.to_builtins(_settings(base[0], table, asked))
        events = (
            RulesPutInForce(table, base[1].rulebook, choices, edition=EDITION, form="automatic"),
            PrivateTableOpened(table, host, settings),
        )

        def decide() -> tuple[RulesPutInForce, PrivateTableOpened] | Trouble:
            if len(self._open) >= MAX_PRIVATE:
                return Trouble.PRIVATE_TABLES_USED_UP
            if sum(one.host == host for one in self._open.values()) >= MAX_OF_A_HOST:
                return Trouble.PRIVATE_TABLES_OF_YOURS
            return events

        made = await self._house.decide(f"friends/{table}", b"", decide)
        if isinstance(made, Trouble):
            return made
        await self.settle()
        return table

    def _hear(self, event: Any, _at: Moment, _command_id: str) -> None:
        match event:
            case PrivateTableOpened(table=table) if is_private(table):
                self._open[table] = event
            case PrivateTableClosed(table=table) if table in self._open:
                self._closed[table] = self._open.pop(table)
                self.refused.discard(table)
            case StoreRestored(stands=stands):
                self._stands = stands
                return
            case _:
                return
        if self._started:
            job = asyncio.create_task(self.settle())
            self._jobs.add(job)
            job.add_done_callback(self._done)

    def _done(self, job: asyncio.Task[None]) -> None:
        self._jobs.discard(job)
        if not job.cancelled() and (error := job.exception()) is not None:
            self._services.log("private_trouble", why=str(error), trace=error)

    # Running them

    async def start(self, sharing: Sharing | None) -> None:
        """Open the private tables of the log, and from now on those that other servers make."""
        self._sharing, self._started = sharing, True
        await self.settle()

    async def stop(self) -> None:
        self._started = False
        for job in tuple(self._jobs):
            job.cancel()
        await asyncio.gather(*self._jobs, return_exceptions=True)

    async def settle(self) -> None:
        """Open and close tables here until they agree with the log of the house."""
        async with self._settling:
            for table, opened in tuple(self._open.items()):
                if table not in self._tables and table not in self.refused:
                    await self._open_one(opened)
            for table in [one for one in self._tables if is_private(one) and one not in self._open]:
                await self._end(self._tables.pop(table))

    async def _open_one(self, opened: PrivateTableOpened) -> None:
        """Open a table; one with an unreadable record stays closed, and the others go on."""
        try:
            live = await self._read(opened)
        except (StoreError, OSError):
            raise
        except Exception as error:
            self.refused.add(opened.table)
            await self._services.report(opened.table, "table", str(error))
            return
        await self._begin(live)

    async def refresh(self) -> None:
        """Read the house's log: another server may have made or closed a table a moment ago."""
        await self._house.follow()
        await self.settle()

    async def recall(self, table: str) -> LiveTable | None:
        """Return a closed table from its log; its rounds can be read, and none is played."""
        opened = self._closed.get(table)
        if opened is None:
            return None
        try:
            live = await self._read(opened)
        except ValueError:
            return None  # of a release that this one cannot read
        await live.follow()
        return live

    async def _read(self, opened: PrivateTableOpened) -> LiveTable:
        """Read a table with the rules that it was made with."""
        over_time, version, _ = await asyncio.to_thread(rules_in_log, self._services.store, opened.table)
        if over_time is None:
            raise ValueError(f"{opened.table}: the log of the house has no rules for it")
        settings = msgspec.convert(opened.settings, TableSettings)
        if settings.table != opened.table or settings.dealer != "automatic":
            raise ValueError(f"{opened.table}: its settings are those of another table")
        live = LiveTable(settings, rules_of(over_time.at(version + 1)), self._services)
        live.log.over_time = over_time
        if opened.table in self._stands:
            live.driver.give_up(self._stands[opened.table])
        return live

    async def _begin(self, live: LiveTable) -> None:
        if live.rules.bank.by == "house" and live.settings.inventory:
            opening = cage.FillInventory(live.id, live.settings.inventory, "opening")
            await self._desk.do(f"fill/{live.id}", b"", opening)
        self._tables[live.id] = live
        self._prepare(live)
        if self._sharing is not None:
            await self._sharing.add(live)
        else:
            await live.drive()

    async def _end(self, live: LiveTable) -> None:
        self._empty_since.pop(live.id, None)
        if self._sharing is not None:
            await self._sharing.remove(live)
        await live.stop()

    # Closing them

    async def sweep(self) -> None:
        """Close the tables driven here that have been empty long enough."""
        now = self._services.clock.now()
        for live in [self._tables[table] for table in self._open if table in self._tables]:
            if not _is_empty(live):
                self._empty_since.pop(live.id, None)
            elif now - self._empty_since.setdefault(live.id, now) >= EMPTY_MINUTES * 60 * SECOND:
                await self.close(live)

    async def close(self, live: LiveTable) -> None:
        """Close the table first, as a person of the floor does: its shoe is revealed, and its chips go back."""
        if live.table.phase != "closed":
            await live.ask(HOUSE_ITSELF, f"{live.id}.{live.log.mirror.version}", c.CloseTable())
            return
        held = await asyncio.to_thread(self._services.store.balance, at_table(live.id, BANK))
        if held > 0:
            credit = cage.CreditInventory(live.id, held, "closing")
            await self._desk.do(f"friends/{live.id}/credit", b"", credit)
        await self._house.append(f"friends/{live.id}/closed", b"", PrivateTableClosed(live.id))
        await self.settle()


def _is_empty(live: LiveTable) -> bool:
    """Whether this server drives a table without people and with nothing under way."""
    people = any(box.patron and not is_bot(box.patron) for box in live.table.boxes)
    return live.may_move and not people and not live.gallery.is_watched


def _bases(plan: Floorplan, houses: Mapping[str, Filed]) -> dict[str, tuple[TableSettings, Filed]]:
    """Return by rulebook the first table of the plan that private tables can be made from; none without play money."""
    bases: dict[str, tuple[TableSettings, Filed]] = {}
    for one in plan.tables if plan.guest_chips else ():
        filed = houses[one.table]
        if filed.private:
            bases.setdefault(filed.rulebook, (one, filed))
    return bases


def _limits(filed: Filed) -> tuple[PrivateLimits, ...]:
    bounds = ((name, LIMITS[name]) for name in filed.private)
    return tuple(PrivateLimits(name, least * CENTS, most * CENTS) for name, (least, most, _) in bounds)


def _settings(base: TableSettings, table: str, asked: AskPrivate) -> TableSettings:
    percent = PACES[asked.pace]
    bets = max(LEAST_SECONDS, min(LONGEST_SECONDS, base.bets_seconds * percent // 100))
    return replace(
        base,
        table=table,
        house=asked.rulebook,
        choices={},
        name="Friends",
        dealer="automatic",
        floor="automatic",
        pace=min(1_000, base.pace * percent // 100),
        bets_seconds=bets,
    )
