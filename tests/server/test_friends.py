"""Playing with friends over HTTP and the socket: only the link leads to a private table."""

import asyncio
import secrets
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from importlib import import_module
from typing import Any

import httpx
import pytest
from msgspec.structs import replace

from tests.clock import SetClock
from tests.live.test_private_tables import GONE
from tests.server.running import ROOMY, Client, Message, Server, quick_plan, running
from tests.server.test_many import drives, until
from wartable.audit import PrivateTableClosed
from wartable.live.sharing.leases import Lease
from wartable.server.door.sessions import COOKIE
from wartable.server.limits import REACTIONS_AT_ONCE
from wartable.server.running.serve import listen
from wartable.store import MemoryStore, Store
from wartable.table import MeterPaid

SMALL = {"rulebook": "washington", "limits": "5-100"}
PLAN = quick_plan("washington")


async def make(server: Server, cookie: str, **choices: Any) -> httpx.Response:
    """A guest asks for a private table."""
    async with server.http(cookie) as http:
        return await http.post("/api/friends", json={**SMALL, **choices})


async def made(server: Server, cookie: str) -> str:
    """A guest is given one; this is its name."""
    answer = await make(server, cookie)
    assert answer.status_code == 201, answer.text
    return str(answer.json()["table"])


async def get(server: Server, path: str, cookie: str = "") -> httpx.Response:
    async with server.http(cookie) as http:
        return await http.get(path)


async def listed(server: Server, cookie: str = "") -> set[str]:
    """The tables in a person's lobby."""
    return {tile["table"] for tile in (await get(server, "/api/tables", cookie)).json()["tables"]}


def test_a_guest_makes_a_table_and_a_friend_with_the_link_plays_there() -> None:
    async def story() -> None:
        async with running(PLAN) as server:
            assert (await get(server, "/api/house")).json()["friends"]
            offers = (await get(server, "/api/friends")).json()["offers"]
            assert [one["rulebook"] for one in offers] == ["washington"]
            assert {"limits": "5-100", "min": 5_00, "max": 100_00} in offers[0]["limits"]
            table = await made(server, await server.guest())
            sheet = (await get(server, f"/api/tables/{table}")).json()
            assert sheet["private"]
            assert sheet["wagers"][0]["max"] == 100_00
            async with server.player(table, 4, "Ben") as friend:
                assert await friend.play_round(table, 4, initial=5_00) == 1

    asyncio.run(story())


def test_only_a_guest_makes_a_private_table_and_only_one_that_is_offered() -> None:
    async def story() -> None:
        async with running(PLAN) as server:
            assert (await make(server, "")).status_code == 401
            assert (await make(server, await server.sign_in("vera", "floor"))).status_code == 403
            assert (await make(server, await server.sign_in("paula", "player"))).status_code == 403
            guest = await server.guest()
            for wrong in ({"limits": "50-1000"}, {"limits": "1-2"}, {"rulebook": "maryland"}, {"rulebook": "../x"}):
                answer = await make(server, guest, **wrong)
                assert (answer.status_code, answer.json()["why"]) == (409, "not_offered")
            for bad in ({"pace": "never"}, {"limits": 5}, {"table": "private-x"}, {"min": 1}):
                answer = await make(server, guest, **bad)
                assert (answer.status_code, answer.json()["why"]) == (400, "bad_message")
            assert server.room.private.open == ()

    asyncio.run(story())


def test_the_lobby_lists_a_private_table_to_its_people_and_to_those_who_audit_alone() -> None:
    async def story() -> None:
        async with running(PLAN) as server:
            host = await server.guest()
            table = await made(server, host)
            friend = await server.guest("Ben")
            auditor = await server.sign_in("lena", "auditor")
            assert await listed(server, host) == await listed(server, auditor) == {"washington", table}
            assert await listed(server, friend) == await listed(server) == {"washington"}
            async with server.client(friend) as ben:
                await ben.watch(table)
                await ben.settles_in(table, 3)
                assert await listed(server, friend) == {"washington", table}

    asyncio.run(story())


