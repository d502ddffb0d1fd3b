"""Turns: what takes long is done for each address in its own turn, so a flood from one waits for itself alone."""

import asyncio
from collections.abc import AsyncIterator, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from functools import partial
from typing import ParamSpec, TypeVar
from weakref import WeakValueDictionary

from wartable.server.limits import READING_THREADS, READS_OF_AN_ADDRESS

P = ParamSpec("P")
T = TypeVar("T")


class Turns:
    """A limit on what runs at once for each address; the others from there wait."""

    def __init__(self, at_once: int) -> None:
        self._at_once = at_once
        self._turns: WeakValueDictionary[str, asyncio.Semaphore] = WeakValueDictionary()

    @asynccontextmanager
    async def of(self, address: str) -> AsyncIterator[None]:
        turn = self._turns.setdefault(address, asyncio.Semaphore(self._at_once))
        async with turn:
            yield


class Lookups:
    """Threads for what people look up.

    Tables, sign-ins and money wait for other threads, so a person who only looks does not hold them up.
    """

    def __init__(self) -> None:
        self.turns = Turns(READS_OF_AN_ADDRESS)
        self._threads = ThreadPoolExecutor(READING_THREADS, thread_name_prefix="reading")

    async def run(self, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Run long work when its turn has come."""
        return await asyncio.get_running_loop().run_in_executor(self._threads, partial(work, *args, **kwargs))

    async def close(self) -> None:
        await asyncio.to_thread(self._threads.shutdown, cancel_futures=True)
