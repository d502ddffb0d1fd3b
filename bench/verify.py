"""The speed of verification: a million events of heads-up rounds at many tables, every one of them verified."""

import tempfile
from collections import deque
from collections.abc import Iterable
from concurrent.futures import Future
from functools import partial
from random import Random
from resource import RUSAGE_CHILDREN, RUSAGE_SELF, getrusage
from time import perf_counter

import msgspec
from msgspec.structs import replace

from bench.engine import PATRON, heads_up
from bench.store import ROUNDS, Tape
from wartable.audit import verify_store
from wartable.audit.house_events import HOUSE, RulesPutInForce
from wartable.rulebook import EDITION
from wartable.runner import Act, Runner, Shuffled
from wartable.store import Batch, Kept, Write, encode, open_for_audit, open_store
from wartable.table import Event, new_table
from wartable.table import commands as c
from wartable.table.actors import FLOOR
from wartable.table.events import NoMoreBetsCalled, RoundEnded

EVENTS = 1_000_000
TABLES = 64
WAITING = 4_096
"""Commands that wait for the disk at once, while the store is filled."""


class VerifyRates(msgspec.Struct, frozen=True):
    """The result of the bench."""

    events: int
    commands: int
    postings: int
    seconds: float
    """By the clock."""
    processor_seconds: float
    """Of all processes together."""

    def told(self) -> list[str]:
        looked_at = f"{self.events:,} events, {self.commands:,} commands and {self.postings:,} postings"
        return [f"{looked_at} verified in {self.seconds:.1f} s, {self.processor_seconds:.1f} s of processor time"]


def bench_verify(events: int = EVENTS) -> VerifyRates:
    """Fill a store in one file, and verify it."""
    with tempfile.TemporaryDirectory(prefix="wartable-bench-") as folder:
        url = f"sqlite:///{folder}/store.db"
        fill(url, events)
        log = open_for_audit(url)
        try:
            begun, worked = perf_counter(), _processor_seconds()
            found = verify_store(log, again=partial(open_for_audit, url))
            seconds, processor = perf_counter() - begun, _processor_seconds() - worked
        finally:
            log.close()
    if not found.holds:
        raise RuntimeError(f"the new store fails verification: {found.findings[0]}")
    return VerifyRates(found.events, found.commands, found.postings, seconds, processor)


def fill(url: str, events: int) -> None:
    """Write at least this number of events, as the store gets them from tables that play side by side."""
    store = open_store(url)
    try:
        tapes = [_Day(f"T{number}") for number in range(TABLES)]
        store.submit(_rules_put_in_force(tape.table for tape in tapes)).result()
        store.submit(tapes[0].buy_in()).result()
        for house, tape in enumerate(tapes, start=TABLES):
            store.submit(tape.fill_tray(house)).result()
        waiting: deque[Future[Kept]] = deque()
        while sum(tape.version for tape in tapes) < events:
            waiting.extend(store.submit(tape.next()) for tape in tapes)
            while len(waiting) > WAITING:
                waiting.popleft().result()
        while waiting:
            waiting.popleft().result()
    finally:
        store.close()


def _rules_put_in_force(tables: Iterable[str]) -> Batch:
    """Return what the house writes before its tables open: the rules of each, in today's edition of the law."""
    rulebook = heads_up(0).table.rules.rulebook
    events = (RulesPutInForce(table, rulebook, edition=EDITION) for table in tables)
    write = Write(HOUSE, 0, tuple(map(encode, events)))
    return Batch("rules are put in force", b"rules", 1, (write,), (), b"put in force")


class _Day(Tape):
    """A whole day of one table: opened, a shoe, a shuffle, the same shoe again, with the rounds counted on.

    The playing patron pays, as the events say, so that the whole log is consistent.
    """

    def __init__(self, table: str) -> None:
        self._opening = 0
        """The number of commands that come only once."""
        self._numbered: dict[int, tuple[Event, ...]] = {}
        """By index: the events of a command that holds the round's number."""
        super().__init__(table)
        self.wallet = PATRON

    def _own(self, account: str) -> str:
        return account

    def _play(self, seed: int) -> None:
        rules = heads_up(seed).table.rules
        runner = Runner(new_table(rules), Shuffled(Random(seed).shuffle))
        for done in runner.open(1, PATRON):
            self._record(done)
        self._opening = len(self._steps)
        for done in (done for _ in range(ROUNDS) for done in runner.round()):
            self._record(done)
        self._record(runner.do(c.OrderReshuffle(), FLOOR))
        for done in runner.until(lambda done: done.table.phase == "betting" and not done.table.cards.burns_due):
            self._record(done)

    def _record(self, done: Act) -> None:
        super()._record(done)
        if isinstance(done.command, c.CallNoMoreBets | c.PickUpCards):
            self._numbered[len(self._steps) - 1] = done.events

    def next(self) -> Batch:
        """Return the next command, with the current round's number."""
        repeated = len(self._steps) - self._opening
        times, place = divmod(max(0, self._place - self._opening), repeated)
        at = self._place if self._place < self._opening else self._opening + place
        events, moves = self._steps[at]
        if times and at in self._numbered:
            events = tuple(encode(_later(event, times * ROUNDS)) for event in self._numbered[at])
        return self._batch(events, moves)


def _later(event: Event, rounds: int) -> Event:
    return replace(event, round=event.round + rounds) if isinstance(event, NoMoreBetsCalled | RoundEnded) else event


def _processor_seconds() -> float:
    spent = [getrusage(who) for who in (RUSAGE_SELF, RUSAGE_CHILDREN)]
    return sum(one.ru_utime + one.ru_stime for one in spent)
