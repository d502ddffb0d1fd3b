"""One thread that writes, and everybody else who waits: whatever waits together is committed together."""

import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from queue import Empty, SimpleQueue
from typing import Any

from wartable.store.errors import StoreBusy, StoreDown, StoreError
from wartable.store.plan import check
from wartable.store.port import Batch

MAX_WAITING = 20_000
MAX_GROUP = 512
ENOUGH = 8
"""Jobs for which nobody waits for more."""

Work = Callable[[Any], Any]
"""Something to do inside the transaction; it is given what the store writes with."""


class Job:
    """One thing to be written, and who waits for it. Once it waits, it cannot be called off."""

    __slots__ = ("batch", "error", "future", "result", "work")

    def __init__(self, batch: Batch | None = None, work: Work | None = None) -> None:
        self.batch, self.work = batch, work
        self.future: Future[Any] = Future()
        self.future.set_running_or_notify_cancel()
        self.result: Any = None
        self.error: BaseException | None = None

    def resolve(self) -> None:
        """Tell who waits; only after the commit."""
        if self.error is not None:
            self.future.set_exception(self.error)
        else:
            self.future.set_result(self.result)

    @classmethod
    def of(cls, batch: Batch) -> "Job":
        """A batch; one that no store could keep has its error before it waits."""
        job = cls(batch)
        try:
            check(batch)
        except StoreError as error:
            job.error = error
        return job


Commit = Callable[[Sequence[Job]], None]
"""Write all of these, fill in each result or error, and return when what was written is durable."""


class GroupWriter:
    """The thread. Jobs are done in the order in which they came.

    Where a commit costs much whatever is in it, the thread has patience: after several came together it waits so many
    seconds for more. Whoever comes alone waits for nobody.
    """

    def __init__(self, name: str, commit: Commit, patience: float = 0) -> None:
        self._commit = commit
        self._patience = patience
        self._several = False
        self._waiting: SimpleQueue[Job | None] = SimpleQueue()
        self._lock = threading.Lock()
        self._closed = False
        self._thread = threading.Thread(target=self._run, name=name, daemon=True)
        self._thread.start()

    def submit(self, job: Job) -> Future[Any]:
        """Let a job wait for the next commit."""
        with self._lock:
            if job.error is not None:
                pass
            elif self._closed:
                job.error = StoreDown("the store is closed")
            elif self._waiting.qsize() >= MAX_WAITING:
                job.error = StoreBusy(f"{MAX_WAITING} commands wait already")
            else:
                self._waiting.put(job)
                return job.future
        job.resolve()
        return job.future

    def close(self) -> None:
        """Finish what waits."""
        with self._lock:
            if not self._closed:
                self._closed = True
                self._waiting.put(None)
        self._thread.join()

    def _run(self) -> None:
        going_on = True
        while going_on:
            jobs, going_on = self._next()
            if not jobs:
                continue
            try:
                self._commit(jobs)
            except StoreError as error:
                _fail(jobs, error)
            except Exception as error:  # whoever waits is told, whatever went wrong
                _fail(jobs, StoreDown(f"{type(error).__name__}: {error}"))
            for job in jobs:
                job.resolve()

    def _next(self) -> tuple[list[Job], bool]:
        """Wait for one job, and take all that wait with it."""
        jobs: list[Job] = []
        job = self._waiting.get()
        until = time.monotonic() + self._patience if self._several else 0.0
        while job is not None:
            jobs.append(job)
            if len(jobs) == MAX_GROUP:
                return jobs, True
            try:
                job = self._another(until if len(jobs) < ENOUGH else 0.0)
            except Empty:
                self._several = len(jobs) > 1
                return jobs, True
        return jobs, False

    def _another(self, until: float) -> Job | None:
        """One that waits already, or comes until then."""
        seconds = until - time.monotonic() if until else 0.0
        return self._waiting.get(timeout=seconds) if seconds > 0 else self._waiting.get_nowait()


def _fail(jobs: Sequence[Job], error: StoreError) -> None:
    for job in jobs:
        job.result, job.error = None, error
