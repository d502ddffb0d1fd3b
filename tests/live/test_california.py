"""Where players bank: the bank goes around, the house never holds it, and people bet behind a seat."""

import asyncio

from msgspec.structs import replace

from tests.live.rooms import House, Human, banked, open_house
from wartable.cage import BoughtIn
from wartable.ledger import patron
from wartable.live.history.mirror import stream_of
from wartable.live.people.orders import Speaker
from wartable.rulebook.rules import Rules
from wartable.store import decode
from wartable.table import events as e

TABLE = "california"


def happened(house: House, *names: str) -> list[e.Event]:
    """The events of these names at the table."""
    return [decode(record) for record in house.room.store.named(stream_of(TABLE), names)]


def bankers(house: House) -> list[str]:
    """The accounts that have banked, round after round."""
    return [event.patron for event in happened(house, "bank_posted") if isinstance(event, e.BankPosted)]


async def answers(human: Human) -> None:
    """Answer a cut, a bank or a tie in the shortest way."""
    you = human.you
    if you["cut"]:
        await human.does(TABLE, command="decline_cut")
    elif you["bank"]:
        await human.does(TABLE, command="decline_bank")
    elif choice := you["choice"]:
        await human.does(TABLE, command="surrender", seat=choice["seat"], bettor=choice["bettor"])


async def brings_the_bank(*people: Human) -> Human:
    """Every offer but that of the bank is declined; gives the player who is offered the bank."""
    while True:
        offered = next((human for human in people if human.you["bank"]), None)
        if offered is not None:
            return offered
        asked = [human for human in people if human.you["cut"] or human.you["choice"]]
        for human in asked:
            await answers(human)
        if not asked:
            for human in people:
                await human.ready(TABLE)


def test_ca_play_9c_the_house_never_banks_and_a_table_without_a_players_bank_waits() -> None:
    async def story() -> None:
        async with open_house(TABLE, bank_seconds=15, proposition_players=0) as house:
            live = house.live(TABLE)
            assert live.table.phase != "betting"
            ann = await house.guest(TABLE, 1)
            await brings_the_bank(ann)
            for _ in range(5):
                await house.passes(15)
                if ann.you["cut"] or ann.you["bank"]:
                    await answers(ann)
            assert live.table.phase == "banking"
            assert bankers(house) == []

    asyncio.run(story())


async def plays_a_round(house: House, ann: Human, bank: int = 0) -> None:
    """Ann banks where she is offered it and `bank` is not 0, bets otherwise, and surrenders every tie."""
    live = house.live(TABLE)
    number = live.table.round.number
    for _ in range(40):
        you = ann.you
        if you["bank"] and bank:
            await ann.does(TABLE, command="post_bank", amount=bank)
        elif you["cut"] or you["bank"] or you["choice"]:
            await answers(ann)
        elif you["may_be_ready"]:
            await ann.ready(TABLE)
        elif you["bets"]:
            await ann.does(TABLE, command="put_wagers", seat=1, wagers={"initial": 20_00})
        if live.table.round.number > number and live.table.phase in ("banking", "betting", "cutting"):
            return
    raise AssertionError(f"no round was played: {live.table.phase}")


def test_ca_play_9c_neighbours_bet_against_a_players_bank_and_bank_in_turn_with_their_own_play_money() -> None:
    """A guest alone with two neighbours banks for two rounds, bets against each of them, and is offered the bank."""

    async def story() -> None:
        async with open_house(TABLE) as house:
            live = house.live(TABLE)
            ann = await house.guest(TABLE, 1)
            await brings_the_bank(ann)
            seats = [(seat["seat"], seat["name"]) for seat in ann.messages[-1]["felt"]["seats"] if seat["taken"]]
            assert seats == [(1, "Ann"), (7, "Bot Ben"), (8, "Bot Ana")]
            for _ in range(7):
                await plays_a_round(house, ann, bank=300_00)
            ana, ben = live.bots
            me = ann.speaker.patron
            assert bankers(house) == [me, me, ben, ben, ana, ana, me]
            placed = [event for event in happened(house, "wager_placed") if isinstance(event, e.WagerPlaced)]
            assert {event.patron for event in placed} == {me, ana, ben}
            held = house.room.store.balances()
            given = sum(event.amount for one in (me, ana, ben) for event in bought(house, one))
            assert held["cage"] == -given
            assert {account for account, cents in held.items() if cents} == {"cage", *map(patron, (me, ana, ben))}

    asyncio.run(story())


def bought(house: House, who: str) -> list[BoughtIn]:
    """The chips that an account was given."""
    return [decode(record) for record in house.room.store.named(f"patron/{who}", ("bought_in",))]


