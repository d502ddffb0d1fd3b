"""What lies after the last signed head is proved before it is signed, and refused where it fails its proof."""

import asyncio
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.clock import SetClock
from tests.live.forging import OpenStore
from tests.live.rooms import House, Lines
from tests.live.test_restart import step
from tests.server.running import quick_plan, room_settings
from tests.server.signed import begin, held, live, place, room_on
from tests.store.batches import at_table, bought_in, fill, keep
from wartable.audit import (
    AuditRefused,
    HeadWriter,
    Witnesses,
    adding_to_house,
    from_heads,
    public_key,
    read_heads,
    verify_store,
)
from wartable.live.room import Room
from wartable.server.health.figures import figures_of
from wartable.server.running.signing import hold_heads, sign_heads
from wartable.store import MemoryStore, Store, decode
from wartable.table import events as e

__all__ = ["place"]


def cashed_in(store: Store) -> None:
    """A record that no server of the house has written."""
    keep(store, bought_in("Eve", 90_000_00))


def test_what_is_added_to_a_house_that_was_closed_is_named_and_not_signed(place: Path) -> None:
    async def story() -> None:
        store = MemoryStore()
        await live(store, place)
        cashed_in(store)
        for _ in range(2):
            with pytest.raises(
                AuditRefused, match="patron/Eve: record 1 was added after the house was closed; restore"
            ):
                await held(place, room_on(store))
            with adding_to_house(store, place, SetClock().now):
                pass  # nor does a program of the operator sign what others have added
        assert (await live(store, place, accepts=True)).loss_is_unseen
        await live(store, place)

    asyncio.run(story())


def test_what_the_operator_adds_to_a_closed_house_is_signed(place: Path) -> None:
    async def story() -> None:
        store = MemoryStore()
        await live(store, place)
        with adding_to_house(store, place, SetClock().now):
            cashed_in(store)
        await live(store, place)
        room, heads = await begin(store, place)
        with adding_to_house(store, place, SetClock().now):  # beside a server that runs
            keep(store, bought_in("Ada", 5_00))
        await room.stop()
        assert not read_heads(place, public_key(place.with_suffix(".heads-key")))[-1].closed
        await asyncio.to_thread(heads.close)
        assert read_heads(place, public_key(place.with_suffix(".heads-key")))[-1].closed

    asyncio.run(story())


UNJUST: dict[str, tuple[str, Callable[[bytes], bytes], str]] = {
    "a payment": ("wager_settled", lambda body: body.replace(b'"paid":0', b'"paid":100'), "paid"),
    "a key twice": ("wager_placed", lambda body: body.replace(b'{"amount":', b'{"amount":1,"amount":'), "canonical"),
    "an amount that is no whole number": ("wager_placed", lambda body: body.replace(b"000,", b"000.0,"), "whole"),
}


@pytest.mark.parametrize("how", UNJUST)
@pytest.mark.parametrize("snapshot", [False, True])
def test_a_table_whose_unsigned_records_are_unjust_stays_closed_and_unsigned_and_the_others_open(
    place: Path, how: str, snapshot: bool
) -> None:
    name, change, says = UNJUST[how]
    plan = quick_plan("washington", "maryland")
    stream, clock = "table/washington", SetClock()

    async def start(store: Store) -> tuple[Room, HeadWriter, Lines]:
        log = Lines()
        room = Room(store, room_settings(plan, clock), log)
        file = await hold_heads(place, room, accepts_restored=False, alone=True)
        await room.start()
        await House(room, clock, log).rest()
        return room, await sign_heads(file, room), log

    async def story() -> None:
        store = OpenStore()
        room, first, _ = await start(store)
        if snapshot:
            await room.tables["washington"].log.replace_snapshot()
        signed = first._heads.signed[stream].version  # noqa: SLF001
        house = House(room, clock, Lines())
        ann = await house.guest("washington", 2)
        while name not in {record.name for record in store.read(stream)}:
            await step(house, ann, "washington")
        await room.stop()  # and nothing more is signed: it was killed
        record = [one for one in store.read(stream, signed) if change(one.body) != one.body and one.name == name][-1]
        store.rewrite(stream, record.version, change(record.body))
        again, second, log = await start(store)
        assert again.tables["washington"].stopped
        assert not again.tables["maryland"].stopped
        (failed,) = [told["why"] for what, told in log.lines if what == "integrity_failed"]
        assert failed.startswith(f"{stream} version {record.version}: ")
        assert says in failed
        assert second._heads.signed[stream].version == signed  # noqa: SLF001
        await again.stop()
        await asyncio.to_thread(second.close)
        assert not read_heads(place, public_key(place.with_suffix(".heads-key")))[-1].closed

    asyncio.run(story())


