"""The speed of the stores: durable commands a second, beside the rate at which the engine itself commits single rows.

The commands are those of heads-up rounds at one table for each client, played beforehand, each with its events,
postings and answer. All parts run in turn, so that the ratios are meaningful although the machine's speed varies.
"""

import gc
import tempfile
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from pathlib import Path
from queue import SimpleQueue
from statistics import median
from time import perf_counter_ns
from typing import Literal
from zlib import crc32

import apsw
import msgspec
import psycopg

from bench.engine import heads_up
from bench.postgres import NoPostgres, Postgres
from wartable.audit.house_events import HOUSE
from wartable.cage import BoughtIn, InventoryFilled
from wartable.cage import moves_of as cage_moves_of
from wartable.ledger import moves_of, patron
from wartable.runner import Act
from wartable.store import Batch, Kept, Move, NewEvent, Store, Write, encode, open_store

CLIENTS = 64
TURNS = 5
ROUNDS = 44
"""Rounds that a table plays before they repeat: fewer than a shoe holds."""
SECONDS = 1.0
"""The seconds of each part in a turn."""
WALLET = 1_000_000_000_00
A_ROW, A_COMMAND, AN_ANSWER = bytes(200), bytes(80), bytes(120)

Engine = Literal["sqlite", "postgresql"]


class Rates(msgspec.Struct, frozen=True):
    """Rates of one engine, a second; ratios are the median of turns run one after the other."""

    raw: float
    """The engine's own rate: one row a commit, one commit after the other."""
    alone: float
    """Commands of one client that waits for each answer."""
    together: float
    """Commands of many clients that wait for theirs."""
    ratio_alone: float
    ratio_together: float


class StoreRates(msgspec.Struct, frozen=True):
    """The result of the bench."""

    clients: int
    events_per_command: float
    postings_per_command: float
    engines: dict[Engine, Rates]
    missing: dict[Engine, str]
    """Engines that are not available, and why."""

    def told(self) -> list[str]:
        per_command = f"{self.events_per_command:.1f} events, {self.postings_per_command:.1f} postings"
        lines = [f"a command: {per_command}, one answer"]
        for engine, rates in self.engines.items():
            together = f"{rates.together:,.0f} commands a second for {self.clients} clients"
            lines += [
                f"{engine}: {rates.raw:,.0f} single rows committed a second by the engine itself",
                f"{engine}: {rates.alone:,.0f} commands a second for 1 client, {rates.ratio_alone:.2f} times that",
                f"{engine}: {together}, {rates.ratio_together:.1f} times that",
            ]
        return lines + [f"{engine}: not measured, {reason}" for engine, reason in self.missing.items()]


def bench_store(seconds: float = SECONDS, turns: int = TURNS, clients: int = CLIENTS) -> StoreRates:
    """Measure every store that this machine has."""
    engines: dict[Engine, Rates] = {}
    missing: dict[Engine, str] = {}
    with tempfile.TemporaryDirectory(prefix="wartable-bench-") as folder, _raw_sqlite(Path(folder)) as raw:
        engines["sqlite"] = _measure(f"sqlite:///{folder}/store.db", raw, seconds, turns, clients)
    try:
        with Postgres() as server, server.database() as url, _raw_postgresql(url) as raw:
            engines["postgresql"] = _measure(url, raw, seconds, turns, clients)
    except NoPostgres as reason:
        missing["postgresql"] = str(reason)
    events, postings = Tape("measured").per_command
    return StoreRates(clients, events, postings, engines, missing)


Part = Callable[[float], float]
"""Run for this number of seconds, and return the rate."""


def _measure(url: str, raw: Part, seconds: float, turns: int, clients: int) -> Rates:
    store = open_store(url)
    try:
        parts = (raw, _Clients(store, "alone", 1).run, _Clients(store, "together", clients).run)
        found = [[part(seconds) for part in parts] for _ in range(turns)]
    finally:
        gc.unfreeze()
        store.close()
    raws, alone, together = zip(*found, strict=True)
    return Rates(
        raw=median(raws),
        alone=median(alone),
        together=median(together),
        ratio_alone=median(one / other for one, other in zip(alone, raws, strict=True)),
        ratio_together=median(one / other for one, other in zip(together, raws, strict=True)),
    )


# The engines by themselves


@contextmanager
def _raw_sqlite(folder: Path) -> Iterator[Part]:
    connection = apsw.Connection(str(folder / "raw.db"))
    for setting in ("PRAGMA journal_mode = WAL", "PRAGMA synchronous = FULL"):
        list(connection.execute(setting))
    connection.execute("CREATE TABLE raw (number INTEGER PRIMARY KEY, held BLOB)")
    insert = connection.cursor().execute
    yield lambda seconds: _rate(lambda: insert("INSERT INTO raw (held) VALUES (?)", (A_ROW,)), seconds)
    connection.close()


