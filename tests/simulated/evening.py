"""An evening at one table in virtual time, with a copy of the store at every phase the table comes to."""

import asyncio
import itertools
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from concurrent.futures import Future
from contextlib import asynccontextmanager, contextmanager
from random import Random
from typing import Any
from unittest import mock

import msgspec
from msgspec.structs import replace

from tests.live.rooms import Lines
from tests.server.running import quick_plan, room_settings
from tests.simulated.loop import LoopClock
from tests.table.houses import HOUSES, rules_of_house
from wartable.live.driving.table import LiveTable
from wartable.live.history.mirror import stream_of
from wartable.live.moves import pauses
from wartable.live.people.orders import Speaker
from wartable.live.room import Room
from wartable.live.sharing.leases import Lease
from wartable.live.wire.messages import Answer
from wartable.rulebook import Rules
from wartable.store import Batch, Kept, MemoryStore, Store, decode
from wartable.table import Event, Table, evolve, new_table
from wartable.table import commands as c
from wartable.table.words import Phase

TABLE = "washington"
"""Its name only; the rules are those of the house that is tried."""
SEATS = (1, 2, 3)
CHIPS = 1_000_000_00
BANK = 5_000_00
"""What a player posts who is offered the bank."""
VERA, SAM = Speaker("vera", "floor"), Speaker("sam", "floor")
CHOICE_SECONDS = 20
TIMES = {
    "pace": 100,
    "bets_seconds": 15,
    "war_wagers_seconds": 8,
    "look_seconds": 8,
    "cut_seconds": 12,
    "bank_seconds": 15,
    "away_seconds": 3_000,
}
UNKNOWN = ("outcome_unknown", "store_down", "store_full", "elsewhere", "too_many", "going_down")
"""A person who is told this sends the same again."""


@contextmanager
def unhurried() -> Iterator[None]:
    """What the automatic dealer does takes a second, so that the table stands in every phase for a while."""
    every = {str(kind.__struct_config__.tag): 1_000 for kind in c.COMMANDS}
    with mock.patch.object(pauses, "PAUSE_MS", every):
        yield


class Standing(msgspec.Struct, frozen=True):
    """A table in one phase: what the store holds, and the moment."""

    phase: Phase
    version: int
    store: MemoryStore
    seconds: float
    table: Table


class Watching(MemoryStore):
    """A store that keeps a copy of itself whenever the table comes to a phase that is wanted."""

    def __init__(self, table: Table, wanted: Callable[[Table], bool]) -> None:
        super().__init__(lambda: asyncio.get_running_loop().time())
        self.table = table
        self.standing: list[Standing] = []
        self._wanted = wanted

    def submit(self, batch: Batch) -> Future[Kept]:
        kept = super().submit(batch)
        stream = stream_of(TABLE)
        if kept.exception() is None and batch.writes[0].stream == stream:
            for record in self.read(stream, batch.writes[0].expected):
                self.table = evolve(self.table, decode(record))
            if self._wanted(self.table):
                now = asyncio.get_running_loop().time()
                version = self.head(stream).version
                self.standing.append(Standing(self.table.phase, version, copy_of(self), now, self.table))
        return kept


def copy_of(store: MemoryStore) -> MemoryStore:
    """The same rows in a store of their own; no server drives a table there."""
    twin = MemoryStore(lambda: asyncio.get_running_loop().time())
    for name, held in vars(store).items():
        if isinstance(held, dict) and name != "_leases":
            setattr(twin, name, {key: list(rows) if isinstance(rows, list) else rows for key, rows in held.items()})
    return twin


