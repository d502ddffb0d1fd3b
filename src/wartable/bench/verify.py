"""How fast a store is proved: a million events of heads-up rounds at many tables, every one of them looked at again."""

import tempfile
from collections import deque
from concurrent.futures import Future
from functools import partial
from resource import RUSAGE_CHILDREN, RUSAGE_SELF, getrusage
from time import perf_counter

import msgspec

from wartable.audit import verify
from wartable.bench.store import Tape
from wartable.store import Kept, open_for_audit, open_store

EVENTS = 1_000_000
TABLES = 64
PLAYER = "patron"
WAITING = 4_096
"""Commands that wait for the disk at once, while the store is filled."""


class VerifyRates(msgspec.Struct, frozen=True):
    """What the bench found."""

    events: int
    commands: int
    postings: int
    seconds: float
    """By the clock."""
    processor_seconds: float
    """Of all processes together."""

    def told(self) -> list[str]:
        """The figures in words."""
        looked_at = f"{self.events:,} events, {self.commands:,} commands and {self.postings:,} postings"
        return [f"{looked_at} proved in {self.seconds:.1f} s, {self.processor_seconds:.1f} s of processor time"]


def bench_verify(events: int = EVENTS) -> VerifyRates:
    """Fill a store in one file, and prove it."""
    with tempfile.TemporaryDirectory(prefix="wartable-bench-") as folder:
        url = f"sqlite:///{folder}/store.db"
        fill(url, events)
        log = open_for_audit(url)
        try:
            begun, worked = perf_counter(), _processor_seconds()
            found = verify(log, again=partial(open_for_audit, url))
            seconds, processor = perf_counter() - begun, _processor_seconds() - worked
        finally:
            log.close()
    if not found.holds:
        raise RuntimeError(f"what was just written does not hold: {found.findings[0]}")
    return VerifyRates(found.events, found.commands, found.postings, seconds, processor)


def fill(url: str, events: int) -> None:
    """Write at least so many events, as the store takes them from tables that play side by side."""
    store = open_store(url)
    try:
        tapes = [_OneWallet(f"T{number}") for number in range(TABLES)]
        store.submit(tapes[0].buy_in()).result()
        waiting: deque[Future[Kept]] = deque()
        while sum(tape.version for tape in tapes) < events:
            waiting.extend(store.submit(tape.next()) for tape in tapes)
            while len(waiting) > WAITING:
                waiting.popleft().result()
        while waiting:
            waiting.popleft().result()
    finally:
        store.close()


class _OneWallet(Tape):
    """The patron who plays pays, as the events say: what was posted follows from them."""

    def __init__(self, table: str) -> None:
        super().__init__(table)
        self.wallet = PLAYER

    def _own(self, account: str) -> str:
        return account


def _processor_seconds() -> float:
    spent = [getrusage(who) for who in (RUSAGE_SELF, RUSAGE_CHILDREN)]
    return sum(one.ru_utime + one.ru_stime for one in spent)
