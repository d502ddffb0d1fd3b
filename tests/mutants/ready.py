"""A process that is ready to try mutants of clauses: each is tried in a fork of it, in which nothing was read yet.

It reads a mutant a line and answers with an outcome a line. What every test imports is imported once, here.
"""

import gc
import importlib
import os
import resource
import signal
import sys
import time
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import BinaryIO

import msgspec
import pytest

from tests.mutants.disabling import disable
from wartable.rulebook import rulebooks_that_load

ROOT = Path(__file__).resolve().parents[2]
PLUGINS = ("pytest_randomly", "pytest_timeout", "_hypothesis_pytestplugin")
"""The plugins that the settings of the tests name, and what the tests use; to look for the others takes long."""
OPTIONS = (
    *("-q", "--no-header", "--tb=no", "--assert=plain", f"--rootdir={ROOT}"),
    *("-p", "no:cacheprovider", "-p", "no:unraisableexception", "-p", "no:threadexception"),
    "--randomly-dont-reorganize",
    *(word for plugin in PLUGINS for word in ("-p", plugin)),
    *("-W", "ignore::pytest.PytestAssertRewriteWarning"),  # of what is imported already
)
IMPORTED = ("numpy", "hypothesis", *PLUGINS, "wartable.live", "wartable.runner", "wartable.settle")
"""Modules that no test does without; none of them keeps anything of a rulebook before it is asked."""
MOST_SECONDS = 5
"""How long a processor may work on one test of a mutant; unchanged it takes a second or two."""
MOST_BYTES = 4 << 30
"""How much such a process may hold: a round that never ends fills the memory before its time is over."""


class Task(msgspec.Struct, frozen=True):
    """One reference of one rulebook to disable, and the tests of each clause that names it."""

    rulebook: str
    meets: str
    clauses: tuple[tuple[str, ...], ...]


class Outcome(msgspec.Struct, frozen=True):
    """What became of a mutant: whether there was something to disable, and which tests failed."""

    disabled: bool
    failed: tuple[str, ...] = ()
    broken: bool = False
    endless: bool = False
    """The last of these tests had not ended when its time was over."""


def one_of(tests: Iterable[str], failed: Iterable[str]) -> tuple[str, ...]:
    """Return which of these tests are among the failed ones; a test without parameters stands for all of them."""
    names = frozenset(tests)
    return tuple(test for test in failed if test in names or test.partition("[")[0] in names)


class _Failures:
    """A pytest plugin that tells which tests failed, and stops when each clause has one among its own."""

    def __init__(self, clauses: Sequence[Sequence[str]], told: BinaryIO) -> None:
        self.failed: list[str] = []
        self._clauses = clauses
        self._told = told
        self._session: pytest.Session | None = None

    def tell(self, outcome: Outcome) -> None:
        self._told.write(msgspec.json.encode(outcome) + b"\n")
        self._told.flush()

    def pytest_sessionstart(self, session: pytest.Session) -> None:
        self._session = session

    def pytest_runtest_logstart(self, nodeid: str) -> None:
        self.tell(Outcome(disabled=True, failed=(*self.failed, nodeid), endless=True))  # stands if this test never ends
        until = int(time.process_time()) + MOST_SECONDS
        resource.setrlimit(resource.RLIMIT_CPU, (until, resource.RLIM_INFINITY))

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed and report.nodeid not in self.failed:
            self.failed.append(report.nodeid)

    def pytest_runtest_logfinish(self) -> None:
        if self._session is not None and all(one_of(tests, self.failed) for tests in self._clauses):
            self._session.shouldfail = "each clause has a test that noticed"


def _run_the_tests(task: Task, told: BinaryIO) -> None:
    resource.setrlimit(resource.RLIMIT_DATA, (MOST_BYTES, MOST_BYTES))
    silence = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):
        os.dup2(silence, stream)
    failures = _Failures(task.clauses, told)
    disabled = disable(task.rulebook, task.meets)
    tests = sorted({test for clause in task.clauses for test in clause})
    ended = pytest.main([*OPTIONS, *tests], plugins=[failures])
    broken = ended not in {pytest.ExitCode.OK, pytest.ExitCode.TESTS_FAILED}
    failures.tell(Outcome(disabled, tuple(failures.failed), broken))


def attempt(task: Task) -> Outcome:
    """Try one mutant in a fork of this process."""
    hears, tells = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            os.close(hears)
            with os.fdopen(tells, "wb") as told:
                _run_the_tests(task, told)
        finally:
            os._exit(0)
    os.close(tells)
    with os.fdopen(hears, "rb") as heard:
        lines = heard.read().splitlines()
    _, status = os.waitpid(child, 0)
    # A table that never ends its round is noticed by the test at that round.
    in_time = os.waitstatus_to_exitcode(status) in {0, -signal.SIGXCPU}
    return msgspec.json.decode(lines[-1], type=Outcome) if lines and in_time else Outcome(disabled=True, broken=True)


def main() -> None:
    """Answer every task."""
    os.environ["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"
    os.chdir(ROOT)
    for module in IMPORTED:
        importlib.import_module(module)
    list(rulebooks_that_load())
    gc.freeze()
    for line in sys.stdin.buffer:
        outcome = attempt(msgspec.json.decode(line, type=Task))
        sys.stdout.buffer.write(msgspec.json.encode(outcome) + b"\n")
        sys.stdout.buffer.flush()


if __name__ == "__main__":
    main()
