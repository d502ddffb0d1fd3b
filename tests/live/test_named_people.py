"""People whom a command names, and the money that meets at a player's bank."""

import asyncio

import pytest

from tests.live.rooms import open_house
from tests.live.test_walk_ins import CALIFORNIA, banks_at, goes_on, opened
from wartable.ledger import patron


@pytest.mark.parametrize("named", ["ghost", "vera", "patricia", "Petra"])
def test_the_dealer_on_record_is_a_dealer_of_the_house(named: str) -> None:
    async def story() -> None:
        async with open_house("washington", dealer="person", floor="person") as house:
            vera = await house.staff("vera", "floor", "washington")
            petra = await house.staff("petra", "dealer", "washington")
            await house.staff("dan", "dealer")
            await house.staff("patricia", "player")
            assert await vera.is_refused("washington", command="open_table", dealer=named) == "no_such_dealer"
            await vera.does("washington", command="open_table", dealer="petra")
            assert await vera.is_refused("washington", command="take_over", dealer=named) == "no_such_dealer"
            assert await petra.is_refused("washington", command="take_over", dealer="dan") == "another_dealer"
            await vera.does("washington", command="take_over", dealer="dan")

    asyncio.run(story())


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("House", "name_is_kept"),
        ("Bot Ana", "name_is_kept"),
        ("petra", "name_is_taken"),
        (" Patricia ", "name_is_taken"),
    ],
)
def test_ca_play_9c_a_walk_in_bears_no_name_of_the_house_or_of_a_person_it_knows(name: str, why: str) -> None:
    async def story() -> None:
        async with open_house(CALIFORNIA, dealer="person") as house:
            dealer = await house.staff("petra", "dealer", CALIFORNIA)
            await house.staff("patricia", "player")
            await opened(house, CALIFORNIA, dealer, "Ann", "Bo")
            assert await dealer.is_refused(CALIFORNIA, command="sit", seat=4, patron=name) == why
            await banks_at(house, dealer, 1)
            bet = {"command": "place_wager", "seat": 2, "wager": "initial", "amount": 20_00}
            await dealer.does(CALIFORNIA, **bet)
            assert await dealer.is_refused(CALIFORNIA, **bet, bettor=name) == why

    asyncio.run(story())


def test_ca_play_9c_play_money_and_chips_worth_money_do_not_meet_at_a_players_bank() -> None:
    async def story() -> None:
        async with open_house(CALIFORNIA, dealer="person", floor="person") as house:
            floor = await house.staff("vera", "floor", CALIFORNIA)
            dealer = await house.staff("petra", "dealer", CALIFORNIA)
            guest = await house.guest(CALIFORNIA, None, "Mo")
            await floor.does(CALIFORNIA, command="take_duty")
            await floor.does(CALIFORNIA, command="open_table", dealer="petra")
            await dealer.does(CALIFORNIA, command="sit", seat=1, patron="Ann")
            await guest.does(CALIFORNIA, command="sit", seat=5)
            while house.phase(CALIFORNIA) not in ("banking", "betting"):
                before = house.live(CALIFORNIA).log.mirror.version
                await goes_on(house, CALIFORNIA, dealer)
                for step in floor.messages[-1]["felt"]["steps"]:
                    if step["command"] and "floor" in step["by"]:
                        await floor.does(CALIFORNIA, **step["command"])
                        break
                if guest.you["look"] or guest.you["cut"]:
                    await guest.does(CALIFORNIA, command="decline_look" if guest.you["look"] else "decline_cut")
                assert house.live(CALIFORNIA).log.mirror.version > before
            await house.room.desk.give("walk-in california Ann", 500_00)
            await banks_at(house, dealer, 1)
            why = await guest.is_refused(CALIFORNIA, command="put_wagers", seat=5, wagers={"initial": 20_00})
            assert why == "play_money_bets"
            assert house.room.store.balance(patron(guest.speaker.patron)) == 1_000_00

    asyncio.run(story())


def test_a_reading_that_was_refused_leaves_nothing_behind() -> None:
    async def story() -> None:
        async with open_house("washington", dealer="person") as house:
            dealer = await house.staff("petra", "dealer", "washington")
            await opened(house, "washington", dealer, "Ann")
            assert await dealer.is_refused("washington", command="read_card", text="Qs") == "not_now"
            await dealer.does("washington", command="place_wager", seat=1, wager="initial", amount=20_00)
            await dealer.does("washington", command="call_no_more_bets")
            await dealer.does("washington", command="read_card", text="Qs")
            assert house.live("washington").table.boxes[0].card == "Qs"

    asyncio.run(story())
