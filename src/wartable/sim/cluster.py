"""A cluster: pieces go out to dask's workers and tallies come back; what a lost worker had is dealt again by another.

Workers that have a GPU get pieces of their own size; the others use one core for each of their threads.
"""

import logging
from collections.abc import Iterator
from concurrent.futures import Future
from contextlib import ExitStack, contextmanager
from typing import Any

from wartable.sim.backend import Backend, Lane
from wartable.sim.backends import CPU_PIECE, NoBackend
from wartable.sim.plan import Plan, Row

RETRIES = 8
"""How often a piece is tried again before the run gives up: a worker may die of it, but not eight."""
WARM = 33
"""Shoes for a start: two times sixteen, and one by itself."""
WAIT_SECONDS = 30
"""How long to wait for the first worker."""


def deal_piece(row: Row, seed: int, first: int, shoes: int, limit: int) -> Row:
    """What a worker does: deal, on its GPU where it has one."""
    from wartable.sim import cpu, gpu

    if gpu.available():
        return gpu.deal(row, seed, first, shoes, limit)
    return cpu.deal(row, seed, first, shoes, limit)


def has_gpu() -> bool:
    """Whether this worker has a GPU."""
    from wartable.sim import gpu

    return gpu.available()


@contextmanager
def open_cluster(plan: Plan, seed: int, workers: int, scheduler: str | None) -> Iterator[Backend]:
    """A cluster at an address, or one of this machine's own processes for as long as it is needed."""
    try:
        import distributed
    except ImportError:
        raise NoBackend("--backend dask needs the extra `cluster`: pip install 'wartable[cluster]'") from None
    dask: Any = distributed
    with ExitStack() as stack:
        logging.getLogger("distributed").setLevel(logging.ERROR)  # what it has to say about lost workers is told by us
        if scheduler is None:
            local = dask.LocalCluster(n_workers=workers, threads_per_worker=1, dashboard_address=None)
            client = stack.enter_context(dask.Client(stack.enter_context(local)))
        else:
            client = stack.enter_context(_connect(dask.Client, scheduler))
        yield _backend(client, plan.row(), seed, scheduler or "local")


def _connect(client: Any, address: str) -> Any:
    try:
        return client(address, timeout=WAIT_SECONDS)
    except (OSError, ValueError) as error:
        raise NoBackend(f"--scheduler {address}: no scheduler answers there: {error}") from None


def _backend(client: Any, row: Row, seed: int, where: str) -> Backend:
    """One lane for the workers with a GPU, one for the others."""
    client.wait_for_workers(1, timeout=WAIT_SECONDS)
    found: dict[str, bool] = client.run(has_gpu)
    threads: dict[str, int] = client.nthreads()
    # What has to be loaded or compiled is ready at every worker before the clock runs.
    client.gather([client.submit(deal_piece, row, seed, 0, WARM, 0, workers=[worker], pure=False) for worker in found])
    lanes = []
    for on_gpu in (True, False):
        workers = [worker for worker, gpu in found.items() if gpu is on_gpu]
        if workers:
            lanes.append(_lane(client, row, seed, workers, sum(threads[worker] for worker in workers), on_gpu=on_gpu))
    gpus = sum(found.values())
    with_gpu = f", {gpus} of them with a GPU" if gpus else ""
    return Backend(f"dask at {where}, {len(found)} workers{with_gpu}", tuple(lanes))


def _lane(client: Any, row: Row, seed: int, workers: list[str], threads: int, *, on_gpu: bool) -> Lane:
    """Pieces for some of the workers; whoever is left takes over what they can no longer do."""
    from wartable.sim.gpu import PIECE

    executor = client.get_executor(pure=False, retries=RETRIES, workers=workers, allow_other_workers=True)

    def submit(first: int, shoes: int, limit: int) -> "Future[Row]":
        begun: Future[Row] = executor.submit(deal_piece, row, seed, first, shoes, limit)
        return begun

    return Lane(submit, 2 * threads, PIECE if on_gpu else CPU_PIECE)
