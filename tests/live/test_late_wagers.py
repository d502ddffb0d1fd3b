"""A wager that lay there before the call is entered by two people, until the first card is turned."""

import asyncio
from typing import Any

import pytest

from tests.live.rooms import House, Human, enters_depth, open_house
from tests.live.test_two_keys import why
from tests.store.batches import at_table, batch, bought_in, keep
from wartable.audit import verify_store
from wartable.audit.house_events import HouseEvent, RequestConfirmed, RequestMade
from wartable.live.history.mirror import stream_of
from wartable.store import MemoryStore, Write, decode, encode
from wartable.table import events as e

TABLE = "washington"
LATE: dict[str, Any] = {
    "command": "enter_late_wager",
    "seat": 3,
    "wager": "initial",
    "amount": 10_00,
    "reason": "it was overlooked",
}


async def at_the_call(house: House) -> Human:
    """Two players sit, the dealer has entered the wager of one, and the betting is closed."""
    dealer = await house.staff("petra", "dealer", TABLE)
    await dealer.does(TABLE, command="open_table")
    for seat in (1, 3):
        await dealer.does(TABLE, command="sit", seat=seat)
    while house.phase(TABLE) not in ("betting", "cutting"):
        await dealer.does(TABLE, **dealer.messages[-1]["felt"]["steps"][0]["command"])
    while house.phase(TABLE) != "betting" or house.live(TABLE).table.cards.burns_due:
        if not await enters_depth(house, TABLE, dealer):
            await dealer.does(TABLE, **dealer.messages[-1]["felt"]["steps"][0]["command"])
    await dealer.does(TABLE, command="place_wager", seat=1, wager="initial", amount=10_00)
    await dealer.does(TABLE, command="call_no_more_bets")
    return dealer


def test_a_dealer_asks_for_a_late_wager_and_the_floor_enters_it() -> None:
    async def story() -> None:
        store = MemoryStore()
        async with open_house(TABLE, store=store, dealer="person") as house:
            dealer = await at_the_call(house)
            (offered, *_) = dealer.messages[-1]["felt"]["console"]["irregularities"]
            assert (offered["command"], offered["wagers"], offered["floor"]) == (
                "enter_late_wager",
                ["initial", "tie"],
                True,
            )
            asked = await dealer.asks(TABLE, **LATE)
            assert house.live(TABLE).table.boxes[2].bettors == ()
            (item,) = house.room.pit().queue
            assert item.says == "Enter after the call the initial wager of 10.00 of seat 3: it was overlooked"
            vera = await house.staff("vera", "floor")
            assert why(await house.room.confirm(vera.speaker, "a", asked.request)) == "not_on_duty"
            await vera.does(TABLE, command="take_duty")
            assert (await house.room.confirm(vera.speaker, "b", asked.request)).ok
            assert house.live(TABLE).table.boxes[2].bettors[0].stakes["initial"] == 10_00
            await house.rest()
            assert "wager_placed" in [one.name for one in house.room.pit().events]
            for card in ("9h", "8c", "2d"):
                await dealer.does(TABLE, command="read_card", text=card)
                house.clock.advance(1)
            assert [box.card for box in house.live(TABLE).table.boxes[:3]] == ["9h", None, "8c"]
        assert verify_store(store).findings == ()

    asyncio.run(story())


def test_one_person_of_the_floor_does_not_enter_a_late_wager_alone() -> None:
    async def story() -> None:
        async with open_house(TABLE, dealer="person") as house:
            await at_the_call(house)
            vera, ben = await house.staff("vera", "floor"), await house.staff("ben", "floor")
            for floor in (vera, ben):
                await floor.does(TABLE, command="take_duty")
            asked = await vera.asks(TABLE, **LATE)
            assert why(await house.room.confirm(vera.speaker, "a", asked.request)) == "same_person"
            assert house.live(TABLE).table.boxes[2].bettors == ()
            assert (await house.room.confirm(ben.speaker, "b", asked.request)).ok

    asyncio.run(story())


def test_a_request_for_a_late_wager_lapses_when_the_first_card_is_turned() -> None:
    async def story() -> None:
        async with open_house(TABLE, dealer="person") as house:
            dealer = await at_the_call(house)
            vera = await house.staff("vera", "floor")
            await vera.does(TABLE, command="take_duty")
            asked = await dealer.asks(TABLE, **LATE)
            await dealer.does(TABLE, command="read_card", text="9h")
            assert why(await house.room.confirm(vera.speaker, "a", asked.request)) == "request_lapsed"
            late = await dealer.asks(TABLE, **LATE)
            assert why(late) == "wager_is_late"
            offered = [one["command"] for one in dealer.messages[-1]["felt"]["console"]["irregularities"]]
            assert "enter_late_wager" not in offered
            stored = [decode(record) for record in house.room.store.read(stream_of(TABLE))]
            assert [event.seat for event in stored if isinstance(event, e.WagerPlaced)] == [1]

    asyncio.run(story())


def test_no_wager_is_late_at_an_automatic_table() -> None:
    async def story() -> None:
        async with open_house(TABLE, floor="person") as house:
            vera = await house.staff("vera", "floor")
            assert why(await vera.asks(TABLE, **LATE)) == "automatic_table"

    asyncio.run(story())


FORGED: dict[str, tuple[str, tuple[HouseEvent, ...], str]] = {
    "by one person": ("vera/1", (), "no two people asked for it"),
    "by a request for another amount": (
        "request/ab",
        (RequestMade("ab", TABLE, {**LATE, "amount": 5_00}, "vera"),),
        "no two people asked for it",
    ),
    "by a request for another bettor": (
        "request/ab",
        (RequestMade("ab", TABLE, {**LATE, "bettor": "Bea"}, "vera"),),
        "no two people asked for it",
    ),
    "by one person with both keys": (
        "request/ab",
        (RequestMade("ab", TABLE, LATE, "vera"), RequestConfirmed("ab", "vera")),
        "one person alone turned both keys of the request ab",
    ),
}


@pytest.mark.parametrize("how", FORGED)
def test_a_late_wager_that_two_people_did_not_ask_for_is_named(how: str) -> None:
    command_id, said, says = FORGED[how]

    async def story() -> None:
        store = MemoryStore()
        async with open_house(TABLE, store=store, dealer="person") as house:
            await at_the_call(house)
            patron = house.live(TABLE).table.boxes[2].patron
        assert verify_store(store).findings == ()
        for event in said:
            keep(store, batch(Write("house", store.head("house").version, (encode(event),))))
        keep(store, bought_in(patron, 10_00))
        version = store.head(stream_of(TABLE)).version
        forged = e.WagerPlaced(3, "", patron, "initial", 10_00, reason="it was overlooked")
        keep(store, at_table(TABLE, version, forged, command_id))
        found = verify_store(store).findings[0]
        assert (found.stream, found.version, found.what) == (stream_of(TABLE), version + 1, "command")
        assert says in found.says

    asyncio.run(story())
