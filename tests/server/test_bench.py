"""The bench of the server runs, and says what it found."""

import asyncio
import re
from itertools import pairwise
from unittest.mock import patch

import pytest

from bench import serving
from bench.samples import Samples
from bench.server import MILLISECOND, Cores, Flow, Load, ServerRates, Shape, Times, measure, times_of
from bench.sockets import Line
from bench.turns import SECOND, Turns


def test_bots_play_at_a_real_server_and_every_command_is_timed() -> None:
    load = measure(None, Shape(seats=3, watchers=2), seconds=3)
    assert (load.seats, load.tables, load.watchers) == (3, 1, 2)
    thinking, flat_out = load.flows
    assert min(flat_out.commands_per_second, thinking.commands_per_second) > 0
    assert flat_out.answer.p50 > 0
    assert flat_out.updates_per_second > 0
    assert flat_out.cores.server > 0
    assert (flat_out.refused, flat_out.cores.database) == (0, 0)
    told = ServerRates({"sqlite": (load,)}, {"postgresql": "not here"}).told()
    assert told[0] == "sqlite, 3 seats at 1 tables, 2 watchers, server in 1 process:"
    assert told[-1] == "postgresql: not measured, not here"


LOSES_SOCKETS = """
import sys
from wartable.server.sockets.socket import Socket
Socket.look_after = lambda socket, now: (socket._room.log("let_go"), socket.end("too_slow"))
"""
DOES_NOT_START = "import sys; sys.exit('no disk')\n"


@pytest.mark.parametrize(
    ("start", "finding", "line"),
    [
        (LOSES_SOCKETS, r"[1-5] of 5 sockets were lost while .*: [1-5] from .* s on: .*4002 too_slow", '"let_go"'),
        (DOES_NOT_START, "the server did not start; the server had ended with status 1", "no disk"),
    ],
)
def test_a_server_that_fails_is_the_finding_and_its_last_words_are_told(start: str, finding: str, line: str) -> None:
    with patch.object(serving, "START", start + serving.START):
        load = measure(None, Shape(seats=3, watchers=2), seconds=60)
    assert re.fullmatch(finding, load.finding), load.finding
    assert line in load.log[-1]
    rates = ServerRates({"sqlite": (load,)}, {})
    assert not rates.is_whole
    assert rates.told()[1] == f"  measurement not completed: {load.finding}"
    assert rates.told()[-1] == f"    {load.log[-1]}"


def test_lost_sockets_are_told_by_how_many_when_and_why() -> None:
    lines = [Line(hears=lambda: None) for _ in range(4)]  # type: ignore[arg-type]
    serving.look_for_lost(lines, "thinking", began=100.0)
    for line, at, why in zip(lines, (103.5, 102.25, 104.0), ("closed", "closed", "reset"), strict=False):
        line.lost, line.lost_at, line.why = True, at, why
    told = "3 of 4 sockets were lost while thinking: 2 from 2.2 s on: closed, 1 from 4.0 s on: reset"
    with pytest.raises(serving.Finding, match=told):
        serving.look_for_lost(lines, "thinking", began=100.0)


@pytest.mark.parametrize(
    ("answers", "p99", "told"),
    [
        (2, None, "too few for a 99th percentile"),
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
    due, _ = measure(None, Shape(seats=3, rate=10), seconds=3).flows
    assert due.how == "10 a second are due"
    assert 0 < due.commands_per_second < 20


def test_a_command_that_is_due_and_finds_no_one_free_is_timed_from_when_it_was_due() -> None:
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


def test_what_waits_for_its_turn_is_said_when_everyone_hurries() -> None:
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


def test_an_answer_is_put_together_with_the_last_watcher_of_its_update_whichever_comes_first() -> None:
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
