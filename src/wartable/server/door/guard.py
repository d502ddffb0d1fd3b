"""The door: who knocks, from where and how often. Everything the routes and the socket share is here."""

import asyncio
import time
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import msgspec
from litestar import Request, WebSocket
from litestar.di import NamedDependency
from litestar.enums import ScopeType
from litestar.params import SkipValidation
from litestar.types import ASGIApp, Receive, Scope, Send

from wartable.audit import HeadWriter, PersonLocked, RoleChanged, SessionEnded, SessionsEnded
from wartable.live import (
    Action,
    Decided,
    JackpotMessage,
    Room,
    ServerLimits,
    Speaker,
    Trouble,
    is_private,
    links,
    may,
    no,
)
from wartable.live import Request as TwoKeys
from wartable.odds import ParSheet
from wartable.server.connections import Connections
from wartable.server.documents import STATUS, No
from wartable.server.documents import forms as d
from wartable.server.door.claims import Claims
from wartable.server.door.drills import Drills
from wartable.server.door.friends import Friends
from wartable.server.door.sessions import COOKIE, WATCHER, Session, Sessions
from wartable.server.door.simulations import Simulations
from wartable.server.door.turns import Lookups
from wartable.server.health import Board, Figures, add, figures_of
from wartable.server.limits import MAX_HEAD_BYTES, REACTIONS_AT_ONCE, REACTIONS_PER_SECOND, Buckets
from wartable.table import MeterPaid

LIFESPAN = "lifespan"
GOODBYE_SECONDS = 2
SAFE = frozenset({"GET", "HEAD", "OPTIONS"})
LOOPBACK = frozenset({"localhost", "127.0.0.1", "::1"})
POLICY = (
    b"default-src 'self'",
    b"img-src 'self' data:",
    b"style-src 'self' 'unsafe-inline'",
    b"connect-src 'self'",
    b"base-uri 'none'",
    b"form-action 'self'",
    b"frame-ancestors 'none'",
    b"object-src 'none'",
)
HEADERS: tuple[tuple[bytes, bytes], ...] = (
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (
        b"content-security-policy",
        b"; ".join(POLICY),
    ),
)


class DoorSettings(msgspec.Struct, frozen=True):
    """How this server is reached."""

    hosts: frozenset[str] = LOOPBACK
    """Names by which it may be called; any, where this is empty."""
    origins: frozenset[str] = frozenset()
    """Pages elsewhere that may speak to it."""
    secure: bool = False
    """Whether people reach it by https, so that the cookie goes nowhere else."""
    limits: ServerLimits = ServerLimits()
    heads: Path | None = None
    """Where signed heads are written, to prove rounds against."""


