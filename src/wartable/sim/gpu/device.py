"""The GPU: kernels are compiled for it once for each plan, and launched in pieces.

CuPy is imported only when a GPU is requested, and no other module uses it.
"""

import importlib
from functools import cache
from typing import Any

import numpy as np

from wartable.sim.gpu.source import Kernel, kernel_for
from wartable.sim.gpu.totals import MISFIT_AT, TOTALS_SIZE, Row, tally_row

PIECE = 1 << 28
"""Shoes worth a launch: 50 milliseconds heads-up."""
LEAST_CAPABILITY = 80
"""The least compute capability: the tensor cores multiply bytes from here on."""
_SHOES_A_BLOCK = 1 << 24
"""No counter of a block overflows: a shoe has at most 255 rounds."""
_NO_LIMIT = 0xFFFFFFFF


class NoGpu(RuntimeError):
    """No GPU is available, or it cannot deal this plan; one line says why."""


def available() -> bool:
    """Whether a GPU can deal here."""
    try:
        _machine()
    except NoGpu:
        return False
    return True


def name() -> str:
    return str(_properties()["name"].decode())


def identity() -> str:
    """Return the GPU's unique identifier."""
    return str(_properties()["uuid"].hex())


def deal(plan: Row, seed: int, first: int, shoes: int, limit: int = 0, *, any_hands: bool = False) -> Row:
    """Return the tally of some shoes of a plan, each stopped after `limit` rounds (0: no limit).

    Only the kernel for any number of hands keeps a limit; `any_hands` selects it in any case.
    """
    cupy = _machine()
    numbers = tuple(int(number) for number in plan)
    kernel, function = _compiled(numbers, any_hands or limit > 0)
    blocks = cupy.cuda.Device().attributes["MultiProcessorCount"]
    totals = cupy.zeros(TOTALS_SIZE, dtype=cupy.uint64)
    for done in range(0, shoes, blocks * _SHOES_A_BLOCK):
        some = min(shoes - done, blocks * _SHOES_A_BLOCK)
        arguments = [np.uint64(seed), np.uint64(first + done), np.uint64(some), totals]
        if kernel.name == "hands":
            arguments.append(np.uint32(limit or _NO_LIMIT))
        function((blocks,), (kernel.warps * 32,), tuple(arguments), shared_mem=kernel.shared)
    counted: Row = totals.get().astype(np.int64)
    if counted[MISFIT_AT]:
        raise NoGpu("more than 255 hands tied in one shoe, which the GPU cannot count: use the CPU")
    return tally_row(list(numbers), counted)


@cache
def _compiled(plan: tuple[int, ...], any_hands: bool) -> tuple[Kernel, Any]:
    cupy = _machine()
    most = cupy.cuda.Device().attributes["MaxSharedMemoryPerBlockOptin"]
    kernel = kernel_for(list(plan), shared=most, any_hands=any_hands)
    if not kernel.warps:
        raise NoGpu(f"a shoe of {plan[0]} decks does not fit the GPU's shared memory: use the CPU")
    function = cupy.RawModule(code=kernel.source, options=("-std=c++17",)).get_function(kernel.name)
    function.max_dynamic_shared_size_bytes = kernel.shared
    return kernel, function


def _properties() -> Any:
    cupy = _machine()
    return cupy.cuda.runtime.getDeviceProperties(cupy.cuda.Device().id)


@cache
def _machine() -> Any:
    """CuPy, if it is installed and sees a GPU that can deal."""
    try:
        cupy = importlib.import_module("cupy")
    except ImportError:
        raise NoGpu("no GPU: CuPy is not installed, it comes with wartable[gpu]") from None
    if not cupy.is_available():
        raise NoGpu("no GPU: CuPy is installed but finds none")
    capability = int(cupy.cuda.Device().compute_capability)
    if capability < LEAST_CAPABILITY:
        raise NoGpu(f"no GPU: this one has compute capability {capability / 10}, and {LEAST_CAPABILITY / 10} is needed")
    return cupy
