"""Mutants of clauses: what meets a clause is disabled, and a test that its trace names must fail.

One mutant is one reference of a rulebook, such as `maryland value:cut.depth`. It is tried in a process of its own, in
which the reference is disabled before anything else reads it.
"""

import subprocess
import sys
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from queue import SimpleQueue
from typing import NamedTuple, Self

import msgspec

from tests.mutants.ready import ROOT, Outcome, Task, one_of
from wartable.rulebook import clauses_of, rulebook_names
from wartable.rulebook.clauses import Clause
from wartable.rulebook.proof import Proof, digest_of, verdict_on


class ClauseMutant(NamedTuple):
    """One reference of one rulebook, and the clauses that name it."""

    rulebook: str
    meets: str
    clauses: tuple[Clause, ...]


class Ready:
    """Processes that are ready to try mutants, one mutant at a time each."""

    def __init__(self, at_once: int) -> None:
        command = [sys.executable, "-m", "tests.mutants.ready"]
        pipe = subprocess.PIPE
        self._all = [subprocess.Popen(command, cwd=ROOT, stdin=pipe, stdout=pipe) for _ in range(at_once)]
        self._idle: SimpleQueue[subprocess.Popen[bytes]] = SimpleQueue()
        for process in self._all:
            self._idle.put(process)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        for process in self._all:
            process.communicate()  # it ends with its input

    def attempt(self, mutant: ClauseMutant) -> Outcome:
        """Disable one reference and run the tests of its clauses."""
        task = Task(mutant.rulebook, mutant.meets, tuple(clause.tests for clause in mutant.clauses))
        process = self._idle.get()
        assert process.stdin is not None
        assert process.stdout is not None
        try:
            process.stdin.write(msgspec.json.encode(task) + b"\n")
            process.stdin.flush()
            return msgspec.json.decode(process.stdout.readline(), type=Outcome)
        finally:  # also where the process has ended, so that the next mutant fails too and does not wait for it
            self._idle.put(process)


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


def try_clauses(clauses: Sequence[tuple[str, Clause]], at_once: int, day: str) -> Iterator[Proof]:
    """Try every mutant of these clauses, and judge each clause as soon as its own are tried."""
    with Ready(at_once) as ready, ThreadPoolExecutor(at_once) as pool:
        outcomes = {(one.rulebook, one.meets): pool.submit(ready.attempt, one) for one in mutants_of(clauses)}
        for rulebook, clause in clauses:
            yield judge(clause, {meets: outcomes[rulebook, meets].result() for meets in clause.met_by}, day)


def judge(clause: Clause, tried: Mapping[str, Outcome], day: str) -> Proof:
    """Judge one clause: the absence of a reference is noticed when a test that this very clause names fails."""
    fair = {meets: outcome for meets, outcome in tried.items() if outcome.disabled and not outcome.broken}
    tests = {meets: one_of(clause.tests, outcome.failed) for meets, outcome in fair.items()}
    noticed = tuple(meets for meets in fair if tests[meets])
    return Proof(
        clause=clause.id,
        digest=digest_of(clause),
        day=day,
        verdict=verdict_on(noticed),
        noticed=noticed,
        survived=tuple(meets for meets in fair if not tests[meets]),
        tests=tuple(dict.fromkeys(test for meets in noticed for test in tests[meets])),
    )
