"""Pages that follow from the program: made again, they are what lies in docs/."""

import re
from pathlib import Path

import pytest

from tests.told import RULEBOOKS
from tools.pages import PAGES, coverage_page, readings_page
from tools.phase_page import phases_page
from wartable.rulebook.clauses import clauses_of
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
