"""`/health` is the truth: not ok whenever nothing can be kept, and ok again by itself."""

import asyncio
import threading
from collections.abc import Awaitable, Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.clock import SetClock
from tests.faults.disk import filling_disk
from tests.server.running import Server, quick_plan, running
from tests.server.test_system import WELL
from tests.store.conftest import address, database, postgres, store, worn_database
from wartable.audit.house_events import HOUSE
from wartable.live.driving import driver, pulse
from wartable.live.history.house import HouseLog
from wartable.live.vault import Vault, derive_key
from wartable.store import Batch, Fence, Kept, MemoryStore, Receipt, Recorded, Store, StoreDown, StoreFull, open_store

__all__ = ["address", "database", "postgres", "store", "worn_database"]

PLAN = quick_plan("washington")
Told = tuple[int, dict[str, Any]]


@pytest.fixture(autouse=True)
def always_fresh(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every question is asked anew, and no one waits for a second to pass."""
    monkeypatch.setattr(pulse, "FRESH_SECONDS", 0.0)
    monkeypatch.setattr(driver, "TRY_AGAIN_SECONDS", 0.01)


async def health(http: httpx.AsyncClient) -> Told:
    answer = await http.get("/health")
    return answer.status_code, answer.json()


async def until(told: Callable[[], Awaitable[Told]], wanted: Callable[[Told], bool]) -> Told:
    """Ask until it is as wanted; a test that never sees it is ended by its time limit."""
    while not wanted(found := await told()):
        await asyncio.sleep(0.01)
    return found


def test_a_full_disk_is_told_while_it_is_full_and_no_longer(tmp_path: Path) -> None:
    async def story() -> None:
        with filling_disk() as disk:
            store = open_store(f"sqlite:///{tmp_path / 'war.db'}")
            async with running(PLAN, store) as server, server.http() as http:
                assert await health(http) == (200, WELL)
                disk.left = 0
                status, said = await health(http)
                assert (status, said["status"], said["store"]) == (503, "degraded", "full")
                assert (await http.post("/api/guest", json={"name": "Ann"})).status_code == 503
                disk.left = None
                assert await health(http) == (200, WELL)
            store.close()

    asyncio.run(story())


class Stumbling(MemoryStore):
    """A store in memory that keeps nothing for as long as it is told so."""

    trouble: Exception | None = None

    def submit(self, batch: Batch) -> Future[Kept]:
        if self.trouble is None:
            return super().submit(batch)
        failed: Future[Kept] = Future()
        failed.set_exception(self.trouble)
        return failed

    def claim(self, table: str, owner: str, seconds: int) -> Fence | None:
        if self.trouble is not None:
            raise self.trouble
        return super().claim(table, owner, seconds)


@pytest.mark.parametrize(("trouble", "word"), [(StoreFull("full"), "full"), (StoreDown("away"), "down")])
def test_a_table_without_a_store_refuses_at_once_and_goes_on_when_it_is_back(trouble: Exception, word: str) -> None:
    async def story() -> None:
        store = Stumbling()
        async with running(PLAN, store) as server, server.http() as http, server.player("washington", 1) as client:
            store.trouble = trouble
            first = await client.do("washington", command="leave", seat=1)
            second = await client.do("washington", command="leave", seat=1)
            assert [answer["ok"] for answer in (first, second)] == [False, False]
            assert second["refused"]["why"] == f"store_{word}"
            status, said = await health(http)
            assert (status, said["store"]) == (503, word)
            store.trouble = None
            assert (await until(lambda: health(http), lambda told: told[0] == 200))[1]["store"] == "ok"
            assert (await client.do("washington", command="leave", seat=1))["ok"]

    asyncio.run(story())


def test_a_disk_with_room_for_the_pulse_but_for_no_command_is_told_as_full() -> None:
    class Small(Stumbling):
        def claim(self, table: str, owner: str, seconds: int) -> Fence | None:
            return MemoryStore.claim(self, table, owner, seconds)

        def read(self, stream: str, after: int = 0, upto: int | None = None) -> Iterator[Recorded]:
            if self.trouble is not None:
                raise self.trouble  # so that the table waits for as long as the test looks
            return super().read(stream, after, upto)

    async def story() -> None:
        store = Small()
        async with running(PLAN, store) as server, server.http() as http, server.player("washington", 1) as client:
            store.trouble = StoreFull("full")
            assert not (await client.do("washington", command="leave", seat=1))["ok"]
            status, said = await health(http)
            assert (status, said["store"]) == (503, "full")
            store.trouble = None
            await until(lambda: health(http), lambda told: told[0] == 200)

    asyncio.run(story())


def test_a_store_that_is_frozen_is_down_and_only_one_question_waits_for_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pulse, "PATIENCE_SECONDS", 0.01)
    frozen, asked = threading.Event(), []

    class Frozen(MemoryStore):
        def claim(self, table: str, owner: str, seconds: int) -> Fence | None:
            asked.append(table)
            frozen.wait()
            return super().claim(table, owner, seconds)

    async def story() -> None:
        async with running(PLAN, Frozen()) as server, server.http() as http:
            try:
                await until(lambda: health(http), lambda one: one[0] == 503)  # as soon as the tables keep nothing, too
                told = [await health(http) for _ in range(3)]
            finally:
                frozen.set()
            assert {(status, said["store"]) for status, said in told} == {(503, "down")}
            assert len(asked) == 1
            await until(lambda: health(http), lambda one: one == (200, WELL))

    asyncio.run(story())


class Waiting(MemoryStore):
    """A store that keeps everything but answers no question about it until it is told to."""

    def __init__(self) -> None:
        super().__init__()
        self.goes_on = threading.Event()

    def claim(self, table: str, owner: str, seconds: int) -> Fence | None:
        self.goes_on.wait()
        return super().claim(table, owner, seconds)


def test_a_store_that_is_slow_is_not_down_and_one_that_has_refused_is(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pulse, "ANSWER_SECONDS", 0.0)
    monkeypatch.setattr(pulse, "PATIENCE_SECONDS", 3_600.0)

    async def story() -> None:
        store = Waiting()
        felt = pulse.Pulse(store, HouseLog(store, SetClock()))
        try:
            assert await felt.feel() == "ok"
            felt.doubt(StoreDown("away"))
            assert await felt.feel() == "down"
        finally:
            store.goes_on.set()
        monkeypatch.setattr(pulse, "ANSWER_SECONDS", 3_600.0)
        assert await felt.feel() == "ok"

    asyncio.run(story())


def test_a_store_that_keeps_what_tables_do_is_not_down_however_long_it_does_not_answer(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(pulse, "ANSWER_SECONDS", 0.0)

    async def story() -> None:
        store = Waiting()
        felt = pulse.Pulse(store, HouseLog(store, SetClock()))
        try:
            assert await felt.feel() == "ok"
            felt._began_at -= pulse.PATIENCE_SECONDS  # noqa: SLF001 (so long ago, without waiting for it)
            assert await felt.feel() == "down"
            monkeypatch.setattr(pulse, "PATIENCE_SECONDS", 3_600.0)
            felt._began_at -= pulse.PATIENCE_SECONDS  # noqa: SLF001
            assert await felt.feel() == "down"
            felt.note_kept()
            assert await felt.feel() == "ok"
        finally:
            store.goes_on.set()

    asyncio.run(story())


def test_every_other_thread_may_be_busy_and_the_store_is_asked_all_the_same() -> None:
    async def story() -> None:
        busy, loop = threading.Event(), asyncio.get_running_loop()
        loop.set_default_executor(ThreadPoolExecutor(1))
        waiting = asyncio.create_task(asyncio.to_thread(busy.wait))
        try:
            store = MemoryStore()
            await asyncio.sleep(0)
            assert await pulse.Pulse(store, HouseLog(store, SetClock())).feel() == "ok"
            assert not waiting.done()
        finally:
            busy.set()
            await waiting

    asyncio.run(story())


def test_another_store_in_the_place_of_ours_is_down(monkeypatch: pytest.MonkeyPatch) -> None:
    async def story() -> None:
        store = MemoryStore()
        async with running(PLAN, store) as server, server.http() as http:
            assert await health(http) == (200, WELL)
            other = {HOUSE: Receipt(HOUSE, server.room.house.version, bytes(32))}
            for found in ({}, other):
                monkeypatch.setattr(store, "receipts", lambda _, found=found: found)
                assert (await health(http))[1]["store"] == "down"
            monkeypatch.undo()
            monkeypatch.setattr(pulse, "FRESH_SECONDS", 0.0)
            assert await health(http) == (200, WELL)

    asyncio.run(story())


def test_a_table_whose_records_were_kept_and_are_gone_deals_no_more(monkeypatch: pytest.MonkeyPatch) -> None:
    async def story() -> None:
        store = Stumbling()
        async with running(PLAN, store) as server, server.http() as http, server.player("washington", 1) as client:
            receipts = store.receipts
            monkeypatch.setattr(
                store, "receipts", lambda places: {k: v for k, v in receipts(places).items() if k == HOUSE}
            )
            store.trouble = StoreDown("the older copy is put in place")
            await client.do("washington", command="leave", seat=1)
            store.trouble = None
            status, said = await until(lambda: health(http), lambda told: bool(told[1]["stopped"]))
            assert (status, said["stopped"]) == (503, 1)
            assert "no longer holds what was kept here" in server.room.tables["washington"].stopped

    asyncio.run(story())


def test_an_answer_counts_for_a_second_so_that_asking_costs_little(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pulse, "FRESH_SECONDS", 3_600)
    asked: list[str] = []

    class Counting(MemoryStore):
        def claim(self, table: str, owner: str, seconds: int) -> Fence | None:
            asked.append(table)
            return super().claim(table, owner, seconds)

    async def story() -> None:
        async with running(PLAN, Counting()) as server, server.http() as http:
            assert [await health(http) for _ in range(5)] == [(200, WELL)] * 5

    asyncio.run(story())
    assert asked == [pulse.PULSE]


def spoil_the_seed(server: Server, store: MemoryStore, table: str) -> None:
    """The seed of a table's shoe is kept under another key."""
    commitment = server.room.tables[table].table.seal.commitment
    Vault(store, derive_key(b"another key", "vault")).put(f"shoe/{table}/{commitment}", bytes(32))


def test_one_seed_that_cannot_be_read_stops_its_table_and_no_other() -> None:
    async def story() -> None:
        store, plan = MemoryStore(), quick_plan("washington", "wisconsin")
        async with running(plan, store) as server, server.player("washington", 1):
            spoil_the_seed(server, store, "washington")
        async with running(plan, store) as server, server.http() as http:
            status, said = await health(http)
            assert (status, said["stopped"], said["driven"]) == (503, 1, 1)
            tiles = {tile["table"]: tile["says"] for tile in (await http.get("/api/tables")).json()["tables"]}
            assert tiles["washington"] == "This table has stopped."
            async with server.player("wisconsin", 1) as client:
                await client.play_round("wisconsin", 1, initial=10_00)

    asyncio.run(story())


def test_a_password_that_cannot_be_read_fits_nothing_and_is_no_mistake_of_ours() -> None:
    async def story() -> None:
        store = MemoryStore()
        async with running(PLAN, store) as server, server.http() as http:
            await server.add("dana", "dealer")
            (name,) = [name for name in store.secrets() if name.endswith("dana")]
            Vault(store, derive_key(b"another key", "vault")).put(name, b"anything")
            answer = await http.post("/api/session", json={"name": "dana", "password": "a password of the tests"})
            assert (answer.status_code, answer.json()["why"]) == (403, "wrong_password")

    asyncio.run(story())


def test_the_pulse_is_felt_on_every_kind_of_store_as_often_as_it_is_asked_for_and_no_one_owns_it(store: Store) -> None:
    async def story() -> None:
        felt = pulse.Pulse(store, HouseLog(store, SetClock()))
        assert [await felt.feel() for _ in range(3)] == ["ok"] * 3
        assert store.owners() == {}

    asyncio.run(story())
