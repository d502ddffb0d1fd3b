"""Coming in, signing in and out, locks, and sessions that end at once."""

import asyncio

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from tests.server.running import PASSWORD, Client, quick_plan, running
from wartable.live.house import PersonLocked, SignInFailed
from wartable.server.limits import Limits
from wartable.server.sessions import COOKIE
from wartable.store import decode

PLAN = quick_plan("washington")


async def is_closed(client: Client, why: str) -> bool:
    """Whether the server ends this socket, and says why."""
    bye = await client.until(lambda message: message["type"] == "bye")
    try:
        await client.next()
    except ConnectionClosed as closed:
        return bye["why"] == why and closed.rcvd is not None and closed.rcvd.reason == why
    return False


def test_a_guest_has_chips_at_once_and_more_only_when_they_are_gone() -> None:
    async def story() -> None:
        async with running(PLAN) as server, server.http(await server.guest("Ann")) as http:
            me = (await http.get("/api/me")).json()
            assert (me["role"], me["name"], me["balance"], me["play_money"]) == ("guest", "Ann", 1_000_00, True)
            again = await http.post("/api/me/chips")
            assert (again.status_code, again.json()["why"]) == (409, "chips_left")
            async with server.http(await server.sign_in("cora", "cage")) as cage:
                url = f"/api/cage/patrons/{me['patron']}/cash-out"
                out = await cage.post(url, json={"id": "all", "amount": 1_000_00})
                assert out.json()["balance"] == 0
                assert (await cage.post(url, json={"id": "more", "amount": 1})).json()["why"] == "not_held"
                assert (await cage.post(url, json={"id": "all", "amount": 1_000_00})).json() == out.json()
            assert (await http.post("/api/me/chips")).json()["balance"] == 1_000_00

    asyncio.run(story())


def test_three_bad_sign_ins_lock_an_account_until_an_administrator_opens_it() -> None:
    async def story() -> None:
        async with running(PLAN) as server, server.http() as http:
            await server.add("dana", "dealer")
            bad = {"name": "dana", "password": "not the password"}
            statuses = [(await http.post("/api/session", json=bad)).status_code for _ in range(4)]
            assert statuses == [403, 403, 423, 423]
            good = {"name": "dana", "password": PASSWORD}
            assert (await http.post("/api/session", json=good)).status_code == 423
            events = [decode(record) for record in server.room.store.read("house")]
            assert sum(isinstance(event, SignInFailed) for event in events) == 3
            assert sum(isinstance(event, PersonLocked) for event in events) == 1
            async with server.http(await server.sign_in("ada", "administrator")) as admin:
                assert (await admin.patch("/api/people/dana", json={"locked": False})).json()["locked"] is False
            assert (await http.post("/api/session", json=good)).status_code == 200

    asyncio.run(story())


def test_a_name_that_nobody_has_is_answered_like_a_wrong_password() -> None:
    async def story() -> None:
        async with running(PLAN) as server, server.http() as http:
            await server.add("dana", "dealer")
            wrong = await http.post("/api/session", json={"name": "dana", "password": "x"})
            nobody = await http.post("/api/session", json={"name": "nobody", "password": "x"})
            assert (wrong.status_code, wrong.json()) == (nobody.status_code, nobody.json())

    asyncio.run(story())


def test_whoever_signs_out_loses_the_socket_and_the_cookie() -> None:
    async def story() -> None:
        async with running(PLAN) as server:
            cookie = await server.guest()
            async with server.client(cookie) as client, server.http(cookie) as http:
                assert (await http.delete("/api/session")).status_code == 204
                assert await is_closed(client, "signed_out")
            async with server.http(cookie) as http:
                assert (await http.get("/api/me")).json()["role"] == "watcher"

    asyncio.run(story())


def test_a_person_who_is_locked_or_signed_out_by_an_administrator_loses_every_socket() -> None:
    async def story() -> None:
        async with running(PLAN) as server:
            admin = await server.sign_in("ada", "administrator")
            for change in ({"locked": True}, {"sign_out": True}, {"password": "another password"}):
                person = f"p{len(str(change))}"
                cookie = await server.sign_in(person, "dealer")
                async with server.client(cookie) as client, server.client(cookie) as second:
                    async with server.http(admin) as http:
                        assert (await http.patch(f"/api/people/{person}", json=change)).status_code == 200
                    assert await is_closed(client, "signed_out")
                    assert await is_closed(second, "signed_out")
                async with server.http(cookie) as http:
                    assert (await http.get("/api/me")).json()["role"] == "watcher"

    asyncio.run(story())


def test_a_cookie_that_was_made_up_or_altered_is_nobodys() -> None:
    async def story() -> None:
        async with running(PLAN) as server:
            cookie = await server.sign_in("ada", "administrator")
            body, _, signature = cookie.rpartition(".")
            for forged in (f"{body}.{signature[::-1]}", f"x{cookie}", "a.b.c", "", cookie[:-1]):
                async with server.http(forged) as http:
                    assert (await http.get("/api/people")).status_code == 401

    asyncio.run(story())


def test_an_account_opened_at_the_machine_signs_in_at_a_server_that_runs() -> None:
    async def story() -> None:
        async with running(PLAN) as server:
            from wartable.live.house import HouseLog
            from wartable.live.people import People

            elsewhere = HouseLog(server.room.store, server.room.clock)
            people = People(elsewhere, server.room.vault, server.room.people._hasher)  # noqa: SLF001
            assert await people.add("late", "floor", PASSWORD, "operator") is None
            assert await server.sign_in("late")

    asyncio.run(story())


def test_limits_hold_by_address() -> None:
    async def story() -> None:
        tight = Limits(sockets_per_address=2, guests_per_minute=3, sign_ins_per_minute=2)
        async with running(PLAN, limits=tight) as server, server.http() as http:
            guests = [(await http.post("/api/guest", json={"name": "x"})).status_code for _ in range(5)]
            assert guests == [201, 201, 201, 429, 429]
            bad = {"name": "x", "password": "y"}
            assert [(await http.post("/api/session", json=bad)).status_code for _ in range(3)] == [403, 403, 429]
            async with server.client(), server.client():
                with pytest.raises(InvalidStatus):
                    async with server.client():
                        pass

    asyncio.run(story())


def test_the_cookie_is_for_the_server_alone() -> None:
    async def story() -> None:
        async with running(PLAN) as server, server.http() as http:
            answer = await http.post("/api/guest", json={"name": "Ann"})
            cookie = answer.headers["set-cookie"].lower()
            assert cookie.startswith(COOKIE)
            assert "httponly" in cookie
            assert "samesite=strict" in cookie

    asyncio.run(story())


def test_another_sites_page_gets_nowhere() -> None:
    async def story() -> None:
        async with running(PLAN) as server:
            for origin in ("http://evil.example", "null", f"https://127.0.0.1:{server.port + 1}", "http://["):
                async with server.http() as http:
                    answer = await http.post("/api/guest", json={"name": "x"}, headers={"origin": origin})
                assert (answer.status_code, answer.json()["why"]) == (403, "wrong_origin")
                with pytest.raises(InvalidStatus) as refused:
                    async with connect(f"ws://127.0.0.1:{server.port}/ws", additional_headers={"origin": origin}):
                        pass
                assert refused.value.response.status_code == 403
            async with server.http() as http:
                own = await http.post("/api/guest", json={"name": "x"}, headers={"origin": server.url})
                rebound = await http.get("/api/house", headers={"host": "evil.example"})
            assert (own.status_code, rebound.status_code) == (201, 403)

    asyncio.run(story())
