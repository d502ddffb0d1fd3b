"""Mutant after mutant in a process of its own: the tests are read once, and each process runs those that come to the
line which was changed, the quickest first, until one fails.

    python -m tests.mutants.trying N SEED [WORD ...]

Words choose the mutants: only those whose module has one of them in its name. It prints one JSON document: what was
tried, what was killed, and who survived.
"""

import functools
import gc
import os
import random
import resource
import signal
import sys
from collections.abc import Sequence
from pathlib import Path

import msgspec
import pytest

import wartable
from tests.mutants.covering import Covering, Quick, fails
from tests.mutants.making import Mutant, mutants_in, put_in

PACKAGE = Path(wartable.__file__).resolve().parent
CORE = ("cards.py", "money.py", "rulebook", "table", "ledger.py", "settle")
TESTS = (
    *("tests/test_cards.py", "tests/test_money.py", "tests/test_rates.py", "tests/test_ledger.py"),
    *("tests/laws", "tests/rulebook", "tests/houses", "tests/models"),
    *("tests/scenarios", "tests/settle", "tests/side_bets", "tests/table"),
)
PATIENCE = 20
"""Times as long as a test takes without a mutant; a mutant that takes longer runs in circles."""
LEAST_SECONDS = 10
"""That any test has, on a machine that is busy with something else."""
MAX_BYTES = 2 * 1024**3
SURVIVED, KILLED = 0, 1
REMEMBERS = type(functools.cache(len))


class Tried(msgspec.Struct):
    """What became of the mutants."""

    possible: int
    mutants: int
    tests: int
    killed: int
    in_circles: int
    survivors: list[Mutant]


def all_mutants(words: Sequence[str] = ()) -> list[Mutant]:
    """Every mutant of the core; what is only said in words is left out."""
    folders = [PACKAGE / name for name in CORE]
    files = [path for folder in folders for path in ([folder] if folder.is_file() else sorted(folder.rglob("*.py")))]
    core = [path for path in files if "sentences" not in path.parts]
    mutants = [mutant for path in core for mutant in mutants_in(PACKAGE.parent, path)]
    return [mutant for mutant in mutants if not words or any(word in mutant.module for word in words)]


class Trying:
    """In place of pytest's own loop over the tests."""

    def __init__(self, number: int, seed: int, words: Sequence[str]) -> None:
        self._possible = all_mutants(words)
        self._chosen = random.Random(seed).sample(self._possible, min(number, len(self._possible)))
        self.tried: Tried | None = None

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        covering = Covering(session.items, PACKAGE)
        self.tried = Tried(len(self._possible), len(self._chosen), len(covering.quick), 0, 0, [])
        for mutant in self._chosen:
            self._try(mutant, covering.at(mutant.path, mutant.line))
        return True

    def _try(self, mutant: Mutant, tests: Sequence[Quick]) -> None:
        """The tests that come to the line which was changed, until one fails."""
        assert self.tried is not None
        status = _in_a_child(mutant, tests)
        if os.WIFSIGNALED(status):
            self.tried.in_circles += 1
        if status == SURVIVED:
            self.tried.survivors.append(mutant)
            told = f"survived {len(tests)} tests: {mutant.module}.{mutant.function} line {mutant.line}: {mutant.says}"
            print(told, file=sys.stderr, flush=True)
        else:
            self.tried.killed += 1


def _in_a_child(mutant: Mutant, tests: Sequence[Quick]) -> int:
    """How the child ended: nothing failed, something failed, or it was stopped by its alarm."""
    child = os.fork()
    if child:
        return os.waitpid(child, 0)[1]
    signal.signal(signal.SIGALRM, signal.SIG_DFL)
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    resource.setrlimit(resource.RLIMIT_AS, (MAX_BYTES, MAX_BYTES))
    try:
        put_in(mutant)
        _forget()
        os._exit(KILLED if any(_fails_in_time(test) for test in tests) else SURVIVED)
    finally:
        os._exit(KILLED)


def _fails_in_time(test: Quick) -> bool:
    signal.alarm(LEAST_SECONDS + round(test.seconds * PATIENCE))
    return fails(test.item)


def _forget() -> None:
    """What was worked out and kept before the mutant was there would hide it."""
    for held in gc.get_objects():
        if isinstance(held, REMEMBERS):
            held.cache_clear()


def main(number: int, seed: int, words: Sequence[str] = ()) -> Tried:
    """Try this many mutants."""
    trying = Trying(number, seed, words)
    quiet = ("-p", "no:randomly", "-p", "no:timeout", "-p", "no:cacheprovider", "-p", "no:terminal", "-o", "addopts=")
    options = ("--import-mode=importlib", "--hypothesis-profile=mutants", "-W", "ignore")
    code = pytest.main([*quiet, *options, *TESTS], plugins=[trying])
    if trying.tried is None:
        raise AssertionError(f"the tests cannot be run: {code!r}")
    return trying.tried


if __name__ == "__main__":
    told = msgspec.json.encode(main(int(sys.argv[1]), int(sys.argv[2]), sys.argv[3:]))
    sys.stdout.buffer.write(told + b"\n")
