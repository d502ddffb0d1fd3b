"""The pace of the bots: after thinking for a while, at a steady rate, or at once.

At a steady rate commands are due whether the server keeps up or not, and each is timed from the moment it was due: a
slow server shows as a queue.
"""

import asyncio
import random
from collections.abc import Callable
from time import perf_counter_ns

Say = Callable[[int], None]
"""A function that sends a command; its argument is when the command was due."""
SECOND = 1_000_000_000


class Turns:
    """All bots of a bench."""

    def __init__(self) -> None:
        self._thinking = 0.0
        self._between = 0
        """Nanoseconds from one command to the next; none without a rate."""
        self._due = 0
        self._waiting: list[Say] = []
        self._timer: asyncio.Handle | None = None

    def think(self, seconds: float) -> None:
        """Let every bot think about this long before each command."""
        self._change(seconds, 0)

    def offer(self, per_second: float) -> None:
        """Make this number of commands due in every second, evenly."""
        self._change(0.0, int(SECOND / per_second))

    def hurry(self) -> None:
        """Let every bot send at once."""
        self._change(0.0, 0)

    def _change(self, thinking: float, between: int) -> None:
        self._thinking, self._between = thinking, between
        self._due = perf_counter_ns()
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        waiting, self._waiting = self._waiting, []
        for say in waiting:
            self.queue(say)

    def queue(self, say: Say) -> None:
        """Queue a bot that has a command to send."""
        if self._between:
            self._waiting.append(say)
            self._give()
        elif self._thinking:
            # Between half and one and a half times as long, so that they do not all send at once.
            delay = self._thinking * random.uniform(0.5, 1.5)
            asyncio.get_running_loop().call_later(delay, lambda: say(perf_counter_ns()))
        else:
            say(perf_counter_ns())

    def _give(self) -> None:
        """A waiting bot sends each command that is due; without a waiting bot it stays due."""
        now = perf_counter_ns()
        while self._waiting and self._due <= now:
            due, self._due = self._due, self._due + self._between
            place = random.randrange(len(self._waiting))
            self._waiting[place], self._waiting[-1] = self._waiting[-1], self._waiting[place]
            self._waiting.pop()(due)
        if self._waiting and self._timer is None:
            self._timer = asyncio.get_running_loop().call_later((self._due - now) / SECOND, self._ring)

    def _ring(self) -> None:
        self._timer = None
        self._give()
