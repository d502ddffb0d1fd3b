"""Many servers on one store: each table has one driver, by a lease with a number that only goes up.

Whoever drives renews in time. Where nobody does, the next server takes the table and goes on where its log stands; what
a driver of yesterday still wants to write is refused by the store, whatever it believes.
"""

import asyncio
from collections.abc import Coroutine
from contextlib import suppress
from typing import Any

import msgspec

from wartable.live.house import HOUSE, HouseLog
from wartable.live.links import Forwarded, HereNow, Links, Presence
from wartable.live.messages import Answer
from wartable.live.mirror import STREAM
from wartable.live.orders import Speaker
from wartable.live.services import Log, Order
from wartable.live.table import LiveTable
from wartable.live.troubles import Trouble, no
from wartable.store import Fence, Store, StoreError

RENEWALS = 3
"""How often a lease is renewed before it would be over."""
PRESENCE_SECONDS = 1
"""How often the server that drives a table is asked who is there."""


class Lease(msgspec.Struct, frozen=True):
    """How this server shares a store with others."""

    address: str
    """Where other servers reach its internal door: a host and a port."""
    seconds: int = 6


class Sharing:
    """Keeps the leases of one server, follows what others drive, and forwards to them."""

    def __init__(
        self, store: Store, lease: Lease, key: bytes, tables: dict[str, LiveTable], house: HouseLog, log: Log
    ) -> None:
        self._store = store
        self._lease = lease
        self._tables = tables
        self._house = house
        self._log = log
        self._links = Links(key, self._hear_presence)
        self._fences: dict[str, Fence] = {}
        self._keeping: asyncio.Task[None] | None = None
        self._asking: asyncio.Task[None] | None = None
        self._jobs: set[asyncio.Task[None]] = set()

    async def start(self) -> None:
        """Take what is free, follow the rest, and go on doing so."""
        loop = asyncio.get_running_loop()

        def notice(stream: str, _version: int) -> None:
            """From a thread of the store, which may outlive the loop. What was written here is known here."""
            live = self._tables.get(stream.removeprefix(STREAM))
            if live is not None and live.driving:
                return
            with suppress(RuntimeError):
                loop.call_soon_threadsafe(self._notice, stream)

        self._subscriptions = [self._store.subscribe(STREAM, notice), self._store.subscribe(HOUSE, notice)]
        for live in self._tables.values():
            live.forward = self._forward
            if not await self._take(live):
                await live.follow()
        self._keeping = asyncio.create_task(self._keep(), name="leases")
        self._asking = asyncio.create_task(self._keep_asking(), name="presence")

    async def stop(self) -> None:
        """Let the next server take every table at once."""
        for subscription in self._subscriptions:
            subscription.close()
        for task in (self._keeping, self._asking, *self._jobs):
            if task is not None:
                task.cancel()
                await asyncio.gather(task, return_exceptions=True)
        await asyncio.gather(*(live.stop() for live in self._tables.values()))
        for fence in self._fences.values():
            with suppress(StoreError):
                await asyncio.to_thread(self._store.release, fence)
        await self._links.close()

    # Leases

    async def _keep(self) -> None:
        while True:
            await asyncio.sleep(self._lease.seconds / RENEWALS)
            for live in self._tables.values():
                try:
                    await self._renew(live)
                except Exception as error:  # whatever it is, the next time may go well
                    self._log("lease_trouble", table=live.id, why=str(error), trace=error)

    async def _renew(self, live: LiveTable) -> None:
        fence = self._fences.get(live.id)
        if fence is None:
            await self._take(live)
        elif live.driver.lost or not await asyncio.to_thread(self._store.renew, fence):
            del self._fences[live.id]
            self._log("table_lost", table=live.id)
            await live.follow()

    async def _take(self, live: LiveTable) -> bool:
        fence = await asyncio.to_thread(self._store.claim, live.id, self._lease.address, self._lease.seconds)
        if fence is None:
            return False
        self._fences[live.id] = fence
        self._log("table_taken", table=live.id, number=fence.number)
        await live.drive(fence)
        return True

    # Following

    def _notice(self, stream: str) -> None:
        if stream == HOUSE:
            self._do(self._house.follow())
            return
        live = self._tables.get(stream.removeprefix(STREAM))
        if live is not None and not live.driving:
            self._do(live.catch_up())

    def _do(self, job: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(job)
        self._jobs.add(task)
        task.add_done_callback(self._done)

    def _done(self, task: asyncio.Task[None]) -> None:
        self._jobs.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            self._log("following_trouble", why=str(error), trace=error)

    # Forwarding

    def _forward(self, table: str, order: Order) -> None:
        self._do(self._send(table, order))

    async def _send(self, table: str, order: Order) -> None:
        owner = await asyncio.to_thread(self._store.owner, table)
        answer: Answer | None = None
        if owner is not None and owner.owner != self._lease.address:
            command = msgspec.to_builtins(order.said)
            answer = await self._links.to(owner.owner).ask(
                lambda number: Forwarded(number, table, order.speaker, order.id, command, order.confirmed)
            )
        trouble = Trouble.ELSEWHERE if owner is None else Trouble.OUTCOME_UNKNOWN
        order.deliver(answer or Answer(order.id, ok=False, refused=no(trouble)))

    async def _keep_asking(self) -> None:
        while True:
            try:
                await self._ask_presence()
            except Exception as error:  # whatever it is, the next time may go well
                self._log("presence_trouble", why=str(error), trace=error)
            await asyncio.sleep(PRESENCE_SECONDS)

    async def _ask_presence(self) -> None:
        """Who is at a table that another server drives is known there; it is asked for where somebody watches here."""
        asked: dict[str, list[str]] = {}
        for live in [live for live in self._tables.values() if not live.driving and live.gallery.subscribers]:
            owner = await asyncio.to_thread(self._store.owner, live.id)
            if owner is not None and owner.owner != self._lease.address:
                asked.setdefault(owner.owner, []).append(live.id)
        for address, tables in asked.items():
            self._links.to(address).ask_presence(tuple(tables))

    def _hear_presence(self, told: HereNow) -> None:
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
        """A player came to a table here that is driven elsewhere, or left it, or is ready."""
        self._do(self._send_presence(Presence(table, speaker, here, ready)))

    async def _send_presence(self, presence: Presence) -> None:
        owner = await asyncio.to_thread(self._store.owner, presence.table)
        if owner is not None and owner.owner != self._lease.address:
            self._links.to(owner.owner).send(presence)