def test_ca_play_9c_a_guest_who_only_bets_never_waits_for_a_bank() -> None:
    async def story() -> None:
        async with open_house(TABLE) as house:
            ann = await house.guest(TABLE, 1)
            for _ in range(6):
                await plays_a_round(house, ann)
            assert set(bankers(house)) == set(house.live(TABLE).bots)

    asyncio.run(story())


def test_neighbours_neither_bank_nor_bet_where_a_player_has_chips_that_are_worth_money() -> None:
    async def story() -> None:
        async with open_house(TABLE) as house:
            live = house.live(TABLE)
            ann = await house.guest(TABLE, 1)
            await plays_a_round(house, ann)
            await answers(ann)
            assert live.table.banker.patron in live.bots
            await ann.does(TABLE, command="put_wagers", seat=1, wagers={"initial": 20_00})
            vera = Human(house, Speaker("vera", "player", "vera", "Vera"))
            await house.room.desk.give("vera", 500_00)
            await house.watch(vera, TABLE)
            wager = {"initial": 20_00}
            why = await vera.is_refused(TABLE, command="put_wagers", seat=1, bettor="me", wagers=wager)
            assert why == "neighbour_banks"
            await vera.does(TABLE, command="sit", seat=2)
            assert await vera.is_refused(TABLE, command="put_wagers", seat=2, wagers=wager) == "neighbour_banks"
            for human in (ann, vera):
                await human.ready(TABLE)
            while ann.you["choice"]:
                await answers(ann)
            # The round is over, and the neighbours have left; the bank is offered to people alone.
            assert [box.patron for box in live.table.boxes if box.patron] == [ann.speaker.patron, "vera"]
            assert await brings_the_bank(ann, vera) in (ann, vera)
            assert house.room.store.balance(patron("vera")) == 500_00

    asyncio.run(story())


def test_ca_play_9c_a_neighbour_takes_its_bank_back_when_the_last_person_leaves() -> None:
    async def story() -> None:
        async with open_house(TABLE) as house:
            live = house.live(TABLE)
            ann = await house.guest(TABLE, 1)
            await brings_the_bank(ann)
            await answers(ann)
            assert live.table.banker.patron in live.bots
            await ann.does(TABLE, command="leave", seat=1)
            assert not any(box.patron for box in live.table.boxes)
            assert not live.table.banker.posted
            held = house.room.store.balances()
            assert held["cage"] == -sum(cents for account, cents in held.items() if account != "cage")
            assert {account.partition("/")[0] for account, cents in held.items() if cents} == {"cage", "patron"}

    asyncio.run(story())


def test_ca_play_9c_neighbours_leave_when_the_last_person_has_left() -> None:
    async def story() -> None:
        async with open_house(TABLE, pace=100) as house:
            ann = await house.guest(TABLE, 1)
            while not ann.you["bank"]:
                await answers(ann)
                await house.passes(5)
            await ann.does(TABLE, command="decline_bank")
            await ann.does(TABLE, command="leave", seat=1)
            await house.passes(60)
            table = house.live(TABLE).table
            assert not any(box.patron for box in table.boxes)

    asyncio.run(story())


def test_the_bank_is_passed_around_and_a_player_who_takes_it_banks() -> None:
    async def story() -> None:
        async with open_house(TABLE, proposition_players=0) as house:
            live = house.live(TABLE)
            people = {1: await house.guest(TABLE, 1, "Ann"), 2: await house.guest(TABLE, 2, "Ben")}
            while len(bankers(house)) < 4:
                taker = await brings_the_bank(*people.values())
                seat = live.table.banker.offer
                assert taker.you["bank"]["seat"] == seat
                await taker.does(TABLE, command="post_bank", amount=300_00)
                why = await taker.is_refused(TABLE, command="put_wagers", seat=seat, wagers={"initial": 20_00})
                assert why == "bank_does_not_bet"
                assert taker.you["says"] == "The others bet against your bank."
                bank = {"seat": seat, "posted": 300_00, "left": 300_00}
                assert taker.messages[-1]["felt"]["bank"] == bank
                other = people[3 - seat]
                await other.does(TABLE, command="put_wagers", seat=3 - seat, wagers={"initial": 200_00, "tie": 50_00})
                await other.ready(TABLE)
            ann, ben = (people[seat].speaker.patron for seat in (1, 2))
            assert bankers(house) == [ann, ann, ben, ben]
            assert sum(house.room.store.balances().values()) == 0

    asyncio.run(story())


