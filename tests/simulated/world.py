"""A whole house from one seed: two servers, one store, people and troubles, in one thread and in a time of its own.

Everything that is left to chance is drawn from the seed, so the same seed gives the same log, byte for byte.
"""

import asyncio
import secrets
from collections.abc import Callable, Coroutine, Iterator
from concurrent.futures import Future
from contextlib import contextmanager, suppress
from hashlib import sha256
from random import Random
from typing import Any, cast
from unittest import mock

import msgspec
from msgspec.structs import replace

from tests.live.rooms import Lines
from tests.server.running import quick_plan, room_settings
from tests.simulated.checks import Checks
from tests.simulated.loop import LoopClock, VirtualLoop, run
from tests.simulated.network import CALM, Line, Rates, SimulatedLinks
from tests.simulated.people import Cheat, Floor, Player
from tests.store.stored import rows_of
from tests.told import RULEBOOKS
from wartable.live.history.mirror import stream_of
from wartable.live.moments import SECOND
from wartable.live.room import Room, RoomSettings
from wartable.live.sharing.leases import Lease
from wartable.store import COLUMNS, Batch, Kept, MemoryStore

CHIPS = 1_000_00
TROUBLED, QUIET = 120, 90
"""Seconds with troubles, and seconds after them in which everything must come right."""
CHOICE_SECONDS = 9
TIMES = {
    "pace": 50,
    "bets_seconds": 8,
    "war_wagers_seconds": 5,
    "look_seconds": 5,
    "cut_seconds": 6,
    "bank_seconds": 6,
    "away_seconds": 30,
}


class Server:
    """One server, from its start to its end."""

    def __init__(self, world: "World", address: str, settings: RoomSettings) -> None:
        self.world = world
        self.alive = False
        self.line = Line(world, world.store)
        self.log = Lines()
        self.room = Room(self.line.end, replace(settings, lease=Lease(address, 4)), self.log)
        cast("Any", self.room)._sharing._links = SimulatedLinks(world, self)  # noqa: SLF001

    async def start(self) -> None:
        await self.room.start()
        self.alive = True

    async def crash(self) -> None:
        """From one moment to the next: what it still says reaches no server."""
        self.alive, self.line.dead = False, True
        for person in self.world.people:
            if person.server is self:
                person.drop()
        with suppress(Exception):
            await self.room.stop()


