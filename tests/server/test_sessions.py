"""A session that is over has no power left: not on a socket that is open, and not at another server of the house."""

import asyncio
import threading
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any, Literal

import pytest
from argon2 import PasswordHasher

from tests.clock import SetClock
from tests.patience import PATIENCE
from tests.server.running import LONG, PASSWORD, Client, Server, quick_plan, running
from tests.server.test_people import is_closed
from wartable.live import room as room_module
from wartable.live.history.mirror import stream_of
from wartable.live.sharing.leases import Lease
from wartable.server.door.sessions import COOKIE
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


@pytest.mark.parametrize("change", ["account", "role"])
def test_who_was_let_in_at_one_server_is_let_in_at_every_other_at_once(
    change: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(room_module, "FOLLOW_SECONDS", LONG)
    store = MemoryStore()
    told = store.subscribe
    monkeypatch.setattr(store, "subscribe", lambda _, notice: told("nothing that is written", notice))

    async def story() -> None:
        async with sharing(store) as first, sharing(store) as second:
            if change == "role":
                await first.add("dana", "dealer")
                await second.room.house.follow()
                assert await first.room.people.change_role("dana", "floor", "ada") is None
            cookie = await first.sign_in("dana", "floor" if change == "account" else None)
            async with second.http(cookie) as http:
                assert (await http.get("/api/me")).json()["role"] == "floor"
            async with second.http(cookie[:-1]) as http:
                assert (await http.get("/api/me")).json()["role"] == "watcher"

    asyncio.run(story())


class Paused(PasswordHasher):
    """Hashes as the tests do, and holds the first password that is verified after `hold` until the test lets it go."""

    def __init__(self) -> None:
        super().__init__(time_cost=1, memory_cost=8, parallelism=1)
        self.hold, self.verified, self.go_on = threading.Event(), threading.Event(), threading.Event()

    def verify(self, hash: str | bytes, password: str | bytes) -> Literal[True]:  # noqa: A002
        fits = super().verify(hash, password)
        if self.hold.is_set():
            self.hold.clear()
            self.verified.set()
            assert self.go_on.wait(PATIENCE)
        return fits


@pytest.mark.parametrize("change", ["password", "locked", "role"])
def test_a_sign_in_that_is_hashed_while_its_account_changes_opens_nothing_from_before_the_change(change: str) -> None:
    async def story() -> None:
        hasher = Paused()
        async with running(PLAN, hasher=hasher) as server, server.http() as http:
            await server.add("rob", "dealer")
            people = server.room.people
            hasher.hold.set()
            signing = asyncio.create_task(http.post("/api/session", json={"name": "rob", "password": PASSWORD}))
            assert await asyncio.to_thread(hasher.verified.wait, PATIENCE)
            if change == "password":
                await people.change_password("rob", f"{PASSWORD} again", "ada")
            elif change == "locked":
                await people.lock("rob", "ada")
            else:
                await people.change_role("rob", "auditor", "ada")
            hasher.go_on.set()
            answer = await signing
            why = {"password": "wrong_password", "locked": "locked", "role": None}[change]
            assert answer.json().get("why") == why
            async with server.http(answer.cookies.get(COOKIE) or "") as after:
                assert (await after.get("/api/me")).json()["role"] == ("auditor" if change == "role" else "watcher")

    asyncio.run(story())


@pytest.mark.parametrize("change", ["password", "sign_out", "role", "locked"])
@pytest.mark.parametrize("ahead", [0, 60])
def test_a_session_is_over_where_the_log_ends_it_however_the_clocks_of_two_servers_differ(
    change: str, ahead: int
) -> None:
    async def story() -> None:
        store, here, there = MemoryStore(), SetClock(), SetClock()
        here.advance(ahead)
        async with running(PLAN, store, clock=here) as one, running(PLAN, store, clock=there) as other:
            old, people = await one.sign_in("rob", "dealer"), other.room.people
            match change:
                case "password":
                    await people.change_password("rob", PASSWORD, "ada")
                case "sign_out":
                    await people.end_sessions("rob", "ada")
                case "role":
                    await people.change_role("rob", "floor", "ada")
                    await people.change_role("rob", "dealer", "ada")
                case _:
                    await people.lock("rob", "ada")
                    await people.unlock("rob", "ada")
            await one.room.house.follow()
            for cookie, role in ((old, "watcher"), (await other.sign_in("rob"), "dealer")):
                await one.room.house.follow()
                async with one.http(cookie) as http:
                    assert (await http.get("/api/me")).json()["role"] == role

    asyncio.run(story())
