"""Compiling the kernels: once for a machine, then from a cache that any change of their source invalidates."""

import hashlib
import os
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, TypeVar

import numba
from numba.core import config as numba_config

Function = TypeVar("Function", bound=Callable[..., Any])

config: Any = numba_config
_HERE = Path(__file__).resolve().parent
_HERE_CACHE = _HERE / "__pycache__"
_OPTIONS: dict[str, Any] = {"nogil": True, "boundscheck": False, "error_model": "numpy"}


def kernel(function: Function) -> Function:
    """Compile a kernel: it runs without the interpreter lock, so threads run in parallel, and it is cached."""
    before = config.CACHE_DIR
    config.CACHE_DIR = _CACHE
    try:
        compiled: Function = numba.njit(cache=bool(_CACHE), **_OPTIONS)(function)
    finally:
        config.CACHE_DIR = before
    return compiled


def part(function: Function) -> Function:
    """Compile a part of a kernel, which is inlined into its caller."""
    inlined: Function = numba.njit(forceinline=True, **_OPTIONS)(function)
    return inlined


def find_cache() -> str:
    """Return the cache folder: beside the source, in the user's cache or a temporary folder; "" if none is writable."""
    for base in bases():
        folder = base / f"wartable-kernels-{source_digest()}"
        try:
            folder.mkdir(parents=True, exist_ok=True)
            with tempfile.TemporaryFile(dir=folder):
                return str(folder)
        except OSError:
            continue
    return ""


def bases() -> Iterator[Path]:
    """Yield the folders that may hold compiled kernels, the best first."""
    if named := os.environ.get("NUMBA_CACHE_DIR"):
        yield Path(named)
    yield _HERE_CACHE
    if user := os.environ.get("XDG_CACHE_HOME") or os.environ.get("HOME"):
        yield Path(user) / ("" if os.environ.get("XDG_CACHE_HOME") else ".cache")
    yield Path(tempfile.gettempdir()) / f"wartable-{os.getuid()}"


def source_digest() -> str:
    """Return a digest of all sources. Numba checks only a function's own file, so the folder's name covers the rest."""
    digest = hashlib.sha256()
    for file in sources():
        digest.update(file.read_bytes())
    return digest.hexdigest()[:16]


def sources() -> list[Path]:
    return [*sorted(_HERE.glob("*.py")), _HERE.parent / "layout.py"]


_CACHE = find_cache()
