"""Private tables: made by a guest, kept by the log of the house, closed when all have gone."""

import asyncio

import msgspec
import pytest
from msgspec.structs import replace

from tests.clock import SetClock
from tests.live.rooms import House, Human, open_house
from tests.server.running import quick_plan, room_settings
from tests.told import RULEBOOKS
from wartable.audit import PrivateTableOpened, RulesPutInForce, all_put_in_force, rules_of
from wartable.ledger import BANK, at_table
from wartable.live import private
from wartable.live.driving.table import LiveTable
from wartable.live.plans import BadFloorplan, Floorplan, default_plan, read_houses, read_plan
from wartable.live.private import AskPrivate
from wartable.live.room import Room
from wartable.live.settings import PRIVATE
from wartable.live.wire import Trouble
from wartable.server.health.figures import figures_of
from wartable.store import MemoryStore, decode

SMALL = AskPrivate("washington", "5-100")
GONE = private.EMPTY_MINUTES * 60


async def made(house: House, asked: AskPrivate = SMALL, host: str = "guest-1") -> LiveTable:
    """A private table that is open."""
    table = await house.room.private.make(host, asked)
    assert not isinstance(table, Trouble), table
    await house.rest()
    return house.live(table)


async def closed(house: House) -> None:
    """Time passes until a table that all people have left is closed."""
    await house.room.private.sweep()
    await house.passes(GONE)
    for _ in range(2):  # the table itself first, and then the house
        await house.room.private.sweep()
        await house.rest()


@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_every_state_offers_limits_that_its_own_check_accepts_and_each_opens_a_table(rulebook: str) -> None:
    async def story() -> None:
        async with open_house(rulebook) as house:
            (offer,) = house.room.private.offers()
            assert offer.rulebook == rulebook
            assert offer.limits
            for number, limits in enumerate(offer.limits):
                live = await made(house, AskPrivate(rulebook, limits.limits), f"guest-{number}")
                assert (live.rules.limits.min, live.rules.limits.max) == (limits.min, limits.max)
                assert live.driving
                assert not live.stopped

    asyncio.run(story())


def test_limits_that_the_law_refuses_are_neither_offered_nor_taken() -> None:
    async def story() -> None:
        async with open_house("washington") as house:
            (offer,) = house.room.private.offers()
            assert max(one.max for one in offer.limits) <= 300_00  # the authorised maximum of this house
            asked = (AskPrivate("washington", "50-1000"), AskPrivate("washington", "0-1"), AskPrivate("utah", "5-100"))
            for one in asked:
                assert await house.room.private.make("guest-1", one) is Trouble.NOT_OFFERED
            assert house.room.private.open == ()

    asyncio.run(story())


def test_a_floor_plan_without_friends_or_without_play_money_has_no_private_tables() -> None:
    async def story() -> None:
        usual = quick_plan("washington")
        for plan in (replace(usual, friends=False), replace(usual, guest_chips=0)):
            async with open_house(plan=plan) as house:
                assert house.room.private.offers() == ()
                assert await house.room.private.make("guest-1", SMALL) is Trouble.NOT_OFFERED

    asyncio.run(story())
    assert default_plan().friends
    assert not Floorplan(default_plan().tables).friends


def test_no_private_table_is_made_of_a_practice_table() -> None:
    plan = quick_plan("washington", practice=True)
    assert not any(filed.private for filed in read_houses(plan).values())


def test_a_floor_plan_cannot_have_a_table_with_the_name_of_a_private_one(tmp_path) -> None:  # type: ignore[no-untyped-def]
    file = tmp_path / "plan.toml"
    file.write_text('[[tables]]\ntable = "private-0"\nhouse = "washington"\n')
    with pytest.raises(BadFloorplan, match=r"private-0: this name is reserved for private tables; expected one "):
        read_plan(file)


def test_names_of_private_tables_cannot_be_guessed_and_differ() -> None:
    async def story() -> None:
        async with open_house("washington") as house:
            names = {(await made(house, host=f"guest-{number}")).id for number in range(20)}
            assert len(names) == 20
            assert {len(name) for name in names} == {len("private-") + 32}

    asyncio.run(story())


