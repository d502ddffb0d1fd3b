"""Heads are signed beside the tables: every kind of store is held against them, at the start and while it runs."""

import asyncio
from pathlib import Path

import pytest

from tests.audit.histories import NOON
from tests.live.rooms import Lines
from tests.server.running import quick_plan, room_settings
from tests.store.conftest import address, database, postgres, store, worn_database
from wartable.audit import AuditRefused, HeadsFile, HeadWriter, public_key, read_heads, signing_key
from wartable.live.moments import SetClock
from wartable.live.room import Room
from wartable.server.running.signing import Signed, hold_heads, sign_heads
from wartable.store import MemoryStore, Receipt, Store

__all__ = ["address", "database", "postgres", "store", "worn_database"]

PLAN = quick_plan("washington")
LATER = Receipt("table/washington", 10_000, b"\1" * 32)


@pytest.fixture
def place(tmp_path: Path) -> Path:
    return tmp_path / "war.heads"


def room_on(store: Store) -> Room:
    return Room(store, room_settings(PLAN, SetClock()), Lines())


async def begin(store: Store, place: Path, *, accepts: bool = False) -> tuple[Room, HeadWriter]:
    """What a server does at its start."""
    room = room_on(store)
    signed = await held(place, room, accepts=accepts)
    await room.start()
    return room, await sign_heads(signed, room)


async def held(place: Path, room: Room, *, accepts: bool = False) -> Signed:
    """The store held against its heads, before anything else."""
    return await hold_heads(place, room, accepts_restored=accepts, alone=True)


async def live(store: Store, place: Path, *, accepts: bool = False) -> Room:
    """A server that comes and goes cleanly."""
    room, heads = await begin(store, place, accepts=accepts)
    await room.stop()
    await asyncio.to_thread(heads.close)
    return room


def sign_later(place: Path) -> None:
    """Heads of a store that had gone on, so that the one at hand is an older copy."""
    HeadsFile(place, signing_key(place.with_suffix(".heads-key"))).append(NOON, [LATER])


def test_every_kind_of_store_is_held_against_its_heads_at_each_start(store: Store, place: Path) -> None:
    async def story() -> None:
        await live(store, place)
        await live(store, place)
        sign_later(place)
        for _ in range(2):
            with pytest.raises(
                AuditRefused, match=r"table/washington no longer holds the head .* at version 10000; res"
            ):
                await held(place, room_on(store))
        assert (await live(store, place, accepts=True)).loss_is_unseen
        assert (await live(store, place)).loss_is_unseen

    asyncio.run(story())
    restored = [line.restored for line in read_heads(place, public_key(place.with_suffix(".heads-key")))]
    assert restored.count(True) == 1


def test_an_operator_who_knows_of_a_restored_copy_is_believed_where_its_heads_are_as_old(place: Path) -> None:
    async def story() -> None:
        store = MemoryStore()
        with pytest.raises(AuditRefused, match="the store is empty, so nothing was restored"):
            await held(place, room_on(store), accepts=True)
        assert not list(place.parent.iterdir())
        await live(store, place)
        after = await live(store, place, accepts=True)
        (call,) = after.requests.waiting()
        assert call.command["reason"] == "Records may have been lost. The rounds and shoes in play are void."

    asyncio.run(story())


def test_a_server_that_dies_after_it_wrote_down_a_loss_is_asked_again(place: Path) -> None:
    async def story() -> None:
        store = MemoryStore()
        await live(store, place)
        sign_later(place)
        room = room_on(store)
        await room.accept_loss({})  # and it was killed before the heads said so
        with pytest.raises(AuditRefused, match="no longer holds"):
            await held(place, room_on(store))
        assert (await live(store, place, accepts=True)).loss_is_unseen

    asyncio.run(story())


def test_every_server_signs_all_that_is_unsigned_at_its_start(place: Path) -> None:
    async def story() -> None:
        store = MemoryStore()
        for life in range(6):
            room, heads = await begin(store, place)
            await room.welcome(f"Guest {life}")
            await room.stop()  # and nothing more is signed: it was killed
            before = {stream: store.head(stream).version for stream in store.streams()}
            again = await sign_heads(await held(place, room_on(store)), room_on(store))
            assert {stream: head.version for stream, head in again._heads.signed.items()} == before  # noqa: SLF001
            del heads

    asyncio.run(story())


def test_a_store_that_loses_what_was_signed_while_the_server_runs_stops_every_table(place: Path) -> None:
    async def story() -> None:
        store = MemoryStore()
        room, heads = await begin(store, place)
        sign_later(place)
        heads._heads = HeadsFile(place, signing_key(place.with_suffix(".heads-key")))  # noqa: SLF001
        await asyncio.to_thread(heads.close)
        await asyncio.sleep(0)
        assert "NoLongerExtends" in room.tables["washington"].stopped
        assert heads.trouble
        answer = await room.ask(await room.welcome("Ann"), "washington", "1", {"command": "sit", "seat": 1})
        assert answer.refused is not None
        assert answer.refused.why == "table_stopped"
        await room.stop()

    asyncio.run(story())


@pytest.mark.parametrize("left", ["", "one line without a head"])
def test_a_house_with_records_and_no_signed_head_is_not_served(place: Path, left: str) -> None:
    """Heads that were emptied would let an older copy of the store pass for the newest."""

    async def story() -> None:
        store = MemoryStore()
        await live(store, place)
        lines = place.read_bytes().splitlines(keepends=True)
        place.write_bytes(lines[0] if left else b"")
        with pytest.raises(AuditRefused, match="holds no signed heads of this house, which has records; restore it"):
            await held(place, room_on(store))
        assert (await live(store, place, accepts=True)).loss_is_unseen

    asyncio.run(story())


def test_the_log_of_a_table_that_was_refused_is_not_signed(place: Path) -> None:
    async def story() -> None:
        store = MemoryStore()
        await live(store, place)
        room = room_on(store)
        signed = await held(place, room)
        await room.start()
        room.tables["washington"].driver.distrusted = True
        await room.welcome("Ann")
        before = signed.file.signed["table/washington"]
        heads = await sign_heads(signed, room)
        await asyncio.to_thread(heads.close)
        assert signed.file.signed["table/washington"] == before
        assert signed.file.signed["house"].version == store.head("house").version
        await room.stop()

    asyncio.run(story())
