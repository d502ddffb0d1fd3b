"""Whether the store can keep anything at this moment. It is asked to, because nothing else can tell."""

import asyncio
from concurrent.futures import ThreadPoolExecutor
from typing import Literal

from wartable.audit import HOUSE
from wartable.live.history import HouseLog
from wartable.store import Store, StoreBroken, StoreError, StoreFull

StoreState = Literal["ok", "full", "down"]

PULSE = "/pulse"
"""The lease that is taken; no table can have this name."""
OVER = -1_000_000_000
"""Seconds for which it is taken: it was over before it began, so it is free again even where the clock goes back."""
FRESH_SECONDS = 1.0
"""How long an answer counts, however often it is asked for."""
ANSWER_SECONDS = 2.0
"""How long one question waits for an answer; after that it is told what is known."""
PATIENCE_SECONDS = 10.0
"""A store that has kept nothing for this time, neither for us nor for a table, is down; a shorter wait is only slow."""


class Pulse:
    """Keeps one row, durably, and sees that the log is still the one it was."""

    def __init__(self, store: Store, house: HouseLog) -> None:
        self._store, self._house = store, house
        self._state: StoreState = "ok"
        self.doubted: StoreState = "ok"
        """Why a table last lost the store: its commands may need room where the pulse needs none."""
        self._felt_at = float("-inf")
        self._began_at = float("-inf")
        self._kept_at = float("-inf")
        self._feeling: asyncio.Task[None] | None = None
        # A thread of its own: other slow work must not look like a store that keeps nothing.
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="pulse")

    def doubt(self, error: Exception) -> None:
        """Mark the store as full or down until it stores something again."""
        self.doubted = "full" if isinstance(error, StoreFull) else "down"
        self._felt_at, self._state = float("-inf"), self.doubted

    def note_kept(self) -> None:
        """Mark the store as up: it has stored what a table did, however slowly."""
        self._kept_at = asyncio.get_running_loop().time()

    async def feel(self) -> StoreState:
        """Whether the store works now."""
        loop = asyncio.get_running_loop()
        if self._feeling is None:
            if loop.time() - self._felt_at < FRESH_SECONDS:
                return self._state
            self._began_at = loop.time()
            self._feeling = asyncio.create_task(self._feel(), name="pulse")
        try:
            async with asyncio.timeout(min(ANSWER_SECONDS, PATIENCE_SECONDS)):
                await asyncio.shield(self._feeling)
        except TimeoutError:
            if loop.time() - max(self._began_at, self._kept_at) >= PATIENCE_SECONDS:
                return "down"
        return self._state

    async def _feel(self) -> None:
        try:
            await asyncio.get_running_loop().run_in_executor(self._thread, self._keep)
            self._state = "ok"
        except StoreFull:
            self._state = "full"
        except (StoreError, OSError):
            self._state = "down"
        finally:
            self._felt_at = asyncio.get_running_loop().time()
            self._feeling = None

    def _keep(self) -> None:
        version, chain = self._house.head
        if self._store.claim(PULSE, "pulse", OVER) is None:
            raise StoreBroken("the store did not keep anything")
        kept = self._store.receipts([(HOUSE, version)]) if version else {}
        if version and (HOUSE not in kept or kept[HOUSE].chain != chain):
            raise StoreBroken(f"the log of the house no longer holds what was kept at version {version}")
