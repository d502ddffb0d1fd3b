"""Opening a backend: this machine's cores, its GPU, a cluster, or the table itself."""

from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from contextlib import contextmanager
from typing import Literal

import msgspec

from wartable.rulebook import Rules
from wartable.sim.backend import Backend, Lane, usable_cores
from wartable.sim.plan import Row, SimPlan

BackendName = Literal["cpu", "gpu", "dask", "table"]

CPU_PIECE = 1 << 17
"""Shoes in a piece for one core: a few hundredths of a second."""
TABLE_PIECE = 16

Deal = Callable[[int, int, int], Row]


class NoBackend(RuntimeError):
    """The backend is not available here; one line says why."""


class Where(msgspec.Struct, frozen=True):
    """Where to deal: the backend, the number of threads or local workers, and the cluster."""

    backend: BackendName = "cpu"
    threads: int | None = None
    """Default: the number of cores."""
    scheduler: str | None = None
    """The address of dask's scheduler; default: a local cluster."""


@contextmanager
def open_backend(
    name: BackendName,
    rules: Rules,
    plan: SimPlan,
    seed: int,
    *,
    threads: int | None = None,
    scheduler: str | None = None,
) -> Iterator[Backend]:
    """Open a backend that deals this plan; it closes at the end of the context."""
    if name == "dask":
        from wartable.sim.cluster import open_cluster

        with open_cluster(plan, seed, threads or usable_cores(), scheduler) as backend:
            yield backend
        return
    opened = {"cpu": _cpu, "gpu": _gpu, "table": _table}[name](rules, plan, seed, threads or usable_cores())
    deal, told, workers, shoes = opened
    executor = ThreadPoolExecutor(workers)
    try:
        yield Backend(told, (Lane(_submitter(executor, deal), 2 * workers, shoes),))
    finally:
        executor.shutdown(cancel_futures=True)


Opened = tuple[Deal, str, int, int]
"""Return how to deal, the name, the number of workers, and the shoes of a piece."""


def _submitter(executor: Executor, deal: Deal) -> Callable[[int, int, int], "Future[Row]"]:
    return lambda first, shoes, limit: executor.submit(deal, first, shoes, limit)


def _cpu(_rules: Rules, plan: SimPlan, seed: int, threads: int) -> Opened:
    from wartable.sim import cpu

    row = plan.row()
    cpu.deal(row, seed, 0, 2 * cpu.LANES + 1)  # compile before the clock runs
    told = f"cpu, {threads} thread{'s' if threads > 1 else ''}"
    return lambda first, shoes, limit: cpu.deal(row, seed, first, shoes, limit), told, threads, CPU_PIECE


def _gpu(_rules: Rules, plan: SimPlan, seed: int, _threads: int) -> Opened:
    from wartable.sim import gpu

    row = plan.row()

    def deal(first: int, shoes: int, limit: int) -> Row:
        try:
            return gpu.deal(row, seed, first, shoes, limit)
        except gpu.NoGpu as error:
            raise NoBackend(f"--backend gpu: {error}") from None

    deal(0, 1, 0)
    return deal, f"gpu, {gpu.name()}", 1, gpu.PIECE


def _table(rules: Rules, plan: SimPlan, seed: int, _threads: int) -> Opened:
    from wartable.sim.reference import deal_at_table

    return lambda first, shoes, limit: deal_at_table(rules, plan, seed, first, shoes, limit), "table", 1, TABLE_PIECE
