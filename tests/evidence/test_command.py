"""`wartable evidence rng`: a whole folder, the same one again from its seed, and no half of one."""

import hashlib
import json
import re
from pathlib import Path

import pytest

from tests.cli.command import Wartable
from wartable.evidence import collect, rng
from wartable.evidence.collect import EvidenceRequest
from wartable.evidence.judge import Check, OutcomeTest
from wartable.evidence.outcome import Outcomes

SMALL = ("--decks", "1", "--shuffles", "2000", "--bytes", "125000")
SEED = "5eed" * 16
FILES = ["SHA256SUMS", "outcomes.bin", "outcomes.csv", "raw.bin", "report.html", "report.json", "report.md"]


def contents(folder: Path) -> dict[str, bytes]:
    return {file.name: file.read_bytes() for file in folder.iterdir()}


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("evidence") / "first"
    rng.write_evidence(rng.check_request(SEED, 1, 2_000, 125_000), folder, lambda _: None)
    return folder


def test_the_same_seed_writes_the_same_folder_byte_for_byte(made: Path, wartable: Wartable, tmp_path: Path) -> None:
    again = tmp_path / "again"
    again.mkdir()
    answer = wartable("evidence", "rng", "-o", str(again), *SMALL, "--seed", SEED)
    assert answer.code == 0
    assert answer.out.splitlines()[-1] == f"passed: {again}/report.md"
    assert SEED in answer.out
    assert "self-tests" in answer.err
    assert contents(again) == contents(made)
    assert sorted(contents(again)) == FILES
    assert [path.name for path in tmp_path.iterdir()] == ["again"]


def test_without_a_seed_one_comes_from_the_system_and_is_told(wartable: Wartable, tmp_path: Path) -> None:
    answer = wartable("evidence", "rng", "-o", str(tmp_path / "new"), *SMALL, "--json")
    assert answer.code in {0, 1}
    told = json.loads(answer.out)
    assert re.fullmatch("[0-9a-f]{64}", told["seed"])
    assert told == json.loads((tmp_path / "new" / "report.json").read_bytes())


def test_the_checksums_are_those_of_the_files(made: Path) -> None:
    lines = (made / "SHA256SUMS").read_text().splitlines()
    assert [line.split("  ")[1] for line in lines] == FILES[1:]
    for line in lines:
        code, name = line.split("  ")
        assert hashlib.sha256((made / name).read_bytes()).hexdigest() == code


def test_the_collectors_hold_what_the_report_says(made: Path) -> None:
    report = json.loads((made / "report.json").read_bytes())
    assert (made / "raw.bin").stat().st_size == report["raw_bytes"] == 125_000
    assert (made / "outcomes.bin").stat().st_size == 2_000 * 53 * 2
    first = (made / "outcomes.csv").read_text().splitlines()[1].split(",")
    numbers = memoryview((made / "outcomes.bin").read_bytes()).cast("H")
    depth, order = numbers[0], list(numbers[1:53])
    faces = [rank + suit for suit in "cdhs" for rank in "23456789TJQKA"]
    assert first[3] == str(depth)
    assert first[4].split() == [faces[number] for number in order[depth:] + order[:depth]]


def test_the_report_has_every_figure_the_rule_and_the_digests(made: Path) -> None:
    report = json.loads((made / "report.json").read_bytes())
    page = (made / "report.md").read_text()
    html = (made / "report.html").read_text()
    for figure in report["outcome"]["first"]["figures"]:
        assert f"| {figure['test']} |" in page
        assert f"{figure['p']:.6f}" in page
    assert len(report["raw"]["first"]) in {162, 188}
    assert len(report["worked_examples"]) == 38
    for text in (report["rule"], report["rerun_rule"], report["seed"], "Difference from production"):
        assert text in page
    for path in (
        "wartable/shoe/stream.py",
        "wartable/shoe/order.py",
        "wartable/cards.py",
        "wartable/evidence/judge.py",
    ):
        assert report["sources"][path] in page
    assert "raw.bin" in report["files"]
    assert html.startswith("<!doctype html>")
    assert "http" not in html.replace("http://www.w3.org/2000/svg", "")  # a name, not an address
    assert "<script" not in html


