"""The clause trace holds: every clause is met by something that exists and proved by a test that runs."""

import os
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from tests.told import RULEBOOKS
from wartable.rulebook import load_rulebook
from wartable.rulebook.clauses import Clause, clauses_of
from wartable.rulebook.trace import Meets, is_found, parse_meets
from wartable.table import Refusal
from wartable.table.commands import COMMANDS
from wartable.table.events import EVENTS
from wartable.table.phases import PHASES
from wartable.table.sentences.vocabulary import NUMBERS

ROOT = Path(__file__).resolve().parent.parent.parent
LATER = "later:2"

AT_THE_TABLE: dict[str, set[str]] = {
    "phase": set(PHASES),
    "command": {str(command.__struct_config__.tag) for command in COMMANDS},
    "event": {str(event.__struct_config__.tag) for event in EVENTS},
    "refusal": {refusal.name.lower() for refusal in Refusal},
    "later": {"2"},
}


def resolves(meets: Meets, rulebook: str) -> bool:
    """Whether what a reference names exists, in the rulebook or at the table."""
    names = AT_THE_TABLE.get(meets.kind)
    return is_found(meets, load_rulebook(rulebook)) if names is None else meets.name in names


def every_clause() -> Iterator[Clause]:
    return (clause for rulebook in RULEBOOKS for clause in clauses_of(rulebook).values())


@cache
def collected() -> frozenset[str]:
    """Every test that pytest finds in the files the trace names, whole and without its parameters.

    Only one test asks, so of all workers only one collects, once, and in a process that is not a worker.
    """
    files = {ROOT / test.partition("::")[0] for clause in every_clause() for test in clause.tests}
    there = sorted(str(file) for file in files if file.is_file())
    plugins = ("no:xdist", "no:cacheprovider", "no:cov")
    command = [sys.executable, "-m", "pytest", "--collect-only", "-q", *(f"-p{plugin}" for plugin in plugins), *there]
    environment = {name: text for name, text in os.environ.items() if not name.startswith("PYTEST_")}
    run = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stdout[-2000:] + run.stderr
    tests = {line for line in run.stdout.splitlines() if "::" in line}
    return frozenset(tests | {test.partition("[")[0] for test in tests})


def test_the_documents_count_the_states_and_the_clauses_that_there_are() -> None:
    readme = " ".join((ROOT / "README.md").read_text(encoding="utf-8").split())
    clauses = sum(len(clauses_of(rulebook)) for rulebook in RULEBOOKS)
    assert all(load_rulebook(rulebook).title in readme for rulebook in RULEBOOKS)
    number = NUMBERS[len(RULEBOOKS)].lower()
    assert f"{number} rulebooks as data, each of their {clauses} clauses with a verdict and its tests" in readme
    assert f"All {clauses} clauses" in readme


def test_no_clause_is_listed_twice() -> None:
    for rulebook in RULEBOOKS:
        text = (ROOT / "src/wartable/rulebook/data/clauses" / f"{rulebook}.csv").read_text(encoding="utf-8")
        ids = Counter(line.partition(",")[0] for line in text.splitlines()[1:])
        assert [clause for clause, times in ids.items() if times > 1] == []
    ids = Counter(clause.id for clause in every_clause())
    assert ids.total() == len(ids)


@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_every_clause_says_what_it_asks_what_meets_it_and_what_proves_it(rulebook: str) -> None:
    clauses = clauses_of(rulebook).values()
    assert [clause.id for clause in clauses if not (clause.cite and clause.topic and clause.kind)] == []
    assert [clause.id for clause in clauses if not clause.says.endswith(".")] == []
    assert [clause.id for clause in clauses if not clause.met_by] == []
    assert [clause.id for clause in clauses if not clause.tests] == []


@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_whatever_meets_a_clause_exists(rulebook: str) -> None:
    lost = [
        f"{clause.id} {reference}"
        for clause in clauses_of(rulebook).values()
        for reference in clause.met_by
        if not resolves(parse_meets(reference), rulebook)
    ]
    assert lost == []


def test_every_test_that_proves_a_clause_is_one_that_runs() -> None:
    tests = collected() | {LATER}
    assert "tests/laws/test_trace.py::test_that_nobody_wrote" not in tests
    lost = [f"{clause.id} {test}" for clause in every_clause() for test in clause.tests if test not in tests]
    assert lost == []


def test_what_comes_later_is_neither_met_nor_proved_yet() -> None:
    later = [clause for clause in every_clause() if LATER in clause.met_by + clause.tests]
    assert [clause.id for clause in later if clause.met_by != (LATER,) or clause.tests != (LATER,)] == []


@pytest.mark.parametrize(
    ("reference", "known"),
    [
        ("value:cut.depth", True),
        ("value:cut.colour", False),
        ("settlement:war.higher.war", True),
        ("settlement:war.higher.peace", False),
        ("phase:dealing", True),
        ("phase:dreaming", False),
        ("command:turn_card", True),
        ("command:TurnCard", False),
        ("event:card_burned", True),
        ("event:burn_card", False),
        ("refusal:burn_comes_first", True),
        ("refusal:never", False),
        ("later:2", True),
        ("later:3", False),
    ],
)
def test_a_reference_to_nothing_is_found_out(reference: str, known: bool) -> None:
    assert resolves(parse_meets(reference), "wisconsin") == known
