"""The speed of the live tables: bots over real sockets to a real server process, every command committed durably.

Each bot bets, waits for the deal and decides its ties; watchers at every table receive it. At 10, 100 and 300 seats the
bots first think about a second before each command, like fast humans, which measures the time of an answer. Then they
do not think at all, which measures the throughput. At the target load commands are due at a steady rate, whether the
server keeps up or not. Bots, server and database share this machine, so this is the capacity of one machine, and the
cost of each is reported. `./dev bench aim` measures the target load alone.
"""

import asyncio
import os
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from statistics import median, quantiles
from time import perf_counter_ns

import msgspec
import uvloop

from bench.bots import Bot, Watcher
from bench.postgres import NoPostgres, Postgres
from bench.processors import cpu_seconds
from bench.samples import Samples
from bench.serving import Finding, last_lines, look_for_lost, serving
from bench.sockets import Line, come_in
from bench.turns import Turns
from wartable.rulebook import load_house
from wartable.server.connections.open import raise_descriptors
from wartable.shipped import shipped

SECONDS = 8.0
WARM_UP = 2.0
THINKING_SECONDS = 1.0
SEATED_SECONDS = 600
PING_SECONDS = 30
LOOK_SECONDS = 1.0
"""The interval of the check that every socket is still connected."""
AT_THE_DOOR = 8
"""Guests who connect at the same time."""
MILLISECOND = 1_000_000
ENOUGH = 100
"""The least answers for a 99th percentile."""
MOST_PROCESSES = 2
"""Processes of a server on PostgreSQL; bots and database need some of the machine too."""


class Shape(msgspec.Struct, frozen=True):
    """The number of people, and the pace of their commands."""

    seats: int
    watchers: int = 1
    """At each table."""
    rate: int | None = None
    """Commands due in a second; without a rate, bots think."""


SHAPES = (Shape(10), Shape(100), Shape(300))
AIM = Shape(seats=700, watchers=13, rate=500)
"""100 tables of seven seats, 1,300 watchers; the target: 99 of 100 answers within 100 ms."""


class Times(msgspec.Struct, frozen=True):
    """Milliseconds: the median, and the 99th percentile."""

    p50: float
    p99: float | None
    """None with fewer than a hundred answers."""


class Cores(msgspec.Struct, frozen=True):
    """The number of processor cores each kept busy."""

    server: float
    bots: float
    database: float


class Flow(msgspec.Struct, frozen=True):
    """The measured throughput."""

    how: str
    commands_per_second: float
    events_per_second: float
    updates_per_second: float
    """Messages that reached watchers."""
    refused: int
    cpu_milliseconds: float
    """Processor time of the server for each command and its consequences; also valid on a busy machine."""
    cores: Cores
    answer: Times
    """From the moment a command was due to its answer, which comes after its commit."""
    watcher: Times
    """From that answer to the last watcher's update."""


class Load(msgspec.Struct, frozen=True):
    """The load of a number of seats."""

    seats: int
    tables: int
    watchers: int
    processes: int
    """The number of server processes."""
    flows: tuple[Flow, ...]
    finding: str = ""
    """Why the measurement was not completed."""
    log: tuple[str, ...] = ()
    """The last lines of the server's log in that case."""


class ServerRates(msgspec.Struct, frozen=True):
    """The result of the bench, by store."""

    stores: dict[str, tuple[Load, ...]]
    missing: dict[str, str]

    @property
    def is_whole(self) -> bool:
        return not any(load.finding for loads in self.stores.values() for load in loads)

    def told(self) -> list[str]:
        lines = [line for store, loads in self.stores.items() for load in loads for line in _told_load(store, load)]
        return lines + [f"{store}: not measured, {reason}" for store, reason in self.missing.items()]


def _told_load(store: str, load: Load) -> list[str]:
    processes = "1 process" if load.processes == 1 else f"{load.processes} processes"
    lines = [f"{store}, {load.seats} seats at {load.tables} tables, {load.watchers} watchers, server in {processes}:"]
    for flow in load.flows:
        rate = f"{flow.commands_per_second:,.0f} commands and {flow.events_per_second:,.0f} events a second"
        cores = flow.cores
        lines += [
            f"  {flow.how}: {rate}, {flow.updates_per_second:,.0f} updates to watchers",
            f"    answered after {flow.answer.p50:.1f} ms, {_told_most(flow.answer)}",
            f"    seen by every watcher {flow.watcher.p50:.1f} ms later, {_told_most(flow.watcher)}",
            f"    {flow.cpu_milliseconds:.2f} ms of the server's processor for each command",
            f"    cores busy: server {cores.server:.2f}, bots {cores.bots:.2f}, database {cores.database:.2f}",
        ]
    if load.finding:
        lines += [f"  measurement not completed: {load.finding}", "  the server's last log lines:"]
        lines += [f"    {line}" for line in load.log or ("none",)]
    return lines


def _told_most(times: Times) -> str:
    return f"99 of 100 within {times.p99:.1f} ms" if times.p99 is not None else "too few for a 99th percentile"


def bench_server(shapes: Sequence[Shape] = SHAPES, seconds: float = SECONDS) -> ServerRates:
    """Measure every store that this machine has, with a growing number of seats."""
    stores: dict[str, tuple[Load, ...]] = {}
    missing: dict[str, str] = {}
    stores["sqlite"] = tuple(measure(None, shape, seconds) for shape in shapes)
    try:
        with Postgres() as server:
            found = []
            for shape in shapes:
                with server.database() as url:
                    found.append(measure(url, shape, seconds, server.pid))
            stores["postgresql"] = tuple(found)
    except NoPostgres as reason:
        missing["postgresql"] = str(reason)
    return ServerRates(stores, missing)


