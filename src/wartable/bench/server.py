"""How fast the live tables are: bots over real sockets to a real server process, every command committed durably.

Each bot bets, waits for the deal and decides its ties; one watcher at every table hears it. First the bots think about
a second before each command, as quick people do, which shows how long an answer takes. Then they do not think at all,
which shows how much the server does. Bots and server share this machine, so it is what one machine does by itself.
"""

import asyncio
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import AsyncExitStack, contextmanager
from pathlib import Path
from statistics import quantiles
from time import perf_counter_ns
from typing import Any

import msgspec

import wartable
from wartable.bench.bots import Bot, Pace, Samples, Watcher
from wartable.bench.postgres import NoPostgres, Postgres
from wartable.rulebook import load_house
from wartable.shipped import shipped

SEATS = (10, 100, 300)
SECONDS = 8.0
WARM_UP = 2.0
THINKING_SECONDS = 1.0
STARTING_SECONDS = 60
MILLISECOND = 1_000_000
START = "import sys; from wartable.cli import main; sys.exit(main())"


class Times(msgspec.Struct, frozen=True):
    """Milliseconds: the middle, and the ninety-ninth of a hundred."""

    p50: float
    p99: float


class Flow(msgspec.Struct, frozen=True):
    """What went through."""

    commands_per_second: float
    events_per_second: float
    cpu_milliseconds: float | None
    """Processor time of the server for each command and all that follows from it; this holds on a busy machine too."""
    answer: Times
    """From a command to its answer, which comes after its commit."""
    watcher: Times
    """From that answer to the watcher's update."""


class Load(msgspec.Struct, frozen=True):
    """What so many seats do."""

    seats: int
    tables: int
    thinking: Flow
    flat_out: Flow


class ServerRates(msgspec.Struct, frozen=True):
    """What the bench found, by store."""

    stores: dict[str, tuple[Load, ...]]
    missing: dict[str, str]

    def told(self) -> list[str]:
        """The figures in words."""
        lines = [line for store, loads in self.stores.items() for load in loads for line in _told_load(store, load)]
        return lines + [f"{store}: not measured, {reason}" for store, reason in self.missing.items()]


def _told_load(store: str, load: Load) -> list[str]:
    lines = [f"{store}, {load.seats} seats at {load.tables} tables:"]
    for how, flow in (("thinking", load.thinking), ("flat out", load.flat_out)):
        rate = f"{flow.commands_per_second:,.0f} commands and {flow.events_per_second:,.0f} events a second"
        lines += [
            f"  {how}: {rate}",
            f"    answered after {flow.answer.p50:.1f} ms, 99 of 100 within {flow.answer.p99:.1f} ms",
            f"    seen by a watcher {flow.watcher.p50:.1f} ms later, 99 of 100 within {flow.watcher.p99:.1f} ms",
        ]
        if flow.cpu_milliseconds is not None:
            lines.append(f"    {flow.cpu_milliseconds:.2f} ms of the server's processor for each command")
    return lines


def bench_server(seats: Sequence[int] = SEATS, seconds: float = SECONDS) -> ServerRates:
    """Every store that this machine has, with more and more seats."""
    stores: dict[str, tuple[Load, ...]] = {}
    missing: dict[str, str] = {}
    stores["sqlite"] = tuple(measure(None, number, seconds) for number in seats)
    try:
        with Postgres() as server:
            found = []
            for number in seats:
                with server.database() as url:
                    found.append(measure(url, number, seconds))
            stores["postgresql"] = tuple(found)
    except NoPostgres as reason:
        missing["postgresql"] = str(reason)
    return ServerRates(stores, missing)


