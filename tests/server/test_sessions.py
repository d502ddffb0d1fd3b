"""A session that is over has no power left: not on a socket that is open, and not at another server of the house."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest

from tests.server.running import PASSWORD, Client, Server, quick_plan, running
from tests.server.test_people import is_closed
from wartable.live.history.mirror import stream_of
from wartable.live.moments import SetClock
from wartable.live.sharing.leases import Lease
from wartable.server.limits import SESSION_SECONDS
from wartable.server.running.serve import listen
from wartable.store import MemoryStore, Store

TABLE = "washington"
PLAN = quick_plan(TABLE)
SIT: dict[str, Any] = {"type": "do", "id": "sit", "table": TABLE, "command": {"command": "sit", "seat": 1}}


async def is_powerless(server: Server, client: Client) -> bool:
    """Whether a command that comes now does nothing, and ends the socket."""
    before = server.room.store.head(stream_of(TABLE)).version
    await client.send(**SIT)
    assert await is_closed(client, "signed_out")
    assert not any(message["type"] == "answer" for message in client.received)
    return server.room.store.head(stream_of(TABLE)).version == before


def test_a_session_that_is_too_old_commands_nothing_on_a_socket_that_is_still_open() -> None:
    async def story() -> None:
        clock = SetClock()
        async with running(PLAN, clock=clock) as server:
            cookie = await server.guest()
            async with server.client(cookie) as client, server.http(cookie) as http:
                clock.advance(SESSION_SECONDS - 1)
                await client.send(type="ping", at=1)
                assert (await client.until(lambda message: message["type"] == "pong"))["at"] == 1
                assert (await http.get("/api/me")).json()["role"] == "guest"
                clock.advance(1)
                assert await is_powerless(server, client)
                assert (await http.get("/api/me")).json()["role"] == "watcher"

    asyncio.run(story())


@pytest.mark.parametrize("said", [{"type": "watch", "tables": [TABLE]}, {"type": "watch_floor"}, {"type": "ready"}])
def test_nothing_else_is_heard_from_it_either(said: dict[str, Any]) -> None:
    async def story() -> None:
        clock = SetClock()
        async with running(PLAN, clock=clock) as server, server.client(await server.sign_in("fay", "floor")) as client:
            clock.advance(SESSION_SECONDS)
            await client.send(**{"table": TABLE} if said["type"] == "ready" else {}, **said)
            assert await is_closed(client, "signed_out")
            assert [message["type"] for message in client.received] == ["hello", "bye"]

    asyncio.run(story())


def test_a_client_that_only_listens_is_told_when_its_session_is_over() -> None:
    async def story() -> None:
        clock = SetClock()
        async with (
            running(PLAN, clock=clock) as server,
            server.client(await server.guest()) as client,
            server.client() as watcher,
        ):
            clock.advance(SESSION_SECONDS)
            assert await is_closed(client, "signed_out")
            await watcher.send(type="ping", at=1)  # a watcher has no session, and none that could end
            assert (await watcher.next())["type"] == "pong"

    asyncio.run(story())


@asynccontextmanager
async def sharing(store: Store) -> AsyncIterator[Server]:
    sock = listen("127.0.0.1", 0)
    async with running(PLAN, store=store, sock=sock, lease=Lease(f"127.0.0.1:{sock.getsockname()[1]}", 60)) as server:
        yield server


@pytest.mark.parametrize("change", ["locked", "sign_out", "password", "role", "session"])
def test_what_ends_a_session_at_one_server_ends_its_sockets_at_every_other(change: str) -> None:
    async def story() -> None:
        store = MemoryStore()
        async with sharing(store) as first, sharing(store) as second:
            admin = await first.sign_in("ada", "administrator")
            cookie = await first.sign_in("dana", "dealer")
            await second.room.house.follow()
            async with first.client(cookie) as here, second.client(cookie) as there:
                if change == "role":
                    assert await first.room.people.change_role("dana", "floor", "ada") is None
                elif change == "session":
                    async with first.http(cookie) as http:
                        assert (await http.delete("/api/session")).status_code == 204
                else:
                    values = {"locked": True, "sign_out": True, "password": f"{PASSWORD} again"}
                    async with first.http(admin) as http:
                        assert (await http.patch("/api/people/dana", json={change: values[change]})).status_code == 200
                assert await is_closed(here, "signed_out")
                assert await is_closed(there, "signed_out")
            for server in (first, second):
                async with server.http(cookie) as http:
                    assert (await http.get("/api/me")).json()["role"] == "watcher"

    asyncio.run(story())
