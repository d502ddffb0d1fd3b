"""The cluster: the same tally from dask's workers, also when one of them is killed in the middle."""

import os
import signal

import distributed
import numpy as np
import pytest

from tests.sim.tables import SEED, plan_of, rules_of
from wartable.sim import cpu, layout
from wartable.sim.backend import Backend, Lane
from wartable.sim.backends import NoBackend, open_backend
from wartable.sim.cluster import deal_piece
from wartable.sim.result import Judge
from wartable.sim.run import Goal, Run, State, new_state

RULES = rules_of("maryland")
PLAN = plan_of(RULES, "war")


def test_a_worker_deals_what_anybody_would() -> None:
    row = PLAN.row()
    assert np.array_equal(deal_piece(row, SEED, 5, 40, 0), cpu.deal(row, SEED, 5, 40))


@pytest.mark.filterwarnings("ignore")
def test_a_killed_workers_pieces_are_dealt_again() -> None:
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

        def watch(_: State) -> None:
            if not victims:
                victims.append(next(iter(cluster.workers.values())).pid)
                os.kill(victims[0], signal.SIGKILL)

        judge = Judge(RULES, PLAN)
        state = Run(PLAN, Goal(shoes=shoes), backend, new_state(), judge.precision).deal(watch)
    assert victims
    assert state.row[layout.SHOES] == shoes
    assert np.array_equal(state.row, cpu.deal(PLAN.row(), SEED, 0, shoes))


def test_an_address_where_nobody_answers_is_told_in_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("wartable.sim.cluster.WAIT_SECONDS", 0.2)
    with (
        pytest.raises(NoBackend, match=r"--scheduler tcp://127\.0\.0\.1:9: no scheduler answers there"),
        open_backend("dask", RULES, PLAN, SEED, scheduler="tcp://127.0.0.1:9"),
    ):
        pass
