"""A store that is slow or silent, and a clock that a person has set: no one loses time or money by it."""

import asyncio
from concurrent.futures import Future

import msgspec
import pytest

from tests.clock import SetClock
from tests.live.rooms import open_house
from tests.live.test_once import BET, Flaky
from tests.told import FLOOR as THE_FLOOR
from tests.told import RULEBOOKS, Told
from wartable.live.history.mirror import stream_of
from wartable.live.moments import SECOND
from wartable.rulebook import HOUSE_RULE
from wartable.store import Batch, Kept, MemoryStore
from wartable.table import commands as c
from wartable.table import events as e

TABLE = "washington"
HOUR = 3_600


class Slow(MemoryStore):
    """A store that takes seconds to keep something."""

    def __init__(self, clock: SetClock) -> None:
        super().__init__()
        self._clock = clock
        self.seconds = 0

    def submit(self, batch: Batch) -> Future[Kept]:
        self._clock.advance(self.seconds)
        return super().submit(batch)


def test_a_server_whose_clock_was_set_back_deals_on_at_once() -> None:
    async def story() -> None:
        store, clock = MemoryStore(), SetClock()
        async with open_house(TABLE, store=store, clock=clock, pace=100, bets_seconds=15) as house:
            human = await house.guest(TABLE, 1)
            await human.does(TABLE, **BET)
            await house.passes(15)
            assert house.phase(TABLE) == "dealing"
        earlier = SetClock(clock.now() - HOUR * SECOND)
        async with open_house(TABLE, store=store, clock=earlier, pace=100, bets_seconds=15) as house:
            version = house.live(TABLE).log.mirror.version
            await house.passes(2)
            assert house.live(TABLE).log.mirror.version > version

    asyncio.run(story())


def test_a_slow_store_takes_nothing_of_peoples_time() -> None:
    async def story() -> None:
        clock = SetClock()
        store = Slow(clock)
        async with open_house(TABLE, store=store, clock=clock, bets_seconds=15) as house:
            human = await house.guest(TABLE, 1)
            store.seconds = 10
            await human.does(TABLE, **BET)
            store.seconds = 0
            await house.passes(14)
            assert house.phase(TABLE) == "betting"
            await house.passes(1)
            assert list(store.named(stream_of(TABLE), ("no_more_bets_called",)))

    asyncio.run(story())


class Late(MemoryStore):
    """A store that says only when asked to what it has kept."""

    def __init__(self) -> None:
        super().__init__()
        self.is_late = False
        self.untold: list[tuple[Future[Kept], Future[Kept]]] = []

    def submit(self, batch: Batch) -> Future[Kept]:
        kept = super().submit(batch)
        if not self.is_late:
            return kept
        told: Future[Kept] = Future()
        self.untold.append((told, kept))
        return told

    def tell(self) -> None:
        self.is_late = False
        for told, kept in self.untold:
            told.set_result(kept.result())


def test_a_table_that_is_left_and_taken_at_once_has_one_driver() -> None:
    async def story() -> None:
        store = Late()
        async with open_house(TABLE, store=store) as house:
            human, live = await house.guest(TABLE, 1), house.live(TABLE)
            store.is_late = True
            asked = asyncio.create_task(human.asks(TABLE, "late", **BET))
            while not store.untold:
                await asyncio.sleep(0)
            left = asyncio.create_task(live.follow())
            await asyncio.sleep(0)
            taken = asyncio.create_task(live.drive())
            await asyncio.wait({taken}, timeout=0.1)  # long enough for one that does not wait for the last driver
            store.tell()
            await asyncio.gather(left, taken, asked)
            assert [task.get_name() for task in asyncio.all_tasks()].count(f"table {TABLE}") == 1
            assert live.driving

    asyncio.run(story())


def test_an_order_that_had_nothing_to_do_does_nothing_whenever_it_comes_again() -> None:
    async def story() -> None:
        async with open_house(TABLE) as house:
            human = await house.guest(TABLE, 1)
            await human.does(TABLE, **BET)
            nothing = await human.asks(TABLE, "again", **BET)
            assert (nothing.ok, nothing.version, nothing.receipt) == (True, 0, "")
            await human.ready(TABLE)
            while house.phase(TABLE) == "deciding":
                await human.does(TABLE, command="surrender", seat=1)
            late = await human.asks(TABLE, "again", **BET)
            assert msgspec.json.encode(late) == msgspec.json.encode(nothing)
            assert not house.live(TABLE).table.boxes[0].bettors

    asyncio.run(story())


@pytest.mark.parametrize("lost", ["lose_answers", "lose_batches"])
def test_a_request_whose_outcome_is_unknown_is_told_so_and_can_be_made_again(lost: str) -> None:
    async def story() -> None:
        store = Flaky()
        async with open_house(TABLE, store=store) as house:
            human = await house.guest(TABLE, 1)
            while house.phase(TABLE) != "deciding":
                await human.does(TABLE, **BET)
                await human.ready(TABLE)
            vera, sam = await house.staff("vera", "floor"), await house.staff("sam", "floor")
            void = {"command": "void_round", "reason": "a card fell to the floor"}
            setattr(store, lost, 1)
            unknown = await vera.asks(TABLE, "void", **void)
            assert unknown.refused is not None
            assert unknown.refused.why == "outcome_unknown"
            asked = await vera.asks(TABLE, "void", **void)
            assert asked.ok
            setattr(store, lost, 1)
            assert not (await house.room.confirm(sam.speaker, "c1", asked.request)).ok
            await house.rest()
            assert (await house.room.confirm(sam.speaker, "c2", asked.request)).ok
            assert len(list(store.named(stream_of(TABLE), ("round_voided",)))) == 1
            assert (await house.room.withdraw(sam.speaker, "w1", asked.request)).refused is not None

    asyncio.run(story())


@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_a_void_that_no_clause_orders_is_a_house_rule_and_names_no_other(rulebook: str) -> None:
    told = Told.at(rulebook)
    if told.table.rules.bank.by == "player":
        told.banks(7, "5000.00")
    told.bets(1, "10.00").deals("9c")
    told.does(THE_FLOOR, c.VoidRound("the lights went out"))
    expected = (HOUSE_RULE,)
    assert [event.clauses for event in told.happened(e.RoundVoided)] == [expected]
    assert all(line.clauses == expected for line in told.happened(e.WagerSettled))
