"""Time for the live tables: microseconds since 1970, that never go back and never jump while the program runs."""

import time
from typing import Protocol

Moment = int
"""Microseconds since 1970, UTC."""
SECOND = 1_000_000
MILLISECOND = 1_000


class Clock(Protocol):
    """What tells the time."""

    def now(self) -> Moment: ...

    def delay(self, until: Moment) -> float | None:
        """Return the seconds until a moment; None for a wait that only a nudge ends."""
        ...


class SteadyClock:
    """The machine's clock as it was at the start, and the time that has passed since: an operator may set the clock."""

    def __init__(self) -> None:
        self._offset = time.time_ns() - time.monotonic_ns()

    def now(self) -> Moment:
        return (self._offset + time.monotonic_ns()) // 1_000

    def delay(self, until: Moment) -> float | None:
        return max(0, until - self.now()) / SECOND


def milliseconds(moment: Moment) -> int:
    """Return a moment in milliseconds, as messages have it."""
    return moment // 1_000
