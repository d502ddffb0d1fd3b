"""Mutant after mutant in a process of its own: the tests are read once, and each process runs them until one fails.

    python -m tests.mutants.trying N SEED

It prints one JSON document: what was tried, what was killed, and who survived.
"""

import os
import random
import resource
import signal
import sys
import time
from collections.abc import Sequence
from itertools import accumulate
from pathlib import Path
from types import FrameType
from typing import Any

import msgspec
import pytest
from _pytest.runner import runtestprotocol

import wartable
from tests.mutants.making import Mutant, mutants_in, put_in

SOURCE = Path(wartable.__file__).resolve().parents[1]
TESTS = ("tests/test_money.py", "tests/test_ledger.py", "tests/laws", "tests/side_bets", "tests/settle", "tests/table")
QUICK = 60.0
"""Seconds of work that the quick tests take together."""
PATIENCE = 20
"""Times as long as the tests take without a mutant; a mutant that takes longer runs in circles."""
SURVIVED, KILLED = 0, 1


class Tried(msgspec.Struct):
    """What became of the mutants."""

    possible: int
    mutants: int
    tests: int
    killed: int
    in_circles: int
    survivors: list[Mutant]


def all_mutants() -> list[Mutant]:
    """Every mutant of the table, the money and the settlements; what is only said in words is left out."""
    folder = SOURCE / "wartable"
    files = [folder / "money.py", *sorted((folder / "table").rglob("*.py")), *sorted((folder / "settle").rglob("*.py"))]
    core = [path for path in files if "sentences" not in path.parts]
    return [mutant for path in core for mutant in mutants_in(SOURCE, path)]


class Quick(msgspec.Struct, frozen=True):
    """A quick test: how long it takes, and which functions of the program it calls, by file and name."""

    item: Any
    seconds: float
    calls: frozenset[tuple[str, str]]


class Trying:
    """In place of pytest's own loop over the tests."""

    def __init__(self, number: int, seed: int) -> None:
        self._number, self._seed = number, seed
        self.tried: Tried | None = None

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        quick = _quickest_first(session.items)
        possible = all_mutants()
        chosen = random.Random(self._seed).sample(possible, min(self._number, len(possible)))
        self.tried = Tried(len(possible), len(chosen), len(quick), 0, 0, [])
        for mutant in chosen:
            self._try(mutant, [test for test in quick if (mutant.path, mutant.function) in test.calls] or quick)
        return True

    def _try(self, mutant: Mutant, tests: Sequence[Quick]) -> None:
        """The tests that come to the place which was changed, until one fails."""
        assert self.tried is not None
        seconds = sum(test.seconds for test in tests)
        status = _in_a_child(mutant, [test.item for test in tests], round(seconds * PATIENCE) + 10)
        if os.WIFSIGNALED(status):
            self.tried.in_circles += 1
        if status == SURVIVED:
            self.tried.survivors.append(mutant)
            print(f"survived: {mutant}", file=sys.stderr, flush=True)
        else:
            self.tried.killed += 1


def _in_a_child(mutant: Mutant | None, items: Sequence[pytest.Item], seconds: int) -> int:
    """How the child ended: nothing failed, something failed, or it was stopped by its alarm."""
    child = os.fork()
    if child:
        return os.waitpid(child, 0)[1]
    signal.signal(signal.SIGALRM, signal.SIG_DFL)
    signal.alarm(seconds)
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    try:
        if mutant is not None:
            put_in(mutant)
        os._exit(KILLED if any(_fails(item) for item in items) else SURVIVED)
    finally:
        os._exit(KILLED)


def _fails(item: pytest.Item) -> bool:
    return any(report.failed for report in runtestprotocol(item, log=False, nextitem=None))


def _quickest_first(items: Sequence[pytest.Item]) -> list[Quick]:
    """The quick tests, the quickest first; none may fail as it is."""
    tests = sorted((_time(item) for item in items), key=lambda test: test.seconds)
    together = accumulate(test.seconds for test in tests)
    return [test for test, so_far in zip(tests, together, strict=True) if so_far <= QUICK]


def _time(item: pytest.Item) -> Quick:
    calls: set[tuple[str, str]] = set()
    source = str(SOURCE)

    def look(frame: FrameType, event: str, _argument: object) -> None:
        code = frame.f_code
        if event == "call" and code.co_filename.startswith(source):
            calls.add((code.co_filename, code.co_qualname))

    begun = time.process_time()
    sys.setprofile(look)
    failed = _fails(item)
    sys.setprofile(None)
    if failed:
        raise AssertionError(f"{item.nodeid} fails without a mutant")
    return Quick(item, time.process_time() - begun, frozenset(calls))


def main(number: int, seed: int, tests: Sequence[str] = TESTS) -> Tried:
    """Try so many mutants."""
    trying = Trying(number, seed)
    quiet = ("-p", "no:randomly", "-p", "no:timeout", "-p", "no:cacheprovider", "-p", "no:terminal", "-o", "addopts=")
    code = pytest.main([*quiet, "--import-mode=importlib", "-W", "ignore", *tests], plugins=[trying])
    if trying.tried is None:
        raise AssertionError(f"the tests cannot be run: {code!r}")
    return trying.tried


if __name__ == "__main__":
    told = msgspec.json.encode(main(int(sys.argv[1]), int(sys.argv[2]), sys.argv[3:] or TESTS))
    sys.stdout.buffer.write(told + b"\n")