class World:
    """Everything there is."""

    def __init__(self, seed: int) -> None:
        self.rng = Random(seed)
        self.loop = cast("VirtualLoop", asyncio.get_running_loop())
        self.loop.takes = lambda: self.rng.uniform(0.0005, 0.01)
        self.rates = CALM
        self.table = self.rng.choice(RULEBOOKS)
        self.store = MemoryStore(self.loop.time)
        self.servers: dict[str, Server] = {}
        self.logs: list[Lines] = []
        self.checks = Checks(self)
        self.people: list[Player] = [
            Player(self, "ann", 1),
            Player(self, "ben", 2),
            Cheat(self, "cid", 3),
            Floor(self, "vera", 0, "floor"),
        ]
        self.second = Floor(self, "sam", 0, "floor")
        self.calm_at = 0.0
        self._tasks: set[asyncio.Task[None]] = set()

    # What all servers use

    def later(self, what: Callable[..., None], *args: Any) -> None:
        """By the network: after a moment, now and then after a long one, and not always in order."""
        delay = self.rng.uniform(0.001, 0.05)
        self.loop.call_later(delay * (20 if self.rng.randrange(100) < self.rates.slow else 1), what, *args)

    def spawn(self, job: Coroutine[Any, Any, None]) -> None:
        task = self.loop.create_task(job)
        self._tasks.add(task)
        task.add_done_callback(self._done)

    def _done(self, task: "asyncio.Task[None]") -> None:
        self._tasks.discard(task)
        error = None if task.cancelled() else task.exception()
        if error is not None:
            self.checks.fail(error)

    def keep(self, batch: Batch) -> Future[Kept]:
        """A batch has arrived at the store."""
        kept = self.store.submit(batch)
        if kept.exception() is None and not kept.result().repeated:
            self.checks.look_at_batch(batch)
        return kept

    # The story

    async def story(self) -> None:
        for address in ("127.0.0.1:1", "127.0.0.1:2"):
            await self._start(address)
        room = self.servers["127.0.0.1:1"].room
        for person in self.people[:3]:
            chips = CHIPS // 4 if isinstance(person, Cheat) else CHIPS
            await room.desk.give(person.speaker.patron, chips)
        self.rates = Rates.draw(self.rng)
        for person in self.people:
            person.connect()
            self.spawn(person.live())
        self.second.connect()
        for trouble in (self._crashes, self._cuts, self._slowness, self._drops):
            self.spawn(trouble())
        await self._passes(TROUBLED)
        self.rates, self.calm_at = CALM, self.loop.time()
        await self._passes(QUIET)
        if not self.checks.problems:
            self.checks.look_at_the_end()
        for server in self.servers.values():
            await server.crash()
        self.checks.raise_first()

    async def _passes(self, seconds: int) -> None:
        """Let the time pass; nothing more is learned in a world where something is broken already."""
        over = self.loop.time() + seconds
        while not self.checks.problems and self.loop.time() < over:
            await asyncio.sleep(min(1.0, over - self.loop.time()))

    async def _start(self, address: str) -> None:
        jump = self.rng.randint(-self.rates.jump_seconds, self.rates.jump_seconds) * SECOND
        plan = quick_plan(self.table, **TIMES)
        settings = room_settings(plan, LoopClock(self.loop, jump), CHOICE_SECONDS, entropy=self.rng.randbytes)
        while True:
            server = Server(self, address, settings)
            self.logs.append(server.log)
            try:
                await server.start()
            except Exception as error:  # the store was away when it started; it is started again
                self.checks.trace(f"{address} does not start: {error}")
                await server.crash()
                await asyncio.sleep(1)
            else:
                self.servers[address] = server
                return

    # Troubles

    async def _crashes(self) -> None:
        while self.rates is not CALM:
            await asyncio.sleep(self.rng.expovariate(1 / self.rates.crash_seconds))
            if self.rates is CALM:
                return
            address = self.rng.choice(sorted(self.servers))
            self.checks.trace(f"{address} crashes")
            await self.servers[address].crash()
            await asyncio.sleep(self.rng.uniform(0, 8))
            await self._start(address)

    async def _cuts(self) -> None:
        while self.rates is not CALM:
            await asyncio.sleep(self.rng.expovariate(1 / self.rates.cut_seconds))
            for server in self.rng.sample(sorted(self.servers.values(), key=id_of), self.rng.randint(1, 2)):
                server.line.cut_until = self.loop.time() + (self.rates is not CALM) * self.rng.uniform(0.5, 8)

    async def _slowness(self) -> None:
        """Slower than its lease is long: another server takes the table, and then the batch arrives."""
        while self.rates is not CALM:
            await asyncio.sleep(self.rng.expovariate(1 / self.rates.slow_seconds))
            server = self.rng.choice(sorted(self.servers.values(), key=id_of))
            server.line.slow_until = self.loop.time() + (self.rates is not CALM) * self.rng.uniform(3, 15)

    async def _drops(self) -> None:
        while self.rates is not CALM:
            await asyncio.sleep(self.rng.expovariate(1 / self.rates.drop_seconds))
            self.rng.choice(self.people).drop()

    # What it comes to

    def digest(self) -> str:
        """Everything that the store holds, in one line."""
        hashed = sha256()
        for what in COLUMNS:
            for row in rows_of(self.store, what):
                hashed.update(msgspec.json.encode(row))
        hashed.update(repr(self.checks.traced).encode())
        return hashed.hexdigest()

    def lived(self, seed: int) -> "Lived":
        events = [record.name for record in self.store.read(stream_of(self.table))]
        owners = [number for owner in (self.store.driver(self.table),) if owner for number in owner[1:]]
        crashes = sum("crashes" in told for told in self.checks.traced)
        rounds = events.count("round_ended")
        return Lived(seed, self.digest(), len(events), rounds, self.checks.answers, crashes, sum(owners) - 1)


def id_of(server: Server) -> str:
    return next(address for address, one in server.world.servers.items() if one is server)


class Lived(msgspec.Struct, frozen=True):
    """What one seed came to."""

    seed: int
    digest: str
    events: int
    rounds: int
    answers: int
    crashes: int
    takeovers: int


@contextmanager
def from_seed(seed: int) -> Iterator[None]:
    """Ids and nonces come from the seed too."""
    rng = Random(f"secrets {seed}")
    with (
        mock.patch.object(secrets, "token_bytes", lambda size=32: rng.randbytes(size)),
        mock.patch.object(secrets, "token_hex", lambda size=32: rng.randbytes(size).hex()),
    ):
        yield


def live(seed: int) -> Lived:
    """One whole world; what breaks in it is raised with its seed."""

    async def story() -> Lived:
        world = World(seed)
        await world.story()
        return world.lived(seed)

    with from_seed(seed):
        try:
            return run(story())
        except Exception as error:
            error.add_note(f"in the world of the seed {seed}")
            raise
