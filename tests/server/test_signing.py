"""Heads are signed beside the tables: every kind of store is compared with them, at the start and while it runs."""

import asyncio
import shutil
from pathlib import Path

import pytest

from tests.clock import SetClock
from tests.live.forging import OpenStore
from tests.live.rooms import House, Lines
from tests.server.signed import begin, held, live, place, room_on, sign_later
from tests.store.conftest import address, database, postgres, store, worn_database
from wartable.audit import (
    AuditRefused,
    Head,
    HeadsFile,
    Witnesses,
    from_heads,
    public_key,
    read_heads,
    signing_key,
    verify_store,
)
from wartable.server.health.figures import figures_of
from wartable.server.running.signing import sign_heads
from wartable.store import MemoryStore, Store, open_store

__all__ = ["address", "database", "place", "postgres", "store", "worn_database"]


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
        await (await live(store, place)).welcome("Ann")
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
        before = signed.signed["table/washington"]
        heads = await sign_heads(signed, room)
        await asyncio.to_thread(heads.close)
        assert signed.signed["table/washington"] == before
        assert signed.signed["house"].version == store.head("house").version
        await room.stop()

    asyncio.run(story())


def test_records_that_are_rewritten_after_the_last_head_are_not_signed_and_their_table_closes(place: Path) -> None:
    async def story() -> None:
        store, stream = OpenStore(), "table/washington"
        room, heads = await begin(store, place)
        clock, log = SetClock(), Lines()
        ann = await House(room, clock, log).guest("washington", 1)
        heads._write(None, last=False)  # noqa: SLF001
        await ann.does("washington", command="put_wagers", seat=1, wagers={"initial": 20_00})
        signed, version = heads._heads, store.head(stream).version  # noqa: SLF001
        before = signed.signed[stream]
        assert before.version < version
        (record,) = store.read(stream, version - 1)
        true = store.head(stream).chain
        store.rewrite(stream, version, record.body.replace(b"2000", b"200000"))
        heads._write(None, last=False)  # noqa: SLF001
        assert signed.signed[stream] == before
        assert signed.signed["house"].version == store.head("house").version
        await asyncio.sleep(0)
        assert room.tables["washington"].stopped.startswith("HeadDiffers: ")
        assert figures_of(room, 0).stopped == 1
        await room.stop()
        await asyncio.to_thread(heads.close)
        assert signed.signed[stream] == Head(stream, version, true.hex())
        assert read_heads(place, public_key(place.with_suffix(".heads-key")))[-1].closed
        with pytest.raises(AuditRefused, match=f"{stream} no longer holds the head that was signed at version"):
            await held(place, room_on(store))

    asyncio.run(story())


def test_a_wallets_own_stream_that_is_rewritten_closes_every_table(place: Path) -> None:
    async def story() -> None:
        store = OpenStore()
        room, heads = await begin(store, place)
        ann = await room.welcome("Ann")
        stream = f"patron/{ann.patron}"
        (record,) = store.read(stream)
        store.rewrite(stream, 1, record.body.replace(b"100000", b"900000"))
        heads._write(None, last=False)  # noqa: SLF001
        assert stream not in heads._heads.signed  # noqa: SLF001
        assert f"{stream} no longer holds" in heads.trouble
        while not room.tables["washington"].stopped:
            await asyncio.sleep(0)
        await room.stop()
        await asyncio.to_thread(heads.close)

    asyncio.run(story())


def test_a_house_that_goes_on_with_an_older_copy_is_proved_from_then_on(tmp_path: Path, place: Path) -> None:
    file, old = tmp_path / "war.db", tmp_path / "old.db"

    async def life(*, accepts: bool = False, added: str = "") -> None:
        store = open_store(f"sqlite:///{file}")
        room, heads = await begin(store, place, accepts=accepts)
        if added:
            await room.people.add(added, "dealer", "a password of the tests", "")
        await room.stop()
        await asyncio.to_thread(heads.close)
        store.close()

    async def story() -> None:
        await life()
        shutil.copy(file, old)
        await life(added="dana")
        shutil.copy(old, file)
        store = open_store(f"sqlite:///{file}")
        await room_on(store).accept_loss({})  # and it was killed before the heads said so
        store.close()
        await life(accepts=True)
        await life(added="rob")

    asyncio.run(story())
    store = open_store(f"sqlite:///{file}")
    try:
        lines = read_heads(place, public_key(place.with_suffix(".heads-key")))
        assert verify_store(store, Witnesses(from_heads(lines))).findings == ()
        assert not verify_store(store, Witnesses(from_heads(lines))).unseen
    finally:
        store.close()


def test_a_first_start_that_is_killed_at_any_point_leaves_a_house_that_starts(place: Path) -> None:
    async def story() -> None:
        store = MemoryStore()
        signing_key(place.with_suffix(".heads-key"))  # and it was killed
        await held(place, room_on(store))  # and killed again, before the first record
        for _ in range(2):
            room = room_on(store)
            await held(place, room)
            await room.start()
            await room.stop()  # and nothing was signed
        await live(store, place)

    asyncio.run(story())


def test_a_house_without_heads_and_key_is_refused_and_left_as_it_is(place: Path) -> None:
    async def story() -> None:
        store = MemoryStore()
        await live(store, place)
        for left in place.parent.iterdir():
            left.unlink()
        for _ in range(2):
            with pytest.raises(AuditRefused, match="the signed heads of this house are missing; restore them"):
                await held(place, room_on(store))
        assert not list(place.parent.iterdir())

    asyncio.run(story())
