"""An event loop whose time is not the world's: when no task has anything to do, it is at once the next moment.

What would go to another thread is done here, after as long as the world says that it takes.
"""

import asyncio
import asyncio.base_events
from collections.abc import Callable, Coroutine
from typing import Any, TypeVar

from wartable.live.moments import SECOND, Moment

T = TypeVar("T")
START = 1_700_000_000 * SECOND


class StandsStill(RuntimeError):
    """Nothing is left to happen, and a task waits for it."""


MOST_TURNS = 20_000
"""Of the loop at one moment; a program that has more to do runs in circles."""
LONGEST = 100_000.0
"""Seconds of any story; a program that waits longer waits for ever."""


class _Passing:
    """In the place of a selector: nothing comes from outside, so waiting is only a matter of saying what time it is."""

    def __init__(self) -> None:
        self.now = 0.0
        self._turns = 0

    def select(self, timeout: float | None) -> list[object]:
        self._turns = 0 if timeout else self._turns + 1
        if timeout is None or self._turns > MOST_TURNS or self.now > LONGEST:
            self._turns, self.now = 0, 0.0  # so that what is left can be put away
            raise StandsStill("nothing happens any more, or the same for ever")
        self.now += max(0.0, timeout)
        return []


class VirtualLoop(asyncio.base_events.BaseEventLoop):
    """An event loop in virtual time, with nothing outside it."""

    def __init__(self) -> None:
        super().__init__()
        self._passing = _Passing()
        self._selector = self._passing
        self.takes: Callable[[], float] = lambda: 0.0
        """How long what goes to another thread takes."""

    def time(self) -> float:
        return self._passing.now

    def _process_events(self, event_list: list[object]) -> None:
        """There are none."""

    def _write_to_self(self) -> None:
        """All code is in this thread."""

    def run_in_executor(self, executor: Any, func: Callable[..., T], *args: Any) -> "asyncio.Future[T]":  # type: ignore[override]  # noqa: ARG002
        future: asyncio.Future[T] = self.create_future()
        self.call_later(self.takes(), _do, future, func, args)
        return future


def _do(future: "asyncio.Future[T]", func: Callable[..., T], args: tuple[Any, ...]) -> None:
    if future.cancelled():
        return
    try:
        future.set_result(func(*args))
    except Exception as error:  # the one who waits is told
        future.set_exception(error)


class LoopClock:
    """A server's clock: it was set when the server started, and goes on with the loop."""

    def __init__(self, loop: asyncio.AbstractEventLoop, off: Moment = 0) -> None:
        self._loop = loop
        self._off = off

    def now(self) -> Moment:
        return START + self._off + round(self._loop.time() * SECOND)

    def delay(self, until: Moment) -> float | None:
        return max(0, until - self.now()) / SECOND


def run(story: Coroutine[Any, Any, T]) -> T:
    """The whole story in virtual time."""
    loop = VirtualLoop()
    try:
        return loop.run_until_complete(story)
    finally:
        _cancel_all(loop)
        loop.close()


def _cancel_all(loop: VirtualLoop) -> None:
    left = asyncio.all_tasks(loop)
    for task in left:
        task.cancel()
    if left:
        loop.run_until_complete(asyncio.gather(*left, return_exceptions=True))
