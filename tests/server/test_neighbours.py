"""Neighbours over real sockets: a guest is not alone, and their play money is never worth anything."""

import asyncio

from tests.server.running import quick_plan, running
from wartable.live.people.patrons import Patrons, is_bot

TABLE = "wisconsin"


def test_a_guest_invites_neighbours_and_plays_rounds_with_them() -> None:
    async def story() -> None:
        async with running(quick_plan(TABLE)) as server, server.player(TABLE, 2) as ann:
            await ann.until_felt(lambda felt: felt["phase"] == "betting")
            assert ann.you["neighbours"] == "may_come"
            await ann.must(TABLE, command="invite_neighbours")
            for _ in range(5):
                await ann.play_round(TABLE, 2, initial=20_00)
            seats = {seat["name"]: seat for seat in ann.felt["seats"] if seat["taken"]}
            assert list(seats) == ["Ann", "Bot Ben", "Bot Ana"]
            assert not any(seat["away"] or seat["patron"] for seat in seats.values())
            mine = [said for said in ann.events if said["event"]["event"] == "wager_placed" and said["own"] == "bot"]
            assert len(mine) == 10
            assert "bot-" not in "".join(ann.raw)

    asyncio.run(story())


def test_a_watcher_and_the_staff_cannot_invite_neighbours() -> None:
    async def story() -> None:
        async with running(quick_plan(TABLE)) as server, server.player(TABLE, 2):
            cookies = ["", *[await server.sign_in(role, role) for role in ("dealer", "floor", "auditor")]]
            for cookie in cookies:
                async with server.client(cookie) as other:
                    answer = await other.do(TABLE, command="invite_neighbours")
                    assert answer["refused"]["why"] == ("not_allowed" if cookie else "sign_in_first")

    asyncio.run(story())


def test_the_cage_neither_sells_nor_pays_out_the_chips_of_a_neighbour() -> None:
    async def story() -> None:
        async with running(quick_plan(TABLE)) as server, server.player(TABLE, 2) as ann:
            await ann.until_felt(lambda felt: felt["phase"] == "betting")
            await ann.must(TABLE, command="invite_neighbours")
            await ann.play_round(TABLE, 2, initial=20_00)
            bot = server.room.tables[TABLE].bots[0]
            assert server.room.patrons.holds(bot)
            async with server.http(await server.sign_in("cora", "cage")) as cora:
                for what in ("buy-in", "cash-out"):
                    no = await cora.post(f"/api/cage/patrons/{bot}/{what}", json={"id": what, "amount": 5_00})
                    assert (no.status_code, no.json()["why"]) == (409, "play_money")

    asyncio.run(story())


def test_every_server_knows_a_neighbour_by_its_account_alone() -> None:
    async def story() -> None:
        async with running(quick_plan(TABLE)) as server:
            elsewhere = Patrons(server.room.store, server.room.clock)
            bots = server.room.tables[TABLE].bots
            assert [elsewhere.name(bot) for bot in bots] == ["Bot Ana", "Bot Ben"]
            assert all(map(is_bot, bots))
            assert [elsewhere.name(f"bot-{TABLE}-{number}") for number in ("0", "3", "x", "")] == [""] * 4

    asyncio.run(story())
