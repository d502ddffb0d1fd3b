"""Backends that deal shoes. Every backend deals any range of shoes, and all give the same tally, bit for bit."""

import os
from collections.abc import Callable
from concurrent.futures import Future

import msgspec

from wartable.sim.plan import Row

Submit = Callable[[int, int, int], "Future[Row]"]
"""Start to deal: the first shoe, the number of shoes, and the most rounds of each (0: no limit)."""

LEAST_SHOES = 64
"""The least shoes of a piece: a smaller one costs more to hand out than to deal."""


class Lane(msgspec.Struct, frozen=True):
    """Workers of one kind: how to submit work, how many pieces at once, and the size of a piece."""

    submit: Submit
    at_once: int
    shoes: int
    """The preferred number of shoes."""
    least: int = LEAST_SHOES


class Backend(msgspec.Struct, frozen=True):
    """A place to deal: its name in a report, and its workers."""

    name: str
    lanes: tuple[Lane, ...]

    def piece(self, lane: Lane, left: int) -> int:
        """Return how many of the remaining shoes a lane gets, so that no worker is idle at the end."""
        share = -(-left // (2 * sum(other.at_once for other in self.lanes)))
        return min(left, lane.shoes, max(lane.least, share))


def usable_cores() -> int:
    """Return the number of cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
