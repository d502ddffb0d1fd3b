"""The machine: kernels are compiled for the GPU that is there, once for each plan, and launched in pieces.

CuPy is asked for only when somebody wants a GPU, and nothing else in the program knows it.
"""

import importlib
from functools import cache
from typing import Any

import numpy as np

from wartable.sim.gpu.source import Kernel, kernel_for
from wartable.sim.gpu.totals import MISFIT_AT, TOTALS_SIZE, Row, tally_row

PIECE = 1 << 28
"""Shoes worth a launch: a twentieth of a second heads-up."""
LEAST_CAPABILITY = 80
"""The tensor cores multiply bytes from here on."""
_SHOES_A_BLOCK = 1 << 24
"""No counter of a block runs over: a shoe has at most 255 rounds."""
_NO_LIMIT = 0xFFFFFFFF


class NoGpu(RuntimeError):
    """There is no GPU to deal on, or it cannot deal this; one line says why."""


def available() -> bool:
    """Whether a GPU can deal here."""
    try:
        _machine()
    except NoGpu:
        return False
    return True


def name() -> str:
    """What the GPU calls itself."""
    return str(_properties()["name"].decode())


def identity() -> str:
    """The number that no other GPU has, on this machine or any other."""
    return str(_properties()["uuid"].hex())


def deal(plan: Row, seed: int, first: int, shoes: int, limit: int = 0, *, any_hands: bool = False) -> Row:
    """The tally of some shoes of a plan, each stopped after `limit` rounds if there is a limit.

    A limit is kept by the kernel for any number of hands, and `any_hands` asks for it in any case.
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
        raise NoGpu("more than 255 hands were tied in one shoe, and the GPU counts no more: deal it on the CPU")
    return tally_row(list(numbers), counted)


@cache
def _compiled(plan: tuple[int, ...], any_hands: bool) -> tuple[Kernel, Any]:
    cupy = _machine()
    most = cupy.cuda.Device().attributes["MaxSharedMemoryPerBlockOptin"]
    kernel = kernel_for(list(plan), shared=most, any_hands=any_hands)
    if not kernel.warps:
        raise NoGpu(f"a shoe of {plan[0]} decks does not fit the GPU's shared memory: deal it on the CPU")
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
        raise NoGpu("no GPU: CuPy is installed but sees none")
    capability = int(cupy.cuda.Device().compute_capability)
    if capability < LEAST_CAPABILITY:
        raise NoGpu(f"no GPU: this one has compute capability {capability / 10}, and {LEAST_CAPABILITY / 10} is needed")
    return cupy