def test_the_pace_changes_how_long_the_dealer_and_the_bets_take() -> None:
    async def story() -> None:
        async with open_house("washington", pace=100, bets_seconds=20) as house:
            slow, usual, fast = [
                (await made(house, AskPrivate("washington", "5-100", pace))).settings
                for pace in ("slow", "usual", "fast")
            ]
            assert slow.pace > usual.pace == 100 > fast.pace
            assert slow.bets_seconds > usual.bets_seconds == 20 > fast.bets_seconds

    asyncio.run(story())


def test_a_guest_and_a_house_have_only_so_many_private_tables(monkeypatch: pytest.MonkeyPatch) -> None:
    async def story() -> None:
        monkeypatch.setattr(private, "MAX_PRIVATE", 4)
        async with open_house("washington") as house:
            for _ in range(private.MAX_OF_A_HOST):
                await made(house)
            assert await house.room.private.make("guest-1", SMALL) is Trouble.PRIVATE_TABLES_OF_YOURS
            await made(house, host="guest-2")
            assert await house.room.private.make("guest-3", SMALL) is Trouble.PRIVATE_TABLES_USED_UP

    asyncio.run(story())


def test_many_asked_for_at_once_are_no_more_than_the_limit() -> None:
    async def story() -> None:
        async with open_house("washington") as house:
            asked = await asyncio.gather(*(house.room.private.make("guest-1", SMALL) for _ in range(10)))
            refused = [one for one in asked if isinstance(one, Trouble)]
            assert refused == [Trouble.PRIVATE_TABLES_OF_YOURS] * (10 - private.MAX_OF_A_HOST)

    asyncio.run(story())


def test_friends_play_at_a_private_table_and_it_goes_on_when_the_host_leaves() -> None:
    async def story() -> None:
        async with open_house("washington") as house:
            table = (await made(house)).id
            host, friend = await house.guest(table, 2), await house.guest(table, 3, "Ben")
            await host.does(table, command="leave", seat=2)
            house.live(table).unwatch(host)
            await friend.does(table, command="put_wagers", seat=3, wagers={"initial": 5_00})
            await friend.ready(table)
            assert house.live(table).table.round.number == 1

    asyncio.run(story())


def test_a_player_with_an_account_does_not_play_at_a_private_table() -> None:
    async def story() -> None:
        async with open_house("washington") as house:
            table = (await made(house)).id
            player = await house.staff("paula", "player", table)
            assert await player.is_refused(table, command="sit", seat=1) == "guests_only"

    asyncio.run(story())


def test_people_without_a_seat_are_counted_at_a_private_table_alone() -> None:
    async def story() -> None:
        async with open_house("washington") as house:
            table = (await made(house)).id
            host = await house.guest(table, 2)
            assert host.messages[-1]["felt"]["watching"] == 0
            friend = await house.guest(table)
            stranger = Human(house, replace(friend.speaker, role="watcher", patron=""))
            await house.watch(stranger, table)
            await house.staff("vera", "floor", table)
            assert host.messages[-1]["felt"]["watching"] == 2
            house.live(table).unwatch(stranger)
            await house.rest()
            assert host.messages[-1]["felt"]["watching"] == 1
            elsewhere = await house.guest("washington")
            assert elsewhere.messages[-1]["felt"]["watching"] is None

    asyncio.run(story())


def test_a_table_that_all_have_left_is_closed_and_its_chips_go_back_to_the_cage() -> None:
    async def story() -> None:
        store = MemoryStore()
        async with open_house("washington", store=store) as house:
            live = await made(house)
            guest = await house.guest(live.id, 2)
            await guest.does(live.id, command="put_wagers", seat=2, wagers={"initial": 5_00})
            await guest.ready(live.id)
            await closed(house)
            assert live.id in house.room.tables  # a person is there
            live.unwatch(guest)
            await house.passes(live.settings.away_seconds)  # and loses the seat
            assert not any(box.patron for box in live.table.boxes)
            await closed(house)
            assert live.id not in house.room.tables
            assert house.room.private.closed == (live.id,)
            assert live.table.phase == "closed"
            assert not live.table.seal.commitment  # its last shoe is revealed
            assert store.balance(at_table(live.id, BANK)) == 0
            assert await guest.is_refused(live.id, command="sit", seat=2) == "no_such_table"
            await made(house, host=guest.speaker.patron)

    asyncio.run(story())


