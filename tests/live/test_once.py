"""Once and only once: repeats, other bodies, money that is not there, a store that says nothing."""

import asyncio
from concurrent.futures import Future

import msgspec
import pytest

from tests.live.rooms import open_house
from wartable.live.history.mirror import stream_of
from wartable.rulebook.wagers import NO_STAKES
from wartable.store import Batch, Kept, MemoryStore, StoreDown

BET = {"command": "put_wagers", "seat": 1, "wagers": {"initial": 10_00}}


class Flaky(MemoryStore):
    """A store that keeps the next batches and then does not say so, or does not keep them at all."""

    def __init__(self) -> None:
        super().__init__()
        self.lose_answers = 0
        self.lose_batches = 0

    def submit(self, batch: Batch) -> Future[Kept]:
        if self.lose_batches:
            self.lose_batches -= 1
            return _down()
        kept = super().submit(batch)
        if self.lose_answers and kept.exception() is None:
            self.lose_answers -= 1
            return _down()
        return kept


def _down() -> Future[Kept]:
    future: Future[Kept] = Future()
    future.set_exception(StoreDown("the outcome is unknown"))
    return future


def test_the_same_command_is_done_once_and_answered_byte_for_byte_alike() -> None:
    async def story() -> None:
        async with open_house("washington") as house:
            human = await house.guest("washington", 1)
            first = await human.asks("washington", "one", **BET)
            again = await human.asks("washington", "one", **BET)
            assert msgspec.json.encode(first) == msgspec.json.encode(again)
            await human.ready("washington")
            later = await human.asks("washington", "one", **BET)
            assert msgspec.json.encode(first) == msgspec.json.encode(later)
            events = house.room.store.named(stream_of("washington"), ("wager_placed",))
            assert len(list(events)) == 1

    asyncio.run(story())


def test_answers_are_remembered_across_a_restart() -> None:
    async def story() -> None:
        store = MemoryStore()
        async with open_house("washington", store=store) as house:
            human = await house.guest("washington", 1)
            first = await human.asks("washington", "one", **BET)
        async with open_house("washington", store=store) as house:
            again = await house.room.ask(human.speaker, "washington", "one", BET)
            assert msgspec.json.encode(first) == msgspec.json.encode(again)

    asyncio.run(story())


@pytest.mark.parametrize("stake", [15_00, 15_01, 10_00], ids=["possible", "refused by the table", "nothing to do"])
def test_the_same_id_for_something_else_is_refused_by_name(stake: int) -> None:
    async def story() -> None:
        async with open_house("washington") as house:
            human = await house.guest("washington", 1)
            await human.asks("washington", "one", **BET)
            other = {"command": "put_wagers", "seat": 1, "wagers": {"initial": stake}, "hand": 0, "bettor": ""}
            answer = await human.asks("washington", "one", **{**other, "bettor": "" if stake != 10_00 else "me"})
            assert answer.refused is not None
            assert answer.refused.why == "other_body"

    asyncio.run(story())


def test_no_one_can_use_up_another_persons_ids() -> None:
    async def story() -> None:
        async with open_house("washington") as house:
            first, second = await house.guest("washington", 1), await house.guest("washington", 2)
            assert (await first.asks("washington", "one", **BET)).ok
            assert (await second.asks("washington", "one", **{**BET, "seat": 2})).ok

    asyncio.run(story())


def test_a_lost_answer_is_told_as_unknown_and_the_same_id_finds_it() -> None:
    async def story() -> None:
        store = Flaky()
        async with open_house("washington", store=store) as house:
            human = await house.guest("washington", 1)
            store.lose_answers = 1
            lost = await human.asks("washington", "one", **BET)
            assert lost.refused is not None
            assert lost.refused.why == "outcome_unknown"
            found = await human.asks("washington", "one", **BET)
            assert found.ok
            assert len(list(store.named(stream_of("washington"), ("wager_placed",)))) == 1
            assert house.live("washington").table.boxes[0].bettors[0].stakes["initial"] == 10_00
            assert house.room.patrons.holds(human.speaker.patron) == store.balance(f"patron/{human.speaker.patron}")

    asyncio.run(story())


@pytest.mark.parametrize("lost", ["lose_answers", "lose_batches"])
def test_an_automatic_dealer_whose_store_is_silent_goes_on_with_the_same_cards(lost: str) -> None:
    async def story() -> None:
        store = Flaky()
        async with open_house("washington", store=store) as house:
            human = await house.guest("washington", 1)
            for _ in range(5):
                await human.does("washington", **BET)
                setattr(store, lost, 1)
                await human.ready("washington")
                while house.phase("washington") != "betting" or house.live("washington").table.boxes[0].bettors:
                    if house.phase("washington") == "deciding":
                        await human.does("washington", command="surrender", seat=1)
                    await human.ready("washington")
                    house.live("washington").set_ready(human.speaker.patron, ready=False)
            ended = list(store.named(stream_of("washington"), ("round_ended",)))
            assert len(ended) == 5
            assert sum(store.balances().values()) == 0

    asyncio.run(story())


def test_a_wager_beyond_the_wallet_is_refused_and_leaves_no_trace() -> None:
    async def story() -> None:
        async with open_house("maryland") as house:
            human = await house.guest("maryland", 1)
            await human.does("maryland", command="put_wagers", seat=1, wagers={"initial": 500_00, "tie": 100_00})
            await human.does("maryland", command="sit", seat=2)
            before = house.live("maryland").log.mirror.version
            why = await human.is_refused("maryland", command="put_wagers", seat=2, wagers={"initial": 500_00})
            assert why == "not_enough_chips"
            assert house.live("maryland").log.mirror.version == before
            assert house.room.patrons.holds(human.speaker.patron) == 400_00

    asyncio.run(story())


def test_put_wagers_sets_what_lies_there_all_of_it_or_nothing() -> None:
    async def story() -> None:
        async with open_house("maryland") as house:
            human = await house.guest("maryland", 1)

            async def put(**wagers: int) -> str:
                answer = await human.asks("maryland", command="put_wagers", seat=1, wagers=wagers)
                return answer.refused.why if answer.refused else "ok"

            def lies() -> tuple[int, int, int]:
                bettors = house.live("maryland").table.boxes[0].bettors
                stakes = bettors[0].stakes if bettors else NO_STAKES
                return stakes["initial"], stakes["tie"], stakes["progressive"]

            assert await put(initial=10_00, tie=5_00) == "ok"
            assert lies() == (10_00, 5_00, 0)
            assert await put(initial=25_00, tie=5_00, progressive=5_00) == "ok"
            assert lies() == (25_00, 5_00, 5_00)
            assert await put(initial=25_00, tie=999_00) == "amount_is_above_the_limit"
            assert lies() == (25_00, 5_00, 5_00)
            assert await put(initial=25_00) == "ok"
            assert lies() == (25_00, 0, 0)
            assert await put(initial=25_00) == "ok"
            assert await put(war_tie=5_00, initial=25_00) == "wager_is_not_offered"
            assert await put() == "ok"
            assert lies() == (0, 0, 0)
            assert house.room.patrons.holds(human.speaker.patron) == 1_000_00

    asyncio.run(story())
