"""`wartable check`: every finding with its place, and an exit code a script can trust."""

import json
from pathlib import Path

import pytest

from tests.cli.command import Wartable
from wartable.shipped import shipped

WRONG = """rulebook = "maryland"
decks = 5

[limits]
min = "x"
frobnicate = 1
"""


@pytest.fixture
def wrong_house(tmp_path: Path) -> str:
    file = tmp_path / "house.toml"
    file.write_text(WRONG)
    return str(file)


@pytest.mark.parametrize("house", sorted(shipped("houses").glob("*.toml")), ids=lambda file: file.stem)
def test_a_shipped_house_may_be_filed(wartable: Wartable, house: Path) -> None:
    answer = wartable("check", str(house))
    assert (answer.code, answer.err) == (0, "")
    assert f"{house}: may be filed under {house.stem.partition('-')[0]}" in answer.out


def test_every_finding_has_its_line_its_key_what_is_allowed_and_its_clauses(
    wartable: Wartable, wrong_house: str
) -> None:
    answer = wartable("check", wrong_house)
    assert (answer.code, answer.err) == (1, "")
    assert f"{wrong_house}:2  error  decks  " in answer.out
    assert "clauses: MD-3-A, MD-3-B.1, MD-3-B-1" in answer.out
    assert f"{wrong_house}:5  error  limits.min  " in answer.out
    assert f"{wrong_house}:6  error  limits.frobnicate  " in answer.out
    assert answer.out.splitlines()[-1].startswith(f"{wrong_house}: may not be filed under maryland: ")


def test_json_has_the_same_findings_and_nothing_else_on_standard_output(wartable: Wartable, wrong_house: str) -> None:
    answer = wartable("check", wrong_house, "--json")
    report = json.loads(answer.out)
    assert (answer.code, answer.err) == (1, "")
    assert (report["file"], report["rulebook"], report["ok"]) == (wrong_house, "maryland", False)
    decks = next(finding for finding in report["findings"] if finding["key"] == "decks")
    assert (decks["severity"], decks["line"]) == ("error", 2)
    assert decks["clauses"] == ["MD-3-A", "MD-3-B.1", "MD-3-B-1"]
    shown = wartable("check", wrong_house).out
    assert all(finding["message"] in shown for finding in report["findings"])


def test_a_house_may_come_from_standard_input(wartable: Wartable) -> None:
    answer = wartable("check", "-", stdin=WRONG.encode())
    assert answer.code == 1
    assert "standard input:2  error  decks  " in answer.out


def test_a_house_without_a_rulebook_is_a_finding(wartable: Wartable) -> None:
    answer = wartable("check", "-", "--json", stdin=b"decks = 6\n")
    assert answer.code == 1
    assert [finding["key"] for finding in json.loads(answer.out)["findings"]] == ["rulebook"]


@pytest.mark.parametrize(
    ("data", "place"),
    [
        (b"a = \n", "standard input:1"),
        (b"\xff\xfe", "standard input"),
        (b"a = 1\na = 2\n", "standard input:2"),
        (b"#" * 300_000, "standard input"),
        (b"a." * 100_000, "standard input"),
        (b"a = " + b"[" * 100_000, "standard input"),
    ],
    ids=lambda value: repr(value[:12]),
)
@pytest.mark.parametrize("options", [(), ("--json",)])
def test_a_file_that_cannot_be_read_is_wrong_input(
    wartable: Wartable, data: bytes, place: str, options: tuple[str, ...]
) -> None:
    answer = wartable("check", "-", *options, stdin=data)
    assert (answer.code, answer.out) == (2, "")
    assert answer.err.startswith(f"wartable: {place}")
    assert answer.err.count("\n") == 1


def test_what_a_house_writes_sends_nothing_to_the_terminal(wartable: Wartable) -> None:
    answer = wartable("check", "-", stdin=b'rulebook = "MD"\n"\\u001b[2J\\n" = 1\n')
    assert answer.code == 1
    assert "\x1b" not in answer.out


def test_a_house_filed_under_another_rulebook_is_told_so_before_each_strange_key(
    wartable: Wartable, tmp_path: Path
) -> None:
    text = (shipped("houses") / "maryland.toml").read_text(encoding="utf-8")
    house = tmp_path / "house.toml"
    house.write_text(text.replace('rulebook = "maryland"', 'rulebook = "wisconsin"'), encoding="utf-8")
    answer = wartable("check", str(house))
    assert answer.code == 1
    first = answer.out.splitlines()[0]
    assert first.endswith("warning  rulebook  36 keys are unknown to wisconsin and all known to maryland")
    assert answer.out.count("error  bonus_spin.") == 30
    assert answer.out.count("attest.shuffled_cards_secured") == 1, "a long list of what is allowed is shown once"
    assert "allowed: as for attest.dealer_opposite, above" in answer.out
