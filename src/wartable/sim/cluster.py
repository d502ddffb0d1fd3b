"""A cluster: dask's workers get pieces and return tallies; another worker deals again what a lost worker had.

A GPU deals for one worker that has it, in pieces of its own size; every other worker uses one core for each thread.
"""

import logging
from collections.abc import Iterator, Mapping
from concurrent.futures import Future
from contextlib import ExitStack, contextmanager, suppress
from typing import Any

from wartable.sim.backend import Backend, Lane, Submit
from wartable.sim.backends import CPU_PIECE, NoBackend
from wartable.sim.plan import Row, SimPlan

RETRIES = 8
"""Retries of a piece before the run gives up: a worker may die of it, but not eight."""
WARM = 33
"""Shoes that warm up a worker: two times sixteen, and one by itself."""
WAIT_SECONDS = 30
"""Timeout for the first worker."""
GPU_PIECE = 1 << 24
"""Shoes worth a message to a GPU: some milliseconds there, and a core can still take them over."""
CPU_LEAST, GPU_LEAST = 1 << 14, 1 << 20
"""Shoes that take about as long as a message, for the end of a run when every worker gets some."""
GPU_AT_ONCE = 3
"""One that is dealt, one that waits there, and one on its way."""


def deal_piece(row: Row, seed: int, first: int, shoes: int, limit: int, *, on_gpu: bool = False) -> Row:
    """Deal in a worker: on the GPU where that was requested, the worker has one and the plan fits it."""
    from wartable.sim import cpu, gpu

    if on_gpu:
        with suppress(gpu.NoGpu):
            return gpu.deal(row, seed, first, shoes, limit)
    return cpu.deal(row, seed, first, shoes, limit)


def own_gpu() -> str | None:
    """Return the identity of this worker's GPU; workers of one machine may share it."""
    from wartable.sim import gpu

    return gpu.identity() if gpu.available() else None


def first_of_each(gpus: Mapping[str, str | None]) -> set[str]:
    """Return the workers that deal on a GPU: one for each, since several would only wait for each other there."""
    return set({gpu: worker for worker, gpu in sorted(gpus.items(), reverse=True) if gpu is not None}.values())


@contextmanager
def open_cluster(plan: SimPlan, seed: int, workers: int, scheduler: str | None) -> Iterator[Backend]:
    """Open a cluster at an address, or a temporary one of local processes."""
    try:
        import distributed
    except ImportError:
        raise NoBackend("--backend dask needs the extra `cluster`: pip install 'wartable[cluster]'") from None
    dask: Any = distributed
    with ExitStack() as stack:
        # We report lost workers ourselves.
        logging.getLogger("distributed").setLevel(logging.CRITICAL)
        if scheduler is None:
            local = dask.LocalCluster(
                n_workers=workers, threads_per_worker=1, dashboard_address=None, silence_logs=logging.CRITICAL
            )
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
    """One lane for the workers that deal on a GPU, one for the others."""
    client.wait_for_workers(1, timeout=WAIT_SECONDS)
    found: dict[str, str | None] = client.run(own_gpu)
    on_gpu = first_of_each(found)
    # Load and compile at every worker before the clock runs.
    client.gather(
        [
            client.submit(deal_piece, row, seed, 0, WARM, 0, on_gpu=worker in on_gpu, workers=[worker], pure=False)
            for worker in found
        ]
    )
    with_gpu = f", {len(on_gpu)} of them on a GPU" if on_gpu else ""
    return Backend(f"dask at {where}, {len(found)} workers{with_gpu}", lanes(client, row, seed, on_gpu))


def lanes(client: Any, row: Row, seed: int, on_gpu: set[str]) -> tuple[Lane, ...]:
    """Return a lane for each kind of worker."""
    threads: dict[str, int] = client.nthreads()
    on_cores = sorted(threads.keys() - on_gpu)
    gpus = _lane(client, row, seed, sorted(on_gpu), on_gpu=True)
    cores = _lane(client, row, seed, on_cores, on_gpu=False)
    both = (
        Lane(gpus, GPU_AT_ONCE * len(on_gpu), GPU_PIECE, GPU_LEAST),
        Lane(cores, 2 * sum(threads[worker] for worker in on_cores), CPU_PIECE, CPU_LEAST),
    )
    return tuple(lane for lane in both if lane.at_once)


def _lane(client: Any, row: Row, seed: int, workers: list[str], *, on_gpu: bool) -> Submit:
    """Pieces for some of the workers; the remaining workers take over what a lost one had."""
    executor = client.get_executor(pure=False, retries=RETRIES, workers=workers, allow_other_workers=True)

    def submit(first: int, shoes: int, limit: int) -> "Future[Row]":
        begun: Future[Row] = executor.submit(deal_piece, row, seed, first, shoes, limit, on_gpu=on_gpu)
        return begun

    return submit