def test_a_bank_that_is_offered_too_long_goes_on_to_the_next() -> None:
    async def story() -> None:
        async with open_house(TABLE, bank_seconds=15, proposition_players=0) as house:
            live = house.live(TABLE)
            ann, ben = await house.guest(TABLE, 1), await house.guest(TABLE, 2)
            await brings_the_bank(ann, ben)
            assert live.table.banker.offer == 1
            await house.passes(15)
            assert live.table.banker.offer == 2
            records = house.room.store.named(stream_of(TABLE), ("bank_declined",))
            assert [record.command_id.partition("/")[0] for record in records] == ["clock"]

    asyncio.run(story())


def test_a_player_bets_behind_a_seat_with_their_own_money_and_is_named_to_the_house_only() -> None:
    async def story() -> None:
        async with open_house(TABLE, proposition_players=0) as house:
            seated, banker = await house.guest(TABLE, 1, "Ann"), await house.guest(TABLE, 2, "Ben")
            behind = await house.guest(TABLE, None, "Bea")
            auditor = await house.staff("lena", "auditor", TABLE)
            await banked(TABLE, banker, seated)
            await seated.does(TABLE, command="put_wagers", seat=1, wagers={"initial": 20_00})
            await behind.does(TABLE, command="put_wagers", seat=1, bettor="me", wagers={"initial": 40_00})
            placed = [event for event in happened(house, "wager_placed") if isinstance(event, e.WagerPlaced)]
            assert [(event.patron, event.bettor) for event in placed] == [
                (seated.speaker.patron, ""),
                (behind.speaker.patron, behind.speaker.patron),
            ]
            assert house.room.store.balance(patron(behind.speaker.patron)) == 960_00
            assert behind.speaker.patron not in str(seated.messages)
            seen = auditor.messages[-1]["felt"]["seats"][0]["bettors"]
            assert [(one["place"], one["bettor"]) for one in seen] == [(0, ""), (1, behind.speaker.patron)]
            for human in (seated, behind):
                await human.ready(TABLE)
            while house.phase(TABLE) == "deciding":
                for human in (seated, behind):
                    if choice := human.you["choice"]:
                        await human.does(TABLE, command="go_to_war", seat=1, bettor=choice["bettor"])
            assert house.live(TABLE).table.round.number == 1

    asyncio.run(story())


def test_ca_play_3a_1_no_bank_of_a_guest_and_no_silence_stops_the_table() -> None:
    """Banks of odd cents, tiny banks, ties and silence: the table goes on, and surrender is open at every tie."""

    async def story() -> None:
        async with open_house(TABLE, choice_seconds=30, proposition_players=0, bank_seconds=5) as house:
            live = house.live(TABLE)
            people = {1: await house.guest(TABLE, 1, "Ann"), 2: await house.guest(TABLE, 2, "Ben")}
            least = live.rules.bank.least
            for cents in (1, least - 1, 10_01, 10**15):
                taker = await brings_the_bank(*people.values())
                assert not (await taker.asks(TABLE, command="post_bank", amount=cents)).ok
            asked = 0
            while live.table.round.number < 40:
                taker = await brings_the_bank(*people.values())
                seat = live.table.banker.offer
                chip = live.rules.surrender.smallest_chip or 1
                await taker.does(TABLE, command="post_bank", amount=least + chip * (live.table.round.number % 7))
                other = people[3 - seat]
                wagers = {"initial": 20_00, "tie": 5_00}
                await other.does(TABLE, command="put_wagers", seat=3 - seat, wagers=wagers)
                await other.ready(TABLE)
                while (choice := other.you["choice"]) is not None:
                    asked += 1
                    assert choice["surrender_lost"] + choice["surrender_back"] == choice["war_stake"]
                    await house.passes(30)
                if house.room.store.balance(patron(other.speaker.patron)) < 100_00:
                    await house.room.desk.give(other.speaker.patron, 1_000_00)
                if house.room.store.balance(patron(taker.speaker.patron)) < 100_00:
                    await house.room.desk.give(taker.speaker.patron, 1_000_00)
            assert asked
            assert sum(house.room.store.balances().values()) == 0

    asyncio.run(story())


def test_ca_play_9c_a_neighbour_whose_wager_the_table_refuses_does_not_stop_it() -> None:
    """No amount of this house has a half in its smallest chip, so the neighbours only watch."""

    def narrow(rules: Rules) -> Rules:
        limits = replace(rules.limits, min=6_00, max=8_00)
        return replace(rules, limits=limits, surrender=replace(rules.surrender, smallest_chip=5_00))

    async def story() -> None:
        async with open_house(TABLE, rules=narrow) as house:
            ann = await house.guest(TABLE, 1)
            await banked(TABLE, ann, amount=100_00)
            assert house.phase(TABLE) == "betting"
            assert not happened(house, "wager_placed")

    asyncio.run(story())
