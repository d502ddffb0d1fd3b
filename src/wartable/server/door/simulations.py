"""Simulations that the lab asks for: few at a time, beside the tables, with what was found so far.

What deals them is heavy, so it is loaded on the first request and not when the tables open.
"""

import asyncio
import secrets
import time
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any, Literal

import msgspec

from wartable.rulebook import Rules
from wartable.server.connections import A_NUMBER
from wartable.server.documents import forms as d
from wartable.server.limits import MAX_SIMULATIONS, MAX_SIMULATIONS_KEPT

if TYPE_CHECKING:
    from wartable.sim import Judge, RunState, SimPlan

LOOK_SECONDS = 0.5
"""What was found so far is worked out at most so often."""
STRATEGY = "war"
THREADS = 1
"""For each, so that most of a machine is left to the tables."""

Standing = Literal["running", "done", "stopped", "failed"]


class _Stopped(Exception):
    """It was asked to stop."""


class Simulated(msgspec.Struct):
    """One simulation, and how far it has come."""

    id: str
    house: str
    rounds: int
    done: int = 0
    per_second: float = 0.0
    state: Standing = "running"
    document: dict[str, Any] | None = None
    stop: bool = False


class Simulations:
    """All simulations of one process. Each name begins with the number of the process, where there are several."""

    def __init__(self, place: int | None = None, of: int = 1) -> None:
        self._place = place
        self._most = max(1, MAX_SIMULATIONS // of)
        self._all: dict[str, Simulated] = {}
        self._running: set[asyncio.Future[None]] = set()
        self._pool = ThreadPoolExecutor(MAX_SIMULATIONS + 1, "simulation")
        """Their own threads, so that no table waits for one; one more than run, for requests meanwhile."""

    def look(self, id_: str, *, stop: bool = False) -> d.SimulationDocument | None:
        """Return how far a simulation is, and stop it if asked; its results stay."""
        one = self._all.get(id_)
        if one is None:
            return None
        one.stop = one.stop or stop
        return d.SimulationDocument(one.id, one.house, one.rounds, one.done, one.per_second, one.state, one.document)

    def process_of(self, id_: str) -> int | None:
        """Return the other process that a simulation is named after."""
        place, _, _ = id_.rpartition("-")
        is_other = self._place is not None and A_NUMBER.fullmatch(place) and int(place) != self._place
        return int(place) if is_other else None

    async def start(self, house: str, rules: Rules, seats: int, rounds: int, seed: int) -> d.SimulationDocument | None:
        """Start a simulation; None where too many run already. BadPlan: the table cannot be simulated."""
        loop = asyncio.get_running_loop()
        plan = await loop.run_in_executor(self._pool, _plan, rules, seats)
        if sum(one.state == "running" for one in self._all.values()) >= self._most:
            return None
        name = secrets.token_hex(8)
        one = Simulated(name if self._place is None else f"{self._place}-{name}", house, rounds)
        over = [id_ for id_, other in self._all.items() if other.state != "running"]
        for id_ in over[: max(0, len(self._all) + 1 - MAX_SIMULATIONS_KEPT)]:
            del self._all[id_]
        self._all[one.id] = one
        running = loop.run_in_executor(self._pool, _run, one, rules, plan, seed)
        self._running.add(running)
        running.add_done_callback(self._running.discard)
        return self.look(one.id)

    async def close(self) -> None:
        """Stop everything that still runs."""
        for one in self._all.values():
            one.stop = True
        await asyncio.gather(*self._running, return_exceptions=True)
        self._pool.shutdown()


def _plan(rules: Rules, seats: int) -> "SimPlan":
    """Make a plan, in a thread: the first caller loads the simulator, and no table waits for that."""
    from wartable.sim import make_plan, parse_strategies

    return make_plan(rules, parse_strategies(STRATEGY, seats))


def _run(one: Simulated, rules: Rules, plan: "SimPlan", seed: int) -> None:
    """Deal in a thread, and report progress from time to time."""
    from wartable.sim import BadPlan, Goal, NoBackend, Where, read_row, simulate

    looked = 0.0

    def watch(judge: "Judge", state: "RunState") -> None:
        nonlocal looked
        one.done = state.rounds
        one.per_second = state.rounds / state.seconds if state.seconds else 0.0
        now = time.monotonic()
        if now - looked >= LOOK_SECONDS or one.stop:
            looked = now
            found = judge.judge(read_row(plan, state.row))
            one.document = {
                "rounds": state.rounds,
                "seed": seed,
                "estimates": msgspec.to_builtins(found.estimates),
                "outcomes": msgspec.to_builtins(found.outcomes),
            }
        if one.stop:
            raise _Stopped

    try:
        simulation = simulate(rules, plan, Goal(rounds=one.rounds), seed=seed, where=Where("cpu", THREADS), watch=watch)
    except _Stopped:
        one.state = "stopped"
    except (BadPlan, NoBackend, ValueError):
        one.state = "failed"
    except BaseException:
        one.state = "failed"  # after any error the next one may begin
        raise
    else:
        one.document = msgspec.to_builtins(simulation)
        one.done, one.state = simulation.rounds, "done"
