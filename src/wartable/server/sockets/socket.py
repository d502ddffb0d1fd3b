"""One socket: it reads what a client says, and sends what is for it, without blocking others."""

import asyncio
import time
from typing import Any

import msgspec
from litestar import WebSocket
from litestar.exceptions import WebSocketDisconnect

from wartable import __version__
from wartable.live import LiveTable, Speaker, Trouble, is_private, may, milliseconds, no
from wartable.live import messages as m
from wartable.misread import UNREADABLE, tell_misread
from wartable.server.connections import Outbox, wire_of
from wartable.server.door import WATCHER, Door, Session, address_of
from wartable.server.limits import IDLE_SECONDS, PING_SECONDS, SLOW_SECONDS, Bucket, messages_at_once

MAX_BAD = 100
"""Messages that cannot be read, before the socket is closed."""

CLOSINGS: dict[m.WhyClosed, tuple[int, str]] = {
    "signed_out": (4001, "You were signed out."),
    "too_slow": (4002, "This connection is too slow. Your wagers stand; connect again."),
    "too_many": (4003, "Too much came through this connection."),
    "too_large": (4004, "A message was too large."),
    "going_down": (4005, "The server is going down. Your wagers stand; connect again in a moment."),
    "idle": (4006, "Nothing was heard for too long. Your wagers stand; connect again."),
    "elsewhere": (4007, "Another server has this table now; connect again."),
}
"""Why a socket is closed, with the code of its close and what the client is told."""
GONE = (WebSocketDisconnect, RuntimeError, OSError)
"""What the framework raises on a socket whose client is not there any more."""
_encode = msgspec.json.Encoder().encode
_decode = msgspec.json.Decoder(m.ClientMessage).decode


def _id_in(text: str | bytes) -> str:
    """By which id the client waits for an answer to this message, if it can be read and has one."""
    try:
        said = _decode(text)
    except UNREADABLE:
        return ""
    return said.id if isinstance(said, m.Do | m.Confirm | m.Withdraw) else ""


