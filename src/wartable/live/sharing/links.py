"""Links between servers: what is asked here of a table that is driven elsewhere goes there, and the answer comes back.

A link is one socket to another server's internal door. It proves itself by a code made from the key that all servers of
a house share, and it carries who asks: the other server trusts the house's servers alone.
"""

import asyncio
import hmac
import itertools
from collections.abc import Callable
from contextlib import suppress
from typing import Annotated, Any

import msgspec
from msgspec import Meta
from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

from wartable.live.people import Speaker
from wartable.live.vault import derive_key
from wartable.live.wire import Answer

PATH = "/internal"
HEADER = "x-wartable-server"
PROCESS = "#"
"""Stands in an address before the number of a process, where several share a host and a port."""
ANSWER_SECONDS = 10
MAX_BYTES = 4 * 1024 * 1024
"""Of what another server of the house says; a simulation's findings are the longest of it."""
MAX_WAITING = 1_024
ASKED_TOGETHER = 100
"""Tables in one question, so that it is not longer than what a server reads."""

_encode = msgspec.json.Encoder().encode


class Forwarded(
    msgspec.Struct, frozen=True, tag_field="type", tag="forwarded", forbid_unknown_fields=True, omit_defaults=True
):
    """A command on its way to the server that drives its table."""

    number: int
    table: str
    speaker: Speaker
    id: str
    command: dict[str, Any]
    confirmed: str = ""
    about: int = 0


class Presence(msgspec.Struct, frozen=True, tag_field="type", tag="presence", forbid_unknown_fields=True):
    """A player has come to, or gone from, a table at another server; or is ready there."""

    table: str
    speaker: Speaker
    here: bool
    ready: bool = False


class AskPresence(msgspec.Struct, frozen=True, tag_field="type", tag="ask_presence", forbid_unknown_fields=True):
    """Who is at these tables, which you drive?"""

    tables: tuple[str, ...]


class AskTables(msgspec.Struct, frozen=True, tag_field="type", tag="ask_tables", forbid_unknown_fields=True):
    """Let us have these tables, which are of our share, as soon as no round is open."""

    tables: tuple[str, ...]


class AskSimulation(msgspec.Struct, frozen=True, tag_field="type", tag="ask_simulation", forbid_unknown_fields=True):
    """How far is a simulation that you run? It may be told to stop, too."""

    number: int
    simulation: str
    stop: bool


LinkMessage = Forwarded | Presence | AskPresence | AskTables | AskSimulation


class Returned(msgspec.Struct, frozen=True, tag_field="type", tag="returned"):
    """The answer to a forwarded command, or a simulation that was asked for."""

    number: Annotated[int, Meta(ge=0)]
    answer: Answer | None = None
    simulation: dict[str, Any] | None = None


class Attendance(msgspec.Struct, frozen=True):
    """Who of a table's players is there, at any server, and who waits for the deal."""

    table: str
    present: frozenset[str]
    ready: frozenset[str]


class HereNow(msgspec.Struct, frozen=True, tag_field="type", tag="here_now"):
    """Who is at the tables that were asked for."""

    tables: tuple[Attendance, ...]


class Given(msgspec.Struct, frozen=True, tag_field="type", tag="given"):
    """Tables that were asked for and now have no driver."""

    tables: tuple[str, ...]


Told = HereNow | Given
Hears = Callable[[Told], None]
_decode = msgspec.json.Decoder(Returned | Told).decode


def code_of(key: bytes) -> str:
    """Return the code by which servers of one house recognise each other."""
    return hmac.new(derive_key(key, "servers"), b"link 1", "sha256").hexdigest()


def url_of(address: str) -> str:
    """Return the internal address of a server, or of one process among several behind one address."""
    host, _, process = address.partition(PROCESS)
    return f"ws://{host}{PATH}?process={process}" if process else f"ws://{host}{PATH}"


class Link:
    """The socket to one other server, opened when it is needed."""

    def __init__(self, address: str, code: str, hear: Hears) -> None:
        self._address = address
        self._hear = hear
        self._code = code
        self._numbers = itertools.count(1)
        self._waiting: dict[int, asyncio.Future[Returned | None]] = {}
        self._outgoing: asyncio.Queue[bytes] = asyncio.Queue(MAX_WAITING)
        self._task: asyncio.Task[None] | None = None

    async def ask(self, make: Callable[[int], Forwarded | AskSimulation]) -> Returned | None:
        """Return the other server's answer; None where there is none."""
        number = next(self._numbers)
        answered: asyncio.Future[Returned | None] = asyncio.get_running_loop().create_future()
        self._waiting[number] = answered
        try:
            if not self.send(make(number)):
                return None
            async with asyncio.timeout(ANSWER_SECONDS):
                return await answered
        except TimeoutError:
            return None
        finally:
            self._waiting.pop(number, None)

    def send(self, message: LinkMessage) -> bool:
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._run(), name=f"link to {self._address}")
        with suppress(asyncio.QueueFull):
            self._outgoing.put_nowait(_encode(message))
            return True
        return False

    def ask_presence(self, tables: tuple[str, ...]) -> None:
        """Ask who is there; the answer arrives later, and nothing waits for it."""
        if self._outgoing.empty():
            for start in range(0, len(tables), ASKED_TOGETHER):
                self.send(AskPresence(tables[start : start + ASKED_TOGETHER]))

    def ask_tables(self, tables: tuple[str, ...]) -> None:
        """Ask for tables; those that are given are announced."""
        if self._outgoing.empty():
            self.send(AskTables(tables))

    async def _run(self) -> None:
        with suppress(OSError, WebSocketException):
            url = url_of(self._address)
            async with connect(url, additional_headers={HEADER: self._code}, max_size=MAX_BYTES) as socket:
                both = [asyncio.create_task(self._read(socket)), asyncio.create_task(self._write(socket))]
                try:
                    await asyncio.wait(both, return_when=asyncio.FIRST_COMPLETED)
                finally:
                    for task in both:
                        task.cancel()
                    await asyncio.gather(*both, return_exceptions=True)
        for answered in self._waiting.values():
            if not answered.done():
                answered.set_result(None)
        while not self._outgoing.empty():
            self._outgoing.get_nowait()  # its client waits no more

    async def _write(self, socket: Any) -> None:
        while True:
            message = await self._outgoing.get()
            await socket.send(message.decode())

    async def _read(self, socket: Any) -> None:
        async for text in socket:
            returned = _decode(text)
            if isinstance(returned, Told):
                self._hear(returned)
                continue
            answered = self._waiting.get(returned.number)
            if answered is not None and not answered.done():
                answered.set_result(returned)

    async def close(self) -> None:
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)


class Links:
    """The links of one server, by address."""

    def __init__(self, key: bytes, hear: Hears) -> None:
        self._code = code_of(key)
        self._hear = hear
        self._links: dict[str, Link] = {}

    def to(self, address: str) -> Link:
        return self._links.setdefault(address, Link(address, self._code, self._hear))

    async def close(self) -> None:
        await asyncio.gather(*(link.close() for link in self._links.values()))
