"""A room without doors: real tables on a store in memory, a clock that the test sets, and people who say things."""

import asyncio
import itertools
import random
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any
from unittest.mock import patch

import msgspec
from msgspec.structs import replace

from tests.clock import SetClock
from tests.patience import PATIENCE
from tests.server.running import LONG, quick_plan, room_settings
from wartable.audit.house_events import PersonRole
from wartable.live.driving import table as live_table
from wartable.live.driving.table import LiveTable
from wartable.live.people.orders import Speaker
from wartable.live.room import Room
from wartable.live.settings import Floorplan
from wartable.live.wire.messages import Answer
from wartable.rulebook.rules import Rules
from wartable.store import MemoryStore, Store


class Lines:
    """What was logged."""

    def __init__(self) -> None:
        self.lines: list[tuple[str, dict[str, Any]]] = []

    def __call__(self, what: str, **particulars: Any) -> None:
        self.lines.append((what, particulars))


class Human:
    """A person in the room who watches a table and speaks to it."""

    def __init__(self, house: "House", speaker: Speaker) -> None:
        self._house = house
        self.speaker = speaker
        self.messages: list[dict[str, Any]] = []
        self._ids = itertools.count(1)
        self._name = random.randbytes(4).hex()

    def push(self, table: str, message: bytes) -> None:  # noqa: ARG002
        self.messages.append(msgspec.json.decode(message))

    @property
    def you(self) -> dict[str, Any]:
        """Their own part of the last message."""
        own: dict[str, Any] = self.messages[-1]["you"] or {}
        return own

    async def asks(self, table: str, id_: str = "", **command: Any) -> Answer:
        """Ask for something, and let the table come to rest."""
        answer = await self._house.room.ask(self.speaker, table, id_ or f"{self._name}-{next(self._ids)}", command)
        await self._house.rest()
        return answer

    async def does(self, table: str, **command: Any) -> Answer:
        """Ask for something that has to be done."""
        answer = await self.asks(table, **command)
        assert answer.ok, answer.refused
        return answer

    async def is_refused(self, table: str, **command: Any) -> str:
        """Ask for something that is refused, and return why."""
        answer = await self.asks(table, **command)
        assert not answer.ok
        assert answer.refused is not None
        return answer.refused.why

    async def opens(self, table: str) -> None:
        """Look at the cards and decline the cut, where the table is made ready for this person."""
        if self.you.get("look"):
            await self.does(table, command="confirm_step", step="look")
        if self.you.get("look"):
            await self.does(table, command="confirm_step", step="look")
        if self.you.get("cut") and self._house.live(table).table.shuffle_reason in ("opening", "idle"):
            await self.does(table, command="decline_cut")

    async def ready(self, table: str) -> None:
        self._house.room.tables[table].set_ready(self.speaker.patron, ready=True)
        await self._house.rest()


class House:
    """A room, its clock and its people."""

    def __init__(self, room: Room, clock: SetClock, log: Lines) -> None:
        self.room = room
        self.clock = clock
        self.log = log

    def live(self, table: str) -> LiveTable:
        return self.room.tables[table]

    def phase(self, table: str) -> str:
        return self.live(table).table.phase

    async def rest(self) -> None:
        """Until every table waits for a person."""
        async with asyncio.timeout(PATIENCE):
            while not all(_rests(live) for live in self.room.tables.values()):
                await asyncio.sleep(0.001)
        for live in self.room.tables.values():
            live.tell_now()

    async def passes(self, seconds: int) -> None:
        self.clock.advance(seconds)
        for live in self.room.tables.values():
            live.nudge()
        await self.rest()

    async def guest(self, table: str, seat: int | None = None, name: str = "Ann") -> Human:
        """A guest comes in, watches and sits down; the first one looks at the cards, and declines the cut."""
        human = Human(self, await self.room.welcome(name))
        await self.watch(human, table)
        if seat is not None:
            await human.does(table, command="sit", seat=seat)
            await human.opens(table)
        return human

    async def staff(self, person: str, role: PersonRole, table: str | None = None) -> Human:
        if self.room.people.find(person) is None:
            await self.room.people.add(person, role, person, "")
        human = Human(self, Speaker(person, role, "", person))
        if table is not None:
            await self.watch(human, table)
        return human

    async def player(self, table: str, seat: int, name: str) -> Human:
        """A player with an account sits down; the commands of one have the same ids in every run."""
        await self.room.patrons.call(name, name)
        await self.room.desk.give(name, 100_000_00)
        human = Human(self, Speaker(name, "player", name, name))
        human._name = name  # noqa: SLF001
        await self.watch(human, table)
        await human.does(table, command="sit", seat=seat)
        return human

    async def watch(self, human: Human, table: str) -> None:
        """A person watches a table, and sees it whole first."""
        live = self.live(table)
        live.watch(human)
        human.push(table, live.whole(human))
        await self.rest()


async def banked(table: str, banker: Human, *others: Human, amount: int = 500_00) -> None:
    """A player holds the bank; all before that player decline it, and the cut."""
    people = (banker, *others)
    while not banker.you["bank"]:
        for human in people:
            if human.you["cut"]:
                await human.does(table, command="decline_cut")
            elif human.you["bank"] and human is not banker:
                await human.does(table, command="decline_bank")
    await banker.does(table, command="post_bank", amount=amount)


async def enters_depth(house: House, table: str, dealer: Human) -> bool:
    """The dealer enters a depth, if the console asks for one: half of the stack for a cut, or the least there is."""
    felt = dealer.messages[-1]["felt"]
    step: dict[str, Any] = next(iter(felt["steps"]), {"step": ""})
    if step["step"] in ("offer_cut", "cut"):
        depth = house.live(table).rules.stack // 2
        await dealer.does(table, command="cut_cards", depth=depth, seat=step["seat"] or 0)
    elif step["step"] in ("reinsert", "insert_cover_card"):
        await dealer.does(table, command="reinsert_cover_card", depth=felt["console"]["steps"][0]["depth"]["least"])
    else:
        return False
    return True


def _rests(live: LiveTable) -> bool:
    return bool(live.stopped) or not live.driving or live.driver.is_resting


@asynccontextmanager
async def open_house(
    *tables: str,
    store: Store | None = None,
    clock: SetClock | None = None,
    plan: Floorplan | None = None,
    rules: Callable[[Rules], Rules] | None = None,
    entropy: Callable[[int], bytes] = random.randbytes,
    stops: bool = False,
    choice_seconds: int | None = None,
    **changes: Any,
) -> AsyncIterator[House]:
    """A room that is open, until the block ends; no table stops in it, unless the test says that one does."""
    clock = clock or SetClock()
    settings = room_settings(plan or quick_plan(*tables, **changes), clock, choice_seconds, entropy=entropy)
    if rules is not None:
        houses = {name: replace(filed, rules=rules(filed.rules)) for name, filed in settings.houses.items()}
        settings = replace(settings, houses=houses)
    log = Lines()
    room = Room(store or MemoryStore(), settings, log)
    with patch.object(live_table, "SOON_SECONDS", LONG):  # told when the house rests, however busy the machine is
        await room.start()
        house = House(room, clock, log)
        await house.rest()
        try:
            yield house
        finally:
            await room.stop()
            stopped = [particulars for what, particulars in log.lines if what == "table_stopped"]
            assert bool(stopped) == stops, stopped
