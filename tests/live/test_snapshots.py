"""A snapshot that the house has not sealed is never believed, and an altered log closes its table and no other."""

import asyncio
from collections.abc import Callable
from contextlib import AbstractAsyncContextManager

import pytest
from msgspec.structs import replace

from tests.clock import SetClock
from tests.live.forging import FORGERIES, OpenStore, flipped, house_snapshots, sealed, with_meter, with_wager
from tests.live.rooms import House, Human, Lines, open_house
from tests.server.running import LONG, quick_plan, room_settings
from wartable.audit import replay_store
from wartable.audit.house_events import IntegrityFailed
from wartable.live.history.bound import LogBroken
from wartable.live.history.loading import load_mirror
from wartable.live.history.mirror import stream_of
from wartable.live.history.snapshots import SnapshotRefused
from wartable.live.people.orders import Speaker
from wartable.live.room import Room
from wartable.live.sharing.leases import Lease
from wartable.money import Cents
from wartable.store import decode
from wartable.table import Table

TABLE, OTHER = "washington", "wisconsin"
STREAM = stream_of(TABLE)
STAKE: Cents = 5_00


async def bet(house: House, table: str = TABLE, stake: Cents = STAKE) -> Speaker:
    """A player sits, cuts where that is offered, and bets."""
    human = await house.guest(table, 2)
    while house.phase(table) == "cutting":
        await human.does(table, command="cut_cards", depth=120, words="mine")
    await human.does(table, command="put_wagers", seat=2, wagers={"initial": stake})
    return human.speaker


async def finish(house: House, speaker: Speaker, table: str = TABLE) -> None:
    """The round goes on to its end."""
    human = Human(house, speaker)
    house.live(table).watch(human)
    ended = house.live(table).log.mirror.rounds
    while not ended:
        await human.ready(table)
        if house.phase(table) == "deciding":
            await human.does(table, command="surrender", seat=2)


def reported(house: House) -> list[IntegrityFailed]:
    """What the log of the house tells of what cannot be trusted."""
    events = [decode(record) for record in house.room.store.named("house", ("integrity_failed",))]
    return [event for event in events if isinstance(event, IntegrityFailed)]


def opened(store: OpenStore, *tables: str, stops: bool = False) -> AbstractAsyncContextManager[House]:
    return open_house(*(tables or (TABLE,)), store=store, stops=stops)


@pytest.mark.parametrize("kind", FORGERIES)
def test_a_forged_snapshot_is_not_used_and_the_floor_is_told(kind: str) -> None:
    async def story() -> None:
        store = OpenStore()
        async with opened(store) as house:
            speaker = await bet(house)
            true = house.live(TABLE).log.mirror
        store.save_snapshot(FORGERIES[kind](TABLE, true, with_wager(true.table, 300_00)))
        async with opened(store) as house:
            live = house.live(TABLE)
            assert live.table == true.table
            says = [event.says for event in reported(house)]
            assert len(says) == 1
            assert says[0].startswith(f"the snapshot of {STREAM} at version ")
            assert [what for what, _ in house.log.lines].count("integrity_failed") == 1
            assert says[0] in house.room.pit().events[0].says
            assert house.room.pit().events[0].table == TABLE
            await finish(house, speaker)
            (hand,) = live.log.mirror.rounds[-1].hands
            assert [line.staked for line in hand.lines] == [STAKE]
        assert not replay_store(store).findings
        async with opened(store) as house:
            assert len(reported(house)) == 1, "the good snapshot that took its place is not told of"

    asyncio.run(story())


def test_a_forged_meter_reads_what_the_log_says() -> None:
    async def story() -> None:
        store = OpenStore()
        async with opened(store, "maryland") as house:
            await bet(house, "maryland", 10_00)
            true = house.live("maryland").log.mirror
        readings = {name: meter.reading for name, meter in true.table.meters.items()}
        assert readings
        store.save_snapshot(
            FORGERIES["without a seal"]("maryland", true, with_meter(true.table, 10_000_003_99)),
        )
        async with opened(store, "maryland") as house:
            meters = house.live("maryland").table.meters
            assert {name: meter.reading for name, meter in meters.items()} == readings
            assert [event.table for event in reported(house)] == ["maryland"]

    asyncio.run(story())


async def played(store: OpenStore, *tables: str) -> tuple[House, Table]:
    """A few rounds, and the table as they left it."""
    async with opened(store, *tables) as house:
        human = await house.guest(TABLE, 2)
        for _ in range(60):
            match house.phase(TABLE):
                case "cutting":
                    await human.asks(TABLE, command="cut_cards", depth=120, words="mine")
                case "deciding":
                    await human.asks(TABLE, command="surrender", seat=2)
                case "betting" if not house.live(TABLE).table.boxes[1].bettors:
                    await human.asks(TABLE, command="put_wagers", seat=2, wagers={"initial": STAKE})
                case _:
                    await human.ready(TABLE)
        return house, house.live(TABLE).table


