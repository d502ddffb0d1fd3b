"""The cluster: the same tally from dask's workers, also when one of them is killed in the middle."""

import os
import signal

import numpy as np
import pytest

from tests.sim.tables import SEED, plan_of, rules_of
from wartable.sim import cpu, layout
from wartable.sim.backend import Backend, Lane
from wartable.sim.backends import NoBackend, open_backend
from wartable.sim.cluster import CPU_LEAST, GPU_AT_ONCE, GPU_PIECE, deal_piece, first_of_each, lanes
from wartable.sim.result import Judge
from wartable.sim.run import Goal, Run, RunState, new_state

RULES = rules_of("maryland")
PLAN = plan_of(RULES, "war")


def test_a_worker_deals_what_anyone_would() -> None:
    row = PLAN.row()
    assert np.array_equal(deal_piece(row, SEED, 5, 40, 0), cpu.deal(row, SEED, 5, 40))


@pytest.mark.filterwarnings("ignore")
def test_a_killed_workers_pieces_are_dealt_again() -> None:
    import distributed

    shoes = 60_000
    victims: list[int] = []
    with (
        distributed.LocalCluster(  # type: ignore[no-untyped-call]
            n_workers=2, threads_per_worker=1, dashboard_address=None
        ) as cluster,
        open_backend("dask", RULES, PLAN, SEED, scheduler=cluster.scheduler_address) as opened,
    ):
        lane = opened.lanes[0]
        backend = Backend(opened.name, (Lane(lane.submit, lane.at_once, 2_000),))

        def watch(_: RunState) -> None:
            if not victims:
                victims.append(next(iter(cluster.workers.values())).pid)
                os.kill(victims[0], signal.SIGKILL)

        judge = Judge(RULES, PLAN)
        state = Run(PLAN, Goal(shoes=shoes), backend, new_state(), judge.precision).deal(watch)
    assert victims
    assert state.row[layout.SHOES] == shoes
    assert np.array_equal(state.row, cpu.deal(PLAN.row(), SEED, 0, shoes))


@pytest.mark.parametrize("on_gpu", [True, False])
def test_a_piece_meant_for_a_gpu_is_dealt_by_cores_where_there_is_none(on_gpu: bool) -> None:
    row = PLAN.row()
    assert np.array_equal(deal_piece(row, SEED, 5, 40, 3, on_gpu=on_gpu), cpu.deal(row, SEED, 5, 40, 3))


def test_a_gpu_deals_for_one_worker_and_the_others_that_see_it_use_their_cores() -> None:
    gpus = {"tcp://b:1": "one", "tcp://a:2": "one", "tcp://a:1": "one", "tcp://c:1": "two", "tcp://d:1": None}
    assert first_of_each(gpus) == {"tcp://a:1", "tcp://c:1"}
    assert first_of_each({"tcp://a:1": None}) == set()


@pytest.mark.filterwarnings("ignore")
def test_workers_on_a_gpu_and_workers_on_cores_give_one_tally_together() -> None:
    import distributed

    shoes = 60_000
    with (
        distributed.LocalCluster(  # type: ignore[no-untyped-call]
            n_workers=2, threads_per_worker=1, dashboard_address=None, processes=False
        ) as cluster,
        distributed.Client(cluster) as client,  # type: ignore[no-untyped-call]
    ):
        client.wait_for_workers(2)
        workers = sorted(client.nthreads())
        gpus, cores = lanes(client, PLAN.row(), SEED, {workers[0]})
        assert (gpus.at_once, gpus.shoes) == (GPU_AT_ONCE, GPU_PIECE)
        assert cores.at_once == 2
        assert [lane.at_once for lane in lanes(client, PLAN.row(), SEED, set(workers))] == [2 * GPU_AT_ONCE]
        assert Backend("both", (gpus, cores)).piece(cores, 20_000) == CPU_LEAST
        backend = Backend("both", (Lane(gpus.submit, gpus.at_once, 2_000), Lane(cores.submit, cores.at_once, 1_000)))
        state = Run(PLAN, Goal(shoes=shoes), backend, new_state(), lambda _: 0.0).deal(lambda _: None)
    assert np.array_equal(state.row, cpu.deal(PLAN.row(), SEED, 0, shoes))


def test_an_address_where_no_scheduler_answers_is_told_in_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("wartable.sim.cluster.WAIT_SECONDS", 0.2)
    with (
        pytest.raises(NoBackend, match=r"--scheduler tcp://127\.0\.0\.1:9: no scheduler answers there"),
        open_backend("dask", RULES, PLAN, SEED, scheduler="tcp://127.0.0.1:9"),
    ):
        pass