@pytest.mark.parametrize(
    ("tokens", "reason"),
    [
        (("--seed", "5eed"), "--seed 5eed: expected 64 hexadecimal digits"),
        (("--seed", "x" * 64), f"--seed {'x' * 64}: expected 64 hexadecimal digits"),
        (("--decks", "0"), "--decks 0: expected 1 to 16"),
        (("--decks", "17"), "--decks 17: expected 1 to 16"),
        (("--shuffles", "10"), "--shuffles 10: expected 2000 to 10000000"),
        (("--shuffles", "2000", "--decks", "16"), "--shuffles 2000: expected 4160 to 10000000"),
        (("--bytes", "0"), "--bytes 0: expected 125000 to 1000000000"),
        (("--bytes", "10"), "--bytes 10: expected 125000 to 1000000000"),
        (("--bytes", "125001"), "--bytes 125001: expected a multiple of 125000, which is one sequence of the tests"),
        (("--bytes", "ten"), "--bytes: expected a whole number such as 1000 or 1e6, not 'ten'"),
    ],
)
def test_a_wrong_number_is_refused_in_one_line(
    wartable: Wartable, tmp_path: Path, tokens: tuple[str, ...], reason: str
) -> None:
    assert wartable("evidence", "rng", "-o", str(tmp_path / "x"), *tokens) == (2, "", f"wartable: {reason}\n")
    assert list(tmp_path.iterdir()) == []


def test_a_folder_that_is_in_use_is_refused_and_left_alone(wartable: Wartable, tmp_path: Path) -> None:
    (tmp_path / "used").mkdir()
    (tmp_path / "used" / "letter").write_text("mine")
    (tmp_path / "file").write_text("mine")
    for name, reason in (
        ("used", "is not empty"),
        ("file", "is not a folder"),
        ("no/where", "its parent folder does not exist"),
    ):
        place = tmp_path / name
        assert wartable("evidence", "rng", "-o", str(place)) == (2, "", f"wartable: {place}: {reason}\n")
    assert (tmp_path / "used" / "letter").read_text() == "mine"


def test_the_part_must_be_named(wartable: Wartable, tmp_path: Path) -> None:
    assert wartable("evidence", "-o", str(tmp_path / "x")).code == 2
    assert wartable("evidence", "rng").code == 2
    assert wartable("evidence", "dice", "-o", str(tmp_path / "x")).code == 2


def test_what_breaks_off_leaves_nothing_behind(
    wartable: Wartable, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(asked: EvidenceRequest, folder: Path, say: object) -> None:
        del asked, say
        (folder / "raw.bin").write_bytes(b"half")
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(rng, "gather", full)
    place = tmp_path / "x"
    answer = wartable("evidence", "rng", "-o", str(place))
    assert answer == (2, "", f"wartable: {place}: No space left on device\n")
    assert list(tmp_path.iterdir()) == []


def planted(runs: list[float]) -> object:
    """Outcomes whose one test gives these p-values, run after run."""

    def outcomes(*_: object) -> Outcomes:
        figure = OutcomeTest("planted", "nothing", 1.0, None, runs.pop(0))
        return Outcomes(2_000, [Check("whole", "all", 1, 0)], [figure])

    return outcomes


@pytest.mark.parametrize(
    ("runs", "code", "told"),
    [
        ([0.5], 0, "passed: smallest p 0.500000"),
        ([0.001, 0.5], 0, "passed on a fresh try of planted: smallest p 0.001000"),
        ([0.001, 0.002], 1, "FAILED twice: planted: smallest p 0.001000"),
    ],
)
def test_what_fails_is_tried_once_more_and_what_fails_twice_fails_the_evidence(
    wartable: Wartable, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, runs: list[float], code: int, told: str
) -> None:
    monkeypatch.setattr(collect, "_outcomes", planted(runs))
    monkeypatch.setattr(collect, "worked_examples", list)
    answer = wartable("evidence", "rng", "-o", str(tmp_path / "x"), *SMALL, "--seed", SEED)
    assert answer.code == code
    assert told in answer.out
    assert runs == []
    page = (tmp_path / "x" / "report.md").read_text()
    assert told in page
    assert ("Final outcome, fresh try" in page) == (len(told) != len("passed: smallest p 0.500000"))


def test_a_wrong_self_test_fails_the_evidence(
    wartable: Wartable, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(collect, "_outcomes", planted([0.5]))
    monkeypatch.setattr(collect, "worked_examples", list)
    monkeypatch.setattr(collect, "known_answers", lambda: [Check("ChaCha20", "blocks", 4, 1)])
    answer = wartable("evidence", "rng", "-o", str(tmp_path / "x"), *SMALL, "--seed", SEED)
    assert answer.code == 1
    assert "FAILED: ChaCha20" in (tmp_path / "x" / "report.md").read_text()
