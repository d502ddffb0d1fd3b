"""One server for one file: two that drive the same tables from it would each refuse what the other keeps."""

import fcntl
import os
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import TextIO

from wartable.store import StoreBroken, StoreBusy, path_of

LOCK = ".lock"
OURS = "process "
MAX_TOLD = 200


@contextmanager
def alone_on(store: str, where: str) -> Iterator[None]:
    """Hold the file of a store for as long as this process lives; the machine lets go of it, however that ends."""
    path = path_of(store)
    if path is None:
        yield
        return
    lock = _lock_beside(path.resolve())
    if lock.exists() and not lock.is_file():
        raise StoreBroken(f"{lock}: expected a file, which a server locks while it runs; move this away")
    with ExitStack() as held, lock.open("a+", errors="replace") as file:
        try:
            # A lock of this kind is not handed on to a child, which might outlive us.
            fcntl.lockf(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            if path.exists():  # by another name, or with the lock taken away, it is still the same file
                fcntl.flock(held.enter_context(path.open("rb")), fcntl.LOCK_EX | fcntl.LOCK_NB)
        except (BlockingIOError, PermissionError):
            file.seek(0)
            told = file.read(MAX_TOLD).strip() or "another process"
            raise StoreBusy(
                f"{path}: a server runs on it already ({told}); stop it first, or use PostgreSQL for many servers"
            ) from None
        if not os.fstat(file.fileno()).st_size or _is_ours(file):
            file.truncate(0)
            file.write(f"{OURS}{os.getpid()} at {where}\n")
            file.flush()
        yield


def _lock_beside(path: Path) -> Path:
    """A file other than the database, by any name."""
    return path.with_name(f"{path.name}{LOCK}") if path.suffix == LOCK else path.with_suffix(LOCK)


def _is_ours(file: TextIO) -> bool:
    """Whether a server wrote it; a file of that name may be anything, such as the database of another house."""
    file.seek(0)
    return file.read(len(OURS)) == OURS