def test_a_table_that_a_person_comes_back_to_stays_open() -> None:
    async def story() -> None:
        async with open_house("washington") as house:
            live = await made(house)
            await house.room.private.sweep()
            await house.passes(GONE - 1)
            guest = await house.guest(live.id)
            await house.room.private.sweep()
            live.unwatch(guest)
            await house.passes(GONE - 1)
            await house.room.private.sweep()
            assert live.table.phase != "closed"

    asyncio.run(story())


def test_private_tables_go_on_after_a_restart_where_they_stood_and_by_the_same_rules() -> None:
    async def story() -> None:
        store = MemoryStore()
        async with open_house("washington", store=store) as house:
            open_one = await made(house)
            over = await made(house)
            guest = await house.guest(open_one.id, 2)
            await guest.does(open_one.id, command="put_wagers", seat=2, wagers={"initial": 5_00})
            await closed(house)
            assert house.room.private.closed == (over.id,)
        async with open_house("wisconsin", store=store) as house:  # the plan has changed meanwhile
            assert house.room.private.open == (open_one.id,)
            assert house.room.private.closed == (over.id,)
            live = house.live(open_one.id)
            assert live.driving
            assert live.rules == open_one.rules
            assert live.settings == open_one.settings
            assert live.table.box(2).bettors[0].stakes["initial"] == 5_00  # type: ignore[union-attr]
            assert house.room.private.host_of(live.id) == "guest-1"

    asyncio.run(story())


@pytest.mark.parametrize("forged", ["settings", "another table", "a person deals", "no rules"])
def test_a_private_table_whose_record_cannot_be_read_stays_away_and_the_house_goes_on(forged: str) -> None:
    async def story() -> None:
        store = MemoryStore()
        name = f"{PRIVATE}{'0' * 32}"
        async with open_house("washington", store=store) as house:
            good = await made(house)
            settings = {**msgspec.to_builtins(good.settings), "table": name}
            wrong = {
                "settings": {"bogus": 1},
                "another table": {**settings, "table": "washington"},
                "a person deals": {**settings, "dealer": "person"},
                "no rules": settings,
            }
            (rules,) = [one for one in all_put_in_force(store) if one.table == good.id]
            opened = PrivateTableOpened(name, "guest-2", wrong[forged])
            both = (replace(rules, table=name), opened)
            await house.room.house.append("forged", b"", *(both[1:] if forged == "no rules" else both))
            await house.room.private.settle()
            assert house.room.private.refused == {name}
            await made(house, host="guest-3")
        async with open_house("washington", store=store) as house:
            assert house.live(good.id).driving
            assert house.room.private.refused == {name}
            assert name not in house.room.tables
            assert figures_of(house.room, 0).stopped == 1
            assert await house.room.find(name) is None
            failed = [decode(one) for one in store.named("house", ("integrity_failed",))]
            assert {one.table for one in failed} == {name}

    asyncio.run(story())


def test_a_table_of_the_floor_plan_cannot_become_a_private_one() -> None:
    async def story() -> None:
        async with open_house("washington") as house:
            await house.room.house.append("forged", b"", PrivateTableOpened("washington", "guest-2", {}))
            assert house.room.private.open == ()
            await closed(house)
            assert house.live("washington").driving

    asyncio.run(story())


def test_the_log_of_the_house_has_the_rules_of_a_private_table() -> None:
    async def story() -> None:
        store = MemoryStore()
        async with open_house("washington", store=store) as house:
            heard: list[RulesPutInForce] = []
            house.room.house.listen(
                lambda event, _at, _by: heard.append(event) if isinstance(event, RulesPutInForce) else None
            )
            live = await made(house)
            assert [one.table for one in heard] == [live.id]
            assert rules_of(heard[0]) == live.rules

    asyncio.run(story())


def test_a_loss_that_was_accepted_voids_what_was_in_play_at_a_private_table() -> None:
    async def story() -> None:
        store = MemoryStore()
        async with open_house("washington", store=store) as house:
            live = await made(house)
            guest = await house.guest(live.id, 2)
            await guest.does(live.id, command="put_wagers", seat=2, wagers={"initial": 5_00})
            table = live.id
        room = Room(store, room_settings(quick_plan("washington"), SetClock()), lambda *_, **__: None)
        await room.accept_loss({})
        await room.start()
        again = House(room, SetClock(), None)  # type: ignore[arg-type]
        await again.rest()
        assert not any(box.bettors for box in again.live(table).table.boxes)
        await room.stop()

    asyncio.run(story())
