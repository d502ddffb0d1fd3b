"""A round recalled from the door: every step with its table, balances and chain; found, verified, exported."""

import asyncio
import json
from itertools import pairwise

import msgspec
from msgspec.structs import replace

from tests.server.running import Client, Server, quick_plan, running
from wartable.live.history.mirror import stream_of
from wartable.live.moments import milliseconds
from wartable.odds import par_sheet
from wartable.store import MemoryStore

TABLE = "maryland"
STAKES = {"initial": 20_00, "tie": 5_00, "progressive": 5_00}


async def played(server: Server, rounds: int = 3) -> tuple[str, Client]:
    cookie = await server.guest("Mara")
    async with server.client(cookie) as client:
        await client.watch(TABLE)
        await client.must(TABLE, command="sit", seat=2)
        for _ in range(rounds):
            await client.play_round(TABLE, 2, **STAKES)
    return cookie, client


def test_an_auditor_recalls_a_round_step_by_step_with_every_balance() -> None:
    async def story() -> None:
        async with running(quick_plan(TABLE)) as server:
            _, client = await played(server)
            async with server.http(await server.sign_in("lena", "auditor")) as http:
                recall = (await http.get(f"/api/tables/{TABLE}/rounds/2")).json()
            steps = recall["steps"]
            assert recall["made_or_lost"] == 0
            assert [step["version"] for step in steps] == list(range(steps[0]["version"], steps[-1]["version"] + 1))
            assert all(later["before"] == step["receipt"] for step, later in pairwise(steps))
            assert all(step["says"] for step in steps)
            versions = [step["version"] for step in steps]
            told = [said["event"]["event"] for said in client.events if said["version"] in versions]
            assert told == [step["event"]["event"] for step in steps]
            mine = [line for line in steps[-1]["accounts"] if line["account"].startswith("patron/")]
            assert [line["says"] for line in mine] == ["Mara"]
            deal = next(step for step in steps if step["name"] == "card_dealt")
            before = next(line for line in deal["accounts"] if line["account"].startswith("patron/"))
            assert before["on_felt"] == 25_00
            assert {step["mark"] for step in steps} >= {"money", "card", "call"}
            assert steps[-1]["felt"]["phase"] == "betting"

    asyncio.run(story())


def test_a_player_recalls_their_own_rounds_and_sees_no_one_elses_money() -> None:
    async def story() -> None:
        async with running(quick_plan(TABLE)) as server:
            cookie, client = await played(server)
            stranger = await server.guest("Bob")
            async with server.http(cookie) as http:
                recall = (await http.get(f"/api/tables/{TABLE}/rounds/1")).json()
                missing = await http.get(f"/api/tables/{TABLE}/rounds/99")
            async with server.http(stranger) as http:
                others = await http.get(f"/api/tables/{TABLE}/rounds/1")
            async with server.http() as http:
                watchers = await http.get(f"/api/tables/{TABLE}/rounds/1")
            accounts = {line["account"] for step in recall["steps"] for line in step["accounts"]}
            assert accounts == {f"patron/{client.you['patron']}"}
            assert {step["by"] for step in recall["steps"]} == {""}
            assert recall["shoe"] == 1
            assert (missing.status_code, others.status_code, watchers.status_code) == (404, 404, 401)

    asyncio.run(story())


def test_a_round_is_recalled_alike_from_memory_and_from_the_first_event() -> None:
    async def story() -> None:
        async with running(quick_plan(TABLE)) as server:
            await played(server)
            auditor = await server.sign_in("lena", "auditor")
            async with server.http(auditor) as http:
                remembered = (await http.get(f"/api/tables/{TABLE}/rounds/3")).json()
                server.room.tables[TABLE].log.mirror.checkpoints.clear()
                replayed = (await http.get(f"/api/tables/{TABLE}/rounds/3")).json()
            assert remembered == replayed

    asyncio.run(story())


