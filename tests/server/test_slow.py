"""A bad neighbour harms no one: sockets that never read, flood, send nothing or far too much."""

import asyncio
import json
import socket
from collections.abc import Callable
from contextlib import AsyncExitStack, suppress
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace
from websockets.exceptions import ConnectionClosed

from tests.patience import PATIENCE
from tests.server.running import Client, Server, quick_plan, running
from wartable.live.history.mirror import Mirror
from wartable.live.settings import ServerLimits
from wartable.live.telling import publishing
from wartable.live.telling.felt import make_felt
from wartable.live.wire.messages import TableMessage
from wartable.live.wire.views import Audience, FeltView
from wartable.server import limits
from wartable.server.connections.outbox import Outbox
from wartable.server.connections.wire import Wire
from wartable.server.door.sessions import COOKIE, WATCHER
from wartable.server.limits import MAX_MESSAGE_BYTES, MAX_WAITING_BYTES
from wartable.server.sockets import socket as server_socket

TABLE = "washington"
PLAN = quick_plan(TABLE)


async def deafen(raw: socket.socket, server: Server, cookie: str) -> None:
    """A client that shakes hands, watches, and then never reads again."""
    raw.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
    raw.setblocking(False)  # noqa: FBT003
    loop = asyncio.get_running_loop()
    await loop.sock_connect(raw, ("127.0.0.1", server.port))
    lines = [
        "GET /ws HTTP/1.1",
        f"Host: 127.0.0.1:{server.port}",
        "Upgrade: websocket",
        "Connection: Upgrade",
        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
        "Sec-WebSocket-Version: 13",
        f"Cookie: {COOKIE}={cookie}",
    ]
    await loop.sock_sendall(raw, ("\r\n".join(lines) + "\r\n\r\n").encode())
    await loop.sock_recv(raw, 1024)
    text = b'{"type":"watch","tables":["%b"]}' % TABLE.encode()
    mask = b"\0\0\0\0"
    await loop.sock_sendall(raw, bytes([0x81, 0x80 | len(text)]) + mask + text)


async def rounds(client: Client, number: int, seat: int = 1) -> None:
    for _ in range(number):
        await client.play_round(TABLE, seat, initial=10_00)


