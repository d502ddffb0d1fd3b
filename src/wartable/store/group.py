"""One thread that plans, another that writes, and everybody else who waits: what waits together is committed together.

While a group is being written, the next one is planned from memory, on top of what the first will leave behind. It is
written if the first was kept, and nobody is told anything before. Where memory does not suffice, or the database says
that things stand elsewhere, nothing runs ahead: the group is committed by looking first, and so is what stood on it.
"""

import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from queue import Empty, SimpleQueue
from typing import Any

from wartable.store.draft import Draft
from wartable.store.errors import StoreBusy, StoreDown, StoreError
from wartable.store.hand import Hand
from wartable.store.plan import check
from wartable.store.port import Batch

MAX_WAITING = 20_000
"""Jobs that nobody has looked at yet."""
MAX_GROUP = 512
ENOUGH = 8
"""Jobs for which nobody waits for more."""

QUICK_S = 0.0001
"""A disk that takes longer than this for each job is better used by one large group than by two that overlap."""

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

Ahead = Callable[[Draft | None], Draft | None]
"""An empty draft on top of one that is not kept yet; none, where memory is not to be relied on."""


class _Group:
    """What is committed together, in the order in which it came; with a draft, if memory sufficed for all of it."""

    def __init__(self, draft: Draft | None) -> None:
        self.jobs: list[Job] = []
        self.draft = draft

    def add(self, job: Job) -> None:
        self.jobs.append(job)
        if self.draft is not None:
            job.result = self.draft.add(job.batch) if job.batch is not None else None
            if job.result is None:
                self.draft = None


class GroupWriter:
    """The thread that plans. Jobs are done in the order in which they came.

    Where a commit costs much whatever is in it, the thread has patience: after several came together it waits so many
    seconds for more. Whoever comes alone waits for nobody, not even for the other thread.
    """

    def __init__(
        self,
        name: str,
        commit: Commit,
        patience: float = 0,
        ahead: Ahead | None = None,
        tell: Callable[[Sequence[Job]], None] = lambda _: None,
    ) -> None:
        self._commit, self._ahead, self._tell = commit, ahead, tell
        self._patience = patience
        self._patient_until = 0.0
        self._several = False
        self._quick = True
        self._waiting: SimpleQueue[Job | _Group | None] = SimpleQueue()
        self._lock = threading.Lock()
        self._closed = self._ending = False
        self._under_way: _Group | None = None
        self._begun = 0.0
        self._next: _Group = _Group(None)
        self._hand = Hand(f"{name}'s hand") if ahead else None
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

    # In the thread that plans

    def _run(self) -> None:
        while not self._ending or self._under_way or self._next.jobs:
            if self._is_due():
                self._begin()
            else:
                self._wait()
        if self._hand:
            self._hand.close()

    def _is_due(self) -> bool:
        """Whether the next group is to be written at this moment."""
        jobs = len(self._next.jobs)
        if not jobs or self._under_way:
            return False
        if jobs >= MAX_GROUP or self._ending:
            return True
        if jobs >= ENOUGH and self._next.draft is not None and self._quick and jobs >= self._waiting.qsize():
            return True  # half of what waits: the other half is planned meanwhile
        return self._waiting.empty() and (jobs >= ENOUGH or time.monotonic() >= self._patient_until)

    def _wait(self) -> None:
        """For one more job, or for the end of what is under way."""
        if self._under_way and len(self._next.jobs) >= MAX_GROUP:
            self._finish(self._under_way)
            return
        try:
            came = self._waiting.get(timeout=self._seconds_left())
        except Empty:
            return
        if isinstance(came, Job):
            self._plan(came)
        elif came is None:
            self._ending = True
        elif came is self._under_way:
            self._finish(came)

    def _seconds_left(self) -> float | None:
        if self._under_way or not self._next.jobs:
            return None
        return max(0.0, self._patient_until - time.monotonic())

    def _plan(self, job: Job) -> None:
        if not self._next.jobs:
            self._patient_until = time.monotonic() + self._patience if self._patience and self._several else 0.0
            if self._ahead:
                self._next.draft = self._ahead(self._under_way.draft if self._under_way else None)
        self._next.add(job)

    def _begin(self) -> None:
        """Write the next group: by the hand, if it is planned; and here, if it has to be looked up or is alone."""
        group, self._next = self._next, _Group(None)
        alone = not self._several and len(group.jobs) == 1
        self._several = len(group.jobs) > 1
        draft = group.draft
        if draft is None:
            self._look_and_commit(group)
        elif alone or self._hand is None:
            self._settle(group, draft, _keep(draft))
        else:
            self._under_way, self._begun = group, time.monotonic()
            self._hand.start(lambda: _keep(draft), lambda: self._waiting.put(group))

    def _finish(self, group: _Group) -> None:
        """What is under way has come to its end."""
        assert self._hand
        assert group.draft
        outcome = self._hand.outcome()
        self._under_way = None
        self._quick = time.monotonic() - self._begun < QUICK_S * len(group.jobs)
        self._settle(group, group.draft, outcome)

    def _settle(self, group: _Group, draft: Draft, outcome: bool | StoreError) -> None:
        """Tell everybody what became of a group; but first begin with what was planned on it."""
        if outcome is True:
            draft.learn()
            if self._next.draft is not None and len(self._next.jobs) > 1 and self._is_due():
                self._begin()
            self._resolve(group)
            return
        self._next.draft = None
        if outcome is False:
            self._look_and_commit(group)
        else:
            _fail(group.jobs, outcome)
            self._resolve(group)

    def _look_and_commit(self, group: _Group) -> None:
        try:
            self._commit(group.jobs)
        except StoreError as error:
            _fail(group.jobs, error)
        except Exception as error:  # whoever waits is told, whatever went wrong
            _fail(group.jobs, _unexpected(error))
        self._resolve(group)

    def _resolve(self, group: _Group) -> None:
        self._tell(group.jobs)
        for job in group.jobs:
            job.resolve()


def _keep(draft: Draft) -> bool | StoreError:
    try:
        return draft.keep()
    except StoreError as error:
        return error
    except Exception as error:  # as above
        return _unexpected(error)


def _unexpected(error: Exception) -> StoreDown:
    return StoreDown(f"{type(error).__name__}: {error}")


def _fail(jobs: Sequence[Job], error: StoreError) -> None:
    for job in jobs:
        job.result, job.error = None, error