def killed_with(store: Store, table: str, event: e.Event) -> None:
    """One record more in a table's log, that no server has written; the house was killed."""
    keep(store, at_table(table, store.head(f"table/{table}").version, event))


WON = e.WagerSettled(1, "", "Eve", "initial", "win", 0, 0, 0, 50_000_00, ())


@pytest.mark.parametrize("table", ["washington", "ghost"])
@pytest.mark.parametrize("accepts", [False, True])
def test_an_unsigned_record_that_fails_its_proof_and_pays_a_patron_closes_the_house(
    place: Path, table: str, *, accepts: bool
) -> None:
    async def story() -> None:
        store = MemoryStore()
        room, _ = await begin(store, place)
        await room.stop()
        fill(store, 90_000_00, table)
        killed_with(store, table, WON)
        version = store.head(f"table/{table}").version
        with pytest.raises(AuditRefused, match=f"table/{table} version {version}: .*; restore the newest copy of the"):
            await held(place, room_on(store), accepts=accepts)

    asyncio.run(story())


def test_an_unsigned_record_of_a_table_that_is_not_served_is_reported_and_counts_in_health(place: Path) -> None:
    async def story() -> None:
        store = MemoryStore()
        room, _ = await begin(store, place)
        await room.stop()
        killed_with(store, "ghost", e.TableIdled())
        room, heads = await begin(store, place)
        assert list(room.unserved) == ["ghost"]
        assert figures_of(room, 0).stopped == 1
        (failed,) = [decode(one) for one in store.named("house", ("integrity_failed",))]
        assert (failed.table, failed.what) == ("ghost", "table")
        assert "table/ghost" not in heads._heads.signed  # noqa: SLF001
        await room.stop()
        await asyncio.to_thread(heads.close)

    asyncio.run(story())


@pytest.mark.parametrize("spoiled", ["", ".heads-key"])
def test_heads_or_a_key_that_cannot_be_read_are_refused_with_the_way_on(place: Path, spoiled: str) -> None:
    async def story() -> None:
        store = MemoryStore()
        await live(store, place)
        (place.with_suffix(spoiled) if spoiled else place).write_bytes(b"nonsense\n")
        key = place.with_suffix(".heads-key")
        with pytest.raises(
            AuditRefused, match=f"; restore {place} and {key}, or move both away, or start once with --a"
        ):
            await held(place, room_on(store))
        place.unlink()
        key.unlink()
        assert (await live(store, place, accepts=True)).loss_is_unseen

    asyncio.run(story())


@pytest.mark.parametrize("snapshot", [False, True])
def test_the_records_of_a_server_that_was_killed_in_play_are_proved_and_signed(place: Path, snapshot: bool) -> None:
    async def story() -> None:
        store = MemoryStore()
        room, heads = await begin(store, place)
        house = House(room, SetClock(), Lines())
        ann = await house.guest("washington", 2)
        for place_in_the_day in range(12):
            await step(house, ann, "washington")
            if snapshot and place_in_the_day == 6:
                await room.tables["washington"].log.replace_snapshot()
        await room.stop()
        del heads
        again, second = await begin(store, place)
        assert not again.tables["washington"].stopped
        await again.stop()
        await asyncio.to_thread(second.close)
        lines = read_heads(place, public_key(place.with_suffix(".heads-key")))
        assert verify_store(store, Witnesses(from_heads(lines))).findings == ()

    asyncio.run(story())


def test_a_record_of_the_house_or_a_patron_that_is_not_as_the_program_writes_it_is_not_signed(place: Path) -> None:
    async def story() -> None:
        store = OpenStore()
        room, _ = await begin(store, place)
        ann = (await room.welcome("Ann")).patron
        await room.stop()
        body = next(iter(store.read(f"patron/{ann}"))).body
        store.rewrite(f"patron/{ann}", 1, body.replace(b'{"amount":', b'{"amount":1,"amount":'))
        with pytest.raises(AuditRefused, match=rf"patron/{ann} version 1: the record is not in its canonical form"):
            await held(place, room_on(store))

    asyncio.run(story())