def test_one_bit_of_a_snapshot_breaks_its_seal() -> None:
    async def story() -> None:
        store = OpenStore()
        house, _ = await played(store)
        mirror = house.live(TABLE).log.mirror
        for snapshot in flipped(sealed(TABLE, mirror)):
            store.save_snapshot(snapshot)
            with pytest.raises(SnapshotRefused):
                house_snapshots(store).load(TABLE, mirror.table.rules)

    asyncio.run(story())


def test_a_snapshot_of_other_rules_or_another_program_is_passed_over(monkeypatch: pytest.MonkeyPatch) -> None:
    async def story() -> None:
        store = OpenStore()
        house, _ = await played(store)
        mirror = house.live(TABLE).log.mirror
        snapshots, rules = house_snapshots(store), mirror.table.rules
        snapshots.save(TABLE, mirror)
        assert snapshots.load(TABLE, rules) is not None
        assert snapshots.load(TABLE, replace(rules, seats=rules.seats - 1)) is None
        monkeypatch.setattr("wartable.live.history.snapshots.__version__", "another")
        assert snapshots.load(TABLE, rules) is None

    asyncio.run(story())


# The log itself


def _alter(store: OpenStore, version: int) -> int:
    store.alter(STREAM, version, body=next(store.read(STREAM, version - 1)).body.replace(b'"', b"'", 1))
    return version


def _remove(store: OpenStore, version: int) -> int:
    store.remove(STREAM, version)
    return version


def _swap(store: OpenStore, version: int) -> int:
    one, other = list(store.read(STREAM, version - 1, version + 1))
    store.alter(STREAM, version, body=other.body, name=other.name)
    store.alter(STREAM, version + 1, body=one.body, name=one.name)
    return version


def _move_in_time(store: OpenStore, version: int) -> int:
    store.alter(STREAM, version, at=1)
    return version


ALTERED: dict[str, Callable[[OpenStore, int], int]] = {
    "altered": _alter,
    "removed": _remove,
    "swapped": _swap,
    "at another time": _move_in_time,
}


@pytest.mark.parametrize("kind", ALTERED)
@pytest.mark.parametrize("snapshot", [False, True])
def test_an_altered_event_closes_its_table_and_no_other_and_is_named(kind: str, snapshot: bool) -> None:
    async def story() -> None:
        store = OpenStore()
        house, _ = await played(store, TABLE, OTHER)
        mirror = house.live(TABLE).log.mirror
        if snapshot:
            house_snapshots(store).save(TABLE, mirror)
        version = ALTERED[kind](store, mirror.version - 10)
        async with opened(store, TABLE, OTHER, stops=True) as house:
            assert f"{STREAM} version {version}: " in house.live(TABLE).stopped
            assert "\n" not in house.live(TABLE).stopped
            assert not house.live(OTHER).stopped
            human = await house.guest(TABLE)
            assert await human.is_refused(TABLE, command="sit", seat=3) == "table_stopped"
            await bet(house, OTHER, 10_00)
            assert [(event.table, event.what) for event in reported(house)] == [(TABLE, "table")]
            assert "The table is closed." in house.room.pit().events[-1].says

    asyncio.run(story())


def test_an_altered_event_of_a_table_that_another_server_drives_closes_that_table_here() -> None:
    async def story() -> None:
        store = OpenStore()
        house, _ = await played(store, TABLE, OTHER)
        version = _alter(store, house.live(TABLE).log.mirror.version - 10)
        assert store.claim(TABLE, "127.0.0.1:1", LONG)
        log = Lines()
        room = Room(store, room_settings(quick_plan(TABLE, OTHER), SetClock(), lease=Lease("127.0.0.1:2")), log)
        await room.start()
        try:
            assert f"{STREAM} version {version}: " in room.tables[TABLE].stopped
            assert room.tables[OTHER].driving
        finally:
            await room.stop()

    asyncio.run(story())


def test_a_log_that_was_cut_or_rewritten_does_not_fit_the_snapshot_that_the_house_sealed() -> None:
    async def story() -> None:
        for how in ("cut", "rewrite"):
            store = OpenStore()
            house, _ = await played(store)
            mirror = house.live(TABLE).log.mirror
            house_snapshots(store).save(TABLE, mirror)
            if how == "cut":
                store.cut(STREAM, mirror.version - 3)
            else:
                placed = next(store.named(STREAM, ("wager_placed",), backwards=True))
                store.rewrite(STREAM, placed.version, placed.body.replace(b"500", b"900"))
            with pytest.raises(LogBroken, match=f"{STREAM} version {mirror.version}: the house has sealed another"):
                load_mirror(store, TABLE, mirror.table.rules, None, house_snapshots(store))

    asyncio.run(story())


def test_a_log_of_the_house_that_was_altered_is_named() -> None:
    async def story() -> None:
        store = OpenStore()
        await played(store)
        store.alter("house", 1, at=1)
        with pytest.raises(LogBroken, match="house version 1: this record was altered"):
            async with opened(store):
                raise AssertionError("a house opened on an altered log")

    asyncio.run(story())
