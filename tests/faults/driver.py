"""A process that plays real tables through a store, and may be killed at any moment or at a chosen one.

It goes on where the store says the tables stand. What it asked last without hearing an answer, it asks once more.
"""

import os
import random
import signal
import threading
import time
from collections import Counter
from collections.abc import Callable
from itertools import count
from pathlib import Path
from typing import TypeVar

import apsw
import msgspec

from tests.faults.dealing import SHARED, house_rules, next_command
from tests.faults.promises import Promises
from tests.patience import PATIENCE
from wartable import cage
from wartable.ledger import Posting, moves_of
from wartable.store import (
    Batch,
    Fence,
    Kept,
    Move,
    NoFunds,
    StoreBusy,
    StoreDown,
    Write,
    WrongVersion,
    decode,
    encode,
    open_store,
)
from wartable.table import Actor, Command, Event, Refused, Table, act, evolve, new_table

TABLES = 4
BUY_IN = 2_000_00
"""So little that wallets run dry, and people have to buy in again."""
POINTS = ("before append", "between append and answer", "after answer")
DISK_POINTS = ("at a write", "at a sync")


class Fault(msgspec.Struct, frozen=True):
    """Where the process kills itself: the so-many-th time it comes to this point."""

    point: str
    turn: int


class Faults:
    """Counts how often each point is passed."""

    def __init__(self, fault: Fault | None) -> None:
        self._fault = fault
        self._passed: Counter[str] = Counter()
        self._lock = threading.Lock()

    def passing(self, point: str) -> None:
        if self._fault is None or self._fault.point != point:
            return
        with self._lock:
            self._passed[point] += 1
            if self._passed[point] >= self._fault.turn:
                os.kill(os.getpid(), signal.SIGKILL)


class _File(apsw.VFSFile):
    """A file of SQLite's in which the process may die."""

    def __init__(self, name: str | apsw.URIFilename | None, flags: list[int], faults: Faults) -> None:
        super().__init__("unix", name, flags)
        self._faults = faults

    def xWrite(self, data: bytes, offset: int) -> None:  # noqa: N802 (SQLite's own name)
        self._faults.passing("at a write")
        super().xWrite(data, offset)

    def xSync(self, flags: int) -> None:  # noqa: N802
        self._faults.passing("at a sync")
        super().xSync(flags)


class _Files(apsw.VFS):
    def __init__(self, faults: Faults) -> None:
        super().__init__("mortal", "", makedefault=True)
        self._faults = faults

    def xOpen(self, name: str | apsw.URIFilename | None, flags: list[int]) -> _File:  # noqa: N802
        return _File(name, flags, self._faults)