def measure(url: str | None, seats: int, seconds: float) -> Load:
    """So many seats at a server on one store; in a file of its own where no address is given."""
    house, per_table = _house()
    tables = -(-seats // per_table)
    with tempfile.TemporaryDirectory(prefix="wt-bench-") as folder, _serving(Path(folder), url, house, tables) as found:
        return asyncio.run(_play(*found, seats, per_table, seconds))


def _house() -> tuple[Path, int]:
    """A shipped house that banks itself, with nothing but the game."""
    for path in sorted(shipped("houses").glob("*.toml"), reverse=True):
        rules = load_house(path.read_bytes())
        if rules.bank.by == "house" and rules.progressive is None:
            return path, rules.seats
    raise LookupError("no shipped house banks")


@contextmanager
def _serving(folder: Path, url: str | None, house: Path, tables: int) -> Iterator[tuple[int, int]]:
    """A server process in its own folder; gives its port and its number."""
    lines = [
        "[limits]",
        *(f"{name} = 1000000" for name in ("sockets", "sockets_per_address", "requests_per_second")),
        *(f"{name} = 1000000" for name in ("messages_per_second", "guests_per_minute")),
    ]
    for number in range(1, tables + 1):
        lines += ["[[tables]]", f'table = "t{number}"', f"house = {str(house)!r}", "pace = 0", "bets_seconds = 600"]
    (folder / "plan.toml").write_text("\n".join(lines) + "\n")
    command = [sys.executable, "-c", START, "serve", "--plan", "plan.toml", "--port", "0"]
    command += ["--db", url] if url else []
    env = {**os.environ, "PYTHONPATH": str(Path(wartable.__file__).parents[1])}
    quiet = subprocess.DEVNULL
    process = subprocess.Popen(command, cwd=folder, stdout=subprocess.PIPE, stderr=quiet, text=True, env=env)
    try:
        assert process.stdout is not None
        said = process.stdout.readline()
        yield int(said.partition("http://127.0.0.1:")[2].partition("/")[0]), process.pid
    finally:
        process.terminate()
        process.wait(STARTING_SECONDS)
        if process.stdout is not None:
            process.stdout.close()


async def _play(port: int, pid: int, seats: int, per_table: int, seconds: float) -> Load:
    samples, tables, pace = Samples(), -(-seats // per_table), Pace(THINKING_SECONDS)
    async with AsyncExitStack() as stack:
        clients: list[Watcher | Bot] = [Watcher(port, f"t{n}", samples) for n in range(1, tables + 1)]
        clients += [
            Bot(port, f"t{place // per_table + 1}", place % per_table + 1, samples, pace) for place in range(seats)
        ]
        for client in clients:
            await stack.enter_async_context(client)
        tasks = [asyncio.create_task(client.run()) for client in clients]
        thinking = await _flow(samples, pid, seconds)
        pace.seconds = 0
        flat_out = await _flow(samples, pid, seconds)
        for task in tasks:
            task.cancel()
        trouble = await asyncio.gather(*tasks, return_exceptions=True)
    _raise_first(trouble)
    return Load(seats, tables, thinking, flat_out)


async def _flow(samples: Samples, pid: int, seconds: float) -> Flow:
    """What goes through in so many seconds, after a while to settle."""
    await asyncio.sleep(WARM_UP)
    samples.clear()
    began, cpu = perf_counter_ns(), _cpu_seconds(pid)
    await asyncio.sleep(seconds)
    took, spent = (perf_counter_ns() - began) / 1e9, _cpu_seconds(pid) - cpu
    found = samples.take()
    return Flow(
        commands_per_second=len(found.answers) / took,
        events_per_second=found.events / took,
        cpu_milliseconds=spent * 1_000 / max(1, len(found.answers)) if spent else None,
        answer=_times(found.answers),
        watcher=_times(found.watched),
    )


def _cpu_seconds(pid: int) -> float:
    """Processor time of a process so far, where the machine tells it."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return 0.0
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def _raise_first(results: Sequence[Any]) -> None:
    for result in results:
        if isinstance(result, Exception):
            raise result


def _times(nanoseconds: Sequence[int]) -> Times:
    if len(nanoseconds) <= 1:
        raise ValueError("too few answers came to say anything")
    cuts = quantiles(nanoseconds, n=100, method="inclusive")
    return Times(cuts[49] / MILLISECOND, cuts[98] / MILLISECOND)