def test_a_client_that_never_reads_is_closed_and_holds_little_while_others_play_on(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def story() -> None:
        monkeypatch.setattr(server_socket, "SLOW_SECONDS", 3)
        async with AsyncExitStack() as stack:
            server = await stack.enter_async_context(running(PLAN))
            client = await stack.enter_async_context(server.player(TABLE, 1))
            for _ in range(3):
                raw = stack.enter_context(socket.socket(socket.AF_INET, socket.SOCK_STREAM))
                await deafen(raw, server, await server.guest())
            sockets = await settled(server, 4)
            held = 0
            for _ in range(40):
                await rounds(client, 5)
                held = max([held, *(one._outbox.held for one in sockets)])  # noqa: SLF001
                if len(server_sockets(server)) == 1:
                    break
            assert held <= MAX_WAITING_BYTES
            async with asyncio.timeout(PATIENCE):
                while len(server_sockets(server)) > 1:
                    await rounds(client, 1)
            assert server.room.counters.total["sockets_closed", "too_slow"] == 3

    asyncio.run(story())


def test_a_client_that_never_reads_keeps_no_connection_open(monkeypatch: pytest.MonkeyPatch) -> None:
    async def story() -> None:
        monkeypatch.setattr(limits, "UNTAKEN_SECONDS", 1)
        with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as raw:
            async with running(PLAN) as server:
                await deafen(raw, server, await server.guest())
                await settled(server, 1)
                async with asyncio.timeout(PATIENCE):
                    while server.connections or server_sockets(server):
                        await asyncio.sleep(0.01)

    asyncio.run(story())


def server_sockets(server: Server) -> list[server_socket.Socket]:
    gallery = server.room.tables[TABLE].gallery
    return [one for one in gallery.subscribers if isinstance(one, server_socket.Socket)]


async def settled(server: Server, number: int) -> list[server_socket.Socket]:
    """As soon as this many watch."""
    async with asyncio.timeout(PATIENCE):
        while len(found := server_sockets(server)) != number:
            await asyncio.sleep(0.01)
    return found


class Paper:
    """A wire that can be held up."""

    def __init__(self) -> None:
        self.takes = True
        self.written: list[bytes] = []

    def write(self, message: bytes) -> None:
        self.written.append(message)


class Timer:
    """Time that passes when a test says so."""

    def __init__(self) -> None:
        self.waiting: list[Callable[[], None]] = []

    def __call__(self, seconds: float, call: Callable[[], None]) -> None:
        assert seconds == limits.WHOLE_SECONDS
        self.waiting.append(call)

    def ring(self) -> None:
        due, self.waiting = self.waiting, []
        for call in due:
            call()


def test_a_client_that_asks_for_a_whole_table_again_and_again_gets_one_when_the_time_is_over() -> None:
    wire, timer, made = Paper(), Timer(), []

    def make_whole(table: str) -> bytes:
        made.append(table)
        return b"whole " + table.encode()

    outbox = Outbox(wire, make_whole, pytest.fail, timer)
    for _ in range(500):
        outbox.resync("a")
        outbox.resync("b")
    outbox.push("a", b"update that the next whole table holds")
    assert made == ["a", "b"]
    timer.ring()
    assert made == ["a", "b", "a", "b"]
    outbox.forget("a")
    outbox.resync("a")
    assert made == ["a", "b", "a", "b"]  # also who watches it anew
    outbox.forget("a")
    timer.ring()
    outbox.push("a", b"update")
    assert (made, timer.waiting) == (["a", "b", "a", "b"], [])
    assert wire.written == [b"whole a", b"whole b", b"whole a", b"whole b", b"update"]


class Watcher:
    """A person who watches and is sent nothing."""

    speaker = WATCHER

    def push(self, table: str, message: bytes) -> None:
        assert table
        assert message


def test_a_table_is_rendered_once_for_every_client_that_asks_for_it_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[Audience] = []

    def count(mirror: Mirror, audience: Audience, *more: Any) -> FeltView:
        made.append(audience)
        return make_felt(mirror, audience, *more)

    async def story() -> None:
        async with running(PLAN) as server, server.player(TABLE, 1, "Bo"):
            live, whole = server.room.tables[TABLE], msgspec.json.Decoder(TableMessage).decode
            first = whole(live.whole(Watcher()))
            monkeypatch.setattr(publishing, "make_felt", count)
            others = [whole(live.whole(Watcher())) for _ in range(5)]
            assert {replace(one, time=0) == replace(first, time=0) for one in others} == {True}
            assert made == []
            assert first.time > 0
            assert first.felt.seats[0].name == "Bo"
            patron = live.table.boxes[0].patron
            server.room.patrons.remember(patron, "Cy")
            assert whole(live.whole(Watcher())).felt.seats[0].name == "Cy"
            live.set_ready(patron, ready=True)
            assert whole(live.whole(Watcher())).felt.seats[0].ready
            assert made.count("player") >= 2

    asyncio.run(story())


def test_a_client_who_has_not_signed_in_sends_less_at_once() -> None:
    rate = ServerLimits().messages_per_second
    assert limits.messages_at_once(rate, signed_in=True) == 10 * rate
    assert limits.messages_at_once(rate, signed_in=False) == limits.WATCHER_AT_ONCE < 10 * rate
    assert limits.messages_at_once(1, signed_in=False) == 10


def test_while_the_wire_takes_more_nothing_waits() -> None:
    wire = Paper()
    outbox = Outbox(wire, lambda _: b"whole", pytest.fail, Timer())
    outbox.put(b"hello")
    outbox.push("a", b"update")
    outbox.resync("a")
    assert wire.written == [b"hello", b"update", b"whole"]
    assert outbox.held == 0


def test_a_client_that_falls_behind_gets_the_whole_table_and_not_every_update() -> None:
    wire, made = Paper(), []

    def make_whole(table: str) -> bytes:
        made.append(table)
        return b"whole"

    wire.takes = False
    outbox = Outbox(wire, make_whole, pytest.fail, Timer())
    outbox.put(b"hello")
    for number in range(1_000):
        outbox.push("a", b"%d" % number * 100)
        outbox.put(b"answer") if number == 500 else None
    assert outbox.held <= MAX_WAITING_BYTES
    assert wire.written == []
    wire.takes = True
    outbox.send()
    outbox.push("a", b"after")
    assert wire.written == [b"hello", b"answer", b"whole", b"after"]
    assert made == ["a"]


def test_what_waits_goes_out_in_order_and_before_anything_new() -> None:
    wire = Paper()
    wire.takes = False
    outbox = Outbox(wire, lambda _: None, pytest.fail, Timer())
    outbox.push("a", b"1")
    outbox.put(b"2")
    wire.takes = True
    outbox.push("a", b"3")
    assert wire.written == []
    outbox.send()
    assert wire.written == [b"1", b"2", b"3"]


def test_a_client_for_whom_too_much_waits_even_without_updates_is_let_go() -> None:
    wire, told = Paper(), []
    wire.takes = False
    outbox = Outbox(wire, lambda _: None, lambda: told.append("overfull"), Timer())
    while not told:
        outbox.put(b"x" * 10_000)
        assert outbox.held <= MAX_WAITING_BYTES
    assert told == ["overfull"]


@pytest.mark.parametrize("trouble", [RuntimeError("the handler is closed"), BrokenPipeError()])
def test_a_client_who_has_just_gone_is_no_trouble_for_a_sender_to_many(trouble: Exception) -> None:
    class Gone(asyncio.Transport):
        def write(self, data: object) -> None:
            assert data
            raise trouble

    wire = Wire.__new__(Wire)
    wire.transport = Gone()
    wire.write(b"update")


def test_messages_in_one_packet_are_heard_in_order_also_where_one_has_to_wait() -> None:
    async def story() -> None:
        async with running(PLAN) as server, server.client(await server.guest()) as client:
            sit = {"type": "do", "id": "a", "table": TABLE, "command": {"command": "sit", "seat": 1}}
            stand = {"type": "do", "id": "b", "table": TABLE, "command": {"command": "leave", "seat": 1}}
            texts = [{"type": "watch", "tables": [TABLE]}, sit, {"type": "ping", "at": 1}, stand]
            for text in texts:
                client.socket.protocol.send_text(json.dumps(text).encode())
            client.socket.send_data()
            await client.until(lambda message: message.get("id") == "b")
            heard = [message["type"] for message in client.received if message["type"] in ("table", "answer", "pong")]
            assert heard.index("table") < heard.index("answer")
            assert [message["id"] for message in client.received if message["type"] == "answer"] == ["a", "b"]
            assert all(message["ok"] for message in client.received if message["type"] == "answer")

    asyncio.run(story())


def test_text_that_is_not_text_closes_the_socket_and_nothing_else() -> None:
    async def story() -> None:
        async with running(PLAN) as server, server.player(TABLE, 1) as good:
            with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as raw:
                await deafen(raw, server, await server.guest())
                await asyncio.get_running_loop().sock_sendall(raw, bytes([0x81, 0x82, 0, 0, 0, 0, 0xFF, 0xFE]))
                await settled(server, 1)
            await rounds(good, 1)

    asyncio.run(story())


def test_a_message_that_is_too_large_closes_the_socket_and_nothing_else() -> None:
    async def story() -> None:
        async with running(PLAN) as server, server.player(TABLE, 1) as good:
            async with server.client(await server.guest()) as client:
                with suppress(ConnectionClosed):
                    await client.socket.send("x" * (MAX_MESSAGE_BYTES + 1))
                with pytest.raises(ConnectionClosed) as closed:
                    await client.until(lambda _: False)
                # The rest is not read, and the machine may cut the client off before it has read why.
                assert closed.value.rcvd is None or closed.value.rcvd.code == 1009
            await rounds(good, 1)

    asyncio.run(story())


def test_a_flood_is_refused_by_name_and_then_cut_off() -> None:
    async def story() -> None:
        async with running(PLAN, limits=ServerLimits(messages_per_second=1)) as server, server.client() as client:
            for number in range(200):
                await client.send(type="ping", at=number)
            bye = await client.until(lambda message: message["type"] == "bye")
            problems = [message for message in client.received if message["type"] == "problem"]
            assert bye["why"] == "too_many"
            assert {problem["why"] for problem in problems} == {"too_many"}
            assert len([message for message in client.received if message["type"] == "pong"]) >= 10

    asyncio.run(story())


def test_a_command_that_comes_too_often_is_refused_by_its_own_name() -> None:
    async def story() -> None:
        limits = ServerLimits(messages_per_second=1)
        async with running(PLAN, limits=limits) as server, server.client(await server.guest()) as client:
            for number in range(20):
                await client.send(type="do", id=f"one-{number}", table=TABLE, command={"command": "sit", "seat": 1})
            problem = await client.until(lambda message: message["type"] == "problem")
            assert problem["why"] == "too_many"
            assert problem["id"].startswith("one-")

    asyncio.run(story())


def test_a_command_for_two_keys_counts_once_like_any_other() -> None:
    async def story() -> None:
        void = {"command": "void_round", "reason": "no one knows whose card it was"}
        async with (
            running(PLAN, limits=ServerLimits(messages_per_second=1)) as server,
            server.client(await server.sign_in("fay", "floor")) as client,
        ):
            for number in range(10):
                await client.send(type="do", id=f"void-{number}", table=TABLE, command=void)
            for _ in range(10):
                answer = await client.until(lambda message: message["type"] in ("answer", "problem"))
                assert answer["type"] == "answer"

    asyncio.run(story())


def test_a_socket_that_says_nothing_is_closed_as_idle(monkeypatch: pytest.MonkeyPatch) -> None:
    async def story() -> None:
        monkeypatch.setattr(server_socket, "IDLE_SECONDS", 0.05)
        async with running(PLAN) as server, server.client() as client:
            bye = await client.until(lambda message: message["type"] == "bye")
            assert bye["why"] == "idle"

    asyncio.run(story())


def test_a_server_that_goes_down_says_so_to_everyone() -> None:
    async def story() -> None:
        async with AsyncExitStack() as stack:
            async with running(PLAN) as server:
                client = await stack.enter_async_context(server.client())
            bye = await client.until(lambda message: message["type"] == "bye")
            assert bye["why"] == "going_down"

    asyncio.run(story())


def test_updates_of_one_table_never_reach_who_watches_another() -> None:
    async def story() -> None:
        async with running(quick_plan(TABLE, "wisconsin")) as server, server.client() as other:
            await other.watch("wisconsin")
            async with server.player(TABLE, 1) as client:
                await rounds(client, 2)
            await other.send(type="ping", at=1)
            await other.until(lambda message: message["type"] == "pong")
            assert {message["table"] for message in other.received if "table" in message} == {"wisconsin"}

    asyncio.run(story())
