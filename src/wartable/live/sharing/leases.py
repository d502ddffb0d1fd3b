"""Many servers on one store: each table has one driver, by a lease with a number that only goes up.

The driver renews its lease in time. Otherwise the next server takes the table and continues from its log; what
a driver of yesterday still wants to write is refused by the store. Processes behind one address
each take their share first, and another's share only when it has been free for as long as a lease lasts.
"""

import asyncio
from collections.abc import Iterator
from contextlib import suppress
from typing import Any
from zlib import crc32

import msgspec

from wartable.live.driving import LiveTable, LogEvent, Order
from wartable.live.history import HouseLog
from wartable.live.people import Speaker
from wartable.live.sharing.following import Following
from wartable.live.sharing.links import PROCESS, AskSimulation, Forwarded, Given, HereNow, Links, Presence, Told
from wartable.live.wire import Answer, Trouble, no
from wartable.store import Fence, Store, StoreError

RENEWALS = 3
"""How often a lease is renewed before it would be over."""
SEEK_SECONDS = 2
"""How often we look who drives what, at least, and whether a table is free."""
PRESENCE_SECONDS = 1
"""How often the server that drives a table is asked who is there."""
LOOK_SECONDS = 0.1
"""How often a command for a table without a driver looks again."""
PATIENCE = 3
"""Leases that it waits: one is over, for another the table is left to whose share it is, and it is taken."""
MOVED_TOGETHER = 8
"""Tables that another process is asked for at a time, so that loading them delays no client for long."""


class Lease(msgspec.Struct, frozen=True):
    """How this server shares a store with others."""

    address: str
    """Where other servers reach its internal door: a host and a port, and the number of a process among several."""
    seconds: int = 6
    place: int = 0
    of: int = 1
    """Which of how many processes behind one address this is; each has its share of the tables."""


