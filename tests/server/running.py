"""A real server on loopback and real clients, in one event loop: what the tests of the doors are told with."""

import asyncio
import itertools
import json
import random
import socket
import threading
from collections.abc import AsyncIterator, Callable, Collection, Coroutine, Iterator
from concurrent.futures import Future
from contextlib import asynccontextmanager, contextmanager
from typing import Any, TypeVar

import httpx
import msgspec
from argon2 import PasswordHasher
from msgspec.structs import replace
from websockets.asyncio.client import ClientConnection, connect

from tests.patience import PATIENCE
from wartable.audit.house_events import PersonRole
from wartable.live.moments import Clock, SteadyClock
from wartable.live.plans import Filed, default_plan, read_house, read_houses
from wartable.live.room import Room, RoomSettings
from wartable.live.settings import Floorplan, ServerLimits
from wartable.rulebook import Rules
from wartable.server.connections.open import Connections
from wartable.server.door.guard import DoorSettings
from wartable.server.door.sessions import COOKIE
from wartable.server.health.logs import Logger
from wartable.server.running.serve import ProcessPlace, ServeSettings, listen, make_server
from wartable.store import MemoryStore, Store

KEY = bytes(range(32))
PASSWORD = "a password of the tests"
CHEAP = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)
ROOMY = ServerLimits(
    sockets_per_address=2_000,
    requests_per_second=100_000,
    messages_per_second=100_000,
    guests_per_minute=100_000,
    sign_ins_per_minute=100_000,
    private_tables_per_minute=100_000,
    private_tables_per_address=100_000,
)
LONG = 3_000
"""Seconds that never pass in a test."""

MADE_READY = ("opening", "waking", "shuffling", "cutting", "loading")
"""Phases in which the cards are made ready for the first player."""

Message = dict[str, Any]
T = TypeVar("T")


def quick_plan(*tables: str, **changes: Any) -> Floorplan:
    """The shipped tables, dealt without a pause; people have more time than any test takes."""
    plan = default_plan()
    settings: dict[str, Any] = {
        "pace": 0,
        "bets_seconds": LONG,
        "war_wagers_seconds": LONG,
        "look_seconds": LONG,
        "cut_seconds": LONG,
        "bank_seconds": LONG,
        **changes,
    }
    if settings.get("dealer") == "person" and "floor" not in settings:
        settings |= {"floor": "automatic", "practice": True}  # one person runs the table, which only practice allows
    chosen = tuple(one for one in plan.tables if not tables or one.table in tables)
    return replace(plan, tables=tuple(replace(one, **settings) for one in chosen))


def room_settings(
    plan: Floorplan, clock: Clock | None = None, choice_seconds: int | None = None, **more: Any
) -> RoomSettings:
    """Settings of a room of the tests; a tied player has as long as the test says, or no limit."""

    def timed(rules: Rules) -> Rules:
        return replace(rules, decision=replace(rules.decision, timeout_s=choice_seconds))

    houses = {table: replace(filed, rules=timed(filed.rules)) for table, filed in _read_houses(plan)}
    # The plugin that shuffles the tests seeds this generator before each: a test deals the same shoes every time.
    usual = {"first_person": False, "entropy": random.randbytes, "hasher": CHEAP}
    return RoomSettings(plan, houses, KEY, clock=clock or SteadyClock(), **{**usual, **more})


_READ: dict[tuple[bytes, bytes], dict[str, Filed]] = {}


def _read_houses(plan: Floorplan) -> Iterator[tuple[str, Filed]]:
    """Read the house of every table: once for each text, because hundreds of tests open the same tables."""
    for one in plan.tables:
        alone = replace(plan, tables=(one,))
        key = msgspec.json.encode(alone), read_house(one.house)
        if key not in _READ:
            _READ[key] = read_houses(alone)
        yield from _READ[key].items()


