"""One of many servers on a store stumbles: what it could not do it does the next time, and nothing is lost."""

import asyncio
from collections.abc import Sequence

import pytest

from tests.server.test_handing import FAR, house
from tests.server.test_many import SHORT, TABLES, drives, sharing, until
from wartable.live.history.mirror import Happened
from wartable.live.sharing import following, leases
from wartable.store import MemoryStore, Recorded, StoreDown

QUICK = 0.05
"""Seconds between two looks."""


@pytest.mark.parametrize("slip", [StoreDown("a slip"), asyncio.CancelledError()], ids=["store", "who came has gone"])
def test_what_another_server_did_is_told_even_where_no_one_can_say_what_people_are_called(
    monkeypatch: pytest.MonkeyPatch, slip: BaseException
) -> None:
    async def refresh(_patron: str) -> int:
        raise slip

    async def story() -> None:
        store = MemoryStore()
        async with sharing(store) as first, sharing(store) as second, second.client() as watcher:
            await watcher.watch("washington")
            monkeypatch.setattr(second.room.patrons, "refresh", refresh)
            async with first.player("washington", 1):
                await watcher.until_event("player_sat")

    asyncio.run(story())


def test_a_log_that_could_not_be_read_when_it_grew_is_read_soon_after(monkeypatch: pytest.MonkeyPatch) -> None:
    tried: list[str] = []

    async def story() -> None:
        store = MemoryStore()
        async with sharing(store) as first, sharing(store) as second, second.client() as watcher:
            await watcher.watch("washington")
            log, driver = second.room.tables["washington"].log, first.room.tables["washington"].driver
            follow = log.follow

            async def stumble() -> tuple[Happened, ...]:
                tried.append("washington")
                raise StoreDown("a slip")

            monkeypatch.setattr(log, "follow", stumble)
            async with first.player("washington", 1):
                await until(lambda: bool(tried) and driver.is_resting)
                monkeypatch.setattr(log, "follow", follow)
                await watcher.until_event("player_sat")

    monkeypatch.setattr(following, "BEHIND_SECONDS", QUICK)
    asyncio.run(story())


def test_trouble_with_one_table_keeps_no_other_behind(monkeypatch: pytest.MonkeyPatch) -> None:
    tried: list[int] = []

    async def stumble(records: Sequence[Recorded]) -> None:
        tried.append(len(records))
        raise LookupError("a slip")

    async def story() -> None:
        store = MemoryStore()
        async with sharing(store) as first, sharing(store) as second:
            monkeypatch.setattr(second.room.tables["washington"], "take_up", stumble)
            async with first.player("washington", 1):
                await until(lambda: bool(tried))
            async with first.player("wisconsin", 1):
                mirrors = [server.room.tables["wisconsin"].log.mirror for server in (first, second)]
                await until(lambda: mirrors[0].version == mirrors[1].version)

    monkeypatch.setattr(following, "BEHIND_SECONDS", QUICK)
    asyncio.run(story())


def test_a_table_that_could_not_be_read_when_it_was_taken_is_taken_again(monkeypatch: pytest.MonkeyPatch) -> None:
    slips = [StoreDown("a slip")]

    async def story() -> None:
        store = MemoryStore()
        async with sharing(store, seconds=SHORT) as first, sharing(store, seconds=SHORT) as second:
            driver = second.room.tables["washington"].driver
            load = driver.load

            async def stumble() -> None:
                if slips:
                    raise slips.pop()
                await load()

            monkeypatch.setattr(driver, "load", stumble)
            await first.room.stop()
            await until(lambda: drives(second) == set(TABLES))
            assert not slips

    monkeypatch.setattr(leases, "SEEK_SECONDS", QUICK)
    asyncio.run(story())


def test_a_command_that_comes_while_a_table_is_being_given_goes_along_with_it() -> None:
    async def story() -> None:
        async with house() as found, found.process(0) as first:
            live = first.room.tables[FAR]
            assert await first.room._sharing._take(live)  # type: ignore[union-attr]  # noqa: SLF001
            async with found.process(1) as second:
                ann = await first.room.welcome("Ann")
                await until(lambda: live.may_move)
                giving = asyncio.create_task(first.room.give((FAR,)))
                await asyncio.sleep(0)
                answer = await first.room.ask(ann, FAR, "sit-1", {"command": "sit", "seat": 1})
                assert answer.ok, answer.refused
                assert await giving == (FAR,)
                assert drives(second) == {FAR}

    asyncio.run(story())
