"""Whatever waits together is committed together; and whoever comes alone waits for nobody."""

import threading
from collections.abc import Sequence
from concurrent.futures import Future
from queue import Queue
from typing import Any

from tests.patience import PATIENCE
from wartable.store import Batch, Kept
from wartable.store.draft import Draft
from wartable.store.group import ENOUGH, GroupWriter, Job
from wartable.store.plan import Plan
from wartable.store.remembered import Remembered

LONG = 3_000
"""Seconds that never pass in a test."""


class Commits:
    """Remembers what was committed together, and can be held up."""

    def __init__(self) -> None:
        self.sizes: list[int] = []
        self.may_go_on = threading.Event()
        self.may_go_on.set()
        self.has_begun = threading.Event()

    def __call__(self, jobs: Sequence[Job]) -> None:
        self.has_begun.set()
        assert self.may_go_on.wait(PATIENCE)
        self.sizes.append(len(jobs))


def write(writer: GroupWriter, number: int) -> list[Job]:
    jobs = [Job(work=lambda _: None) for _ in range(number)]
    for job in jobs:
        writer.submit(job)
    return jobs


def done(jobs: Sequence[Job]) -> None:
    for job in jobs:
        job.future.result(PATIENCE)


def come_together(writer: GroupWriter, commits: Commits, number: int) -> None:
    """While one is being committed, so many come to wait."""
    commits.has_begun.clear()
    commits.may_go_on.clear()
    first = write(writer, 1)
    assert commits.has_begun.wait(PATIENCE)
    rest = write(writer, number)
    commits.may_go_on.set()
    done([*first, *rest])


def test_what_comes_while_another_commit_is_under_way_is_committed_together() -> None:
    commits = Commits()
    writer = GroupWriter("test", commits)
    come_together(writer, commits, 5)
    writer.close()
    assert commits.sizes == [1, 5]


def test_whoever_comes_alone_waits_for_nobody_however_patient_the_thread_is() -> None:
    commits = Commits()
    writer = GroupWriter("test", commits, patience=LONG)
    for _ in range(3):
        done(write(writer, 1))
    writer.close()
    assert commits.sizes == [1, 1, 1]


def test_after_several_came_together_a_patient_thread_waits_until_enough_have_come() -> None:
    commits = Commits()
    writer = GroupWriter("test", commits, patience=LONG)
    come_together(writer, commits, ENOUGH)
    few = write(writer, ENOUGH - 1)
    assert not any(job.future.done() for job in few)
    done([*few, *write(writer, 1)])
    writer.close()
    assert commits.sizes == [1, ENOUGH, ENOUGH]


def test_closing_ends_all_patience() -> None:
    commits = Commits()
    writer = GroupWriter("test", commits, patience=LONG)
    come_together(writer, commits, ENOUGH)
    last = write(writer, 2)
    writer.close()
    done(last)
    assert commits.sizes == [1, ENOUGH, 2]


# Planned ahead

KEPT, ELSEWHERE = True, False


class Sheet(Draft):
    """A draft whose writing can be held up, and comes out as it is told."""

    def __init__(self, ledger: "Ledger", after: Draft | None) -> None:
        super().__init__(Remembered(), after)
        self._ledger, self.after, self.asked = ledger, after, list[str]()

    def add(self, batch: Batch) -> Kept | None:
        self.asked.append(batch.command_id)
        self._ledger.planned.put(batch.command_id)
        return None if "unheard of" in batch.command_id else Kept(batch.command_id.encode(), (), repeated=False)

    def keep(self) -> bool:
        self._ledger.begun.put(self.asked)
        outcome = self._ledger.outcomes.get(timeout=PATIENCE)
        if isinstance(outcome, Exception):
            raise outcome
        if outcome:
            self._ledger.kept.append(self.asked)
        return outcome

    def _take(self, planned: Plan) -> None:  # noqa: ARG002
        raise AssertionError("nothing is planned here")


