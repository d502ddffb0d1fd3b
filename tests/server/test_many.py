"""Many servers on one store: one driver for each table, watched and played at from any of them."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from typing import Any

import pytest

from tests.patience import PATIENCE
from tests.postgres import database, postgres, worn_database  # noqa: F401
from tests.server.running import Client, Server, quick_plan, running
from wartable.live.history.mirror import stream_of
from wartable.live.sharing.leases import Lease
from wartable.server.running.serve import listen
from wartable.store import Fence, MemoryStore, Store, decode, open_store
from wartable.table import new_table, replay

TABLES = ("washington", "wisconsin")
MOMENT = 0.2
SHORT = 9
"""A lease that the next server asks for often, and that a busy machine renews in time all the same."""


@asynccontextmanager
async def sharing(store: Store, seconds: int = 60) -> AsyncIterator[Server]:
    """One of several servers on a store."""
    sock = listen("127.0.0.1", 0)
    lease = Lease(f"127.0.0.1:{sock.getsockname()[1]}", seconds)
    async with running(quick_plan(*TABLES), store=store, sock=sock, lease=lease) as server:
        yield server


def drives(server: Server) -> set[str]:
    return {live.id for live in server.room.tables.values() if live.driving}


async def until(what: Callable[[], bool]) -> None:
    async with asyncio.timeout(PATIENCE):
        while not what():
            await asyncio.sleep(0.01)


def test_each_table_has_one_driver_and_is_played_at_from_any_server() -> None:
    async def story() -> None:
        store = MemoryStore()
        async with sharing(store) as first, sharing(store) as second:
            assert (drives(first), drives(second)) == (set(TABLES), set())
            async with first.player("washington", 1, "Ann") as near, second.player("washington", 2, "Ben") as far:
                for _ in range(3):
                    await round_of_two(near, far)
                await near.until_felt(lambda felt: felt["round"] == 3)
                versions = [said["version"] for said in far.events]
                assert versions == sorted(set(versions))
                assert [said for said in near.events if said["version"] >= versions[0]][: len(versions)] == far.events
                await told_what_they_hold(store, near, far)
            assert sum(store.balances().values()) == 0

    asyncio.run(story())


def test_who_is_away_is_seen_at_every_server() -> None:
    async def story() -> None:
        store = MemoryStore()
        async with sharing(store) as first, sharing(store) as second, second.client() as watcher:
            await watcher.watch("washington")
            async with first.player("washington", 1, "Ann"), second.player("washington", 2, "Ben"):
                await watcher.until_felt(lambda felt: [seat["taken"] for seat in felt["seats"][:2]] == [True, True])
                await watcher.until_felt(lambda felt: not any(seat["away"] for seat in felt["seats"]))
            await watcher.until_felt(lambda felt: [seat["away"] for seat in felt["seats"][:2]] == [True, True])
            assert away_on_the_tile(second) == away_on_the_tile(first) == (1, 2)

    asyncio.run(story())


def test_players_at_other_servers_are_there_for_the_next_driver_without_coming_again() -> None:
    async def story() -> None:
        store = MemoryStore()
        async with (
            sharing(store, seconds=SHORT) as first,
            sharing(store, seconds=SHORT) as second,
            sharing(store, seconds=SHORT) as third,
            second.player("washington", 1, "Ann") as ann,
            third.player("washington", 2, "Ben") as ben,
        ):
            await first.room.stop()
            await until(lambda: "washington" in drives(second) | drives(third))
            driver = second if "washington" in drives(second) else third
            here = {ann.you["patron"], ben.you["patron"]}
            await until(lambda: set(driver.room.tables["washington"].gallery.present) == here)

    asyncio.run(story())


class Stumbling(MemoryStore):
    """A store that cannot say, a few times, who drives which table; no test expects that."""

    def __init__(self) -> None:
        super().__init__()
        self.slips = 0

    def owners(self) -> dict[str, Fence]:
        self.slips -= 1
        if self.slips >= 0:
            raise LookupError("a slip")
        return super().owners()


def test_who_is_there_is_asked_for_again_after_anything_went_wrong(capsys: pytest.CaptureFixture[str]) -> None:
    async def story() -> None:
        store = Stumbling()
        async with sharing(store) as first, sharing(store) as second, second.client() as watcher:
            store.slips = 2
            await watcher.watch("washington")
            await until(lambda: store.slips < 0)
            async with first.player("washington", 1, "Ann"):
                await watcher.until_felt(lambda felt: felt["seats"][0]["taken"])
            await watcher.until_felt(lambda felt: felt["seats"][0]["away"])

    asyncio.run(story())
    assert capsys.readouterr().err.count('"lease_trouble","why":"a slip"') == 2


def away_on_the_tile(server: Server) -> tuple[int, ...]:
    """The seats that the floor sees as left, at this server."""
    return next(one.away for one in server.room.pit().tables if one.tile.table == "washington")


async def round_of_two(near: Client, far: Client) -> None:
    """Both bet, both say they are ready, and a player who ties surrenders."""
    number = int(near.felt["round"]) + 1
    for client, seat in ((near, 1), (far, 2)):
        await client.until_felt(lambda felt: felt["phase"] == "betting" and felt["round"] == number - 1)
        await client.must("washington", command="put_wagers", seat=seat, wagers={"initial": 10_00})
    over = {"event": "round_ended", "round": number}
    told: set[tuple[int, int]] = set()
    while not all(any(said["event"] == over for said in client.events) for client in (near, far)):
        for client, seat in ((near, 1), (far, 2)):
            key = (seat, client.version)
            if client.you.get("choice") and key not in told:
                told.add(key)
                await client.must("washington", command="surrender", seat=seat)
            elif client.felt["phase"] == "betting" and client.felt["round"] < number and key not in told:
                told.add(key)
                await client.ready("washington")
            elif not any(said["event"] == over for said in client.events):
                with suppress(TimeoutError):  # nothing comes to this one while the table waits for the other
                    await asyncio.wait_for(client.next(), MOMENT)


async def told_what_they_hold(store: Store, *clients: Client) -> None:
    """Wait until what each client was told last is what the store holds for it."""
    async with asyncio.timeout(PATIENCE):
        while any(client.you["balance"] != store.balance(f"patron/{client.you['patron']}") for client in clients):
            for client in clients:
                with suppress(TimeoutError):
                    await asyncio.wait_for(client.next(), MOMENT)


def test_a_server_that_leaves_gives_its_tables_to_the_next_at_once() -> None:
    async def story() -> None:
        store = MemoryStore()
        async with sharing(store, seconds=SHORT) as first, sharing(store, seconds=SHORT) as second:
            async with first.player("washington", 1) as client:
                await client.must("washington", command="put_wagers", seat=1, wagers={"initial": 10_00})
            assert drives(second) == set()
            await first.room.stop()
            await until(lambda: drives(second) == set(TABLES))
            assert second.room.tables["washington"].table.boxes[0].bettors[0].stakes["initial"] == 10_00

    asyncio.run(story())


def test_a_driver_that_slept_too_long_writes_nothing_and_follows_from_then_on() -> None:
    async def story() -> None:
        store = MemoryStore()
        async with sharing(store) as first, sharing(store) as second:
            live = first.room.tables["washington"]
            fence = live.log.fence
            assert fence is not None
            store.release(fence)
            assert await second.room._sharing._take(second.room.tables["washington"])  # type: ignore[union-attr]  # noqa: SLF001
            async with first.client(await first.guest()) as client:
                await client.watch("washington")
                lost = await client.do("washington", "sit-1", command="sit", seat=1)
                assert lost["refused"]["why"] in ("store_down", "elsewhere")
                await until(lambda: not live.driving)
                again = await client.do("washington", "sit-1", command="sit", seat=1)
                assert again["ok"], again
                await client.until_felt(lambda felt: felt["seats"][0]["taken"])
            events = [decode(record) for record in store.read(stream_of("washington"))]
            assert replay(new_table(live.rules), events) == second.room.tables["washington"].table

    asyncio.run(story())


def test_a_session_ended_at_one_server_is_ended_at_all() -> None:
    async def story() -> None:
        store = MemoryStore()
        async with sharing(store) as first, sharing(store) as second:
            cookie = await first.sign_in("dana", "dealer")
            async with second.client(cookie) as client:
                async with first.http(cookie) as http:
                    assert (await http.delete("/api/session")).status_code == 204
                bye = await client.until(lambda message: message["type"] == "bye")
                assert bye["why"] == "signed_out"

    asyncio.run(story())


def test_no_one_but_a_server_of_the_house_gets_in_by_the_internal_door() -> None:
    async def story() -> None:
        async with running(quick_plan("washington")) as server:
            from websockets.asyncio.client import connect
            from websockets.exceptions import InvalidStatus

            for headers in ({}, {"x-wartable-server": "0" * 64}):
                with pytest.raises(InvalidStatus):
                    async with connect(f"ws://127.0.0.1:{server.port}/internal", additional_headers=headers):
                        pass

    asyncio.run(story())


def test_two_servers_share_a_postgresql(database: Any) -> None:  # noqa: F811
    async def story() -> None:
        stores = [open_store(database), open_store(database)]
        try:
            async with sharing(stores[0]) as first, sharing(stores[1]) as second:
                assert (drives(first), drives(second)) == (set(TABLES), set())
                async with first.player("washington", 1, "Ann") as near, second.player("washington", 2, "Ben") as far:
                    for _ in range(2):
                        await round_of_two(near, far)
                    await told_what_they_hold(stores[0], near, far)
                assert sum(stores[0].balances().values()) == 0
        finally:
            for store in stores:
                store.close()

    asyncio.run(story())
