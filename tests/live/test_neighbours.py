"""Neighbours: bots that a guest invites to a thin automatic table, and what they do and never do there."""

import asyncio

import pytest

from tests.live.rooms import House, Human, open_house
from wartable.audit import replay_store, verify_store
from wartable.audit.reports.who import who_did
from wartable.ledger import patron
from wartable.live.history.mirror import stream_of
from wartable.live.people.orders import Speaker
from wartable.live.people.patrons import is_bot
from wartable.store import MemoryStore, decode
from wartable.table import events as e

TABLE = "washington"
HOUSE_BANKED = ("maryland", "wisconsin", "massachusetts", "washington", "electronic", "practice")


def at_table(house: House, table: str = TABLE) -> dict[int, str]:
    return {box.seat: box.patron for box in house.live(table).table.boxes if box.patron}


def bots_at(house: House, table: str = TABLE) -> list[int]:
    return [seat for seat, who in at_table(house, table).items() if is_bot(who)]


async def plays(house: House, human: Human, table: str = TABLE, rounds: int = 1) -> None:
    """A person bets the least, is ready, and goes to war at a tie."""
    live = house.live(table)
    last = live.table.round.number + rounds
    for _ in range(80 * rounds):
        you = human.you
        if live.table.round.number >= last and live.table.phase in ("betting", "cutting"):
            return
        if you["cut"]:
            await human.does(table, command="decline_cut")
        elif choice := you["choice"]:
            await human.does(table, command="go_to_war", seat=choice["seat"])
        elif you["may_be_ready"]:
            await human.ready(table)
        elif you["bets"] and live.table.phase == "betting":
            hand = 1 if live.rules.electronic else 0
            wagers = {"initial": 20_00}
            await human.does(table, command="put_wagers", seat=you["seats"][0], wagers=wagers, hand=hand)
        else:
            await house.passes(1)
    raise AssertionError(f"the round does not end: {live.table.phase}")


@pytest.mark.parametrize("table", HOUSE_BANKED)
def test_a_guest_alone_invites_neighbours_who_bet_within_the_limits_and_play_every_round(table: str) -> None:
    async def story() -> None:
        async with open_house(table) as house:
            ann = await house.guest(table, 1)
            assert ann.you["neighbours"] == "may_come"
            await ann.does(table, command="invite_neighbours")
            assert ann.you["neighbours"] == "may_go"
            seats = len(house.live(table).table.boxes)
            assert bots_at(house, table) == [seats - 1, seats]
            names = [seat["name"] for seat in ann.messages[-1]["felt"]["seats"] if seat["taken"]]
            assert names == ["Ann", "Bot Ben", "Bot Ana"]
            await plays(house, ann, table, rounds=60)
            placed = wagers_of_bots(house, table)
            limits = house.live(table).rules.limits
            assert len([one for one in placed if one.wager == "initial"]) == 120
            assert all((limits.min or 0) <= one.amount <= (limits.max or one.amount) for one in placed)
            assert {one.wager for one in placed} == {"initial"}

    asyncio.run(story())


def wagers_of_bots(house: House, table: str = TABLE) -> list[e.WagerPlaced]:
    placed = [decode(record) for record in house.room.store.named(stream_of(table), ("wager_placed",))]
    return [one for one in placed if isinstance(one, e.WagerPlaced) and is_bot(one.patron)]


def test_one_neighbour_goes_to_war_and_the_other_surrenders() -> None:
    async def story() -> None:
        async with open_house("maryland") as house:
            live = house.live("maryland")
            ann = await house.guest("maryland", 1)
            await ann.does("maryland", command="invite_neighbours")
            ana, ben = live.bots
            wars: set[str] = set()
            surrenders: set[str] = set()
            while not (ana in wars and ben in surrenders):
                await plays(house, ann, "maryland")
                records = house.room.store.named(stream_of("maryland"), ("war_declared", "tie_surrendered"))
                seats = {seat: who for seat, who in at_table(house, "maryland").items() if is_bot(who)}
                for event in map(decode, records):
                    chose = wars if isinstance(event, e.WarDeclared) else surrenders
                    chose.update({seats[event.seat]} if event.seat in seats else ())
            assert (ben in wars, ana in surrenders) == (False, False)

    asyncio.run(story())


def test_neighbours_wait_for_a_person_and_take_back_what_they_bet_when_the_person_does() -> None:
    async def story() -> None:
        async with open_house("washington") as house:
            live = house.live(TABLE)
            ann = await house.guest(TABLE, 1)
            await ann.does(TABLE, command="invite_neighbours")
            await house.passes(120)
            assert live.table.round.number == 0
            assert not any(box.bettors for box in live.table.boxes)
            await ann.does(TABLE, command="put_wagers", seat=1, wagers={"initial": 20_00})
            assert sum(bool(box.bettors) for box in live.table.boxes) == 3
            await ann.does(TABLE, command="put_wagers", seat=1, wagers={})
            assert not any(box.bettors for box in live.table.boxes)
            await house.passes(120)
            assert live.table.round.number == 0

    asyncio.run(story())


def test_neighbours_leave_with_the_last_person_and_when_they_are_sent_home() -> None:
    async def story() -> None:
        async with open_house(TABLE) as house:
            ann = await house.guest(TABLE, 1)
            await ann.does(TABLE, command="invite_neighbours")
            await plays(house, ann)
            await ann.does(TABLE, command="dismiss_neighbours")
            assert list(at_table(house).values()) == [ann.speaker.patron]
            assert ann.you["neighbours"] == "may_come"
            await ann.does(TABLE, command="invite_neighbours")
            await plays(house, ann)
            await ann.does(TABLE, command="leave", seat=1)
            assert at_table(house) == {}

    asyncio.run(story())