class Ledger:
    """A store that only writes down what was asked of it."""

    def __init__(self) -> None:
        self.planned: Queue[str] = Queue()
        self.begun: Queue[list[str]] = Queue()
        self.outcomes: Queue[bool | Exception] = Queue()
        self.kept: list[list[str]] = []
        self.looked: list[list[str]] = []
        self.sheets: list[Sheet] = []
        self.writer = GroupWriter("test", self._commit, ahead=self._draft)

    def _draft(self, after: Draft | None) -> Draft:
        self.sheets.append(Sheet(self, after))
        return self.sheets[-1]

    def _commit(self, jobs: Sequence[Job]) -> None:
        self.looked.append([job.batch.command_id for job in jobs if job.batch])
        for job in jobs:
            job.result = b"looked up"

    def ask(self, *names: str) -> list[Future[Any]]:
        return [self.writer.submit(Job(Batch(name, b"", 0, (), (), b""))) for name in names]

    def two_groups(self, *second: str, planned: str = "") -> tuple[list[Future[Any]], list[Future[Any]]]:
        """One group is under way, and another is planned on it, as far as it can be."""
        self.ask("alone")
        assert self.begun.get(timeout=PATIENCE) == ["alone"]
        first = self.ask("a", "b")
        self.outcomes.put(ELSEWHERE)
        assert self.begun.get(timeout=PATIENCE) == ["a", "b"]
        waiting = self.ask(*second)
        while self.planned.get(timeout=PATIENCE) != (planned or second[-1]):
            pass
        return first, waiting


def test_while_a_group_is_written_the_next_is_planned_on_it_and_nobody_is_told_before() -> None:
    ledger = Ledger()
    first, second = ledger.two_groups("c", "d")
    assert ledger.sheets[-1].after is ledger.sheets[-2]
    assert not any(future.done() for future in first + second)
    ledger.outcomes.put(KEPT)
    assert [future.result(PATIENCE).answer for future in first] == [b"a", b"b"]
    assert ledger.begun.get(timeout=PATIENCE) == ["c", "d"]
    assert not any(future.done() for future in second)
    ledger.outcomes.put(KEPT)
    assert [future.result(PATIENCE).answer for future in second] == [b"c", b"d"]
    ledger.writer.close()
    assert (ledger.kept, ledger.looked) == ([["a", "b"], ["c", "d"]], [["alone"]])


def test_what_was_planned_on_a_group_that_was_not_kept_is_looked_up_as_well() -> None:
    ledger = Ledger()
    first, second = ledger.two_groups("c", "d")
    ledger.outcomes.put(ELSEWHERE)
    assert [future.result(PATIENCE) for future in first + second] == [b"looked up"] * 4
    ledger.writer.close()
    assert (ledger.kept, ledger.looked) == ([], [["alone"], ["a", "b"], ["c", "d"]])


def test_an_error_while_a_group_is_written_is_told_to_that_group_alone() -> None:
    ledger = Ledger()
    first, second = ledger.two_groups("c", "d")
    ledger.outcomes.put(ZeroDivisionError("in the hand"))
    assert [str(future.exception(PATIENCE)) for future in first] == ["ZeroDivisionError: in the hand"] * 2
    assert [future.result(PATIENCE) for future in second] == [b"looked up"] * 2
    ledger.writer.close()


def test_what_is_not_remembered_is_looked_up_after_what_is_under_way() -> None:
    ledger = Ledger()
    first, second = ledger.two_groups("c", "unheard of", "d", planned="unheard of")
    ledger.outcomes.put(KEPT)
    assert [future.result(PATIENCE) for future in second] == [b"looked up"] * 3
    assert all(future.done() for future in first)
    ledger.writer.close()
    assert (ledger.kept, ledger.looked) == ([["a", "b"]], [["alone"], ["c", "unheard of", "d"]])