class Sharing:
    """Keeps the leases of one server, follows what others drive, and forwards to them."""

    def __init__(
        self, store: Store, lease: Lease, key: bytes, tables: dict[str, LiveTable], house: HouseLog, log: LogEvent
    ) -> None:
        self._store = store
        self._lease = lease
        self._tables = tables
        self._log = log
        self._links = Links(key, self._hear)
        self._following = Following(store, tables, house, log)
        self._fences: dict[str, Fence] = {}
        self._owners: dict[str, Fence] = {}
        """Who drives each table, as it was when we last looked."""
        self._looked = 0.0
        self._free_since: dict[str, float] = {}
        self._places = {table: number % lease.of for number, table in enumerate(tables)}
        """The process whose share each table is."""
        self._share = [table for table, place in self._places.items() if place == lease.place]
        self._tasks: list[asyncio.Task[None]] = []
        self._taking = asyncio.Lock()

    async def start(self) -> None:
        """Drive the free tables of our share, follow the others, and continue to do so."""
        self._following.start()
        await self._look()
        for fence in [fence for fence in self._owners.values() if fence.owner == self._lease.address]:
            # The server that held our address before us is gone, or we would not have it.
            await asyncio.to_thread(self._store.release, fence)
            del self._owners[fence.table]
        self._tasks.append(asyncio.create_task(self._keep(), name="leases"))
        for live in self._tables.values():
            live.forward = self._forward
            self._following.listen_to(live)
            if live.id in self._share and live.id not in self._owners:
                await self._take(live)
        for live in self._tables.values():
            if live.id not in self._fences:
                await live.follow()
        self._tasks.append(asyncio.create_task(self._seek(), name="free tables"))
        self._tasks.append(asyncio.create_task(self._keep_asking(), name="presence"))

    async def stop(self) -> None:
        """Let the next server take every table at once."""
        await self._following.stop()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await asyncio.gather(*(live.stop() for live in self._tables.values()))
        for fence in self._fences.values():
            with suppress(StoreError):
                await asyncio.to_thread(self._store.release, fence)
        await self._links.close()

    async def add(self, live: LiveTable) -> None:
        """Add a new table: the process of whose share it is drives it, and the others follow."""
        place = crc32(live.id.encode()) % self._lease.of
        self._places[live.id] = place
        live.forward = self._forward
        self._following.listen_to(live)
        await self._look()
        if place == self._lease.place:
            self._share.append(live.id)
            if live.id not in self._owners:
                await self._take(live)
        if live.id not in self._fences:
            await live.follow()

    async def remove(self, live: LiveTable) -> None:
        """Remove a table that was closed for good."""
        fence = self._fences.pop(live.id, None)
        self._places.pop(live.id, None)
        if live.id in self._share:
            self._share.remove(live.id)
        await live.stop()
        if fence is not None:
            await asyncio.to_thread(self._store.release, fence)

    async def freshen(self) -> None:
        """Bring unwatched tables up to date."""
        await self._following.freshen()

    # Leases

    async def _keep(self) -> None:
        while True:
            await asyncio.sleep(self._lease.seconds / RENEWALS)
            try:
                await self._renew()
            except Exception as error:  # of any kind: the next time may go well
                self._log("lease_trouble", why=str(error), trace=error)

    async def _renew(self) -> None:
        asked = dict(self._fences)
        kept = await asyncio.to_thread(self._store.renew_all, asked.values()) if asked else set()
        for table, fence in asked.items():
            live = self._tables.get(table)
            if live is not None and self._fences.get(table) == fence and (table not in kept or live.driver.lost):
                del self._fences[table]
                self._log("table_lost", table=table)
                await live.follow()

    async def _seek(self) -> None:
        while True:
            await asyncio.sleep(min(SEEK_SECONDS, self._lease.seconds / RENEWALS))
            try:
                await self._look()
                await self._take_what_is_free()
                self._ask_for_our_share()
            except Exception as error:  # of any kind: the next look may go well
                self._log("lease_trouble", why=str(error), trace=error)

    async def _look(self) -> None:
        self._owners = await asyncio.to_thread(self._store.owners)
        self._looked = asyncio.get_running_loop().time()

    async def _take_what_is_free(self) -> None:
        for live in tuple(self._tables.values()):
            if live.id in self._owners or live.id in self._fences:
                self._free_since.pop(live.id, None)
                continue
            since = self._free_since.setdefault(live.id, self._looked)
            if live.id in self._share or self._looked - since >= self._lease.seconds:
                try:
                    await self._take(live)
                except Exception as error:  # of one table, and the others are free too
                    self._log("lease_trouble", table=live.id, why=str(error), trace=error)

    async def _take(self, live: LiveTable) -> bool:
        async with self._taking:
            if live.id in self._fences:
                return True
            fence = await asyncio.to_thread(self._store.claim, live.id, self._lease.address, self._lease.seconds)
            if fence is None:
                return False
            self._fences[live.id] = self._owners[live.id] = fence
            self._log("table_taken", table=live.id, number=fence.number)
            try:
                await live.drive(fence)
            except Exception:
                del self._fences[live.id]  # what is not driven is not held: we try again, or another server does
                with suppress(StoreError):
                    await asyncio.to_thread(self._store.release, fence)
                raise
            return True

    # Shares

    def process_of(self, table: str) -> int | None:
        """Which other process behind our own address drives a table, as far as is known; none where we do.

        One without a driver is about to be taken by the process whose share it is.
        """
        if table in self._fences or table not in self._tables:
            return None
        fence = self._owners.get(table)
        if fence is None:
            place = self._places.get(table, self._lease.place)
            return place if place != self._lease.place else None
        host, _, process = fence.owner.partition(PROCESS)
        is_ours = process.isdecimal() and host == self._lease.address.partition(PROCESS)[0]
        return int(process) if is_ours and int(process) != self._lease.place else None

    def _ask_for_our_share(self) -> None:
        """Ask another process for the tables of our share that it drives; it returns each between two rounds."""
        asked: dict[str, list[str]] = {}
        for table in self._share:
            if table in self._owners and self.process_of(table) is not None:
                asked.setdefault(self._owners[table].owner, []).append(table)
        for address, tables in asked.items():
            self._links.to(address).ask_tables(tuple(tables[:MOVED_TOGETHER]))

    async def give(self, tables: tuple[str, ...]) -> tuple[str, ...]:
        """Give up the tables that another process asks for where no round is open; return those it can take now."""
        given = []
        for live in [self._tables[table] for table in tables if table in self._tables]:
            fence = self._fences.get(live.id)
            if fence is not None and live.id not in self._share and live.may_move:
                del self._fences[live.id]
                await live.follow()
                await asyncio.to_thread(self._store.release, fence)
                self._log("table_given", table=live.id)
                given.append(live.id)
        return tuple(given)

    async def _take_given(self, tables: tuple[str, ...]) -> None:
        for table in tables:
            if table in self._share and table in self._tables:
                await self._take(self._tables[table])

    # Forwarding

    def _forward(self, table: str, order: Order) -> None:
        self._following.do(self._send(table, order))

    async def _send(self, table: str, order: Order) -> None:
        """Send an order to the table's driver, and again while it has none; the same id is done once."""
        loop = asyncio.get_running_loop()
        until = loop.time() + PATIENCE * self._lease.seconds
        live, trouble = self._tables[table], Trouble.ELSEWHERE
        while True:
            answer = await self._ask(table, order)
            if answer is not None and (answer.refused is None or answer.refused.why != ELSEWHERE):
                order.deliver(answer)
                return
            trouble = Trouble.OUTCOME_UNKNOWN if answer is None else trouble
            if loop.time() > until:
                order.deliver(Answer(order.id, ok=False, refused=no(trouble)))
                return
            await asyncio.sleep(LOOK_SECONDS)
            if loop.time() - self._looked > LOOK_SECONDS:
                with suppress(StoreError):
                    await self._look()
            if live.driving:
                live.order(order)
                return

    async def _ask(self, table: str, order: Order) -> Answer | None:
        """Return the answer of the server that drives the table; None where that server is gone."""
        owner = self._owners.get(table)
        if owner is None or owner.owner == self._lease.address:
            return Answer(order.id, ok=False, refused=no(Trouble.ELSEWHERE))
        command = msgspec.to_builtins(order.said)
        returned = await self._links.to(owner.owner).ask(
            lambda number: Forwarded(number, table, order.speaker, order.id, command, order.confirmed, order.about)
        )
        return returned.answer if returned else None

    async def ask_simulation(self, process: int, simulation: str, *, stop: bool) -> dict[str, Any] | None:
        """Return the progress of a simulation that another process behind our address runs."""
        host, _, _ = self._lease.address.partition(PROCESS)
        returned = await self._links.to(f"{host}{PROCESS}{process}").ask(
            lambda number: AskSimulation(number, simulation, stop)
        )
        return returned.simulation if returned else None

    # Who is there

    def _watched_elsewhere(self) -> Iterator[tuple[LiveTable, str]]:
        for live in self._tables.values():
            owner = self._owners.get(live.id)
            if owner is not None and owner.owner != self._lease.address and live.gallery.is_watched:
                yield live, owner.owner

    async def _keep_asking(self) -> None:
        """Ask who is at tables that other servers drive and clients watch here."""
        while True:
            asked: dict[str, list[str]] = {}
            for live, address in self._watched_elsewhere():
                asked.setdefault(address, []).append(live.id)
            for address, tables in asked.items():
                self._links.to(address).ask_presence(tuple(tables))
            await asyncio.sleep(PRESENCE_SECONDS)

    def _hear(self, told: Told) -> None:
        if isinstance(told, Given):
            self._following.do(self._take_given(told.tables))
        else:
            self._hear_presence(told)

    def _hear_presence(self, told: HereNow) -> None:
        """Tell presence to a new driver again, which may not have heard it yet."""
        for one in told.tables:
            live = self._tables.get(one.table)
            if live is None or live.driving:
                continue
            for speaker in live.gallery.unknown_to(one.present):
                ready = speaker.patron in live.gallery.ready
                self.tell_presence(live.id, speaker, here=True, ready=ready)
            if live.gallery.learn(one.present, one.ready):
                live.changed()

    def tell_presence(self, table: str, speaker: Speaker, *, here: bool, ready: bool = False) -> None:
        """Tell the driver of a table that a player here came to it, left it, or is ready."""
        owner = self._owners.get(table)
        if owner is not None and owner.owner != self._lease.address:
            self._links.to(owner.owner).send(Presence(table, speaker, here, ready))


ELSEWHERE = no(Trouble.ELSEWHERE).why
