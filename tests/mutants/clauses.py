"""Mutants of clauses: what meets a clause is disabled, and a test that its trace names must fail.

One mutant is one reference of a rulebook, such as `maryland value:cut.depth`. It is tried in a process of its own, in
which the reference is disabled before anything else reads it.
"""

import contextlib
import multiprocessing
import os
import resource
import signal
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Literal, NamedTuple

import msgspec
import pytest

from tests.mutants.disabling import disable
from wartable.rulebook import clauses_of, parse_meets, rulebook_names
from wartable.rulebook.clauses import Clause

ROOT = Path(__file__).resolve().parents[2]
OPTIONS = ("-q", "-p", "no:xdist", "-p", "no:cacheprovider", "--no-header", "--tb=no", f"--rootdir={ROOT}")
MOST_SECONDS = 60
"""How long a processor may work on the tests of one mutant; unchanged they take a few seconds."""
MOST_BYTES = 4 << 30
"""How much such a process may hold: a round that never ends fills the memory before its time is over."""
ON_PAPER = frozenset({"attest", "term", "figure"})
"""References that a clause of furniture, words or published figures is met by; nothing happens at a table."""

Verdict = Literal["killed", "attested", "survived"]


class ClauseMutant(NamedTuple):
    """One reference of one rulebook, and the clauses that name it."""

    rulebook: str
    meets: str
    clauses: tuple[Clause, ...]


class Outcome(msgspec.Struct, frozen=True):
    """What a mutant's process says: whether it could be disabled, and which tests failed."""

    disabled: bool
    failed: tuple[str, ...] = ()
    broken: bool = False


class ClauseVerdict(msgspec.Struct, frozen=True):
    """What became of the mutants of one clause."""

    clause: str
    verdict: Verdict
    mutants: int
    survivors: tuple[str, ...]


def every_clause(rulebooks: Iterable[str] = ()) -> Iterator[tuple[str, Clause]]:
    """Yield every clause with its rulebook."""
    for rulebook in rulebooks or dict.fromkeys(rulebook_names().values()):
        for clause in clauses_of(rulebook).values():
            yield rulebook, clause


def mutants_of(clauses: Iterable[tuple[str, Clause]]) -> list[ClauseMutant]:
    """Return a mutant for each reference of these clauses; clauses that share one share its mutant."""
    sharing: dict[tuple[str, str], list[Clause]] = defaultdict(list)
    for rulebook, clause in clauses:
        for meets in clause.met_by:
            sharing[rulebook, meets].append(clause)
    return [ClauseMutant(*key, tuple(named)) for key, named in sharing.items()]


def try_mutant(mutant: ClauseMutant) -> Outcome:
    """Disable one reference and run the tests of its clauses."""
    fresh = multiprocessing.get_context("forkserver")
    fresh.set_forkserver_preload(["pytest", "msgspec"])  # what every process would import again
    hears, tells = fresh.Pipe(duplex=False)
    process = fresh.Process(target=_run_the_tests, args=(mutant, tells), daemon=True)
    process.start()
    tells.close()
    outcome: Outcome | None = None
    with contextlib.suppress(EOFError):
        outcome = hears.recv()
    process.join()
    if process.exitcode == -signal.SIGXCPU:
        return Outcome(disabled=True, failed=_tests_of(mutant))  # a table that never ends its round is noticed
    return outcome or Outcome(disabled=True, broken=True)


def _tests_of(mutant: ClauseMutant) -> tuple[str, ...]:
    return tuple(sorted({test for clause in mutant.clauses for test in clause.tests}))


class _Failures:
    """A pytest plugin that notes which tests failed, and stops when each clause has one among its own."""

    def __init__(self, clauses: Sequence[Clause]) -> None:
        self.failed: list[str] = []
        self._clauses = clauses

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed:
            self.failed.append(report.nodeid)

    def pytest_runtest_logfinish(self) -> None:
        if all(_named(clause, self.failed) for clause in self._clauses):
            raise pytest.exit.Exception("each clause has a test that noticed", returncode=pytest.ExitCode.TESTS_FAILED)


def _run_the_tests(mutant: ClauseMutant, tells: Connection) -> None:
    resource.setrlimit(resource.RLIMIT_CPU, (MOST_SECONDS, resource.RLIM_INFINITY))
    resource.setrlimit(resource.RLIMIT_DATA, (MOST_BYTES, MOST_BYTES))
    silence = os.open(os.devnull, os.O_WRONLY)
    os.dup2(silence, 1)
    os.dup2(silence, 2)
    os.chdir(ROOT)
    failures = _Failures(mutant.clauses)
    disabled = disable(mutant.rulebook, mutant.meets)
    ended = pytest.main([*OPTIONS, *_tests_of(mutant)], plugins=[failures])
    broken = ended not in {pytest.ExitCode.OK, pytest.ExitCode.TESTS_FAILED}
    tells.send(Outcome(disabled, tuple(failures.failed), broken))


def try_clauses(clauses: Sequence[tuple[str, Clause]], at_once: int) -> Iterator[ClauseVerdict]:
    """Try every mutant of these clauses, and judge each clause as soon as its own are tried."""
    with ThreadPoolExecutor(at_once) as pool:
        outcomes = {(one.rulebook, one.meets): pool.submit(try_mutant, one) for one in mutants_of(clauses)}
        for rulebook, clause in clauses:
            yield judge(clause, {meets: outcomes[rulebook, meets].result() for meets in clause.met_by})


def judge(clause: Clause, tried: Mapping[str, Outcome]) -> ClauseVerdict:
    """Judge one clause: a mutant is killed when a test that this very clause names fails."""
    fair = {meets: outcome for meets, outcome in tried.items() if outcome.disabled and not outcome.broken}
    survivors = tuple(meets for meets, outcome in fair.items() if not _named(clause, outcome.failed))
    killed = len(survivors) < len(fair)
    on_paper = all(parse_meets(meets).kind in ON_PAPER for meets in clause.met_by)
    verdict: Verdict = ("attested" if on_paper else "killed") if killed else "survived"
    return ClauseVerdict(clause.id, verdict, len(fair), survivors)


def _named(clause: Clause, failed: Iterable[str]) -> bool:
    names = {test.partition("[")[0] for test in clause.tests if "[" not in test} | set(clause.tests)
    return any(test in names or test.partition("[")[0] in names for test in failed)
