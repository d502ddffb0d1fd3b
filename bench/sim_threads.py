"""Two threads against one, in turns: by the clock, and by processor time.

By the clock the ratio is valid only where two cores are free. By processor time it is valid on a busy machine too: it
falls below two when threads share what they should not (a spinning lock, a cache line, memory). A thread that waits for
a lock, the interpreter's or another, yields its core, which is counted.
"""

import resource
from concurrent.futures import ThreadPoolExecutor
from statistics import median
from threading import Barrier
from time import perf_counter, thread_time

import msgspec

from wartable.sim import cpu

Work = tuple[float, int]
"""Processor seconds of a thread, and how often it yielded its core."""


class TwoThreads(msgspec.Struct, frozen=True):
    """The speed of two threads over that of one; medians of turns."""

    by_clock: float
    """By the clock, with the other load of this machine."""
    by_processor: float
    """For two free cores: twice the processor time of the same work alone, over that beside another thread."""
    waits: float
    """How often a thread yielded its core, in a turn."""
    least: float
    """The lowest ratio by the clock, and the highest."""
    most: float


def two_threads(row: cpu.Row, seed: int, shoes: int, turns: int) -> TwoThreads:
    """Deal the same shoes alone and beside another thread, turn by turn."""
    together = Barrier(2)

    def deal(first: int, *, beside: bool) -> Work:
        if beside:
            together.wait()
        waited, begun = _waits(), thread_time()
        cpu.deal(row, seed, first, shoes)
        return thread_time() - begun, _waits() - waited

    by_clock, by_processor, waits = [], [], []
    with ThreadPoolExecutor(2) as pool:
        for turn in range(turns + 1):
            begun = perf_counter()
            alone, _ = deal(0, beside=False)
            one = perf_counter() - begun
            begun = perf_counter()
            works = list(pool.map(lambda first: deal(first, beside=True), (0, shoes)))
            two = perf_counter() - begun
            if turn:  # the first turn only warms up
                by_clock.append(2 * one / two)
                by_processor.append(4 * alone / sum(used for used, _ in works))
                waits.append(max(waited for _, waited in works))
    return TwoThreads(median(by_clock), median(by_processor), median(waits), min(by_clock), max(by_clock))


def _waits() -> int:
    """How often this thread yielded its core; only Linux reports this for a single thread."""
    who = getattr(resource, "RUSAGE_THREAD", resource.RUSAGE_SELF)
    return resource.getrusage(who).ru_nvcsw