def test_guessed_links_lead_nowhere() -> None:
    async def story() -> None:
        async with running(PLAN) as server:
            table = await made(server, await server.guest())
            guesses = [
                f"private-{secrets.token_hex(16)}",
                "private-",
                "private-0",
                table[:-1],
                table.upper(),
                f"{table}0",
            ]
            async with server.client(await server.guest()) as client:
                for guess in guesses:
                    for path in ("", "/view", "/lesson", "/rounds", "/shoes"):
                        answer = await get(server, f"/api/tables/{guess}{path}")
                        assert (answer.status_code, answer.json()["says"]) == (404, "there is no such table")
                    if guess.islower():
                        assert await problem(client, guess) == "no_such_table"
                        refused = (await client.do(guess, command="sit", seat=1))["refused"]
                        assert refused["why"] == "no_such_table"

    asyncio.run(story())


async def problem(client: Client, table: str) -> str:
    """Why a client may not watch a table."""
    await client.send(type="watch", tables=[table])
    return str((await client.until(lambda message: message["type"] in ("problem", "table")))["why"])


def test_an_address_makes_only_so_many_tables_a_minute() -> None:
    async def story() -> None:
        async with running(PLAN, limits=replace(ROOMY, private_tables_per_minute=2)) as server:
            asked = [await make(server, await server.guest()) for _ in range(3)]
            assert [answer.status_code for answer in asked] == [201, 201, 429]

    asyncio.run(story())


def test_one_address_cannot_take_all_private_tables_of_a_house() -> None:
    async def story() -> None:
        async with running(PLAN, limits=replace(ROOMY, private_tables_per_address=2)) as server:
            asked = await asyncio.gather(*[make(server, await server.guest()) for _ in range(6)])
            assert sorted(answer.status_code for answer in asked) == [201, 201, 409, 409, 409, 409]
            refused = next(answer for answer in asked if answer.status_code == 409)
            assert refused.json()["why"] == "private_tables_from_here"
            assert len(server.room.private.open) == 2
            await server.room.house.append("over", b"", PrivateTableClosed(server.room.private.open[0]))
            assert (await make(server, await server.guest())).status_code == 201

    asyncio.run(story())


def test_a_jackpot_of_a_private_table_is_told_to_its_people_alone() -> None:
    async def story() -> None:
        async with running(PLAN) as server:
            table = await made(server, await server.guest())
            async with server.client() as inside, server.client() as outside:
                await inside.watch(table)
                await outside.watch("washington")
                for place in (table, "washington"):
                    for tell in server.room.ticker.on_jackpot:
                        tell(place, MeterPaid("progressive", 1, "", 100_00))
                told = [await jackpot(inside), await jackpot(inside)]
                assert [one["table"] for one in told] == [table, "washington"]
                assert (await jackpot(outside))["table"] == "washington"

    asyncio.run(story())


async def jackpot(client: Client) -> Message:
    return await client.until(lambda message: message["type"] == "jackpot")


def test_an_auditor_recalls_rounds_of_a_private_table_also_when_it_is_closed() -> None:
    async def story() -> None:
        clock = SetClock()
        async with running(PLAN, clock=clock) as server:
            table = await made(server, await server.guest())
            live = server.room.tables[table]
            async with server.player(table, 1) as ann:
                await ann.play_round(table, 1, initial=5_00)
                await ann.until_felt(lambda felt: felt["phase"] == "betting")
                await ann.must(table, command="leave", seat=1)
            auditor = await server.sign_in("lena", "auditor")
            open_one = (await get(server, f"/api/tables/{table}/rounds/1", auditor)).json()
            await until(lambda: not live.gallery.is_watched and live.may_move)
            while server.room.private.open:  # what the table does meanwhile makes its time begin again
                clock.advance(GONE)
                await server.room.private.sweep()
                await asyncio.sleep(0.01)
            assert (await get(server, f"/api/tables/{table}", auditor)).status_code == 404
            recalled = (await get(server, f"/api/tables/{table}/rounds/1", auditor)).json()
            assert recalled["steps"] == open_one["steps"]
            found = (await get(server, f"/api/audit/find?text={table}", auditor)).json()["found"]
            assert [(one["table"], one["round"]) for one in found] == [(table, 1)]
            shoes = (await get(server, f"/api/tables/{table}/shoes")).json()["shoes"]
            assert shoes[0]["revealed"]
            async with server.http(auditor) as http:
                proved = (await http.post("/api/audit/verify", json={"table": table, "round": 1})).json()
            assert proved["ok"], proved

    asyncio.run(story())


