"""Whole rounds over real sockets, in every state."""

import asyncio

import pytest

from tests.server.running import Client, Server, quick_plan, running
from tests.told import RULEBOOKS
from wartable.ledger import patron
from wartable.live.history.mirror import stream_of
from wartable.live.telling.known import KNOWN
from wartable.rulebook import load_rulebook, rules_in_force
from wartable.shoe import read_revealed, verify
from wartable.store import decode
from wartable.table import new_table, replay

SIDE_WAGERS = {"maryland": {"progressive": 5_00, "bonus_spin": 5_00}, "massachusetts": {"progressive": 10_00}}


HOUSE_BANKS = tuple(name for name in RULEBOOKS if rules_in_force(load_rulebook(name)).bank.by == "house")
"""Where one guest can play alone; elsewhere another person has to hold the bank."""


async def play(server: Server, table: str, rounds: int) -> Client:
    async with server.player(table, 2) as client:
        for _ in range(rounds):
            while client.felt["phase"] != "betting":
                await client.next()
            await client.play_round(table, 2, initial=20_00, tie=5_00, **SIDE_WAGERS.get(table, {}))
        return client


@pytest.mark.parametrize("table", HOUSE_BANKS)
def test_a_guest_plays_rounds_and_every_cent_is_where_the_socket_said(table: str) -> None:
    async def story() -> None:
        async with running(quick_plan(table)) as server:
            client = await play(server, table, 12)
            store, live = server.room.store, server.room.tables[table]
            assert client.you["balance"] == store.balance(patron(client.you["patron"]))
            assert sum(store.balances().values()) == 0
            kept = [decode(record) for record in store.read(stream_of(table))]
            assert replay(new_table(live.rules), kept) == live.table
            versions = [said["version"] for said in client.events]
            told = [version for version, event in enumerate(kept, start=1) if KNOWN[type(event)].public is not None]
            assert versions == [version for version in told if versions[0] <= version <= versions[-1]]
            assert not live.stopped

    asyncio.run(story())


def test_a_shoe_is_sealed_before_the_first_wager_cut_by_a_player_and_proved_from_the_door_alone() -> None:
    async def story() -> None:
        async with running(quick_plan("wisconsin")) as server, server.player("wisconsin", 1) as client:
            for _ in range(3):
                await client.play_round("wisconsin", 1, initial=10_00)
            async with server.client(await server.sign_in("ann", "floor")) as floor:
                await floor.must("wisconsin", command="order_reshuffle")
            await client.until_felt(lambda felt: felt["phase"] == "cutting" and felt["seats"][0]["asked"])
            assert client.you["cut"]["words_max"] == 200
            await client.must("wisconsin", command="cut_cards", depth=77, words="three blind mice")
            async with server.http() as http:
                listed = (await http.get("/api/tables/wisconsin/shoes")).json()["shoes"]
                assert [shoe["revealed"] for shoe in listed] == [False, True]
                early = await http.get("/api/tables/wisconsin/shoes/2")
                assert (early.status_code, early.json()["why"]) == (409, "not_revealed")
                revealed = read_revealed((await http.get("/api/tables/wisconsin/shoes/1")).json())
            assert verify(revealed) == ()
            dealt = [said["event"]["card"] for said in client.events if said["event"]["event"] == "card_dealt"]
            assert [card for card in revealed[0].drawn if card != "??"] == dealt
            assert revealed[0].sealed_at < (revealed[0].first_wager_at or 0)

    asyncio.run(story())


def test_two_browsers_see_the_same_table_at_once() -> None:
    async def story() -> None:
        async with running(quick_plan("washington")) as server, server.client() as watcher:
            await watcher.watch("washington")
            async with server.player("washington", 3) as client:
                for _ in range(3):
                    await client.play_round("washington", 3)
                await watcher.until(lambda message: message.get("version") == client.version)
            assert client.events
            assert [said for said in watcher.events if said["version"] >= client.events[0]["version"]] == client.events
            assert all(message.get("you") is None for message in watcher.received)

    asyncio.run(story())


def test_a_player_who_is_cut_off_in_a_tie_comes_back_to_the_same_state() -> None:
    async def story() -> None:
        async with running(quick_plan("maryland")) as server:
            cookie = await server.guest()
            async with server.client(cookie) as client:
                await client.watch("maryland")
                await client.settles_in("maryland", 4)
                while True:
                    await client.until_felt(lambda felt: felt["phase"] == "betting" and not felt["seats"][3]["bettors"])
                    await client.must("maryland", command="put_wagers", seat=4, wagers={"initial": 10_00})
                    await client.ready("maryland")
                    event = await client.until_event("round_ended", "hand_settled")
                    if event["event"].get("outcome") == "equal":
                        break
                await client.until_felt(lambda felt: felt["phase"] == "deciding")
                before = {**client.felt, "clock": None}
            async with server.client(cookie) as again:
                await again.watch("maryland")
                assert {**again.felt, "clock": None} == before
                assert again.you["choice"]["war_stake"] == 10_00
                await again.must("maryland", command="surrender", seat=4)
                await again.until_event("round_ended")

    asyncio.run(story())


def test_one_player_plays_several_boxes_and_others_watch_who_is_away() -> None:
    async def story() -> None:
        async with running(quick_plan("maryland")) as server, server.client() as watcher:
            await watcher.watch("maryland")
            async with server.player("maryland", 2, "Mara") as client:
                await client.must("maryland", command="sit", seat=3)
                for seat in (2, 3):
                    await client.must("maryland", command="put_wagers", seat=seat, wagers={"initial": 10_00})
                await watcher.until_felt(lambda felt: len(felt["seats"][2]["bettors"]) == 1)
                await client.until_felt(lambda felt: len(felt["seats"][2]["bettors"]) == 1)
                assert client.you["seats"] == [2, 3]
                assert [seat["name"] for seat in watcher.felt["seats"][1:3]] == ["Mara", "Mara"]
                assert [seat["patron"] for seat in watcher.felt["seats"]] == [None] * 7
            await watcher.until_felt(lambda felt: felt["seats"][1]["away"] and felt["seats"][2]["away"])

    asyncio.run(story())


def test_the_table_keeps_its_last_rounds_for_everyone_and_says_which_are_ones_own() -> None:
    async def story() -> None:
        async with running(quick_plan("washington")) as server:
            cookie = await server.guest()
            async with server.client(cookie) as client:
                await client.watch("washington")
                await client.must("washington", command="sit", seat=1)
                for _ in range(4):
                    await client.play_round("washington", 1, initial=10_00)
                own = [message.get("you") or {} for message in client.received]
                history = [hand for you in own for hand in you.get("history") or ()]
            async with server.http(cookie) as http:
                rounds = (await http.get("/api/tables/washington/rounds?limit=3")).json()["rounds"]
            async with server.http() as http:
                others = (await http.get("/api/tables/washington/rounds?before=3")).json()["rounds"]
            assert [one["round"] for one in rounds] == [4, 3, 2]
            assert all(hand["mine"] for one in rounds for hand in one["hands"])
            assert [one["round"] for one in others] == [2, 1]
            assert not any(hand["mine"] for one in others for hand in one["hands"])
            mine = [(hand["round"], hand["net"], hand["result"]) for hand in history][-3:]
            assert mine == [(one["round"], one["hands"][0]["net"], one["hands"][0]["result"]) for one in rounds[::-1]]

    asyncio.run(story())
