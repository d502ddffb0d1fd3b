"""The internal door: another server of the house asks for its people at tables that are driven here."""

import asyncio
import hmac
from functools import partial
from typing import Any

import msgspec
from litestar import WebSocket

from wartable.live import Answer, BadCommand, LiveTable, Order, Remote, Trouble, links, no, read_command
from wartable.server.door import Door
from wartable.server.sockets.socket import GONE

MAX_WAITING = 4_096
_decode = msgspec.json.Decoder(links.LinkMessage).decode
_encode = msgspec.json.Encoder().encode


class LinkServer:
    """One link from another server."""

    def __init__(self, door: Door, connection: WebSocket[Any, Any, Any]) -> None:
        self._door = door
        self._connection = connection
        self._outgoing: asyncio.Queue[bytes] = asyncio.Queue(MAX_WAITING)
        self._remotes: dict[tuple[str, str], tuple[LiveTable, Remote]] = {}

    async def run(self) -> None:
        """Run from the handshake to the end; then the players behind this link are gone."""
        await self._connection.accept()
        writing = asyncio.create_task(self._write())
        try:
            await self._read()
        finally:
            writing.cancel()
            await asyncio.gather(writing, return_exceptions=True)
            for live, remote in self._remotes.values():
                live.unwatch(remote)

    async def _write(self) -> None:
        while True:
            message = await self._outgoing.get()
            await self._connection.send({"type": "websocket.send", "text": message.decode(), "bytes": None})

    async def _read(self) -> None:
        while True:
            try:
                received = await self._connection.receive()
                if received["type"] != "websocket.receive":
                    return
                message = _decode(received.get("text") or b"")
            except (*GONE, msgspec.MsgspecError):
                return
            if isinstance(message, links.AskPresence):
                self._tell_presence(message)
                continue
            if isinstance(message, links.AskSimulation):
                self._tell_simulation(message)
                continue
            if isinstance(message, links.AskTables):
                await self._give(message)
                continue
            live = self._door.room.tables.get(message.table)
            if live is None:
                continue
            self._door.room.patrons.remember(message.speaker.patron, message.speaker.name)
            if isinstance(message, links.Forwarded):
                self._forwarded(live, message)
            else:
                self._presence(live, message)

    def _forwarded(self, live: LiveTable, message: links.Forwarded) -> None:
        deliver = partial(self._deliver, message.number)
        if not live.driving:
            deliver(Answer(message.id, ok=False, refused=no(Trouble.ELSEWHERE)))
            return
        try:
            said = read_command(message.command)
        except BadCommand:
            deliver(Answer(message.id, ok=False, refused=no(Trouble.BAD_COMMAND)))
            return
        live.order(Order(message.speaker, message.id, said, deliver, message.confirmed, message.about))

    def _deliver(self, number: int, answer: Answer) -> None:
        if not self._outgoing.full():
            self._outgoing.put_nowait(_encode(links.Returned(number, answer)))

    def _tell_presence(self, message: links.AskPresence) -> None:
        asked = (self._door.room.tables.get(table) for table in message.tables)
        told = links.HereNow(
            tuple(
                links.Attendance(live.id, frozenset(live.gallery.present), frozenset(live.gallery.ready))
                for live in asked
                if live is not None and live.driving
            )
        )
        if not self._outgoing.full():
            self._outgoing.put_nowait(_encode(told))

    def _tell_simulation(self, message: links.AskSimulation) -> None:
        found = self._door.simulations.look(message.simulation, stop=message.stop)
        if not self._outgoing.full():
            told = msgspec.to_builtins(found) if found else None
            self._outgoing.put_nowait(_encode(links.Returned(message.number, simulation=told)))

    async def _give(self, message: links.AskTables) -> None:
        """What waits behind it on this link waits for a table or two to be read; that is all."""
        given = await self._door.room.give(message.tables)
        if given and not self._outgoing.full():
            self._outgoing.put_nowait(_encode(links.Given(given)))

    def _presence(self, live: LiveTable, message: links.Presence) -> None:
        """Note a player behind another server; ignored by a server that does not drive the table."""
        key = (live.id, message.speaker.patron)
        if message.here and live.driving:
            _, remote = self._remotes.setdefault(key, (live, Remote(message.speaker)))
            live.watch(remote)
            live.set_ready(message.speaker.patron, ready=message.ready)
        elif key in self._remotes:
            live.unwatch(self._remotes.pop(key)[1])


async def serve_link(door: Door, connection: WebSocket[Any, Any, Any]) -> None:
    """Serve a link from another server; without the code it is refused."""
    if not hmac.compare_digest(connection.headers.get(links.HEADER, ""), links.code_of(door.key)):
        door.room.counters.count("refused", "wrong_server")
        await connection.receive()
        await connection.send({"type": "websocket.close", "code": 1008, "reason": ""})
        return
    await LinkServer(door, connection).run()
