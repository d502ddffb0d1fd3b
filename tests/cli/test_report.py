"""`wartable report`: what it writes, how it ends, and what it says when it cannot."""

import json
from pathlib import Path

import pytest

from tests.cli.command import Wartable
from wartable.shipped import shipped

HOUSE = shipped("houses") / "washington.toml"
NONE = ("--rounds", "0")
"""Without a simulation, where the test is about something else."""


def test_a_page_is_written_and_the_verdict_told(wartable: Wartable, tmp_path: Path) -> None:
    answer = wartable("report", str(HOUSE), "-o", str(tmp_path / "house.html"), *NONE)
    assert answer.code == 0
    assert answer.out == f"{tmp_path / 'house.html'}: May be filed under Washington\n"
    page = (tmp_path / "house.html").read_text(encoding="utf-8")
    assert page.startswith("<!doctype html>")
    assert "2026-11-15" in page


def test_a_pdf_is_written_with_the_day_that_was_given(wartable: Wartable, tmp_path: Path) -> None:
    answer = wartable("report", str(HOUSE), "--output", str(tmp_path / "house.PDF"), "--date", "2027-02-28", *NONE)
    assert answer.code == 0
    made = (tmp_path / "house.PDF").read_bytes()
    assert made.startswith(b"%PDF-")
    assert b"D:20270228" in made


def test_the_same_call_gives_the_same_bytes(wartable: Wartable, tmp_path: Path) -> None:
    files = [tmp_path / f"{name}.html" for name in "ab"]
    for file in files:
        assert wartable("report", str(HOUSE), "-o", str(file), *NONE).code == 0
    first, again = (file.read_bytes() for file in files)
    assert first == again


def test_rounds_that_are_asked_for_are_dealt_and_told(wartable: Wartable, tmp_path: Path) -> None:
    answer = wartable("report", str(HOUSE), "-o", str(tmp_path / "a.html"), "--rounds", "5000", "--seed", "9")
    assert (answer.code, answer.err) == (0, "wartable: dealing 5,000 rounds, seed 9\n")
    page = (tmp_path / "a.html").read_text(encoding="utf-8")
    assert "wartable simulate washington.toml --rounds 5000 --seats 7 --seed 9" in page.replace("<wbr>", "")
    simulated = json.loads(
        wartable("simulate", str(HOUSE), *["--rounds", "5000", "--seats", "7", "--seed", "9", "--json"]).out
    )
    assert simulated["checksum"] in page


def test_the_odds_inside_are_those_of_the_command_odds(wartable: Wartable) -> None:
    from tests.report.houses import report_of

    told = json.loads(wartable("odds", str(HOUSE), "--json").out)
    del told["house"]
    attached = {file.name: file.data for file in report_of("washington").attachments}
    assert json.loads(attached["odds.json"]) == told


def test_a_house_with_errors_gets_its_report_and_the_answer_is_no(wartable: Wartable, tmp_path: Path) -> None:
    house, output = tmp_path / "house.toml", tmp_path / "house.html"
    house.write_text(HOUSE.read_text(encoding="utf-8").replace("decks = 6", "decks = 17", 1), encoding="utf-8")
    answer = wartable("report", str(house), "-o", str(output), *NONE)
    assert (answer.code, answer.out) == (1, f"{output}: May not be filed under Washington: 1 error\n")
    first_page = output.read_text(encoding="utf-8").partition("<main")[0]
    assert "May not be filed under Washington: 1 error" in first_page
    assert "decks" in first_page


def test_a_house_comes_from_standard_input_too(wartable: Wartable, tmp_path: Path) -> None:
    answer = wartable("report", "-", "-o", str(tmp_path / "a.html"), *NONE, stdin=HOUSE.read_bytes())
    assert answer.code == 0
    assert "standard input" in (tmp_path / "a.html").read_text(encoding="utf-8")


@pytest.mark.parametrize("text", [b"decks = ", b"\xff", b"a" * 300_000])
def test_what_cannot_be_read_gets_the_line_that_check_has(wartable: Wartable, tmp_path: Path, text: bytes) -> None:
    house = tmp_path / "house.toml"
    house.write_bytes(text)
    answer = wartable("report", str(house), "-o", str(tmp_path / "a.html"))
    assert answer == wartable("check", str(house))
    assert (answer.code, answer.err.count("\n")) == (2, 1)
    assert not (tmp_path / "a.html").exists()


@pytest.mark.parametrize(
    ("tokens", "reason"),
    [
        (
            ["-o", "house.txt"],
            "--output: 'house.txt' is neither a page nor a PDF; expected a name ending in .html or .pdf",
        ),
        (["-o", "house"], "--output: 'house' is neither"),
        ([], "report: --output is missing; see wartable report --help"),
        (["-o", "a.html", "--rounds", "-1"], "--rounds: expected a whole number from 0 to"),
        (["-o", "a.html", "--seed", "-1"], "--seed: expected a whole number from 0 to"),
        (["-o", "a.html", "--seed", "x"], "--seed: expected a whole number, not 'x'"),
        (["-o", "a.html", "--date", "yesterday"], "--date: 'yesterday' is not a day; expected one such as 2026-11-15"),
        (["-o", "a.html", "--date", "2026-02-30"], "--date: '2026-02-30' is not a day"),
        (["-o", "/nowhere/a.html", *NONE], "/nowhere/a.html: No such file or directory"),
    ],
)
def test_a_wrong_call_is_answered_in_one_line(wartable: Wartable, tokens: list[str], reason: str) -> None:
    answer = wartable("report", str(HOUSE), *tokens)
    assert (answer.code, answer.out) == (2, "")
    assert answer.err.startswith(f"wartable: {reason}")
    assert answer.err.count("\n") == 1


def test_a_house_without_a_rulebook_is_refused_by_name(wartable: Wartable, tmp_path: Path) -> None:
    house = tmp_path / "house.toml"
    house.write_text('seats = 7\nrulebook = "ohio"\n', encoding="utf-8")
    answer = wartable("report", str(house), "-o", str(tmp_path / "a.html"))
    assert answer.code == 2
    assert answer.err.startswith(f'wartable: {house}:2: rulebook: "ohio" is not a rulebook; expected ')
