"""Group commit: one thread writes, and commits together everything that waits."""

import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from queue import Empty, SimpleQueue
from typing import Any

from wartable.store.checks import check
from wartable.store.errors import StoreBusy, StoreDown, StoreError
from wartable.store.port import Batch

MAX_WAITING = 20_000
MAX_GROUP = 512
ENOUGH = 8
"""A group of this size is committed without waiting for more."""

Statement = tuple[str, tuple[Any, ...]]
"""SQL with its values."""


class Job:
    """A batch or a statement to write, and the future of its result. It cannot be cancelled."""

    __slots__ = ("batch", "error", "future", "result", "statement")

    def __init__(self, batch: Batch | None = None, statement: Statement | None = None) -> None:
        self.batch, self.statement = batch, statement
        self.future: Future[Any] = Future()
        self.future.set_running_or_notify_cancel()
        self.result: Any = None
        self.error: BaseException | None = None

    def resolve(self) -> None:
        if self.error is not None:
            self.future.set_exception(self.error)
        else:
            self.future.set_result(self.result)


Commit = Callable[[Sequence[Job]], None]
"""Write all jobs, set the result or error of each, and return when the commit is durable."""


class GroupWriter:
    """The thread that writes, in the order of submission.

    Where a commit costs much, `patience` makes it wait that many seconds for a larger group, but only after a group
    of several. A single writer commits immediately.
    """

    def __init__(self, name: str, commit: Commit, patience: float = 0.0) -> None:
        self._commit, self._patience = commit, patience
        self._several = False
        self._waiting: SimpleQueue[Job | None] = SimpleQueue()
        self._lock = threading.Lock()
        self._closed = False
        self._thread = threading.Thread(target=self._run, name=name, daemon=True)
        self._thread.start()

    def submit(self, job: Job) -> Future[Any]:
        """Queue a job for the next commit. It never waits; an invalid batch fails immediately."""
        try:
            if job.batch is not None:
                check(job.batch)
            with self._lock:
                if self._closed:
                    raise StoreDown("the store is closed")
                if self._waiting.qsize() >= MAX_WAITING:
                    raise StoreBusy(f"{MAX_WAITING} commands are waiting already")
                self._waiting.put(job)
        except StoreError as error:
            job.future.set_exception(error)
        return job.future

    def close(self) -> None:
        """Commit what waits, and end the thread."""
        with self._lock:
            if not self._closed:
                self._closed = True
                self._waiting.put(None)
        self._thread.join()

    def _run(self) -> None:
        closing = False
        while not closing:
            jobs, closing = self._gather()
            try:
                if jobs:
                    self._commit(jobs)
            except Exception as error:  # an unexpected error must reach the callers too
                known = error if isinstance(error, StoreError) else StoreDown(f"{type(error).__name__}: {error}")
                for job in jobs:
                    job.error = known
            for job in jobs:
                job.resolve()

    def _gather(self) -> tuple[list[Job], bool]:
        """Return the next group, and whether it is the last."""
        jobs: list[Job] = []
        job = self._waiting.get()
        until = time.monotonic() + self._patience if self._several else 0.0
        while job is not None:
            jobs.append(job)
            if len(jobs) == MAX_GROUP:
                break
            seconds = max(0.0, until - time.monotonic()) if len(jobs) < ENOUGH else 0.0
            try:
                job = self._waiting.get(timeout=seconds)
            except Empty:
                break
        self._several = len(jobs) > 1
        return jobs, job is None
