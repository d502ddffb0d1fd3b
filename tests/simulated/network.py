"""What lies between the parts of the simulated house: lines to the store, links between servers, and delays."""

import asyncio
from collections.abc import Callable
from concurrent.futures import Future
from random import Random
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, cast

import msgspec

from wartable.live.sharing.links import ANSWER_SECONDS, AskPresence, Forwarded, HereNow, LinkMessage, Presence, Returned
from wartable.live.wire.messages import Answer
from wartable.server.sockets.link import LinkServer
from wartable.store import Batch, Kept, MemoryStore, Store, StoreDown

if TYPE_CHECKING:
    from tests.simulated.world import Server, World


class Rates(msgspec.Struct, frozen=True):
    """How often things go wrong in one world: of a hundred, or seconds between two of a kind."""

    lost_batch: int
    lost_reply: int
    slow: int
    lost_message: int
    twice: int
    crash_seconds: float
    cut_seconds: float
    slow_seconds: float
    drop_seconds: float
    jump_seconds: int
    hostile: int

    @classmethod
    def draw(cls, rng: Random) -> "Rates":
        """Each world has troubles of its own; in some there are none of one kind."""

        def some(most: int) -> int:
            return rng.choice((0, rng.randint(1, most)))

        def between(shortest: float, longest: float) -> float:
            return rng.choice((10_000.0, rng.uniform(shortest, longest)))

        return cls(
            lost_batch=some(6),
            lost_reply=some(10),
            slow=some(6),
            lost_message=some(15),
            twice=some(25),
            crash_seconds=between(15, 80),
            cut_seconds=between(15, 80),
            slow_seconds=between(15, 80),
            drop_seconds=between(5, 40),
            jump_seconds=some(3_600),
            hostile=some(40),
        )


CALM = Rates(0, 0, 0, 0, 0, 1e9, 1e9, 1e9, 1e9, 0, 0)


class Line:
    """One server's line to the store. A batch arrives after a while or not at all, and so does what is said to it."""

    def __init__(self, world: "World", store: MemoryStore) -> None:
        self._world, self._store = world, store
        self.dead = False
        self.cut_until = 0.0
        self.slow_until = 0.0

    @property
    def end(self) -> Store:
        """The line as a store."""
        return cast("Store", self)

    def _happens(self, percent: int) -> bool:
        return self._world.rng.randrange(100) < percent

    def submit(self, batch: Batch) -> Future[Kept]:
        told: Future[Kept] = Future()
        rng, loop = self._world.rng, self._world.loop
        delay = rng.uniform(0.001, 0.02)
        if self._happens(self._world.rates.slow):
            delay += rng.uniform(0.5, 12)
        loop.call_later(delay + max(0.0, self.slow_until - loop.time()), self._arrives, batch, told)
        return told

    def _arrives(self, batch: Batch, told: Future[Kept]) -> None:
        loop = self._world.loop
        lost = self.cut_until > loop.time() or (self.dead and self._happens(50))
        if lost or self._happens(self._world.rates.lost_batch):
            loop.call_later(0.5, _tell, told, None, StoreDown("no answer"))
            return
        kept = self._world.keep(batch)
        if self._happens(self._world.rates.lost_reply):
            loop.call_later(0.5, _tell, told, None, StoreDown("no answer"))
        else:
            loop.call_later(self._world.rng.uniform(0.001, 0.02), _tell, told, kept, None)

    def __getattr__(self, name: str) -> Any:
        asked: Callable[..., Any] = getattr(self._store, name)

        def ask(*args: Any, **named: Any) -> Any:
            if self.dead or self.cut_until > self._world.loop.time():
                raise StoreDown("no answer")
            return asked(*args, **named)

        return ask


def _tell(told: Future[Kept], kept: Future[Kept] | None, error: Exception | None) -> None:
    if told.cancelled() or told.done():
        return
    error = error or (kept.exception() if kept else None)  # type: ignore[assignment]
    if error is not None:
        told.set_exception(error)
    elif kept is not None:
        told.set_result(kept.result())


class SimulatedLink:
    """From one server to another; the other end is the real one."""

    def __init__(self, world: "World", sender: "Server", address: str) -> None:
        self._world, self._sender, self._address = world, sender, address
        self._number = 0
        self._waiting: dict[int, asyncio.Future[Returned]] = {}
        self._end: LinkServer | None = None
        self._of: Server | None = None

    async def ask(self, make: Callable[[int], Forwarded]) -> Returned | None:
        self._number += 1
        answered: asyncio.Future[Returned] = self._world.loop.create_future()
        self._waiting[self._number] = answered
        self.send(make(self._number))
        try:
            async with asyncio.timeout(ANSWER_SECONDS):
                return await answered
        except TimeoutError:
            return None

    def send(self, message: LinkMessage) -> bool:
        self._world.later(self._arrives, message)
        return True

    def _arrives(self, message: LinkMessage) -> None:
        target = self._world.servers.get(self._address)
        if target is None or not target.alive or not self._sender.alive:
            return
        if self._of is not target:
            self._of, self._end = target, _end_at(target)
        end = cast("LinkServer", self._end)
        if isinstance(message, AskPresence):
            end._tell_presence(message)  # noqa: SLF001
            told = msgspec.json.decode(end._outgoing.get_nowait(), type=HereNow)  # noqa: SLF001
            self._world.later(self._hears, told)
            return
        if not isinstance(message, Forwarded | Presence):
            raise TypeError("a simulated server is one process, and shares nothing with others behind its address")
        live = target.room.tables[message.table]
        target.room.patrons.remember(message.speaker.patron, message.speaker.name)
        if isinstance(message, Presence):
            end._presence(live, message)  # noqa: SLF001
            return
        end._deliver = self._deliver  # type: ignore[method-assign]  # noqa: SLF001
        end._forwarded(live, message)  # noqa: SLF001

    def ask_presence(self, tables: tuple[str, ...]) -> None:
        """As a real link does."""
        self.send(AskPresence(tables))

    def _hears(self, told: HereNow) -> None:
        if self._sender.alive:
            cast("Any", self._sender.room)._sharing._hear_presence(told)  # noqa: SLF001

    def _deliver(self, number: int, answer: Answer) -> None:
        read = msgspec.json.decode(msgspec.json.encode(Returned(number, answer)), type=Returned)
        self._world.later(self._comes_back, read)

    def _comes_back(self, returned: Returned) -> None:
        waiting = self._waiting.pop(returned.number, None)
        if waiting is not None and not waiting.done() and self._of is not None and self._of.alive:
            waiting.set_result(returned)


def _end_at(server: "Server") -> LinkServer:
    return LinkServer(cast("Any", SimpleNamespace(room=server.room)), cast("Any", None))


class SimulatedLinks:
    """The links of one server, by address."""

    def __init__(self, world: "World", sender: "Server") -> None:
        self._world, self._sender = world, sender
        self._links: dict[str, SimulatedLink] = {}

    def to(self, address: str) -> SimulatedLink:
        return self._links.setdefault(address, SimulatedLink(self._world, self._sender, address))

    async def close(self) -> None:
        """There is nothing to close."""
