"""Connections that only keep us waiting, or send without an end, cost those who play nothing."""

import asyncio
import json
import socket
import time
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import ExitStack, asynccontextmanager, suppress
from functools import partial
from pathlib import Path

import pytest
from msgspec.structs import replace

from tests.patience import PATIENCE
from tests.server.running import ROOMY, Server, quick_plan, running
from tests.server.test_kill import START, TABLE, serving
from wartable.live.settings import ServerLimits
from wartable.live.wire.troubles import Trouble
from wartable.server.connections.gate import Gate
from wartable.server.connections.open import (
    KEPT_DESCRIPTORS,
    LEAST_CONNECTIONS,
    Connections,
    descriptors,
    fit,
    raise_descriptors,
)
from wartable.server.connections.wire import NEVER
from wartable.server.limits import BODY_SECONDS, HEAD_SECONDS, MAX_HEAD_BYTES, MAX_REQUEST_BYTES

LENT = 1_024
FLOOD = 1_100
HEAD = b"GET /api/me HTTP/1.1\r\nHost: 127.0.0.1\r\n"
BODY = b"POST /api/guest HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nContent-Length: 50\r\n"
SOCKET = b"Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
BEGUN = (b"", b"G", HEAD, BODY + b"\r\n", BODY + b'\r\n{"name', HEAD.replace(b"/api/me", b"/ws") + SOCKET)
"""What is begun and never ended."""


def test_silent_and_half_open_connections_beyond_all_descriptors_stop_no_client(tmp_path: Path) -> None:
    raise_descriptors()
    lent = f"import resource; resource.setrlimit(resource.RLIMIT_NOFILE, ({LENT}, {LENT})); "

    async def story(server: Server) -> None:
        async with server.player(TABLE, 1) as player:
            with ExitStack() as flood:
                for number in range(FLOOD):
                    begun = flood.enter_context(socket.create_connection(("127.0.0.1", server.port), PATIENCE))
                    with suppress(ConnectionError):
                        begun.sendall(BEGUN[number % len(BEGUN)])
                await player.play_round(TABLE, 1)
                async with server.http() as http:
                    assert (await http.get("/health")).json()["status"] == "ok"
                async with server.player(TABLE, 2, "Ben"):
                    pass  # a person who comes now finds a place and a seat
            await player.play_round(TABLE, 1)
            async with server.http() as http:
                assert (await http.get("/health")).json()["status"] == "ok"

    with serving(tmp_path, start=lent + START) as process:
        asyncio.run(story(process.door))


