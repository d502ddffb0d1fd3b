"""Interrupted rounds: a table in some phase, stopped in some way, and seen through to the end of a round."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager
from random import Random
from typing import Any, Literal, get_args

from tests.live.forging import house_snapshots
from tests.simulated.evening import (
    CHIPS,
    SEATS,
    TABLE,
    VERA,
    Person,
    Standing,
    copy_of,
    opened,
    pass_time,
    rounds_ended,
    said,
)
from tests.simulated.loop import START, LoopClock
from tests.simulated.wire import Wire
from tests.table.houses import rules_of_house
from wartable.live.driving.log import Addition, TableLog
from wartable.live.moments import SECOND
from wartable.live.people.patrons import Patrons
from wartable.live.room import Room
from wartable.live.sharing.leases import Lease
from wartable.table import Command, Refused, act
from wartable.table import commands as c
from wartable.table.words import Actor

Stop = Literal[
    "server", "clock back", "clock ahead", "database", "driver", "players", "time", "dealer", "jam", "failure", "void"
]
STOPS: tuple[Stop, ...] = get_args(Stop)
HOUR = 3_600
LONG = 600
"""Seconds in which a round must be over, no matter what stopped it."""
AWAY = 400
"""Seconds in which no one does anything: more than any countdown."""
OUTAGE = 6
SAID: Mapping[Stop, tuple[Actor, Command]] = {
    "dealer": (Actor("floor"), c.TakeOver("Eve")),
    "jam": (Actor("shoe"), c.ReportJam()),
    "failure": (Actor("floor"), c.ReportDeviceFailure()),
    "void": (Actor("floor"), c.VoidRound("the lights went out")),
}
"""Stops that a person declares."""


class Lost(AssertionError):
    """A round without a named outcome."""


def must(held: bool, *told: object) -> None:
    if not held:
        raise Lost(" ".join(map(str, told)))


class Scene:
    """One table that is stopped in one way."""

    def __init__(self, house: str, standing: Standing, stop: Stop) -> None:
        self.house, self.standing, self.stop = house, standing, stop
        self.store = copy_of(standing.store)
        self.wire = Wire(self.store)
        self.people = [Person(seat) for seat in SEATS]
        self.refused: Refused | None = None
        """Why nothing came of a stop that a person wanted to declare."""
        self._rng = Random(f"{house}/{standing.version}/{stop}")

    async def play(self) -> None:
        """Stop the table, and see it through to the end of a round."""
        if self.stop in SAID:
            by, command = SAID[self.stop]
            done = act(self.standing.table, command, by)
            self.refused = done if isinstance(done, Refused) else None
        if self.stop == "jam" and self.refused is None:
            await self._jam()
        async with self._room() as room:
            for person in self.people:
                if not self.store.head(f"patron/{person.speaker.patron}").version:
                    await room.desk.give(person.speaker.patron, CHIPS)
                room.tables[TABLE].watch(person)
            await STOPPING[self.stop](self, room)
            await self._see_through(room)

    async def _see_through(self, room: Room) -> None:
        """A table that is closed is opened again, so that every story ends with a round."""
        live, ended = room.tables[TABLE], rounds_ended(self.standing.store)
        if self.standing.phase in ("closing", "closed"):
            await pass_time(room, (), lambda: live.table.phase == "closed", 60)
            await said(room, VERA, "opens", command="open_table", dealer="automatic")
        over = await pass_time(room, self.people, lambda: rounds_ended(self.store) > ended, LONG)
        must(over, "the table stands still in", live.table.phase)

    @property
    def _off(self) -> int:
        """The server's clock goes on where the last one's stood, if no one has set it."""
        hours = {"clock back": -1, "clock ahead": 1}.get(self.stop, 0)
        return round((self.standing.seconds + hours * HOUR) * SECOND)

    @asynccontextmanager
    async def _room(self) -> AsyncIterator[Room]:
        """The next server; where it is the driver that is gone, it waits until the lease is over."""
        lease = None
        if self.stop == "driver":
            lease = Lease("127.0.0.1:2")
            frozen = Wire(self.store)
            async with opened(frozen.end, self.house, self._rng, off=self._off, lease=Lease("127.0.0.1:1")):
                frozen.cut = True
        async with opened(self.wire.end, self.house, self._rng, off=self._off, lease=lease) as room:
            driving = lambda: room.tables[TABLE].driving  # noqa: E731
            must(await pass_time(room, (), driving, 60), "no one takes the table over")
            yield room

    async def _jam(self) -> None:
        """The device says so itself, no matter what the table does at this moment."""
        by, command = SAID["jam"]
        done = act(self.standing.table, command, by)
        assert not isinstance(done, Refused)
        clock = LoopClock(asyncio.get_running_loop(), self._off)
        log = TableLog(
            TABLE, rules_of_house(self.house), self.store, Patrons(self.store, clock), house_snapshots(self.store)
        )
        await log.load()
        await log.append(Addition("shoe/jam", b"", START + self._off, done[1], b""))


async def _nothing(_scene: Scene, _room: Room) -> None:
    """That there is another server is all."""


async def _database(scene: Scene, room: Room) -> None:
    """A caller who asks meanwhile waits until it is back."""
    scene.wire.cut = True
    asyncio.get_running_loop().call_later(OUTAGE, setattr, scene.wire, "cut", False)  # noqa: FBT003
    await pass_time(room, scene.people, lambda: False, OUTAGE)


async def _players(scene: Scene, room: Room) -> None:
    for person in scene.people:
        room.tables[TABLE].unwatch(person)
    await asyncio.sleep(AWAY)
    for person in scene.people:
        room.tables[TABLE].watch(person)


async def _time(_scene: Scene, _room: Room) -> None:
    await asyncio.sleep(AWAY)


async def _say(scene: Scene, room: Room) -> None:
    command: dict[str, Any] = {
        "dealer": {"command": "take_over", "dealer": "Eve"},
        "failure": {"command": "report_device_failure"},
        "void": {"command": "void_round", "reason": "the lights went out"},
    }[scene.stop]
    answer = await said(room, VERA, "stops", **command)
    must(answer.ok == (scene.refused is None), "the floor is told", answer, "and the rules say", scene.refused)


STOPPING: Mapping[Stop, Callable[[Scene, Room], Awaitable[None]]] = {
    "database": _database,
    "players": _players,
    "time": _time,
    "dealer": _say,
    "failure": _say,
    "void": _say,
    **dict.fromkeys(("server", "clock back", "clock ahead", "driver", "jam"), _nothing),
}
