"""Following tables that another server drives: at once if a client watches here, otherwise now and then."""

import asyncio
from collections.abc import Callable, Coroutine, Mapping, Sequence
from contextlib import suppress
from functools import partial
from typing import Any

from wartable.audit import HOUSE
from wartable.live.driving import LiveTable, LogEvent
from wartable.live.history import STREAM, HouseLog
from wartable.store import Recorded, Store, Subscription

BEHIND_SECONDS = 2
"""How often tables without watchers here are brought up to date, all together."""


class Following:
    """Hears that logs have grown. Notices of tables that are driven here, or have no watcher, cost next to nothing."""

    def __init__(self, store: Store, tables: Mapping[str, LiveTable], house: HouseLog, log: LogEvent) -> None:
        self._store = store
        self._tables = tables
        self._house = house
        self._log = log
        self._behind: set[str] = set()
        """Tables that have grown unseen. Threads add to it, so that it is only added to and taken from one by one."""
        self._again: dict[str, bool] = {}
        """What is being read, and whether it has grown meanwhile."""
        self._jobs: set[asyncio.Task[None]] = set()
        self._subscriptions: list[Subscription] = []
        self._sweeping: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Follow every table from now on."""
        loop = asyncio.get_running_loop()

        def wake(name: str, follow: Callable[[], Coroutine[Any, Any, None]]) -> None:
            with suppress(RuntimeError):  # a thread of the store may outlive the loop
                loop.call_soon_threadsafe(self._read, name, follow)

        def notice(stream: str, _version: int) -> None:
            """Note a change; the store calls this from one of its threads."""
            live = self._tables.get(stream.removeprefix(STREAM))
            if live is None or live.driving:
                return
            if live.gallery.is_watched:
                wake(live.id, live.catch_up)
            else:
                self._behind.add(live.id)

        def notice_house(_stream: str, _version: int) -> None:
            wake(HOUSE, self._house.follow)

        self._subscriptions = [self._store.subscribe(STREAM, notice), self._store.subscribe(HOUSE, notice_house)]
        self._sweeping = asyncio.create_task(self._sweep(), name="following")

    def listen_to(self, live: LiveTable) -> None:
        """Follow a table that a client begins to watch."""
        live.on_watched = partial(self._come_to, live)

    async def stop(self) -> None:
        """Stop following."""
        for subscription in self._subscriptions:
            subscription.close()
        for task in (self._sweeping, *self._jobs):
            if task is not None:
                task.cancel()
                await asyncio.gather(task, return_exceptions=True)

    def do(self, job: Coroutine[Any, Any, None]) -> None:
        """Run a task beside the others; its errors are logged."""
        task = asyncio.create_task(job)
        self._jobs.add(task)
        task.add_done_callback(self._done)

    def _done(self, task: asyncio.Task[None]) -> None:
        self._jobs.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            self._log("following_trouble", why=str(error), trace=error)

    # One log, at once

    def _read(self, name: str, follow: Callable[[], Coroutine[Any, Any, None]]) -> None:
        """Read a log once for several notices that come while it is read."""
        if name in self._again:
            self._again[name] = True
        else:
            self._again[name] = True
            self.do(self._read_on(name, follow))

    async def _read_on(self, name: str, follow: Callable[[], Coroutine[Any, Any, None]]) -> None:
        try:
            while self._again[name]:
                self._again[name] = False
                await follow()
        except Exception:
            if name in self._tables:
                self._behind.add(name)  # no other notice may come, so it is looked at with the unwatched tables
            raise
        finally:
            del self._again[name]

    def _come_to(self, live: LiveTable) -> None:
        """Catch up with a table that a client begins to watch."""
        if live.id in self._behind:
            self._behind.discard(live.id)
            self._read(live.id, live.catch_up)

    # All that are behind, together

    async def _sweep(self) -> None:
        while True:
            await asyncio.sleep(BEHIND_SECONDS)
            try:
                await self.freshen()
            except Exception as error:  # of any kind: the next time may go well
                self._log("following_trouble", why=str(error), trace=error)

    async def freshen(self) -> None:
        """Catch up with every table that is behind; tables driven here do not wait for it."""
        behind: list[LiveTable] = []
        while self._behind:
            live = self._tables.get(self._behind.pop())
            if live is not None:  # it may have been closed for good
                behind.append(live)
        if not behind:
            return
        left = {live.id for live in behind}
        try:
            found = await asyncio.to_thread(
                lambda: [(live, list(self._store.read(live.log.stream, live.log.mirror.version))) for live in behind]
            )
            for live, records in found:
                await self._take_up(live, records)
                left.remove(live.id)
                await asyncio.sleep(0)
        finally:
            self._behind.update(left)

    async def _take_up(self, live: LiveTable, records: Sequence[Recorded]) -> None:
        """Take records of one table; its trouble does not stop the others."""
        try:
            await live.take_up(records)
        except Exception as error:
            self._log("following_trouble", table=live.id, why=str(error), trace=error)
