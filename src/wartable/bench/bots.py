"""Bots and watchers for the bench: as little work as possible on their side, so that the server's is measured."""

import asyncio
import itertools
import random
from collections.abc import AsyncIterator
from time import perf_counter_ns
from types import TracebackType
from typing import Any, Literal
from urllib.request import Request, urlopen

import msgspec
from websockets.asyncio.client import ClientConnection, connect

STAKE = 10_00
MAX_REMEMBERED = 4_096


class _Choice(msgspec.Struct, frozen=True):
    seat: int
    bettor: str


class _You(msgspec.Struct, frozen=True):
    seats: tuple[int, ...] = ()
    may_be_ready: bool = False
    choice: _Choice | None = None
    cut: dict[str, int] | None = None


class _Bettor(msgspec.Struct, frozen=True):
    initial: int


class _Seat(msgspec.Struct, frozen=True):
    bettors: tuple[_Bettor, ...]


class _Felt(msgspec.Struct, frozen=True):
    phase: str
    round: int
    seats: tuple[_Seat, ...]


class _Refused(msgspec.Struct, frozen=True):
    why: str


class _Message(msgspec.Struct, frozen=True):
    """What a bot looks at of any message."""

    type: Literal["hello", "table", "update", "you", "answer", "problem", "bye", "pong"]
    version: Any = 0
    id: str = ""
    ok: bool = False
    felt: _Felt | None = None
    you: _You | None = None
    refused: _Refused | None = None


class _Seen(msgspec.Struct, frozen=True):
    """What a watcher looks at."""

    type: str
    version: Any = 0
    events: tuple[msgspec.Raw, ...] = ()


_decode = msgspec.json.Decoder(_Message).decode
_see = msgspec.json.Decoder(_Seen).decode


class Found(msgspec.Struct, frozen=True):
    """What was measured, in nanoseconds."""

    answers: tuple[int, ...]
    watched: tuple[int, ...]
    events: int


class Samples:
    """What bots and watchers see, put together by table and version."""

    def __init__(self) -> None:
        self.clear()

    def clear(self) -> None:
        """Begin anew."""
        self._answers: list[int] = []
        self._watched: list[int] = []
        self._events = 0
        self._answered: dict[tuple[str, int], int] = {}
        self._seen: dict[tuple[str, int], int] = {}

    def take(self) -> Found:
        """Everything so far."""
        return Found(tuple(self._answers), tuple(self._watched), self._events)

    def answered(self, table: str, version: int, took: int, now: int) -> None:
        """A bot has its answer."""
        self._answers.append(took)
        self._meet(self._seen, self._answered, (table, version), now)

    def seen(self, table: str, version: int, events: int, now: int) -> None:
        """A watcher has the update."""
        self._events += events
        self._meet(self._answered, self._seen, (table, version), now)

    def _meet(
        self, other: dict[tuple[str, int], int], own: dict[tuple[str, int], int], key: tuple[str, int], now: int
    ) -> None:
        """Whoever comes second measures the time between them."""
        before = other.pop(key, None)
        if before is not None:
            self._watched.append(now - before)
            return
        own[key] = now
        if len(own) > MAX_REMEMBERED:
            del own[next(iter(own))]


class _Client:
    """A socket at one table."""

    def __init__(self, port: int, table: str, samples: Samples) -> None:
        self._port, self._table, self._samples = port, table, samples
        self._connecting: Any = None
        self.socket: ClientConnection

    def _headers(self) -> dict[str, str]:
        return {}

    async def __aenter__(self) -> Any:
        url = f"ws://127.0.0.1:{self._port}/ws"
        self._connecting = connect(url, additional_headers=self._headers(), max_size=None, compression=None)
        self.socket = await self._connecting.__aenter__()
        await self._send({"type": "watch", "tables": [self._table]})
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self._connecting.__aexit__(kind, error, trace)

    async def _send(self, message: dict[str, Any]) -> None:
        await self.socket.send(msgspec.json.encode(message).decode())

    async def texts(self) -> AsyncIterator[str | bytes]:
        """What comes."""
        async for text in self.socket:
            yield text


class Watcher(_Client):
    """Hears of everything, and says nothing."""

    async def run(self) -> None:
        """Until it is cancelled."""
        async for text in self.texts():
            now = perf_counter_ns()
            seen = _see(text)
            if seen.type == "update" and seen.events:
                self._samples.seen(self._table, int(seen.version), len(seen.events), now)


class Pace:
    """How long all bots think before a command, on average."""

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds

    def draw(self) -> float:
        """Between half as long and half as long again, so that they do not all speak at once."""
        return self.seconds * random.uniform(0.5, 1.5)


class Bot(_Client):
    """A guest who bets in every round, and gives up every tie."""

    def __init__(self, port: int, table: str, seat: int, samples: Samples, pace: Pace) -> None:
        super().__init__(port, table, samples)
        self._seat = seat
        self._pace = pace
        self._thinking: asyncio.Task[None] | None = None
        self._ids = itertools.count(1)
        self._asked: tuple[str, int, str] | None = None
        self._done: object = None

    def _headers(self) -> dict[str, str]:
        request = Request(
            f"http://127.0.0.1:{self._port}/api/guest",
            data=b'{"name":"bot"}',
            headers={"content-type": "application/json"},
        )
        with urlopen(request) as answer:
            return {"Cookie": answer.headers["set-cookie"].partition(";")[0]}

    async def run(self) -> None:
        """Until it is cancelled."""
        async for text in self.texts():
            now = perf_counter_ns()
            message = _decode(text)
            if message.type == "answer":
                await self._answered(message, now)
            elif message.felt is not None and message.you is not None and self._asked is None:
                await self._look(message.felt, message.you)

    async def _answered(self, message: _Message, now: int) -> None:
        if self._asked is None or message.id != self._asked[0]:
            return
        _, began, what = self._asked
        self._asked = None
        if message.ok:
            self._samples.answered(self._table, int(message.version), now - began, now)
            if what == "bet":
                await self._send({"type": "ready", "table": self._table})
        elif what == "bet":
            self._done = None

    async def _look(self, felt: _Felt, you: _You) -> None:
        seat = self._seat
        if not you.seats:
            await self._ask("sit", {"command": "sit", "seat": seat})
        elif you.cut is not None:
            await self._ask("cut", {"command": "cut_cards", "depth": you.cut["stack"] // 2})
        elif you.choice is not None:
            await self._ask("choose", {"command": "surrender", "seat": seat, "bettor": you.choice.bettor})
        elif felt.phase == "betting" and not felt.seats[seat - 1].bettors and self._done != felt.round:
            self._done = felt.round
            await self._ask("bet", {"command": "put_wagers", "seat": seat, "wagers": {"initial": STAKE}})

    async def _ask(self, what: str, command: dict[str, Any]) -> None:
        """Think, and say it; until it is answered nothing else is said."""
        self._asked = ("", 0, what)
        if self._pace.seconds:
            self._thinking = asyncio.create_task(self._think(what, command))
        else:
            await self._say(what, command)

    async def _think(self, what: str, command: dict[str, Any]) -> None:
        await asyncio.sleep(self._pace.draw())
        await self._say(what, command)

    async def _say(self, what: str, command: dict[str, Any]) -> None:
        id_ = f"b{next(self._ids)}"
        self._asked = (id_, perf_counter_ns(), what)
        await self._send({"type": "do", "id": id_, "table": self._table, "command": command})
