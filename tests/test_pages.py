"""Pages that follow from the program: made again, they are what lies in docs/."""

import re
from collections import Counter
from pathlib import Path

import pytest

from tests.told import RULEBOOKS
from tools import pages
from tools.pages import PAGES, coverage_page, readings_page, shown
from tools.phase_page import phases_page
from wartable.rulebook.clauses import clauses_of
from wartable.rulebook.proof import Proof, proofs
from wartable.rulebook.readings import readings
from wartable.table.commands import COMMANDS
from wartable.table.phases import PHASES

ROOT = Path(__file__).resolve().parent.parent


@pytest.mark.parametrize("page", PAGES)
def test_the_page_is_what_the_program_says_today(page: str) -> None:
    kept = ROOT / page
    assert kept.is_file(), "run .venv/bin/python tools/pages.py"
    assert kept.read_text(encoding="utf-8") == PAGES[page](), "run .venv/bin/python tools/pages.py"


def test_every_clause_has_its_row_and_the_summary_counts_them_all() -> None:
    page = coverage_page()
    rows = re.findall(r"^\| ([A-Z]{2}-[^<|]+)<br>", page, flags=re.MULTILINE)
    clauses = sorted(clause for rulebook in RULEBOOKS for clause in clauses_of(rulebook))
    assert sorted(rows) == clauses
    assert re.search(rf"^\| All \| {len(clauses)} \|", page, flags=re.MULTILINE)
    assert "which is not there" not in page


def test_the_page_and_the_readme_claim_what_the_last_kept_run_showed_and_no_more() -> None:
    every = [proof for rulebook in RULEBOOKS for proof in proofs(clauses_of(rulebook).values()).values()]
    counted = Counter(proof.verdict for proof in every)
    page, shown_there = coverage_page(), shown()
    assert shown_there in page
    assert shown_there in (ROOT / "README.md").read_text(encoding="utf-8")
    for verdict in ("enforced", "attested", "information", "survived"):
        assert re.search(rf"{counted[verdict]} {verdict}", shown_there)
    for proof in every:
        row = re.search(rf"^\| {re.escape(proof.clause)}<br>.*$", page, flags=re.MULTILINE)
        assert row
        assert f"| {'<br>'.join(filter(None, [proof.verdict, ', '.join(proof.paths)]))} |" in row[0]
        assert row[0].count("(its absence goes unnoticed)") == len(proof.survived)


@pytest.mark.parametrize(
    ("days", "told"),
    [
        ([""], "showed: "),
        (["2026-01-02", "2026-01-02"], " on 2026-01-02: "),
        (["2026-01-04", "2026-01-02", ""], " from 2026-01-02 to 2026-01-04: "),
    ],
)
def test_the_days_of_a_run_are_told(days: list[str], told: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pages, "proofs", lambda _: {str(at): Proof(str(at), day=day) for at, day in enumerate(days)})
    assert told in shown()


def test_every_reading_has_its_row_and_every_option_its_default() -> None:
    page = readings_page()
    rows = re.findall(r"^\| ((?:G|[A-Z]{2}\.)[0-9]+) \|", page, flags=re.MULTILINE)
    assert sorted(rows) == sorted(readings())
    assert "`: |" not in page
    assert "`: <br>" not in page


def test_every_phase_and_every_command_is_on_the_page_of_phases() -> None:
    page = phases_page()
    for phase in PHASES:
        assert re.search(rf"^\| command .*\| {phase.replace('_', ' ')} \|", page, flags=re.MULTILINE)
    for command in COMMANDS:
        assert f"| {str(command.__struct_config__.tag).replace('_', ' ')} |" in page


def test_every_phase_can_be_reached_and_left_in_the_diagrams() -> None:
    arrows = re.findall(r"^    (\S+) --> ([^:\s]+)", phases_page(), flags=re.MULTILINE)
    drawn = set(PHASES) - {"suspended"}
    assert {end for _, end in arrows} >= drawn
    assert {start for start, _ in arrows} >= drawn