class Person:
    """A player who bets on everything, cuts, and always goes to war. What is not answered is sent again."""

    def __init__(self, seat: int, table: str = TABLE) -> None:
        self.seat, self.table = seat, table
        name = f"p{seat}" if table == TABLE else f"{table}-{seat}"
        self.speaker = Speaker(name, "player", name, name)
        self.bets = True
        self._ids = itertools.count(1)
        self._waiting: tuple[str, dict[str, Any]] | None = None
        self._seen: object = None

    def push(self, table: str, message: bytes) -> None:
        """They look for themselves."""

    async def act(self, room: Room) -> None:
        """The next thing, if there is one."""
        live = room.tables[self.table]
        if self._waiting is None:
            if self._seen == (now := (live.log.mirror, live.log.mirror.version)):
                return  # nothing has happened since they looked
            self._seen = now
            command = self._next(live)
            if command is None:
                return
            self._waiting = (f"{self.seat}-{live.log.mirror.version}-{next(self._ids)}", command)
        answer = await room.ask(self.speaker, self.table, *self._waiting)
        if answer.ok or (answer.refused and answer.refused.why not in UNKNOWN):
            self._waiting = None

    def _next(self, live: LiveTable) -> dict[str, Any] | None:
        you = msgspec.json.decode(live.whole(self))["you"]
        table = live.table
        if self.seat not in you["seats"]:
            return {"command": "sit", "seat": self.seat} if "sit" in you["can"] else None
        if choice := you["choice"]:
            return {"command": "go_to_war", "seat": choice["seat"], "bettor": choice["bettor"]}
        if you["look"]:
            return {"command": "confirm_step", "step": "look"}
        if you["cut"]:
            return {"command": "cut_cards", "depth": you["cut"]["least"], "words": "mice"}
        if you["bank"] and not self.bets:
            return {"command": "decline_bank"}
        if you["bank"]:
            return {"command": "post_bank", "amount": BANK, "words": "dice"}
        if table.phase == "betting" and self.bets and you["bets"] and not table.boxes[self.seat - 1].bettors:
            return {"command": "put_wagers", "seat": self.seat, **self._wagers(you, live)}
        if you["may_be_ready"]:
            live.set_ready(self.speaker.patron, ready=True)
        return None

    def _wagers(self, you: dict[str, Any], live: LiveTable) -> dict[str, Any]:
        hands = live.rules.electronic
        bets = {
            bet["wager"]: (bet["stakes"] or [max(bet["min"], 20_00 if bet["wager"] == "initial" else 5_00)])[0]
            for bet in you["bets"]
            if bet["seat"] == self.seat and not bet["bettor"]
        }
        return {"wagers": bets, "words": "dice", "hand": (self.seat - 1) % hands.community_cards + 1 if hands else 0}


def timed(rules: Rules) -> Rules:
    """The rules of a house that filed a time to choose in."""
    return replace(rules, decision=replace(rules.decision, timeout_s=CHOICE_SECONDS))


def with_time(choices: dict[str, Any]) -> dict[str, Any]:
    """The choices of such a house, as the log keeps them."""
    return {**choices, "decision": {**choices.get("decision", {}), "timeout_s": CHOICE_SECONDS}}


@asynccontextmanager
async def opened(
    store: Store, house: str, rng: Random, *, off: int = 0, lease: Lease | None = None, **changes: Any
) -> AsyncIterator[Room]:
    """A room with one table of this house, until the block ends; none of its tables may have stopped."""
    loop, log = asyncio.get_running_loop(), Lines()
    plan = quick_plan(TABLE, **{**TIMES, **changes})
    settings = room_settings(plan, LoopClock(loop, off), entropy=rng.randbytes, lease=lease)
    rulebook, choices = HOUSES[house]
    filed = replace(
        settings.houses[TABLE], rules=timed(rules_of_house(house)), rulebook=rulebook, choices=with_time(choices)
    )
    room = Room(store, replace(settings, houses={TABLE: filed}), log)
    await room.start()
    try:
        yield room
    finally:
        await room.stop()
    stopped = [particulars for what, particulars in log.lines if what == "table_stopped"]
    assert not stopped, stopped


async def pass_time(room: Room, people: Sequence[Person], until: Callable[[], bool], seconds: int) -> bool:
    """Second after second, until something is so; gives whether it came to that."""
    for _ in range(seconds):
        if until():
            return True
        for person in people:
            await person.act(room)
        await asyncio.sleep(1)
    return until()


def events_of(store: Store, after: int = 0) -> list[Event]:
    """What has happened at the table."""
    return [decode(record) for record in store.read(stream_of(TABLE), after)]


