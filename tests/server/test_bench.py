"""The bench of the server runs, and says what it found."""

import asyncio
from itertools import pairwise

import pytest

from wartable.bench.samples import Samples
from wartable.bench.server import MILLISECOND, Cores, Flow, Load, ServerRates, Shape, Times, measure, times_of
from wartable.bench.turns import SECOND, Turns


def test_bots_play_at_a_real_server_and_every_command_is_timed() -> None:
    load = measure(None, Shape(seats=3, watchers=2), seconds=1.5)
    assert (load.seats, load.tables, load.watchers) == (3, 1, 2)
    thinking, flat_out = load.flows
    assert flat_out.commands_per_second > thinking.commands_per_second > 0
    assert flat_out.answer.p50 > 0
    assert flat_out.updates_per_second > 0
    assert flat_out.cores.server > 0
    assert (flat_out.refused, flat_out.cores.database) == (0, 0)
    told = ServerRates({"sqlite": (load,)}, {"postgresql": "not here"}).told()
    assert told[0] == "sqlite, 3 seats at 1 tables, 2 watchers, server in 1 process:"
    assert told[-1] == "postgresql: not measured, not here"


@pytest.mark.parametrize(
    ("answers", "p99", "told"),
    [
        (2, None, "too few to say how long 99 of 100 take"),
        (99, None, "too few"),
        (100, 98.01, "99 of 100 within 98.0 ms"),
    ],
)
def test_the_slowest_of_a_hundred_is_told_only_where_a_hundred_came(answers: int, p99: float | None, told: str) -> None:
    times = times_of([number * MILLISECOND for number in range(answers)])
    assert times == Times((answers - 1) / 2, p99)
    flow = Flow("thinking", 1, 1, 1, 0, 1, Cores(1, 1, 1), times, times)
    lines = ServerRates({"sqlite": (Load(1, 1, 1, 1, (flow,)),)}, {}).told()
    assert sum(told in line for line in lines) == 2


def test_a_load_that_is_due_at_a_steady_rate_comes_at_that_rate() -> None:
    due, _ = measure(None, Shape(seats=3, rate=10), seconds=1.5).flows
    assert due.how == "10 a second are due"
    assert 0 < due.commands_per_second < 20


def test_a_command_that_is_due_and_finds_nobody_free_is_timed_from_when_it_was_due() -> None:
    async def story() -> None:
        turns = Turns()
        said: list[int] = []
        turns.offer(per_second=1_000)
        for _ in range(3):
            turns.queue(said.append)
        while len(said) < 3:
            await asyncio.sleep(0.001)
        await asyncio.sleep(0.01)
        turns.queue(said.append)
        assert [later - one for one, later in pairwise(said)] == [SECOND // 1_000] * 3
        turns.hurry()

    asyncio.run(story())


def test_what_waits_for_its_turn_is_said_when_everybody_hurries() -> None:
    async def story() -> None:
        turns = Turns()
        said: list[int] = []
        turns.offer(per_second=0.01)
        for _ in range(4):
            turns.queue(said.append)
        assert len(said) == 1
        turns.hurry()
        assert len(said) == 4

    asyncio.run(story())


def test_an_answer_is_put_together_with_the_last_watcher_of_its_update_whoever_comes_first() -> None:
    samples = Samples(watchers=2)
    samples.answered("a", 7, took=5, now=100)
    samples.seen("a", 7, now=130)
    samples.seen("a", 7, now=140)
    samples.seen("a", 7, now=170)
    samples.seen("a", 9, now=200)
    samples.seen("a", 9, now=205)
    samples.answered("a", 9, took=6, now=210)
    samples.seen("b", 7, now=300)
    samples.count(4)
    found = samples.take()
    assert (found.answers, found.watched, found.events, found.updates) == ((5, 6), (40, 0), 4, 6)