def test_neighbours_in_play_stay_until_the_round_ends() -> None:
    async def story() -> None:
        async with open_house(TABLE) as house:
            ann = await house.guest(TABLE, 1)
            await ann.does(TABLE, command="invite_neighbours")
            await ann.does(TABLE, command="put_wagers", seat=1, wagers={"initial": 20_00})
            why = await ann.is_refused(TABLE, command="dismiss_neighbours")
            assert why == "stay_until_the_round_ends"
            assert len(bots_at(house)) == 2

    asyncio.run(story())


def test_a_seat_stays_free_beside_neighbours_and_the_last_one_to_go_is_a_person() -> None:
    async def story() -> None:
        async with open_house(TABLE) as house:
            live = house.live(TABLE)
            ann = await house.guest(TABLE, 1)
            await ann.does(TABLE, command="invite_neighbours")
            for seat in range(2, len(live.table.boxes) + 1):
                free = [box.seat for box in live.table.boxes if not box.patron]
                assert free, f"no seat is free for guest {seat}"
                await house.guest(TABLE, free[0], f"Guest {seat}")
            assert bots_at(house) == []
            assert len(at_table(house)) == len(live.table.boxes)

    asyncio.run(story())


def test_neighbours_are_offered_only_to_a_seated_guest_at_a_thin_table() -> None:
    async def story() -> None:
        async with open_house(TABLE) as house:
            watcher = await house.guest(TABLE)
            assert watcher.you["neighbours"] == ""
            assert await watcher.is_refused(TABLE, command="invite_neighbours") == "no_neighbours"
            assert await watcher.is_refused(TABLE, command="dismiss_neighbours") == "no_neighbours"
            people = [await house.guest(TABLE, seat, f"Guest {seat}") for seat in range(1, 5)]
            assert len(house.live(TABLE).table.boxes) <= 2 * len(people)
            assert people[0].you["neighbours"] == ""
            assert await people[0].is_refused(TABLE, command="invite_neighbours") == "no_neighbours"

    asyncio.run(story())


def test_neighbours_do_not_play_beside_chips_that_are_worth_money() -> None:
    async def story() -> None:
        async with open_house(TABLE) as house:
            vera = Human(house, Speaker("vera", "player", "vera", "Vera"))
            await house.room.desk.give("vera", 500_00)
            await house.watch(vera, TABLE)
            await vera.does(TABLE, command="sit", seat=2)
            assert vera.you["neighbours"] == ""
            assert await vera.is_refused(TABLE, command="invite_neighbours") == "no_neighbours"
            await vera.opens(TABLE)
            await vera.does(TABLE, command="leave", seat=2)
            ann = await house.guest(TABLE, 1)
            await ann.does(TABLE, command="invite_neighbours")
            await vera.does(TABLE, command="sit", seat=2)
            assert bots_at(house) == []

    asyncio.run(story())


def test_no_neighbours_come_where_a_floor_plan_has_none() -> None:
    async def story() -> None:
        async with open_house(TABLE, proposition_players=0) as house:
            ann = await house.guest(TABLE, 1)
            assert ann.you["neighbours"] == ""
            assert await ann.is_refused(TABLE, command="invite_neighbours") == "no_neighbours"

    asyncio.run(story())


def test_the_log_names_neighbours_as_bots_and_an_audit_proves_their_rounds() -> None:
    async def story() -> None:
        store = MemoryStore()
        async with open_house(TABLE, store=store) as house:
            ann = await house.guest(TABLE, 1)
            await ann.does(TABLE, command="invite_neighbours")
            await plays(house, ann, rounds=5)
            bots = house.live(TABLE).bots
            assert bots == ("bot-washington-1", "bot-washington-2")
            placed = list(store.named(stream_of(TABLE), ("wager_placed",)))
            by_bots = [one for one in placed if is_bot(decode(one).patron)]
            assert {one.command_id.partition("/")[0] for one in by_bots} == {"bot"}
            assert {who_did(one, decode(one)) for one in by_bots} == {"a neighbour (bot)"}
            sat = [(decode(one).patron, one.command_id) for one in store.named(stream_of(TABLE), ("player_sat",))]
            assert {who for who, id_ in sat if id_.startswith(ann.speaker.person)} == {ann.speaker.patron, *bots}
            assert sum(store.balances().values()) == 0
            assert all(store.balance(patron(bot)) for bot in bots)
        assert verify_store(store).findings == ()
        assert replay_store(store).findings == ()

    asyncio.run(story())


def test_an_invitation_that_comes_twice_is_done_once() -> None:
    async def story() -> None:
        async with open_house(TABLE) as house:
            ann = await house.guest(TABLE, 1)
            first = await ann.asks(TABLE, "same", command="invite_neighbours")
            again = await ann.asks(TABLE, "same", command="invite_neighbours")
            assert (first.ok, again.ok) == (True, True)
            assert len(bots_at(house)) == 2

    asyncio.run(story())


def test_neighbours_are_still_there_after_a_restart() -> None:
    async def story() -> None:
        store = MemoryStore()
        async with open_house(TABLE, store=store) as house:
            ann = await house.guest(TABLE, 1)
            await ann.does(TABLE, command="invite_neighbours")
            await plays(house, ann)
        async with open_house(TABLE, store=store) as house:
            assert len(bots_at(house)) == 2
            await house.passes(600)
            assert at_table(house) == {}

    asyncio.run(story())
