"""Where shoes are dealt. Every backend deals any range of them, and all give the same tally, bit for bit."""

import os
from collections.abc import Callable
from concurrent.futures import Future

import msgspec

from wartable.sim.plan import Row

Submit = Callable[[int, int, int], "Future[Row]"]
"""Begin to deal: the first shoe, how many, and the most rounds of each (0: as many as it has)."""

LEAST_SHOES = 64
"""A smaller piece of work costs more to hand out than to do."""


class Lane(msgspec.Struct, frozen=True):
    """Workers of one kind: how to give them work, how many pieces at once, and the size of a piece."""

    submit: Submit
    at_once: int
    shoes: int
    """As many as they like to be given."""
    least: int = LEAST_SHOES


class Backend(msgspec.Struct, frozen=True):
    """Somewhere to deal: what it is called in a report, and who works there."""

    name: str
    lanes: tuple[Lane, ...]

    def piece(self, lane: Lane, left: int) -> int:
        """How many of the shoes that are left a lane is given, so that nobody is idle at the end."""
        share = -(-left // (2 * sum(other.at_once for other in self.lanes)))
        return min(left, lane.shoes, max(lane.least, share))


def usable_cores() -> int:
    """How many cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