def rounds_ended(store: Store) -> int:
    return sum(1 for _ in store.named(stream_of(TABLE), ("round_ended",)))


async def said(room: Room, speaker: Speaker, id_: str, **command: Any) -> Answer:
    """A person of the house says something; what needs two keys is confirmed by the second."""
    answer = await room.ask(speaker, TABLE, id_, command)
    return await room.confirm(SAM, f"{id_}-2", answer.request) if answer.request else answer


async def evening(house: str, seed: int, most_rounds: int, *, every: bool = False) -> Watching:
    """An evening that goes on until the table has stood in every phase that its rules have, and is closed then."""
    rules, seen = rules_of_house(house), set[str]()
    before = [""]

    def wanted(table: Table) -> bool:
        new = table.phase not in seen or (every and table.phase != before[0])
        seen.add(table.phase)
        before[0] = table.phase
        return new

    store = Watching(new_table(rules), wanted)
    people = [Person(seat) for seat in SEATS]
    wanted_in_play = phases_in_play(house)
    async with opened(store, house, Random(seed)) as room:
        live = room.tables[TABLE]
        await pass_time(room, (), lambda: live.table.phase in ("betting", "banking"), 100)
        for person in people:
            await room.desk.give(person.speaker.patron, CHIPS)
            live.watch(person)
        enough = lambda: seen >= wanted_in_play or rounds_ended(store) >= most_rounds  # noqa: E731
        await pass_time(room, people, enough, most_rounds * 200)
        await pass_time(room, people, lambda: live.table.phase == "dealing", 200)
        await _goes_away(room, people, next(_playing(live.table)))
        await _between_rounds(room, people)
        await said(room, VERA, "again", command="order_reshuffle")
        ended = rounds_ended(store)
        await pass_time(room, people, lambda: rounds_ended(store) > ended, 300)
        await _idle_and_close(room, people)
    return store


async def _goes_away(room: Room, people: Sequence[Person], seat: int) -> None:
    """A player loses the connection, is reported absent, and comes back; a connected player cannot be reported."""
    player = next(person for person in people if person.seat == seat)
    room.tables[TABLE].unwatch(player)
    await said(room, VERA, "absent", command="report_absence", seat=seat)
    room.tables[TABLE].watch(player)


async def _between_rounds(room: Room, people: Sequence[Person]) -> None:
    """No one bets any more, and the round is over."""
    for person in people:
        person.bets = False

    def free() -> bool:
        table = room.tables[TABLE].table
        between = table.phase in ("betting", "banking") and not table.banker.posted
        return between and not any(box.bettors for box in table.boxes)

    await pass_time(room, people, free, 300)
    for person in people:
        person.bets = True


async def _idle_and_close(room: Room, people: Sequence[Person]) -> None:
    live = room.tables[TABLE]
    await _between_rounds(room, people)
    for person in people:
        await room.ask(person.speaker, TABLE, f"leaves-{person.seat}", {"command": "leave", "seat": person.seat})
    await said(room, VERA, "idle", command="declare_idle")
    await asyncio.sleep(60)
    await pass_time(room, people, lambda: live.table.phase == "betting", 300)
    await _between_rounds(room, people)
    await said(room, VERA, "close", command="close_table")
    await pass_time(room, (), lambda: live.table.phase == "closed", 100)


def _playing(table: Table) -> Iterator[int]:
    return (box.seat for box in table.boxes if box.bettors)


IN_PLAY: frozenset[Phase] = frozenset(
    {"dealing", "settling", "deciding", "picking_up", "war_wagers", "war_dealing", "war_settling"}
)


def phases_in_play(house: str) -> frozenset[str]:
    """The phases that a round can come to by chance under these rules."""
    rules = rules_of_house(house)
    phases: set[str] = set(IN_PLAY)
    if rules.progressive or rules.bonus_spin:
        phases |= {"counting", "side_bets"} if rules.bonus_spin else {"counting"}
    return frozenset(phases | ({"validating"} if rules.progressive else set()))