class Socket:
    """A client, as the tables know it."""

    def __init__(self, door: Door, connection: WebSocket[Any, Any, Any], session: Session | None) -> None:
        self._door = door
        self._room = door.room
        self._connection = connection
        self.session = session
        self.speaker: Speaker = session.speaker if session else WATCHER
        self._wire = wire_of(connection.scope)
        loop = asyncio.get_running_loop()
        self._outbox = Outbox(self._wire, self._whole, lambda: self.end("too_slow"), loop.call_later)
        self._tables: dict[str, LiveTable] = {}
        self._ended: asyncio.Future[m.WhyClosed] = loop.create_future()
        rate = door.limits.messages_per_second
        self._bucket = Bucket(rate, messages_at_once(rate, signed_in=session is not None), time.monotonic())
        self._bad = 0
        self._busy = False
        """Whether a message is being dealt with that has to wait for something."""
        self._heard_at = time.monotonic()
        self.sees_floor = False

    # For the tables

    def push(self, table: str, message: bytes) -> None:
        self._outbox.push(table, message)

    def _whole(self, table: str) -> bytes | None:
        live = self._tables.get(table)
        self._room.counters.count("resyncs")
        return live.whole(self) if live else None

    def put(self, message: m.FromServer) -> None:
        """Send something that must not be left out."""
        self._outbox.put(_encode(message))

    def put_bytes(self, message: bytes) -> None:
        """The same, encoded already."""
        self._outbox.put(message)

    def watches(self, table: str) -> bool:
        return table in self._tables

    def end(self, why: m.WhyClosed) -> None:
        """Close this socket in any state."""
        if not self._ended.done():
            self._ended.set_result(why)
            self._room.counters.count("sockets_closed", why)

    def look_after(self, now: float) -> None:
        """Looked at every second: a client that takes nothing, says nothing, or is not signed in any more is let go."""
        if not self.check_session():
            return
        if now - self._wire.full_since > SLOW_SECONDS:
            self.end("too_slow")
        elif now - self._heard_at > IDLE_SECONDS:
            self.end("idle")

    def check_session(self) -> bool:
        """Whether the session of this socket still counts; where it does not, the socket ends."""
        if self.session is None or self._door.sessions.is_valid(self.session):
            return True
        self.end("signed_out")
        return False

    # The life of a socket

    async def run(self) -> None:
        """From the first message to the last."""
        await self._connection.accept()
        now = milliseconds(self._room.clock.now())
        who = self.speaker
        self.put(m.Hello(__version__, now, who.person, who.role, who.patron, PING_SECONDS))
        self._wire.on_room, self._wire.on_text = self._outbox.send, self._take
        reading = asyncio.create_task(self._read())
        try:
            waited_for: set[asyncio.Future[Any]] = {reading, self._ended}
            await asyncio.wait(waited_for, return_when=asyncio.FIRST_COMPLETED)
            if reading.done() and not reading.cancelled() and (error := reading.exception()) is not None:
                self._room.log("socket_trouble", trace=error)
        finally:
            self._wire.on_room = self._wire.on_text = None
            for live in self._tables.values():
                live.unwatch(self)
            reading.cancel()
            await asyncio.gather(reading, return_exceptions=True)
            await self._say_bye()

    async def _say_bye(self) -> None:
        if not self._ended.done():
            return
        why = self._ended.result()
        code, says = CLOSINGS[why]
        try:
            async with asyncio.timeout(1):
                await self._send(_encode(m.Bye(why, says)))
                await self._connection.close(code=code, reason=why)
        except (TimeoutError, *GONE):
            return  # gone already, or never reads

    async def _send(self, message: bytes) -> None:
        await self._connection.send({"type": "websocket.send", "text": message.decode(), "bytes": None})

    async def _read(self) -> None:
        while True:
            try:
                received = await self._connection.receive()
            except GONE:
                return
            self._heard_at = time.monotonic()
            if received["type"] != "websocket.receive":
                return
            text = received.get("text") or received.get("bytes") or ""
            if self._is_let_in(text):
                self._busy = True
                await self._hear(text)
                self._busy = False

    def _is_let_in(self, text: str | bytes) -> bool:
        """Whether what has come is to be heard: from a person who is still signed in, and not too often."""
        if not self.check_session():
            return False
        if self._bucket.take(time.monotonic()):
            return True
        self._note_bad(m.Problem("too_many", Trouble.TOO_MANY.value, _id_in(text)))
        return False

    def _note_bad(self, problem: m.Problem) -> None:
        self._bad += 1
        self.put(problem)
        if self._bad > MAX_BAD:
            self.end("too_many")

    # What a client says

    def _take(self, text: str) -> bool:
        """What needs no waiting is dealt with as it comes, unless something from before is still under way."""
        if self._busy:
            return False
        try:
            said = _decode(text)
        except UNREADABLE:
            return False
        if not isinstance(said, m.Do | m.Ready):
            return False
        self._heard_at = time.monotonic()
        if not self._is_let_in(text):
            return True
        if isinstance(said, m.Ready):
            self._ready(said)
            return True
        is_handed_in = self._room.hand_in(self.speaker, said.table, said.id, said.command, self.put)
        if not is_handed_in:
            self._bucket.put_back()  # it is counted when it is heard
        return is_handed_in

    async def _hear(self, text: str | bytes) -> None:
        try:
            said = _decode(text)
        except UNREADABLE as error:
            says = f"{Trouble.BAD_MESSAGE.value}: {tell_misread(error)}"
            self._note_bad(m.Problem("bad_message", says))
            return
        if isinstance(said, m.Do):
            await self._room.order(self.speaker, said.table, said.id, said.command, self.put)
        else:
            await self._hear_other(said)

    async def _hear_other(self, said: m.ClientMessage) -> None:
        match said:
            case m.Watch():
                await self._watch(said.tables)
            case m.Ready():
                self._ready(said)
            case m.React():
                self._react(said)
            case m.Confirm():
                self.put(await self._room.confirm(self.speaker, said.id, said.request))
            case m.Withdraw():
                self.put(await self._room.withdraw(self.speaker, said.id, said.request))
            case m.WatchFloor():
                self._watch_floor(on=said.on)
            case m.Resync():
                if said.table in self._tables:
                    self._outbox.resync(said.table)
            case m.Ping():
                self.put(m.Pong(said.at, milliseconds(self._room.clock.now())))

    async def _watch(self, tables: tuple[str, ...]) -> None:
        for table in [table for table in self._tables if table not in tables]:
            self._outbox.forget(table)
            self._tables.pop(table).unwatch(self)
        if self.speaker.patron:
            await self._room.patrons.refresh(self.speaker.patron)
        for table in tables:
            live = await self._room.find(table)
            if live is None:
                self.put(m.Problem("no_such_table", f"{Trouble.NO_SUCH_TABLE.value}: {table}"))
                continue
            self._tables[table] = live
            await live.catch_up()
            live.watch(self)
            self._outbox.resync(table)

    def _ready(self, said: m.Ready) -> None:
        if said.table in self._tables and self.speaker.role in ("guest", "player"):
            self._room.set_ready(self.speaker, said.table, ready=said.ready)

    def _react(self, said: m.React) -> None:
        """Tell all people who look at a private table; a guest who says too much is not heard."""
        live, who = self._tables.get(said.table), self.speaker
        if live is None or not is_private(said.table) or not who.patron:
            return
        if not self._door.reactions.take(who.patron, time.monotonic()):
            return
        seat = next((box.seat for box in live.table.boxes if box.patron == who.patron), None)
        told = m.Reacted(said.table, who.name, self._room.patrons.colour(who.patron), seat, said.reaction)
        for socket in tuple(self._door.sockets):
            if socket.watches(said.table):
                socket.put(told)

    def _watch_floor(self, *, on: bool) -> None:
        if on and not may(self.speaker.role, "floor.see"):
            refusal = no(Trouble.NOT_ALLOWED)
            self.put(m.Problem(refusal.why, refusal.says))
            return
        self.sees_floor = on
        if on:
            self.put(self._room.pit())


async def serve_socket(door: Door, connection: WebSocket[Any, Any, Any]) -> None:
    """A socket from its handshake to its end."""
    session = await door.session_of(connection)
    address = address_of(connection.scope)
    limits = door.limits
    if len(door.sockets) >= limits.sockets or door.per_address[address] >= limits.sockets_per_address:
        door.room.counters.count("refused", "too_many")
        await connection.receive()
        await connection.send({"type": "websocket.close", "code": 1013, "reason": Trouble.TOO_MANY.value})
        return
    socket = Socket(door, connection, session)
    door.sockets.add(socket)
    door.per_address[address] += 1
    try:
        await socket.run()
    finally:
        door.sockets.discard(socket)
        door.per_address[address] -= 1
        if not door.per_address[address]:
            del door.per_address[address]
