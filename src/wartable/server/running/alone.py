"""One server for one file: two that drive the same tables from it would each refuse what the other keeps."""

import fcntl
import os
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager

from wartable.store import StoreBusy, path_of

MAX_TOLD = 200


@contextmanager
def alone_on(store: str, where: str) -> Iterator[None]:
    """Hold the file of a store for as long as this process lives; the machine lets go of it, however that ends."""
    path = path_of(store)
    if path is None:
        yield
        return
    with ExitStack() as held, path.resolve().with_suffix(".lock").open("a+") as file:
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
        file.truncate(0)
        file.write(f"process {os.getpid()} at {where}\n")
        file.flush()
        yield