class Raw:
    """A client that sends any bytes."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader, self.writer = reader, writer

    async def send(self, data: bytes) -> None:
        self.writer.write(data)
        await self.writer.drain()

    async def send_again(self, data: bytes, times: int) -> None:
        for _ in range(times):
            await self.send(data)

    async def rest(self) -> bytes:
        """Everything until the server hangs up."""
        async with asyncio.timeout(PATIENCE):
            try:
                return await self.reader.read()
            except ConnectionError:
                return b""

    async def answer(self) -> tuple[int, str]:
        """The status and the reason of the only answer, after which the server hangs up."""
        head, _, body = (await self.rest()).partition(b"\r\n\r\n")
        return int(head.split(b" ")[1]), json.loads(body)["why"]


Knock = Callable[..., Coroutine[None, None, Raw]]


@asynccontextmanager
async def flooded(limits: ServerLimits = ROOMY) -> AsyncIterator[tuple[Server, Knock]]:
    """A server, and a way to send it anything on a connection of its own; all of them are closed in the end."""
    async with running(quick_plan(TABLE), limits=limits) as server:
        came: list[Raw] = []

        async def knock(data: bytes = b"") -> Raw:
            came.append(Raw(*await asyncio.open_connection("127.0.0.1", server.port)))
            await came[-1].send(data)
            return came[-1]

        try:
            yield server, knock
        finally:
            for raw in came:
                raw.writer.close()


def has(server: Server, places: int) -> bool:
    return len(server.places) >= places


async def until(what: Callable[[], bool]) -> None:
    async with asyncio.timeout(PATIENCE):
        while not what():
            await asyncio.sleep(0.001)


def test_what_is_begun_has_to_come_in_time() -> None:
    async def story() -> None:
        async with flooded() as (server, knock), server.client() as watcher, server.http() as idle:
            assert (await idle.get("/health")).status_code == 200
            silent, head = await knock(), await knock(HEAD)
            again = await knock(HEAD + b"\r\n")
            assert (await again.reader.readline()).startswith(b"HTTP/1.1 200")
            await again.reader.readuntil(b"}")
            await again.send(HEAD)
            body = await knock(BODY + b"Expect: 100-continue\r\n\r\n")
            assert (await body.reader.readline()).startswith(b"HTTP/1.1 100")
            await until(lambda: len(server.places) == 6)
            soon = time.monotonic() + HEAD_SECONDS
            await until(lambda: sum(isinstance(one, Gate) and one.due < soon + 1 for one in server.connections) == 3)
            server.places.look_after(soon + 1)
            for late in (silent, head, again):
                assert await late.answer() == (408, "too_slow")
            await until(lambda: len(server.places) == 3)
            server.places.look_after(soon + BODY_SECONDS + 1)
            assert await body.rest() in (b"", b"\r\n")
            await until(lambda: len(server.places) == 2)
            assert (await idle.get("/health")).status_code == 200
            await watcher.send(type="ping", at=1)
            assert (await watcher.next())["type"] == "pong"

    asyncio.run(story())


@pytest.mark.parametrize("end", [b"", b"\r\n\r\n"], ids=["without an end", "with an end"])
@pytest.mark.parametrize("path", [b"/api/me", b"/ws"])
def test_a_head_that_is_too_large_is_refused(path: bytes, end: bytes) -> None:
    async def story() -> None:
        async with flooded() as (_, knock):
            start = HEAD.replace(b"/api/me", path) + b"Connection: close\r\nCookie: "
            raw = await knock(start + b"x" * (MAX_HEAD_BYTES + 1 - len(start) * (not end)) + end)
            assert await raw.answer() == (413, "too_large")

    asyncio.run(story())


def test_headers_without_an_end_are_not_read_to_the_end() -> None:
    megabyte = b"x" * 1024 * 1024

    async def story() -> None:
        async with flooded() as (server, knock), server.client() as watcher:
            raw = await knock(HEAD + b"Cookie: ")
            with pytest.raises(ConnectionError):
                await raw.send_again(megabyte, 100)
            await watcher.send(type="ping", at=1)
            assert (await watcher.next())["type"] == "pong"

    asyncio.run(story())


def test_a_body_without_an_end_is_not_read_to_the_end_no_matter_what_was_answered() -> None:
    pieces = b"1;" + b"x" * 1_000 + b"\r\na\r\n"

    async def story() -> None:
        async with flooded() as (_, knock):
            start = b"POST /nowhere HTTP/1.1\r\nHost: 127.0.0.1\r\nTransfer-Encoding: chunked\r\n\r\n"
            raw = await knock(start)
            with pytest.raises(ConnectionError):
                await raw.send_again(pieces, 100 * MAX_REQUEST_BYTES // len(pieces))

    asyncio.run(story())


def test_where_all_places_are_taken_the_client_who_keeps_us_waiting_longest_gives_one_up() -> None:
    async def story() -> None:
        few = replace(ROOMY, connections=LEAST_CONNECTIONS)
        async with flooded(few) as (server, knock), server.player(TABLE, 1) as player:
            begun = []
            for place in range(LEAST_CONNECTIONS):
                begun.append(await knock(HEAD))
                await until(partial(has, server, min(place + 2, LEAST_CONNECTIONS)))
            assert await begun[0].answer() == (429, "too_many")
            async with server.http() as http:
                assert (await http.get("/health")).status_code == 200
            assert await begun[1].answer() == (429, "too_many")
            await player.play_round(TABLE, 1)
            for one in begun:
                one.writer.close()
            await until(lambda: len(server.places) == 1)

    asyncio.run(story())


def test_a_connection_is_asked_one_thing_at_a_time() -> None:
    async def story() -> None:
        async with flooded() as (server, knock):
            raw = await knock((HEAD + b"\r\n") * 1_000 + BODY + b"\r\n" + b"x" * 50)
            said = await raw.rest()
            assert said.count(b"HTTP/1.1 200") == said.count(b"connection: close") == 1
            await until(lambda: len(server.places) == 0)

    asyncio.run(story())


def test_answers_that_are_never_read_hold_no_more_than_their_places() -> None:
    asked = b"GET /openapi.json HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"

    async def story() -> None:
        few = replace(ROOMY, connections=LEAST_CONNECTIONS)
        async with flooded(few) as (server, _):
            with ExitStack() as flood:
                for _ in range(2 * LEAST_CONNECTIONS):
                    raw = flood.enter_context(socket.socket())
                    raw.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1)
                    raw.settimeout(0)
                    await asyncio.get_running_loop().sock_connect(raw, ("127.0.0.1", server.port))
                    await asyncio.get_running_loop().sock_sendall(raw, asked)
                async with server.http() as http:
                    assert (await http.get("/health")).status_code == 200
                await until(lambda: len(server.connections) <= LEAST_CONNECTIONS)

    asyncio.run(story())


def test_sockets_leave_places_for_requests() -> None:
    async def story() -> None:
        few = replace(ROOMY, connections=LEAST_CONNECTIONS)
        async with flooded(few) as (server, knock):
            handshake = (
                HEAD.replace(b"/api/me", b"/ws") + SOCKET + b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
            )
            statuses = []
            sockets = []
            for _ in range(LEAST_CONNECTIONS):
                sockets.append(await knock(handshake))
                statuses.append(int((await sockets[-1].reader.readline()).split()[1]))
            assert statuses == [101] * 12 + [403] * 4
            async with server.http() as http:
                assert (await http.get("/health")).status_code == 200

    asyncio.run(story())


@pytest.mark.parametrize(
    "handshake",
    [
        b"GET /ws HTTP/1.1\r\nTransfer-Encoding: x\r\n",
        b"GET /ws HTTP/1.1\r\nA: " + b"x" * 9_000,
    ],
    ids=lambda head: repr(head[:24]),
)
def test_a_handshake_that_cannot_be_read_is_answered_and_ended(handshake: bytes) -> None:
    async def story() -> None:
        async with flooded() as (server, knock):
            raw = await knock(handshake.rstrip() + b"\r\nHost: 127.0.0.1\r\n" + SOCKET + b"\r\n")
            assert await raw.answer() == (400, "bad_message")
            await until(lambda: len(server.places) == 0)

    asyncio.run(story())


# Places


class Caller:
    """A connection that remembers why it was ended."""

    def __init__(self, due: float = NEVER) -> None:
        self.due = due
        self.refused: Trouble | None = None

    def refuse(self, trouble: Trouble) -> None:
        self.due, self.refused = NEVER, trouble


def test_an_address_has_some_places_and_a_proxy_on_this_machine_all() -> None:
    places = Connections(most=5, per_address=2)
    callers = [Caller() for _ in range(8)]
    assert [places.come(one, "192.0.2.1") for one in callers[:3]] == [True, True, False]
    places.go(callers[0])
    places.go(callers[0])
    assert places.come(callers[3], "192.0.2.1")
    assert [places.come(one, "127.0.0.1") for one in callers[4:8]] == [True, True, True, False]
    assert len(places) == 5


def test_no_one_loses_the_place_while_we_owe_an_answer() -> None:
    places = Connections(most=2, per_address=2)
    first, second, third, fourth = (Caller() for _ in range(4))
    for one in (first, second):
        assert places.come(one, "")
        places.wait_for(one)
    places.serve(first)
    assert places.come(third, "")
    assert (first.refused, second.refused) == (None, Trouble.TOO_MANY)
    assert not places.come(fourth, "")
    places.wait_for(first)
    assert places.come(fourth, "")
    assert first.refused is Trouble.TOO_MANY
    places.wait_for(second)
    assert not places.come(second, "")


def test_a_request_that_becomes_a_socket_keeps_its_place() -> None:
    places = Connections(most=1, per_address=1)
    request, wire, other = Caller(), Caller(), Caller()
    assert places.come(request, "192.0.2.1")
    places.wait_for(request)
    places.become(request, wire)
    places.become(other, request)
    places.go(request)
    assert not places.come(other, "192.0.2.2")
    places.go(wire)
    assert places.come(other, "192.0.2.2")


def test_limits_fit_what_the_machine_lends() -> None:
    asked = ServerLimits(connections=6_000, sockets=4_000)
    assert fit(asked, 100_000) == asked
    small = fit(asked, LENT)
    assert (small.connections, small.sockets) == (LENT - KEPT_DESCRIPTORS, (LENT - KEPT_DESCRIPTORS) * 3 // 4)
    assert fit(asked, 10).connections == LEAST_CONNECTIONS
    raise_descriptors()
    assert descriptors() > 0