@contextmanager
def _raw_postgresql(url: str) -> Iterator[Part]:
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute("CREATE TABLE raw (number bigserial PRIMARY KEY, held bytea)")
        insert = connection.cursor().execute
        yield lambda seconds: _rate(lambda: insert("INSERT INTO raw (held) VALUES (%s)", (A_ROW,)), seconds)


def _rate(do: Callable[[], object], seconds: float) -> float:
    begun, done = perf_counter_ns(), 0
    until = begun + seconds * 1e9
    while perf_counter_ns() < until:
        do()
        done += 1
    return done * 1e9 / (perf_counter_ns() - begun)


# The clients


class _Clients:
    """Clients, each at its own table, each waiting for an answer before the next command."""

    def __init__(self, store: Store, name: str, clients: int) -> None:
        self._store = store
        self._tapes = [Tape(f"{name}-{number}") for number in range(clients)]
        for tape in self._tapes:
            store.submit(tape.buy_in()).result()
            store.submit(tape.fill_tray(store.head(HOUSE).version)).result()
        gc.collect()
        gc.freeze()  # keep the collector off the tapes: they belong to the bench, and no server has them

    def run(self, seconds: float) -> float:
        answered: SimpleQueue[Tape] = SimpleQueue()
        begun = perf_counter_ns()
        for tape in self._tapes:
            self._ask(tape, answered)
        done, waiting, until = 0, len(self._tapes), begun + seconds * 1e9
        while waiting:
            tape = answered.get()
            done += 1
            if perf_counter_ns() < until:
                self._ask(tape, answered)
            else:
                waiting -= 1
        return done * 1e9 / (perf_counter_ns() - begun)

    def _ask(self, tape: "Tape", answered: "SimpleQueue[Tape]") -> None:
        def done(future: Future[Kept]) -> None:
            future.result()
            answered.put(tape)

        self._store.submit(tape.next()).add_done_callback(done)


class Tape:
    """The commands of one table: some rounds, played beforehand, and then the same rounds again."""

    def __init__(self, table: str) -> None:
        self.table, self._stream = table, f"table/{table}"
        self.wallet = table
        self.version = 0
        """The number of events so far."""
        self._steps: list[tuple[tuple[NewEvent, ...], tuple[Move, ...]]] = []
        self._place = 0
        self._play(crc32(table.encode()))

    def _play(self, seed: int) -> None:
        runner = heads_up(seed)
        for done in (done for _ in range(ROUNDS) for done in runner.round()):
            self._record(done)

    def _record(self, done: Act) -> None:
        moves = tuple(
            Move(self._stream, index, self._own(made.account), made.cents)
            for index, event in enumerate(done.events)
            for made in moves_of(self.table, event)
        )
        self._steps.append((tuple(map(encode, done.events)), moves))

    def _own(self, account: str) -> str:
        """One patron plays the rounds; here each client pays from its own wallet."""
        return patron(self.wallet) if account.startswith(patron("")) else account

    def buy_in(self) -> Batch:
        """Return a purchase of enough chips for the whole run."""
        event, stream = BoughtIn(self.wallet, WALLET), patron(self.wallet)
        moves = tuple(Move(stream, 0, made.account, made.cents) for made in cage_moves_of(event))
        write = Write(stream, 0, (encode(event),))
        return Batch(f"{self.table} buys in", b"buy in", 1, (write,), moves, b"bought in")

    def fill_tray(self, house: int) -> Batch:
        """Return a fill of the tray for the whole run, as the next record of the house."""
        event = InventoryFilled(self.table, WALLET, "opening")
        moves = tuple(Move(HOUSE, 0, made.account, made.cents) for made in cage_moves_of(event))
        write = Write(HOUSE, house, (encode(event),))
        return Batch(f"{self.table} is filled", b"fill", 1, (write,), moves, b"filled")

    def next(self) -> Batch:
        return self._batch(*self._steps[self._place % len(self._steps)])

    def _batch(self, events: tuple[NewEvent, ...], moves: tuple[Move, ...]) -> Batch:
        write = Write(self._stream, self.version, events)
        self._place += 1
        self.version += len(events)
        return Batch(f"{self.table} {self._place}", A_COMMAND, self._place, (write,), moves, AN_ANSWER)

    @property
    def per_command(self) -> tuple[float, float]:
        """Return the number of events and postings of a command."""
        commands = len(self._steps)
        return (
            sum(len(events) for events, _ in self._steps) / commands,
            sum(len(moves) for _, moves in self._steps) / commands,
        )
