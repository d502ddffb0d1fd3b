"""Where players bank: the bank goes around, the house's players take it, and people bet behind a seat."""

import asyncio

from tests.live.rooms import open_house
from wartable.ledger import patron
from wartable.live.history.mirror import stream_of
from wartable.store import decode

TABLE = "california"


def test_players_of_the_house_hold_the_bank_so_that_one_guest_can_play_at_once() -> None:
    async def story() -> None:
        async with open_house(TABLE) as house:
            live = house.live(TABLE)
            assert live.table.phase == "betting"
            assert live.table.banker.patron in live.bots
            human = await house.guest(TABLE, 1)
            await human.does(TABLE, command="put_wagers", seat=1, wagers={"initial": 20_00, "tie": 5_00})
            await human.ready(TABLE)
            felt = human.messages[-1]["felt"]
            assert [seat["seat"] for seat in felt["seats"] if seat["taken"]] == [1, 7, 8]
            assert not any(seat["away"] for seat in felt["seats"])

    asyncio.run(story())


def test_the_bank_is_passed_around_and_a_player_who_takes_it_banks() -> None:
    async def story() -> None:
        async with open_house(TABLE) as house:
            live = house.live(TABLE)
            first, second = await house.guest(TABLE, 1, "Ann"), await house.guest(TABLE, 2, "Ben")
            offered: list[int] = []
            while len(offered) < 2:
                if live.table.phase == "banking":
                    offered.append(live.table.banker.offer)
                    taker = first if live.table.banker.offer == 1 else second
                    assert taker.you["bank"]["seat"] == live.table.banker.offer
                    await taker.does(TABLE, command="post_bank", amount=300_00)
                    why = await taker.is_refused(
                        TABLE, command="put_wagers", seat=live.table.banker.seat, wagers={"initial": 20_00}
                    )
                    assert why == "bank_does_not_bet"
                    assert taker.messages[-1]["felt"]["bank"] == {
                        "seat": live.table.banker.seat,
                        "posted": 300_00,
                        "left": 300_00,
                    }
                for human, seat in ((first, 1), (second, 2)):
                    if live.table.phase == "betting" and live.table.banker.seat != seat:
                        await human.asks(
                            TABLE, command="put_wagers", seat=seat, wagers={"initial": 200_00, "tie": 50_00}
                        )
                for human in (first, second):
                    await human.ready(TABLE)
                for human, seat in ((first, 1), (second, 2)):
                    if human.you["choice"]:
                        await human.does(TABLE, command="surrender", seat=seat)
            assert sum(house.room.store.balances().values()) == 0

    asyncio.run(story())


def test_a_bank_that_is_offered_too_long_goes_on_to_the_next() -> None:
    async def story() -> None:
        async with open_house(TABLE, bank_seconds=15, proposition_players=0) as house:
            live = house.live(TABLE)
            await house.guest(TABLE, 1)
            await house.guest(TABLE, 2)
            assert live.table.banker.offer == 1
            await house.passes(15)
            assert live.table.banker.offer == 2
            records = house.room.store.named(stream_of(TABLE), ("bank_declined",))
            assert [record.command_id.partition("/")[0] for record in records] == ["clock"]

    asyncio.run(story())


def test_somebody_bets_behind_a_seat_with_the_own_money_and_is_named_to_the_house_only() -> None:
    async def story() -> None:
        async with open_house(TABLE) as house:
            seated, behind = await house.guest(TABLE, 1, "Ann"), await house.guest(TABLE, None, "Bea")
            auditor = await house.staff("lena", "auditor", TABLE)
            await seated.does(TABLE, command="put_wagers", seat=1, wagers={"initial": 20_00})
            await behind.does(TABLE, command="put_wagers", seat=1, bettor="me", wagers={"initial": 40_00})
            placed = [decode(record) for record in house.room.store.named(stream_of(TABLE), ("wager_placed",))]
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