@asynccontextmanager
async def sharing(store: Store) -> AsyncIterator[Server]:
    """One of several servers on a store."""
    sock = listen("127.0.0.1", 0)
    lease = Lease(f"127.0.0.1:{sock.getsockname()[1]}", 60)
    async with running(PLAN, store=store, sock=sock, lease=lease) as server:
        yield server


def test_a_table_made_at_one_server_is_played_at_from_another_at_once() -> None:
    async def story() -> None:
        store = MemoryStore()
        async with sharing(store) as first, sharing(store) as second:
            table = await made(second, await second.guest())
            assert (await get(first, f"/api/tables/{table}")).status_code == 200
            await until(lambda: [table in drives(one) for one in (first, second)].count(True) == 1)
            async with first.player(table, 1, "Ann") as near, second.player(table, 2, "Ben") as far:
                await near.until_felt(lambda felt: felt["seats"][1]["taken"])
                await far.until_felt(lambda felt: felt["seats"][0]["taken"])
                assert far.felt["seats"][0]["name"] == "Ann"
            assert sum(store.balances().values()) == 0

    asyncio.run(story())


def test_a_private_table_goes_on_at_another_server_when_its_own_is_gone() -> None:
    async def story() -> None:
        store = MemoryStore()
        async with sharing(store) as second:
            async with sharing(store) as first:
                table = await made(first, await first.guest())
                await until(lambda: table in second.room.tables)
            await until(lambda: table in drives(second))
            async with second.player(table, 2) as player:
                assert await player.play_round(table, 2, initial=5_00) == 1

    asyncio.run(story())


def test_a_table_closed_at_one_server_is_gone_at_the_others() -> None:
    async def story() -> None:
        store = MemoryStore()
        async with sharing(store) as first, sharing(store) as second:
            table = await made(first, await first.guest())
            await until(lambda: table in second.room.tables and table in drives(first) | drives(second))
            driver = first if table in drives(first) else second
            live = driver.room.tables[table]
            await until(lambda: live.may_move)
            await driver.room.private.close(live)
            await until(lambda: live.table.phase == "closed" and live.may_move)
            await driver.room.private.close(live)
            await until(lambda: table not in first.room.tables and table not in second.room.tables)
            assert (await get(second, f"/api/tables/{table}")).status_code == 404

    asyncio.run(story())


async def take_name(server: Server, cookie: str, name: str) -> httpx.Response:
    async with server.http(cookie) as http:
        return await http.post("/api/me/name", json={"name": name})


def test_a_guest_takes_a_name_that_the_table_shows_at_once() -> None:
    async def story() -> None:
        async with running(PLAN) as server:
            ann = await server.guest("Guest 101")
            async with server.client(ann) as client:
                await client.watch("washington")
                await client.settles_in("washington", 2)
                answer = await take_name(server, ann, "Anouk")
                assert answer.status_code == 200
                assert answer.json()["name"] == "Anouk"
                await client.until_felt(lambda felt: felt["seats"][1]["name"] == "Anouk")
            me = (await get(server, "/api/me", str(answer.cookies[COOKIE]))).json()
            assert (me["name"], me["patron"]) == ("Anouk", client.you["patron"])

    asyncio.run(story())


