"""Coming in, signing in and out, locks, and sessions that end at once."""

import asyncio

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from tests.server.running import PASSWORD, Client, quick_plan, running
from wartable import cage
from wartable.audit.house_events import RoleChanged
from wartable.live.settings import ServerLimits
from wartable.live.wire.troubles import Trouble
from wartable.server.door.sessions import COOKIE
from wartable.store import decode

PLAN = quick_plan("washington")
GOOD = {"name": "dana", "password": PASSWORD}
BAD = {"name": "dana", "password": "not the password"}


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
            await server.room.desk.do("lost", b"", cage.CashOut(me["patron"], 1_000_00))
            assert (await http.post("/api/me/chips")).json()["balance"] == 1_000_00

    asyncio.run(story())


def test_the_cage_sells_and_pays_out_what_a_player_holds_once_and_no_play_money() -> None:
    async def story() -> None:
        async with running(PLAN) as server, server.http(await server.sign_in("cora", "cage")) as cora:
            async with server.http(await server.guest("Ann")) as ann:
                guest = (await ann.get("/api/me")).json()["patron"]
            async with server.http(await server.sign_in("pat", "player")) as pat:
                free = await pat.post("/api/me/chips")
                assert (free.status_code, free.json()["why"]) == (403, "not_allowed")
                assert "me.chips" not in (await pat.get("/api/me")).json()["may"]
            for what in ("buy-in", "cash-out"):
                no = await cora.post(f"/api/cage/patrons/{guest}/{what}", json={"id": what, "amount": 5_00})
                assert (no.status_code, no.json()["why"]) == (409, "play_money")
            pat_at = "/api/cage/patrons/pat"
            assert (await cora.post(f"{pat_at}/buy-in", json={"id": "in", "amount": 5_00})).json()["balance"] == 5_00
            out = await cora.post(f"{pat_at}/cash-out", json={"id": "all", "amount": 5_00})
            assert out.json()["balance"] == 0
            assert (await cora.post(f"{pat_at}/cash-out", json={"id": "more", "amount": 1})).json()["why"] == "not_held"
            assert (await cora.post(f"{pat_at}/cash-out", json={"id": "all", "amount": 5_00})).json() == out.json()

    asyncio.run(story())


def test_chips_on_a_table_are_chips_left() -> None:
    async def story() -> None:
        async with running(PLAN) as server:
            cookie = await server.guest()
            async with server.http(cookie) as http, server.client(cookie) as client:
                patron = (await http.get("/api/me")).json()["patron"]
                await server.room.desk.do("out", b"", cage.CashOut(patron, 980_00))
                table = next(live.id for live in server.room.tables.values() if live.rules.bank.by == "house")
                await client.watch(table)
                await client.settles_in(table, 1)
                assert (await client.do(table, command="put_wagers", seat=1, wagers={"initial": 20_00}))["ok"]
                assert (await http.get("/api/me")).json()["balance"] == 0
                again = await http.post("/api/me/chips")
                assert (again.status_code, again.json()["why"]) == (409, "chips_left")
                assert (await client.do(table, command="put_wagers", seat=1, wagers={}))["ok"]
                assert (await http.get("/api/me")).json()["balance"] == 20_00

    asyncio.run(story())


def test_a_person_who_signs_out_loses_the_socket_and_the_cookie() -> None:
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


def test_a_cookie_that_was_made_up_or_altered_is_no_ones() -> None:
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
            from wartable.live.history.house import HouseLog
            from wartable.live.people.register import People

            elsewhere = HouseLog(server.room.store, server.room.clock)
            people = People(elsewhere, server.room.vault, server.room.people._hasher)  # noqa: SLF001
            assert await people.add("late", "floor", PASSWORD, "operator") is None
            for kept in ("request", "bot-california-1", "proposition-california-1"):
                assert await people.add(kept, "player", PASSWORD, "operator") is Trouble.NAME_IS_KEPT
            assert await server.sign_in("late")

    asyncio.run(story())


def test_no_account_is_opened_under_the_id_of_a_guest_whose_wallet_it_would_share() -> None:
    async def story() -> None:
        async with running(PLAN) as server:
            async with server.http(await server.guest()) as http:
                patron = (await http.get("/api/me")).json()["patron"]
            async with server.http(await server.sign_in("ada", "administrator")) as http:
                for name in (patron, "guest-0"):
                    new = {"person": name, "role": "player", "password": PASSWORD}
                    answer = await http.post("/api/people", json=new)
                    assert (answer.status_code, answer.json()["why"]) == (409, "name_is_kept")

    asyncio.run(story())


def test_limits_hold_by_address() -> None:
    async def story() -> None:
        tight = ServerLimits(sockets_per_address=2, guests_per_minute=3, sign_ins_per_minute=2)
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


def test_another_role_is_in_the_log_and_ends_what_was_begun_in_the_old_one() -> None:
    async def story() -> None:
        async with running(PLAN) as server:
            cookie = await server.sign_in("dana", "dealer")
            async with server.client(cookie) as client, server.http(cookie) as http:
                assert (await http.get("/api/me")).json()["role"] == "dealer"
                assert await server.room.people.change_role("dana", "floor", "adam") is None
                assert await is_closed(client, "signed_out")
                assert (await http.get("/api/me")).json()["role"] == "watcher"
            async with server.http(await server.sign_in("dana")) as http:
                assert (await http.get("/api/me")).json()["role"] == "floor"
            events = [decode(record) for record in server.room.store.read("house", 0)]
            assert RoleChanged("dana", "floor", "adam") in events

    asyncio.run(story())


def test_only_the_dealer_on_record_sells_chips_from_the_tray() -> None:
    async def story() -> None:
        plan = quick_plan("washington", dealer="person")
        async with running(plan) as server:
            petra, dan = await server.sign_in("petra", "dealer"), await server.sign_in("dan", "dealer")
            async with server.client(petra) as console:
                await console.watch("washington")
                for said in ({"command": "open_table"}, {"command": "sit", "seat": 1, "patron": "Ann"}):
                    assert (await console.do("washington", **said))["ok"]
            order = {"id": "chips", "amount": 50_00, "seat": 1}
            async with server.http(dan) as http:
                no = await http.post("/api/tables/washington/buy-in", json=order)
                assert (no.status_code, no.json()["why"]) == (409, "take_over_first")
            async with server.http(petra) as http:
                sold = await http.post("/api/tables/washington/buy-in", json=order)
                assert (sold.status_code, sold.json()["balance"]) == (200, 50_00)

    asyncio.run(story())
