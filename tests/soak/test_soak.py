"""A soak says one line, no matter what happens."""

import pytest

from tests.soak import __main__ as soak


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
