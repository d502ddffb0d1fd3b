"""Passwords are hashed in threads of their own: it is slow on purpose, and nothing else may wait behind it."""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import ParamSpec, TypeVar

HASHING_THREADS = 2
MAX_HASHING = 16
"""Sign-ins that are hashed or wait for it; one more is refused at once, so that the others wait for little."""

P = ParamSpec("P")
T = TypeVar("T")


class Hashing:
    """The threads, and who waits for them."""

    def __init__(self) -> None:
        self._threads = ThreadPoolExecutor(HASHING_THREADS, thread_name_prefix="hashing")
        self.asked = 0
        """How many are hashed or wait for it."""

    @property
    def is_full(self) -> bool:
        """Whether too many sign-ins wait already."""
        return self.asked >= MAX_HASHING

    async def run(self, hash_it: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Hash in a thread, after everything that waits."""
        self.asked += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(self._threads, lambda: hash_it(*args, **kwargs))
        finally:
            self.asked -= 1