class Server:
    """A server that runs."""

    def __init__(self, room: Room, port: int) -> None:
        self.room = room
        self.port = port
        self.connections: Collection[Any] = ()
        """Everything that is connected, by HTTP and by a socket."""
        self.places = Connections(0, 0)
        """Who has a place among them."""

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def http(self, cookie: str = "") -> httpx.AsyncClient:
        cookies = {COOKIE: cookie} if cookie else {}
        return httpx.AsyncClient(base_url=self.url, cookies=cookies, timeout=PATIENCE, verify=False, trust_env=False)

    async def add(self, person: str, role: PersonRole) -> None:
        assert await self.room.people.add(person, role, PASSWORD, "tests") is None

    async def sign_in(self, person: str, role: PersonRole | None = None) -> str:
        """The cookie of a person who signs in; with a role, the account is opened first."""
        if role is not None:
            await self.add(person, role)
        async with self.http() as http:
            answer = await http.post("/api/session", json={"name": person, "password": PASSWORD})
        assert answer.status_code == 200, answer.text
        return str(answer.cookies[COOKIE])

    async def guest(self, name: str = "Ann") -> str:
        async with self.http() as http:
            answer = await http.post("/api/guest", json={"name": name})
        assert answer.status_code == 201, answer.text
        return str(answer.cookies[COOKIE])

    @asynccontextmanager
    async def client(self, cookie: str = "", table: str = "") -> AsyncIterator["Client"]:
        """A client with an open socket, which may say for which table it comes."""
        headers = {"Cookie": f"{COOKIE}={cookie}"} if cookie else {}
        url = f"ws://127.0.0.1:{self.port}/ws" + (f"?table={table}" if table else "")
        async with connect(url, additional_headers=headers, max_size=None) as socket:
            client = Client(socket)
            await client.until(lambda message: message["type"] == "hello")
            yield client

    @asynccontextmanager
    async def player(self, table: str, seat: int, name: str = "Ann") -> AsyncIterator["Client"]:
        """A guest who has come in and sits."""
        async with self.client(await self.guest(name)) as client:
            await client.watch(table)
            await client.settles_in(table, seat)
            yield client


