"""The same seed gives the same tally: for every kernel, thread count, chunk size, cluster, stop and start."""

from collections.abc import Iterator
from concurrent.futures import Future
from contextlib import contextmanager

import msgspec
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.sim.tables import SEED, plan_of, rules_of
from wartable.sim import cpu, layout
from wartable.sim.backend import Backend, Lane
from wartable.sim.backends import BackendName, open_backend
from wartable.sim.plan import Row, SimPlan
from wartable.sim.result import Judge
from wartable.sim.run import Goal, Run, RunState, new_state
from wartable.sim.tally import read_row

RULES = rules_of("maryland")
PLAN = plan_of(RULES, "war")
JUDGE = Judge(RULES, PLAN)


@pytest.mark.parametrize("seats", range(1, 13))
def test_sixteen_shoes_side_by_side_are_sixteen_shoes(seats: int) -> None:
    rules = rules_of("washington", {"seats": 12})
    words = ["war" if seat % 3 else "surrender" for seat in range(1, seats + 1)]
    plan = msgspec.structs.replace(plan_of(rules, *words), trigger=25)
    first = 2**40 - 8  # a shoe's number takes more than a word
    assert np.array_equal(cpu.deal(plan.row(), SEED, first, 35), cpu.deal_one_by_one(plan.row(), SEED, first, 35))


@given(
    decks=st.integers(1, 8),
    hands=st.integers(1, 9),
    choices=st.lists(st.sampled_from([0, 1, 1, 2]), min_size=9, max_size=9),
    burns=st.tuples(st.integers(0, 2), st.integers(0, 6), st.integers(0, 3)),
    behind=st.floats(0, 1),
    one_round=st.booleans(),
    seed=st.integers(0, 2**64 - 1),
)
@settings(max_examples=60, deadline=None)
def test_any_plan_is_dealt_alike_side_by_side_and_one_by_one(
    decks: int,
    hands: int,
    choices: list[int],
    burns: tuple[int, int, int],
    behind: float,
    one_round: bool,
    seed: int,
) -> None:
    first, burned, each = burns
    longest = 2 * (hands + 1) + burned + each * hands
    most = decks * 52 - longest
    if most <= first:
        return
    front = first + int(behind * (most - first))
    row = np.zeros(layout.PLAN_SIZE, dtype=np.int64)
    row[: layout.CHOICE] = (decks, hands, first, front, one_round, burned, each, 11, 0, 1)
    row[layout.CHOICE : layout.CHOICE + hands] = [max(1, choices[0]), *choices[1:hands]]
    assert np.array_equal(cpu.deal(row, seed, 7, 17), cpu.deal_one_by_one(row, seed, 7, 17))


def tally_of(plan: SimPlan, goal: Goal, backend: Backend, state: RunState | None = None) -> Row:
    judge = Judge(RULES, plan)
    return Run(plan, goal, backend, state or new_state(), judge.precision).deal(lambda _: None).row


def at_once(plan: SimPlan, shoes: int) -> Backend:
    """Everything in this thread, in pieces of this many shoes."""

    def submit(first: int, some: int, limit: int) -> "Future[Row]":
        done: Future[Row] = Future()
        done.set_result(cpu.deal(plan.row(), SEED, first, some, limit))
        return done

    return Backend("here", (Lane(submit, 3, shoes),))


def backwards(plan: SimPlan, shoes: int) -> Backend:
    """Pieces that are finished only when later ones are."""
    waiting: list[tuple[Future[Row], tuple[int, int, int]]] = []

    def submit(first: int, some: int, limit: int) -> "Future[Row]":
        begun: Future[Row] = Future()
        waiting.append((begun, (first, some, limit)))
        if len(waiting) == 3 or limit or some < shoes:
            for future, piece in reversed(waiting):
                future.set_result(cpu.deal(plan.row(), SEED, *piece))
            waiting.clear()
        return begun

    return Backend("backwards", (Lane(submit, 3, shoes),))


@pytest.mark.parametrize("rounds", [1, 50, 99, 5_000, 123_457])
@pytest.mark.parametrize("shoes", [1, 16, 500])
def test_chunks_of_any_size_give_exactly_the_rounds_wanted(rounds: int, shoes: int) -> None:
    row = tally_of(PLAN, Goal(rounds=rounds), at_once(PLAN, shoes))
    assert row[layout.ROUNDS] == rounds
    assert np.array_equal(row, tally_of(PLAN, Goal(rounds=rounds), at_once(PLAN, 64)))
    trace = cpu.trace(PLAN.row(), SEED, 0, rounds)
    assert row[layout.SHOES] + row[layout.PARTIAL] == trace[-1, 0] + 1


def test_pieces_may_be_finished_in_any_order() -> None:
    goal = Goal(shoes=2_000)
    assert np.array_equal(tally_of(PLAN, goal, backwards(PLAN, 64)), tally_of(PLAN, goal, at_once(PLAN, 500)))


@contextmanager
def opened(name: BackendName, plan: SimPlan, threads: int) -> Iterator[Backend]:
    with open_backend(name, RULES, plan, SEED, threads=threads) as backend:
        yield backend


@pytest.mark.parametrize("seats", [1, 3])
def test_threads_and_the_table_give_the_same_tally(seats: int) -> None:
    plan = plan_of(RULES, *["war"] * seats)
    goal = Goal(rounds=700)
    rows = []
    backends: tuple[tuple[BackendName, int], ...] = (("cpu", 1), ("cpu", 2), ("cpu", 5), ("table", 1))
    for name, threads in backends:
        with opened(name, plan, threads) as backend:
            rows.append(tally_of(plan, goal, backend))
    assert all(np.array_equal(row, rows[0]) for row in rows)
    assert len({read_row(plan, row).checksum() for row in rows}) == 1


def test_a_precision_is_met_after_the_same_shoes_for_any_size_of_the_chunks() -> None:
    goal = Goal(until=0.002)
    rows = [tally_of(PLAN, goal, at_once(PLAN, shoes)) for shoes in (100, 5_000)]
    assert np.array_equal(rows[0], rows[1])
    assert JUDGE.precision(rows[0]) <= 0.002
    assert rows[0][layout.PARTIAL] == 0


def test_a_run_that_is_stopped_goes_on_to_the_same_tally() -> None:
    whole = tally_of(PLAN, Goal(rounds=60_000), at_once(PLAN, 64))
    state = new_state()
    run = Run(PLAN, Goal(rounds=60_000), at_once(PLAN, 64), state, JUDGE.precision)

    def stop(reached: RunState) -> None:
        if reached.next_shoe > 200:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        run.deal(stop)
    assert 200 < state.next_shoe < 600
    assert np.array_equal(tally_of(PLAN, Goal(rounds=60_000), at_once(PLAN, 100), state), whole)


def test_more_rounds_go_on_from_fewer() -> None:
    state = new_state()
    Run(PLAN, Goal(shoes=300), at_once(PLAN, 64), state, JUDGE.precision).deal(lambda _: None)
    whole = tally_of(PLAN, Goal(rounds=50_000), at_once(PLAN, 64))
    assert np.array_equal(tally_of(PLAN, Goal(rounds=50_000), at_once(PLAN, 64), state), whole)