def measure(url: str | None, shape: Shape, seconds: float, database: int | None = None) -> Load:
    """Measure a server on one store; without an address, in a new file and one process."""
    house, per_table = _house()
    tables = -(-shape.seats // per_table)
    processes = min(MOST_PROCESSES, os.cpu_count() or 1) if url else 1
    raise_descriptors()
    flows: list[Flow] = []
    finding, log = "", tuple[str, ...]()
    with tempfile.TemporaryDirectory(prefix="wt-bench-") as folder:
        try:
            with (
                serving(Path(folder), url, (house, tables), processes) as (port, pid),
                asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner,
            ):
                runner.run(_Crowd(shape, port, per_table, (pid, database)).play(seconds, flows))
        except Finding as found:
            finding, log = str(found), last_lines(Path(folder))
    return Load(shape.seats, tables, tables * shape.watchers, processes, tuple(flows), finding, log)


def _house() -> tuple[Path, int]:
    """A shipped house that banks itself, with only the game."""
    for path in sorted(shipped("houses").glob("*.toml"), reverse=True):
        rules = load_house(path.read_bytes())
        if rules.bank.by == "house" and rules.progressive is None:
            return path, rules.seats
    raise LookupError("no shipped house banks itself")


class _Crowd:
    """All bots and watchers of one load."""

    def __init__(self, shape: Shape, port: int, per_table: int, watched: tuple[int, int | None]) -> None:
        self._shape, self._port = shape, port
        self._server, self._database = watched
        self._tables = -(-shape.seats // per_table)
        self._samples, self._turns = Samples(shape.watchers), Turns()
        self._watchers = [
            Watcher(f"t{table}", self._samples, counts=not number)
            for table in range(1, self._tables + 1)
            for number in range(shape.watchers)
        ]
        self._bots = [
            Bot(f"t{place // per_table + 1}", place % per_table + 1, self._samples, self._turns)
            for place in range(shape.seats)
        ]

    async def play(self, seconds: float, flows: list[Flow]) -> None:
        """Connect, play, and leave; earlier measurements stay even if a later one fails."""
        shape, turns = self._shape, self._turns
        steady = f"{shape.rate} a second are due" if shape.rate else "thinking"
        turns.think(THINKING_SECONDS)
        pinging = asyncio.create_task(self._ping())
        try:
            await self._come()
            if shape.rate:
                turns.offer(shape.rate)
            flows.append(await self._flow(steady, seconds))
            turns.hurry()
            flows.append(await self._flow("flat out", seconds))
        finally:
            pinging.cancel()
            for line in self._lines():
                line.close()

    def _lines(self) -> list[Line]:
        return [bot.line for bot in self._bots] + [watcher.line for watcher in self._watchers]

    async def _ping(self) -> None:
        """Send pings like a page; the server disconnects a silent client."""
        while True:
            await asyncio.sleep(PING_SECONDS)
            for line in self._lines():
                line.ping()

    async def _come(self) -> None:
        """Connect the watchers first; then the players, a few at a time, until all of them sit."""
        few = asyncio.Semaphore(AT_THE_DOOR)

        async def come(bot: Bot) -> None:
            async with few:
                await bot.come(self._port, await asyncio.to_thread(come_in, self._port))

        began = time.monotonic()
        try:
            for watcher in self._watchers:
                await watcher.come(self._port)
            await asyncio.gather(*(come(bot) for bot in self._bots))
            async with asyncio.timeout(SEATED_SECONDS):
                while not all(bot.sits for bot in self._bots):
                    look_for_lost(self._lines(), "players sat down", began)
                    await asyncio.sleep(0.1)
        except OSError as error:  # includes TimeoutError and urllib's errors
            look_for_lost(self._lines(), "people came in", began)
            raise Finding(f"not all players connected: {str(error) or 'timeout'}") from None

    async def _flow(self, how: str, seconds: float) -> Flow:
        """Measure the throughput for some seconds, after a warm-up."""
        await asyncio.sleep(WARM_UP)
        self._samples.clear()
        began, spent = perf_counter_ns(), self._spent()
        since = time.monotonic()
        while (left := since + seconds - time.monotonic()) > 0:
            await asyncio.sleep(min(left, LOOK_SECONDS))
            look_for_lost(self._lines(), how, since)
        took = (perf_counter_ns() - began) / 1e9
        server, bots, database = (now - before for now, before in zip(self._spent(), spent, strict=True))
        found = self._samples.take()
        if not found.answers:
            raise Finding(f"no command was answered in {took:.0f} seconds")
        return Flow(
            how=how,
            commands_per_second=len(found.answers) / took,
            events_per_second=found.events / took,
            updates_per_second=found.updates / took,
            refused=found.refused,
            cpu_milliseconds=server * 1_000 / max(1, len(found.answers)),
            cores=Cores(server / took, bots / took, database / took),
            answer=times_of(found.answers),
            watcher=times_of(found.watched),
        )

    def _spent(self) -> tuple[float, float, float]:
        database = cpu_seconds(self._database) if self._database else 0.0
        return cpu_seconds(self._server), time.process_time(), database


def times_of(nanoseconds: Sequence[int]) -> Times:
    """Return the median and the 99th percentile."""
    if not nanoseconds:
        raise ValueError("no answer came")
    enough = len(nanoseconds) >= ENOUGH
    most = quantiles(nanoseconds, n=100, method="inclusive")[98] / MILLISECOND if enough else None
    return Times(median(nanoseconds) / MILLISECOND, most)
