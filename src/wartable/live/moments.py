"""Time for the live tables: microseconds since 1970, that never go back and never jump while the program runs."""

import time
from typing import Protocol

Moment = int
"""Microseconds since 1970, UTC."""
SECOND = 1_000_000
MILLISECOND = 1_000


class Clock(Protocol):
    """What tells the time."""

    def now(self) -> Moment:
        """This moment."""
        ...

    def delay(self, until: Moment) -> float | None:
        """How long the event loop waits for a moment; nothing where only a nudge tells that it has come."""
        ...


class SteadyClock:
    """The machine's clock as it was at the start, and the time that has passed since: an operator may set the clock."""

    def __init__(self) -> None:
        self._offset = time.time_ns() - time.monotonic_ns()

    def now(self) -> Moment:
        return (self._offset + time.monotonic_ns()) // 1_000

    def delay(self, until: Moment) -> float | None:
        return max(0, until - self.now()) / SECOND


class SetClock:
    """A clock that stands still until it is set: for tests, and for a table played back."""

    def __init__(self, moment: Moment = 1_700_000_000 * SECOND) -> None:
        self._moment = moment

    def now(self) -> Moment:
        return self._moment

    def delay(self, until: Moment) -> float | None:
        return 0 if until <= self._moment else None

    def advance(self, seconds: int) -> None:
        """Let time pass; tasks that wait have to be woken."""
        self._moment += seconds * SECOND


def milliseconds(moment: Moment) -> int:
    """A moment as it goes over the wire."""
    return moment // 1_000
