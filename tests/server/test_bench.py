"""The bench of the server runs, and says what it found."""

from wartable.bench.bots import Samples
from wartable.bench.server import ServerRates, measure


def test_bots_play_at_a_real_server_and_every_command_is_timed() -> None:
    load = measure(None, seats=3, seconds=1.5)
    assert (load.seats, load.tables) == (3, 1)
    assert load.flat_out.commands_per_second > load.thinking.commands_per_second > 0
    assert load.flat_out.answer.p99 >= load.flat_out.answer.p50 > 0
    told = ServerRates({"sqlite": (load,)}, {"postgresql": "not here"}).told()
    assert told[0] == "sqlite, 3 seats at 1 tables:"
    assert told[-1] == "postgresql: not measured, not here"


def test_an_answer_and_the_update_it_led_to_are_put_together_whoever_comes_first() -> None:
    samples = Samples()
    samples.answered("a", 7, took=5, now=100)
    samples.seen("a", 7, events=2, now=130)
    samples.seen("a", 9, events=1, now=200)
    samples.answered("a", 9, took=6, now=210)
    samples.seen("b", 7, events=1, now=300)
    found = samples.take()
    assert (found.answers, found.watched, found.events) == ((5, 6), (30, 10), 4)