def test_a_name_that_is_bad_or_stands_for_the_house_is_refused_and_the_old_one_stays() -> None:
    async def story() -> None:
        async with running(PLAN) as server:
            guest = await server.guest("Ann")
            for name in ("Dealer", "FL00R", "Bot Ana", "The House", "wartable", "pit boss"):
                assert (await take_name(server, guest, name)).json()["why"] == "name_is_kept"
            for name in (" ", "a\u202eb", "a\nb", "\u200b"):
                assert (await take_name(server, guest, name)).json()["why"] == "name_is_bad"
            for name in ("", "x" * 25):
                assert (await take_name(server, guest, name)).status_code == 400
            assert (await get(server, "/api/me", guest)).json()["name"] == "Ann"

    asyncio.run(story())


def test_a_session_that_is_over_is_over_under_every_name() -> None:
    async def story() -> None:
        async with running(PLAN) as server:
            before = await server.guest("Ann")
            after = str((await take_name(server, before, "Anouk")).cookies[COOKIE])
            async with server.http(after) as http:
                await http.delete("/api/session")
            for cookie in (before, after):
                assert (await get(server, "/api/me", cookie)).json()["role"] == "watcher"

    asyncio.run(story())


async def at_the_table(client: Client, table: str, seat: int) -> None:
    await client.watch(table)
    await client.settles_in(table, seat)


async def hears(client: Client) -> Message:
    return await client.until(lambda message: message["type"] == "reacted")


def test_a_word_to_friends_is_heard_by_all_at_the_table_and_by_no_one_else() -> None:
    async def story() -> None:
        async with running(PLAN) as server:
            ann, ben = await server.guest("Ann"), await server.guest("Ben")
            table = await made(server, ann)
            async with (
                server.client(ann) as host,
                server.client(ben) as watching,
                server.client() as stranger,
            ):
                await at_the_table(host, table, 3)
                await watching.watch(table)
                await stranger.watch("washington")
                await host.send(type="react", table=table, reaction="nice")
                told = {"type": "reacted", "table": table, "name": "Ann", "colour": "", "seat": 3, "reaction": "nice"}
                assert await hears(host) == await hears(watching) == told
                await watching.send(type="react", table=table, reaction="thanks")
                assert (await hears(host))["seat"] is None
                await stranger.send(type="react", table=table, reaction="wow")
                await stranger.send(type="react", table="washington", reaction="wow")
                await host.send(type="react", table="washington", reaction="wow")
                await stranger.send(type="ping", at=7)
                await stranger.until(lambda message: message["type"] == "pong")
                assert all(message["type"] != "reacted" for message in stranger.received)

    asyncio.run(story())


def test_a_flood_of_words_is_cut_off_and_what_is_no_word_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(import_module("wartable.server.door.guard"), "REACTIONS_PER_SECOND", 0)

    async def story() -> None:
        async with running(PLAN) as server:
            ann = await server.guest("Ann")
            table = await made(server, ann)
            async with server.client(ann) as host:
                await host.watch(table)
                for _ in range(50):
                    await host.send(type="react", table=table, reaction="wow")
                await host.send(type="react", table=table, reaction="<b>hello</b>")
                assert (await host.until(lambda message: message["type"] == "problem"))["why"] == "bad_message"
                words = [message for message in host.received if message["type"] == "reacted"]
                assert len(words) == REACTIONS_AT_ONCE

    asyncio.run(story())


def test_a_guest_chooses_a_colour_that_the_table_shows_and_another_name_keeps() -> None:
    async def story() -> None:
        async with running(PLAN) as server:
            ann = await server.guest("Ann")
            async with server.client(ann) as client, server.http(ann) as http:
                await at_the_table(client, "washington", 2)
                answer = await http.post("/api/me/name", json={"name": "Ann", "colour": "mint"})
                assert answer.json()["colour"] == "mint"
                await client.until_felt(lambda felt: felt["seats"][1]["colour"] == "mint")
                assert (await take_name(server, ann, "Anouk")).json()["colour"] == "mint"
                bad = await http.post("/api/me/name", json={"name": "Ann", "colour": "red; background: url(x)"})
                assert bad.status_code == 400

    asyncio.run(story())
