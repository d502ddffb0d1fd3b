"""The automatic dealer runs every kind of house: whole evenings of two guests, killed and brought back in between."""

import asyncio
from typing import Any

import pytest

from tests.live.rooms import House, Human, open_house
from tests.server.running import quick_plan
from tests.table.houses import HOUSES, rules_of_house
from wartable.audit import verify_store
from wartable.live.driving.table import LiveTable
from wartable.live.history.mirror import stream_of
from wartable.live.people.orders import Speaker
from wartable.store import MemoryStore, decode
from wartable.table import events as e
from wartable.table import new_table, replay

RESTARTS, ACTS, ROUNDS = 3, 25, 8
SEATS = (1, 2)
TABLE = "washington"
"""Its name only; the rules are those of the house that is tried."""


async def enter(house: House, table: str, seat: int) -> Human:
    """A person with plenty of chips sits down, or comes back."""
    speaker = Speaker(f"p{seat}", "player", f"p{seat}", f"p{seat}")
    if not house.room.store.head(f"patron/{speaker.patron}").version:
        await house.room.desk.give(speaker.patron, 100_000_00)
    human = Human(house, speaker)
    await house.watch(human, table)
    if not house.live(table).table.boxes[seat - 1].patron:
        await human.does(table, command="sit", seat=seat)
        await human.opens(table)
    return human


async def act(house: House, people: list[Human], table: str) -> None:
    """What a person does next."""
    live = house.live(table)
    for seat, human in zip(SEATS, people, strict=True):
        you = human.you
        if you["choice"]:
            choose = "go_to_war" if live.table.round.number % 3 else "surrender"
            await human.asks(table, command=choose, seat=you["choice"]["seat"], bettor=you["choice"]["bettor"])
            return
        if you["cut"]:
            await human.asks(table, command="cut_cards", depth=you["cut"]["least"], words="mice")
            return
        if you["bank"]:
            await human.asks(table, command="post_bank", amount=500_00)
            return
        if you["bets"] and live.table.phase == "betting" and not live.table.boxes[seat - 1].bettors:
            await human.asks(table, command="put_wagers", seat=seat, **wagers(you, seat, table, house))
    for human in people:
        await human.ready(table)


def wagers(you: dict[str, Any], seat: int, table: str, house: House) -> dict[str, Any]:
    """Everything that is offered, within its limits."""
    hands = house.live(table).rules.electronic
    bets = {
        bet["wager"]: (bet["stakes"] or [max(bet["min"], 20_00 if bet["wager"] == "initial" else 5_00)])[0]
        for bet in you["bets"]
        if bet["seat"] == seat and not bet["bettor"]
    }
    return {"wagers": bets, "hand": (seat - 1) % hands.community_cards + 1 if hands else 0}


async def evening(store: MemoryStore, name: str, acts: int) -> tuple[LiveTable, list[e.Event]]:
    """A room is opened on what the last one left, people go on, and the room is gone again; the books must be right."""
    async with open_house(plan=quick_plan(TABLE), store=store, rules=lambda _: rules_of_house(name)) as house:
        people = [await enter(house, TABLE, seat) for seat in SEATS]
        for _ in range(acts):
            await act(house, people, TABLE)
        live = house.live(TABLE)
    events = [decode(record) for record in store.read(stream_of(TABLE))]
    assert sum(store.balances().values()) == 0
    assert replay(new_table(live.rules), events) == live.table
    sealed = [event.shoe for event in events if isinstance(event, e.ShoeSealed)]
    assert sealed == list(range(1, len(sealed) + 1))
    return live, events


@pytest.mark.parametrize("name", HOUSES)
def test_an_evening_is_dealt_by_itself_and_adds_up_in_every_house(name: str) -> None:
    async def story() -> None:
        store = MemoryStore()
        for _ in range(RESTARTS - 1):
            await evening(store, name, ACTS)
        live, events = await evening(store, name, ACTS)
        assert live.table.round.number >= ROUNDS
        if live.rules.bonus_spin or live.rules.progressive:
            assert any(isinstance(event, e.SideWagersCollected) for event in events)

    asyncio.run(story())


def test_the_log_of_an_evening_proves_itself() -> None:
    async def story() -> None:
        store = MemoryStore()
        async with open_house("maryland", store=store) as house:
            people = [await enter(house, "maryland", seat) for seat in SEATS]
            for _ in range(60):
                await act(house, people, "maryland")
        verified = verify_store(store)
        assert verified.holds, verified.findings
        assert verified.events > 100

    asyncio.run(story())
