"""The dealer's console asks how deep, and at which seat: it never fills in what only the dealer saw."""

import asyncio
from typing import Any

import pytest

from tests.live.rooms import House, Human, open_house
from tests.live.test_real_cards import SEATS, Console
from tests.told import RULEBOOKS
from wartable.live.history.mirror import stream_of
from wartable.store import decode
from wartable.table import events as e


def happened(house: House, table: str, kind: type[Any]) -> list[Any]:
    return [event for record in house.room.store.read(stream_of(table)) if isinstance(event := decode(record), kind)]


async def comes_to(console: Console, step: str) -> dict[str, Any]:
    """The console's first step, once it is this one."""
    while console.felt["steps"][0]["step"] != step:
        await console.go_on()
    assert console.felt["steps"][0]["command"] is None
    shown: dict[str, Any] = console.felt["console"]["steps"][0]
    return shown


async def opened(house: House, table: str) -> Console:
    dealer: Human = await house.staff("petra", "dealer", table)
    console = Console(house, dealer, table, iter(["Kc", "Qc", "2d"]))
    await console.say(command="open_table")
    for seat in SEATS:
        await console.say(command="sit", seat=seat, patron=f"Player {seat}")
    return console


@pytest.mark.parametrize("table", RULEBOOKS)
def test_the_console_asks_for_every_depth_and_fills_in_none(table: str) -> None:
    async def story() -> None:
        async with open_house(table, dealer="person") as house:
            console, rules = await opened(house, table), house.live(table).rules
            cut = await comes_to(console, "cut" if rules.cut.by == "dealer" else "offer_cut")
            assert (cut["needs"] in ("cut", "depth"), cut["key"]) == (True, "")
            assert cut["depth"] == {"least": rules.cut.depth, "most": rules.stack - rules.cut.depth}
            seat = console.felt["steps"][0]["seat"]
            await console.say(command="cut_cards", depth=rules.cut.depth + 3, seat=seat)
            assert [event.depth for event in happened(house, table, e.CardsCut)] == [rules.cut.depth + 3]
            reinsert = await comes_to(console, "reinsert")
            least = rules.cut.reinsert.in_cards(rules.stack)
            assert (reinsert["needs"], reinsert["depth"]) == ("depth", {"least": least, "most": rules.stack - 1})
            refused = await console.dealer.is_refused(table, command="reinsert_cover_card", depth=least - 1)
            assert refused == "cover_card_is_too_deep"
            await console.say(command="reinsert_cover_card", depth=201)
            assert [event.depth for event in happened(house, table, e.CoverCardReinserted)] == [201]

    asyncio.run(story())


@pytest.mark.parametrize("table", RULEBOOKS)
def test_the_console_asks_at_which_seat_the_cover_card_came(table: str) -> None:
    async def story() -> None:
        async with open_house(table, dealer="person") as house:
            console, stack = await opened(house, table), house.live(table).rules.stack
            await comes_to(console, "reinsert")
            await console.say(command="reinsert_cover_card", depth=stack - 5)
            while console.felt["phase"] != "dealing":
                await console.go_on()
            await console.go_on()
            told = console.felt["console"]["cover_card"]
            first, *others = (seat["seat"] for seat in console.felt["seats"] if seat["bettors"])
            due = (others or [0])[0]
            assert (told["expected"], told["due"], set(told["seats"])) == (True, due, {0, first, due})
            assert "is due" in told["says"]
            assert "meet_cover_card" not in str(console.felt["console"]["acts"])
            await console.say(command="meet_cover_card", seat=first)
            assert [event.seat for event in happened(house, table, e.CoverCardMet)] == [first]
            told = console.felt["console"]["cover_card"]
            assert (told["expected"], set(told["seats"])) == (False, {0, due}), "its seat can be corrected"

    asyncio.run(story())