class Client:
    """A person at a socket. What was received is remembered."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.received: list[Message] = []
        self.raw: list[str] = []
        self.felt: Message = {}
        self.you: Message = {}
        self.version = 0
        self.events: list[Message] = []
        self._ids = itertools.count(1)
        self._name = random.randbytes(4).hex()

    async def send(self, **message: Any) -> None:
        await self.socket.send(json.dumps(message))

    async def next(self) -> Message:
        async with asyncio.timeout(PATIENCE):
            text = await self.socket.recv()
        assert isinstance(text, str)
        self.raw.append(text)
        message: Message = json.loads(text)
        self.received.append(message)
        if message["type"] in ("table", "update"):
            self.felt, self.you, self.version = message["felt"], message["you"] or {}, message["version"]
            self.events += message.get("events", ())
        return message

    async def until(self, wanted: Callable[[Message], bool]) -> Message:
        while True:
            message = await self.next()
            if wanted(message):
                return message

    async def until_felt(self, wanted: Callable[[Message], bool]) -> Message:
        """The table, as soon as it is as wanted; it may be so already."""
        while not (self.felt and wanted(self.felt)):
            await self.next()
        return self.felt

    async def until_event(self, *names: str) -> Message:
        """Wait until one of these happens."""
        seen = len(self.events)
        while True:
            for said in self.events[seen:]:
                if said["event"]["event"] in names:
                    found: Message = said
                    return found
            seen = len(self.events)
            await self.next()

    async def watch(self, *tables: str) -> Message:
        await self.send(type="watch", tables=tables)
        return await self.until(lambda message: message["type"] == "table")

    async def do(self, table: str, id_: str = "", **command: Any) -> Message:
        """Ask the table for something, and return the answer."""
        id_ = id_ or f"{self._name}-{next(self._ids)}"
        await self.send(type="do", id=id_, table=table, command=command)
        return await self.until(lambda message: message["type"] == "answer" and message["id"] == id_)

    async def must(self, table: str, **command: Any) -> Message:
        """Ask for something that has to be done."""
        answer = await self.do(table, **command)
        assert answer["ok"], answer
        return answer

    async def ready(self, table: str) -> None:
        await self.send(type="ready", table=table)

    async def settles_in(self, table: str, seat: int) -> None:
        """Sit down. The first player of an automatic table looks at the cards and declines the cut."""
        await self.must(table, command="sit", seat=seat)
        await self.until_felt(lambda felt: felt["seats"][seat - 1]["taken"])
        while self.felt["phase"] in MADE_READY:
            if not await self.opens(table):
                await self.next()

    async def opens(self, table: str, depth: int | None = None) -> bool:
        """Answer the offer of a look, or of the cut, if it is ours, and see the answer; says whether it was."""
        if self.you.get("look"):
            answer: Message = {"command": "confirm_step", "step": "look"}
        elif self.you.get("cut"):
            answer = {"command": "decline_cut"} if depth is None else {"command": "cut_cards", "depth": depth}
        else:
            return False
        offered = self.version
        await self.do(table, **answer)
        while self.version == offered:
            await self.next()
        return True

    async def play_round(self, table: str, seat: int, **wagers: int) -> int:
        """Look, cut, bet, wait for the deal, go to war on a tie; gives the number of the round."""
        while self.felt["phase"] != "betting" or self.felt["seats"][seat - 1]["bettors"]:
            cut = self.you.get("cut")
            if not await self.opens(table, depth=cut["least"] if cut else None):
                await self.next()
        number = int(self.felt["round"]) + 1
        await self.must(table, command="put_wagers", seat=seat, wagers=wagers or {"initial": 20_00})
        asked: set[tuple[str, int]] = set()
        while not any(said["event"] == {"event": "round_ended", "round": number} for said in self.events[-400:]):
            key = (self.felt["phase"], self.version)
            if self.you.get("choice") and key not in asked:
                asked.add(key)
                await self.must(table, command="go_to_war", seat=seat, bettor=self.you["choice"]["bettor"])
            elif self.you.get("may_be_ready") and key not in asked:
                asked.add(key)
                await self.ready(table)
            else:
                await self.next()
        return number


@asynccontextmanager
async def running(
    plan: Floorplan | None = None,
    store: Store | None = None,
    limits: ServerLimits = ROOMY,
    sock: socket.socket | None = None,
    place: ProcessPlace | None = None,
    **more: Any,
) -> AsyncIterator[Server]:
    """A server on a free port, until the block ends."""
    settings = ServeSettings("memory:", room_settings(plan or quick_plan(), **more), DoorSettings(limits=limits))
    room = Room(store or MemoryStore(), settings.room, Logger(settings.room.clock))
    sock = sock or listen("127.0.0.1", 0)
    await room.start()
    uvicorn = make_server(settings, room, place)
    serving = asyncio.create_task(uvicorn.serve(sockets=[sock]))
    try:
        async with asyncio.timeout(PATIENCE):
            while not uvicorn.started:
                await asyncio.sleep(0.01)
        server = Server(room, sock.getsockname()[1])
        server.connections = uvicorn.server_state.connections
        server.places = uvicorn.places
        yield server
    finally:
        uvicorn.should_exit = True
        await serving
        await room.stop()


@contextmanager
def in_a_thread(plan: Floorplan | None = None) -> Iterator[tuple[Server, Callable[[Coroutine[Any, Any, T]], T]]]:
    """The same server in a thread of its own, for clients without an event loop; and a way to run things in it."""
    ready: Future[tuple[Server, asyncio.AbstractEventLoop, asyncio.Event]] = Future()

    async def serve() -> None:
        done = asyncio.Event()
        async with running(plan) as server:
            ready.set_result((server, asyncio.get_running_loop(), done))
            await done.wait()

    thread = threading.Thread(target=lambda: asyncio.run(serve()))
    thread.start()
    server, loop, done = ready.result(PATIENCE)
    try:
        yield server, lambda coroutine: asyncio.run_coroutine_threadsafe(coroutine, loop).result(PATIENCE)
    finally:
        loop.call_soon_threadsafe(done.set)
        thread.join(PATIENCE)