class Driver:
    """Some tables on one store."""

    def __init__(self, address: str, folder: Path, seed: object, fault: Fault | None = None, run: str = "") -> None:
        self.faults = Faults(fault)
        # A file system of SQLite's cannot be taken away while a store uses it; the process will not live long.
        self._files = _Files(self.faults) if fault is not None and fault.point in DISK_POINTS else None
        self.store = open_store(address)
        self.promises = Promises(folder)
        self.stop = threading.Event()
        self.run = run
        self.errors: list[BaseException] = []
        self._seed = seed
        self._left: int | None = None
        house_rules()  # before there are threads: msgspec does not survive two that meet a type for the first time

    def drive(self, tables: int = TABLES, answers: int | None = None) -> None:
        """Play until there were this many answers, or until it is told to stop; an error at one table ends all."""
        self._left = answers
        threads = [threading.Thread(target=self._safely, args=(f"T{number}",)) for number in range(1, tables + 1)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.store.close()
        if self.errors:
            raise self.errors[0]

    def before_append(self, batch: Batch) -> None:  # noqa: ARG002 (others look at it)
        """A command is decided, and about to be sent."""
        self.faults.passing("before append")

    def count(self) -> None:
        if self._left is not None:
            self._left -= 1
            if self._left <= 0:
                self.stop.set()

    def _safely(self, table: str) -> None:
        try:
            Player(self, table, random.Random(f"{self._seed}/{table}")).play()
        except BaseException as error:
            self.errors.append(error)
            self.stop.set()


T = TypeVar("T")


def patiently(look: Callable[[], T]) -> T:
    """Look as soon as the store can be looked at."""
    until = time.monotonic() + PATIENCE
    while True:
        try:
            return look()
        except (StoreDown, StoreBusy):
            if time.monotonic() > until:
                raise


class Player:
    """One table, its dealer and its patrons."""

    def __init__(self, driver: Driver, name: str, rng: random.Random) -> None:
        self._driver, self._store, self._name, self._rng = driver, driver.store, name, rng
        self._stream = f"table/{name}"
        self._numbers = count(1)
        self.fence: Fence | None = None
        self._table, self._version = self._load()

    def _load(self) -> tuple[Table, int]:
        table, version = new_table(house_rules()), 0
        for record in patiently(lambda: list(self._store.read(self._stream))):
            table, version = evolve(table, decode(record)), record.version
        return table, version

    def play(self) -> None:
        last = self._driver.promises.last(self._name)
        if last is not None:
            self._ask_once_more(last)
        while not self._driver.stop.is_set():
            self.go_on()

    def go_on(self) -> None:
        """The next thing that happens at the table, if the table agrees."""
        by, command = next_command(self._table, self._rng)
        done = act(self._table, command, by)
        if not isinstance(done, Refused):
            self._play(by, command, *done)

    def load(self) -> None:
        """Read the state of the table."""
        self._table, self._version = self._load()

    def _ask_once_more(self, batch: Batch) -> None:
        """Ask again what became of this; now it is stored, and once only, unless it had been refused."""
        try:
            self._ask(batch)
        except (NoFunds, WrongVersion):
            return
        self.load()

    def _play(self, by: Actor, command: Command, table: Table, events: tuple[Event, ...]) -> None:
        moves = [(index, made) for index, event in enumerate(events) for made in moves_of(self._name, event, SHARED)]
        batch = self._batch(self._stream, self._version, events, moves, msgspec.json.encode((by, command)))
        try:
            self._ask(batch)
        except NoFunds as refused:
            self._get_chips(refused.account)
            return
        self._table, self._version = table, self._version + len(events)

    def _get_chips(self, account: str) -> None:
        """From the cage, for a wallet or for the tray.

        Patrons walk from table to table, and all tables are filled by one house, so another process may write first.
        """
        kind, _, name = account.partition("/")
        filled = cage.InventoryFilled(self._name, BUY_IN, "a fill")
        event, stream = (cage.BoughtIn(name, BUY_IN), account) if kind == "patron" else (filled, "house")
        moves = [(0, made) for made in cage.moves_of(event)]
        while True:
            version = patiently(lambda: self._store.head(stream)).version
            try:
                self._ask(self._batch(stream, version, (event,), moves, b"buy in"))
                return
            except WrongVersion:
                continue

    def _batch(
        self,
        stream: str,
        version: int,
        events: tuple[msgspec.Struct, ...],
        moves: list[tuple[int, Posting]],
        body: bytes,
    ) -> Batch:
        return Batch(
            command_id=f"{self._driver.run}/{self._name}/{next(self._numbers)}",
            body=body,
            at=time.time_ns() // 1000,
            writes=(Write(stream, version, tuple(map(encode, events))),),
            moves=tuple(Move(stream, index, made.account, made.cents) for index, made in moves),
            answer=b"%d events, thank you" % len(events),
            fence=self.fence if stream == self._stream else None,
        )

    def _ask(self, batch: Batch) -> None:
        driver = self._driver
        driver.promises.ask(self._name, batch)
        kept = self._answered(batch)
        driver.faults.passing("between append and answer")
        driver.promises.promise(batch, kept)
        driver.faults.passing("after answer")
        driver.count()

    def _answered(self, batch: Batch) -> Kept:
        """Ask until there is an answer; an unknown outcome is asked for again under the same id."""
        until = time.monotonic() + PATIENCE
        while True:
            self._driver.before_append(batch)
            try:
                return self._store.submit(batch).result()
            except StoreDown:
                if time.monotonic() > until:
                    raise
                time.sleep(0.02)