class Door:
    """What the routes and the sockets of one server share."""

    def __init__(self, room: Room, key: bytes, settings: DoorSettings) -> None:
        self.room = room
        self.key = key
        self.settings = settings
        self.sessions = Sessions(room, key)
        self.claims = Claims(key)
        limits = settings.limits
        self.limits = limits
        self.going_down = False
        self.simulations = Simulations()
        self.drills = Drills(key)
        self.reading = Lookups()
        self.sheets: dict[tuple[str, int, int], ParSheet] = {}
        """Par sheets by table, decks and seats: the same question has the same answer for ever."""
        self.lessons: dict[str, d.LessonDocument] = {}
        """By table."""
        self.connections = Connections(limits.connections, limits.connections_per_address)
        self.sockets: set[Any] = set()
        self.per_address: Counter[str] = Counter()
        self._requests = Buckets(limits.requests_per_second, 10 * limits.requests_per_second)
        self.guests = Buckets(limits.guests_per_minute / 60, limits.guests_per_minute)
        self.private_tables = Buckets(limits.private_tables_per_minute / 60, limits.private_tables_per_minute)
        self.friends = Friends(limits.private_tables_per_address)
        self.reactions = Buckets(REACTIONS_PER_SECOND, REACTIONS_AT_ONCE)
        self.sign_ins = Buckets(limits.sign_ins_per_minute / 60, limits.sign_ins_per_minute)
        self.on_ended: list[Callable[[], None]] = []
        self.board: tuple[Board, int] | None = None
        """Where other processes behind our address show what they count, and our own place on it."""
        self.heads: HeadWriter | None = None
        """Writes signed heads, where this process does."""
        room.house.listen(self._hear)
        room.requests.on_decided.append(self._tell_decided)
        room.ticker.on_jackpot.append(self._tell_jackpot)

    def _hear(self, event: object, _at: int, _command_id: str) -> None:
        if isinstance(event, SessionEnded | SessionsEnded | PersonLocked | RoleChanged):
            for check in self.on_ended:
                check()

    def _tell_decided(self, request: TwoKeys) -> None:
        """Tell the person who asked, on every socket, who decided."""
        told = Decided(request.request, request.table, request.second, request.state == "confirmed", request.says)
        for socket in tuple(self.sockets):
            if socket.speaker.person == request.first:
                socket.put(told)

    def _tell_jackpot(self, table: str, paid: MeterPaid) -> None:
        """Announce a jackpot at every table and in the lobby; one at a private table, only there."""
        name = self.room.tables[table].settings.name or table
        told = JackpotMessage(table, name, paid.meter, paid.amount)
        for socket in tuple(self.sockets):
            if not is_private(table) or socket.watches(table):
                socket.put(told)

    async def leave(self) -> None:
        """Tell every socket that the server stops, and accept no new connection."""
        self.going_down = True
        for socket in tuple(self.sockets):
            socket.end("going_down")
        with suppress(TimeoutError):
            async with asyncio.timeout(GOODBYE_SECONDS):
                while self.sockets:
                    await asyncio.sleep(GOODBYE_SECONDS / 100)
        await self.simulations.close()
        await self.drills.close()
        await self.reading.close()

    # What is counted

    def show_figures(self) -> None:
        """Share this process's figures with the others."""
        if self.board is not None:
            board, number = self.board
            board.write(number, self._figures())

    def figures(self) -> Figures:
        """Return the figures of this and the other processes behind our address."""
        own = self._figures()
        return add([own, *self.board[0].others(self.board[1])]) if self.board is not None else own

    def _figures(self) -> Figures:
        unsigned = self.heads is not None and bool(self.heads.trouble)
        return figures_of(self.room, len(self.sockets), unsigned=unsigned)

    # Who is there

    async def session_of(self, connection: Request[Any, Any, Any] | WebSocket[Any, Any, Any]) -> Session | None:
        return await self.sessions.read(connection.cookies.get(COOKIE))

    def require(self, speaker: Speaker, action: Action) -> None:
        """Refuse an action that the role table does not allow."""
        if may(speaker.role, action):
            return
        trouble = Trouble.SIGN_IN_FIRST if speaker == WATCHER else Trouble.NOT_ALLOWED
        self.room.counters.count("refused", trouble.name.lower())
        self.room.log("refused", who=speaker.person, role=speaker.role, action=action)
        raise No(trouble)

    # From where and how often

    def trouble_with(self, scope: Scope) -> Trouble | None:
        """Return why a connection is refused before it is handled."""
        if self.going_down:
            return Trouble.GOING_DOWN
        if scope["path"] == links.PATH:
            return None  # other servers prove a code, and may use any name for us
        headers = {name: value for name, value in scope["headers"] if name in (b"host", b"origin", b"sec-fetch-site")}
        host = headers.get(b"host", b"").decode("latin-1")
        if self.settings.hosts and _name_of(host) not in self.settings.hosts:
            return Trouble.WRONG_ORIGIN
        asks = scope["type"] == ScopeType.WEBSOCKET or scope["method"] not in SAFE
        if asks and not self._is_own(headers.get(b"origin"), host):
            return Trouble.WRONG_ORIGIN
        if asks and headers.get(b"sec-fetch-site") == b"cross-site" and not self.settings.origins:
            return Trouble.WRONG_ORIGIN
        if not self._requests.take(address_of(scope), time.monotonic()):
            return Trouble.TOO_MANY
        return Trouble.TOO_LARGE if _size_of(scope) > MAX_HEAD_BYTES else None

    def _is_own(self, origin: bytes | None, host: str) -> bool:
        """Whether the origin is our own page; programs need not name one, browsers always do."""
        if origin is None:
            return True
        asked = origin.decode("latin-1")
        if asked in self.settings.origins:
            return True
        try:
            return bool(host) and urlsplit(asked).netloc == host
        except ValueError:
            return False


def _name_of(host: str) -> str:
    """Return the name in a Host header, without the port."""
    if host.startswith("["):
        return host[1:].partition("]")[0].lower()
    return host.partition(":")[0].lower()


def _size_of(scope: Scope) -> int:
    named = sum(len(name) + len(value) for name, value in scope["headers"])
    return named + len(scope["raw_path"]) + len(scope["query_string"])


def address_of(scope: Scope) -> str:
    client = scope.get("client")
    return str(client[0]) if client else ""


def guard(door: Door) -> Callable[[ASGIApp], ASGIApp]:
    """Refuse what must not come in, and add the usual headers to every answer."""

    def wrap(app: ASGIApp) -> ASGIApp:
        async def guarded(scope: Scope, receive: Receive, send: Send) -> None:
            kind: str = scope["type"]
            if kind == LIFESPAN:
                await app(scope, receive, send)
                return
            trouble = door.trouble_with(scope)
            if trouble is not None:
                door.room.counters.count("refused", trouble.name.lower())
                await _turn_away(scope, receive, send, trouble)
                return

            async def send_with_headers(message: Any) -> None:
                if message["type"] == "http.response.start":
                    message["headers"] = [*message.get("headers", ()), *HEADERS]
                await send(message)

            await app(scope, receive, send_with_headers if scope["type"] == ScopeType.HTTP else send)

        return guarded

    return wrap


async def _turn_away(scope: Scope, receive: Receive, send: Any, trouble: Trouble) -> None:
    if scope["type"] == ScopeType.WEBSOCKET:
        await receive()
        await send({"type": "websocket.close", "code": 1008, "reason": trouble.value})
        return
    message = no(trouble)
    body = msgspec.json.encode(d.ErrorDocument(message.why, message.says))
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode()), *HEADERS]
    await send({"type": "http.response.start", "status": STATUS[trouble], "headers": headers})
    await send({"type": "http.response.body", "body": body})


TheDoor = NamedDependency[SkipValidation[Door]]
"""The door, as a route is given it."""
Who = NamedDependency[SkipValidation[Speaker]]
"""Who asks, as a route is given it."""