def test_rounds_are_found_by_number_seat_patron_moment_receipt_and_card() -> None:
    async def story() -> None:
        async with running(quick_plan(TABLE, "washington")) as server:
            _, client = await played(server)
            async with server.http(await server.sign_in("lena", "auditor")) as http:

                async def found(text: str) -> list[tuple[str, int]]:
                    answer = await http.get("/api/audit/find", params={"text": text})
                    return [(one["table"], one["round"]) for one in answer.json()["found"]]

                assert await found("2") == [(TABLE, 2)]
                assert await found(f"{TABLE} 3") == [(TABLE, 3)]
                assert (await found(TABLE))[0] == (TABLE, 3)
                card = next(said["event"]["card"] for said in client.events if said["event"]["event"] == "card_dealt")
                assert (TABLE, 1) in await found(card)
                records = list(server.room.store.named(stream_of(TABLE), ("round_ended",)))
                assert await found(records[1].chain.hex()[:16]) == [(TABLE, 2)]
                assert await found("nothing like that") == []
                assert await found(f"{TABLE} seat 2 {card}") == await found(card)
                assert await found("seat 3") == []
                assert await found("mara") == [(TABLE, 3), (TABLE, 2), (TABLE, 1)]
                at = milliseconds(records[0].at) - 1
                answer = await http.get("/api/audit/find", params={"text": f"{TABLE} 12:00", "near": at})
                assert [one["round"] for one in answer.json()["found"]] == [1]
                seats = [
                    (await http.get(f"/api/tables/{TABLE}/rounds", params={"seat": seat, "limit": 2})).json()["rounds"]
                    for seat in (2, 3)
                ]
                assert [[one["round"] for one in rounds] for rounds in seats] == [[3, 2], []]

    asyncio.run(story())


class Tampered(MemoryStore):
    """A store that was altered."""

    def alter(self, stream: str, version: int) -> None:
        records = self._streams[stream]
        record = records[version - 1]
        altered = record.body.replace(b'"amount":2000', b'"amount":2001')
        records[version - 1] = replace(record, body=altered)


def test_verify_names_the_record_that_was_altered() -> None:
    async def story() -> None:
        store = Tampered()
        async with running(quick_plan(TABLE), store=store) as server:
            await played(server)
            async with server.http(await server.sign_in("lena", "auditor")) as http:

                async def verified(**what: object) -> dict[str, object]:
                    answer = await http.post("/api/audit/verify", json={"table": TABLE, **what})
                    document: dict[str, object] = answer.json()
                    return document

                whole, one = await verified(), await verified(round=2)
                assert (whole["ok"], one["ok"]) == (True, True)
                assert str(one["says"]).endswith("steps hold: each chained to the one before.")
                placed = [record.version for record in store.named(stream_of(TABLE), ("wager_placed",))]
                store.alter(stream_of(TABLE), placed[3])
                whole, one, other = await verified(), await verified(round=2), await verified(round=3)
                assert (whole["ok"], whole["first_wrong"]) == (False, placed[3])
                assert (one["ok"], one["first_wrong"]) == (False, placed[3])
                assert other["ok"] is True

    asyncio.run(story())


def test_an_export_has_every_record_once() -> None:
    async def story() -> None:
        async with running(quick_plan(TABLE)) as server:
            await played(server)
            async with server.http(await server.sign_in("lena", "auditor")) as http:
                lines = (await http.get(f"/api/audit/export?table={TABLE}&format=jsonl")).text.splitlines()
                table = (await http.get(f"/api/audit/export?table={TABLE}&round=2")).text.splitlines()
            kept = list(server.room.store.read(stream_of(TABLE)))
            assert [json.loads(line)["chain"] for line in lines] == [record.chain.hex() for record in kept]
            assert table[0].startswith("stream,version,at,name")
            assert "round_ended" in table[-1]

    asyncio.run(story())


def test_the_lab_gives_the_same_figures_as_the_command() -> None:
    async def story() -> None:
        async with running(quick_plan("washington")) as server, server.http() as http:
            document = (await http.get("/api/odds?house=washington")).json()
            eight = (await http.get("/api/odds?house=washington&decks=8")).json()
            missing = await http.get("/api/odds?house=nowhere")
        sheet = par_sheet(server.room.tables["washington"].rules)
        assert document["document"] == json.loads(msgspec.json.encode(sheet))
        assert eight["document"]["wagers"]["tie"] != document["document"]["wagers"]["tie"]
        assert missing.status_code == 404

    asyncio.run(story())
