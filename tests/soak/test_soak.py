"""A soak says one line, no matter what happens."""

from pathlib import Path

import pytest
from msgspec.structs import replace

from tests.mutants.clauses import every_clause
from tests.soak import __main__ as soak
from tests.soak.clauses import choose, keep
from wartable.rulebook.proof import Proof, digest_of, read_proofs, write_proofs


@pytest.mark.parametrize("args", [[], ["nothing"], ["settle", "many"], ["table", "1", "2", "3"], ["settle", "-1"]])
def test_a_wrong_soak_is_refused_in_one_line_that_says_what_exists(
    args: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert soak.main(args) == 2
    told = capsys.readouterr()
    assert told.out == ""
    assert len(told.err.splitlines()) == 1
    assert "settle" in told.err
    assert "table" in told.err


@pytest.mark.parametrize(
    ("args", "tried"),
    [
        (["settle", "12", "7"], "12 rounds"),
        (["table", "50", "7"], "50 steps"),
        (["tamper", "60", "7"], "67 changes"),
    ],
)
def test_a_soak_says_how_much_was_tried_and_from_which_seed(
    args: list[str], tried: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert soak.main(args) == 0
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == 1
    assert tried in lines[0]
    assert "seed 7" in lines[0]


def test_a_soak_that_fails_says_where_in_one_line(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def breaks(tries: int, seed: int) -> str:
        error = AssertionError(f"{tries} tries\nwere too many for {seed}")
        error.add_note("in some house")
        raise error

    monkeypatch.setattr(soak, "SOAKS", {"settle": (breaks, 5)})
    assert soak.main(["settle", "5", "7"]) == 1
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == 1
    assert "5 tries were too many for 7 in some house" in lines[0]


def test_a_run_of_the_clauses_keeps_each_row_and_can_go_on_where_it_was_broken_off(tmp_path: Path) -> None:
    known = list(every_clause(["washington"]))
    file = tmp_path / "verdicts.csv"
    file.write_text(write_proofs([]), encoding="utf-8")
    second, first = (Proof(clause.id, digest_of(clause), "2026-01-02", "survived") for _, clause in known[1::-1])
    keep(known, second, file)
    keep(known, first, file)
    keep(known, first, file)
    assert list(read_proofs(file.read_text(encoding="utf-8")).values()) == [first, second]


def test_without_a_number_of_clauses_those_are_tried_that_are_not_yet_shown() -> None:
    known = list(every_clause(["washington"]))
    changed = (known[0][0], replace(known[0][1], met_by=()))
    assert changed in choose([changed, *known[1:]], 0, 1)
    assert choose(known, 10_000, 1) == known
    assert choose(known, 3, 1) == choose(known, 3, 1)
    assert len(choose(known, 3, 1)) == 3
