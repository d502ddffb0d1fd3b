"""What waits together is committed together, and a single writer commits immediately."""

import threading
from collections.abc import Sequence

from tests.patience import PATIENCE
from wartable.store.group import ENOUGH, GroupWriter, Job

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
    jobs = [Job() for _ in range(number)]
    for job in jobs:
        writer.submit(job)
    return jobs


def done(jobs: Sequence[Job]) -> None:
    for job in jobs:
        job.future.result(PATIENCE)


def come_together(writer: GroupWriter, commits: Commits, number: int) -> None:
    """Submit a number of jobs while another is being committed."""
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


def test_a_single_writer_commits_immediately_however_patient_the_thread_is() -> None:
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
