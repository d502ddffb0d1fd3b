"""What people type by mistake is answered in one line that says what was expected, and nothing is begun before it."""

from pathlib import Path

import pytest

from tests.cli.command import Wartable
from wartable.shipped import shipped
from wartable.store import open_store

HOUSE = str(shipped("houses") / "maryland.toml")
ROUND = """
rulebook = "maryland"
[[seats]]
seat = 1
initial = "{initial}"
[cards]
deal = ["7s", "8s"]
"""


@pytest.mark.parametrize(
    ("tokens", "says"),
    [
        (["play", "zzz"], "zzz: expected a rulebook ("),
        (["play", "nowhere.toml"], "nowhere.toml: No such file or directory"),
        (["play", "."], ".: Is a directory"),
        (["odds", "MD", "--exposure", "-3"], "--exposure: expected a whole number such as 1000 or 1e6, not '-3'"),
        (["odds", "MD", "--exposure", "0"], "--exposure: expected 1 to 10000 shoes, not 0"),
        (["odds", "MD", "--session", "many"], "--session: expected a whole number such as 1000 or 1e6, not 'many'"),
        (["report", HOUSE, "--rounds", "some", "-o", "x.pdf"], "--rounds: expected a whole number from 0 to 1e+12"),
        (["report", HOUSE, "--rounds", "1e13", "-o", "x.pdf"], "--rounds: expected a whole number from 0 to 1e+12"),
        (["simulate", "MD", "--rounds", "some"], "--rounds: expected a whole number from 1 to"),
        (["evidence", "rng", "--bytes", "10", "-o", "new"], "--bytes 10: expected 125000 to 1000000000"),
        (["bench", "--json", "--json"], "--json: given more than once; expected it once; see wartable bench --help"),
        (["users", "--db", "sqlite:////"], "--db: invalid store address 'sqlite:////'"),
        (["report", HOUSE, "-o", "a\0b.html"], "a\\x00b.html: No such file or directory"),
        (["evidence", "rng", "-o", "a\0b"], "a\\x00b: embedded null byte"),
        ([""], "unknown command ''; expected one of settle"),
        (["audit", "verify", "--db", "sqlite:///empty.db"], "--db: empty.db: this file is empty"),
    ],
    ids=lambda value: " ".join(value)[-40:] if isinstance(value, list) else None,
)
def test_a_slip_is_told_before_anything_is_done(
    wartable: Wartable, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, tokens: list[str], says: str
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("empty.db").touch()
    answer = wartable(*tokens)
    assert (answer.code, answer.out) == (2, "")
    assert answer.err.startswith(f"wartable: {says}")
    assert answer.err.count("\n") == 1
    assert [file.name for file in tmp_path.iterdir()] == ["empty.db"]


@pytest.mark.parametrize("dollars", ["1000000000001", "9" * 20, "9" * 40, "9" * 5_000])
def test_an_amount_that_no_ledger_holds_is_told_to_be_too_large(wartable: Wartable, dollars: str) -> None:
    answer = wartable("settle", "-", stdin=ROUND.format(initial=f"{dollars}.00").encode())
    assert answer == (2, "", "wartable: standard input: seats[0].initial: an amount may be at most 1000000000000.00\n")


def test_rounds_are_written_the_same_way_wherever_they_are_asked_for(wartable: Wartable, tmp_path: Path) -> None:
    answer = wartable("report", HOUSE, "--rounds", "1e3", "-o", str(tmp_path / "house.html"))
    assert answer.code == 0
    assert answer.err == "wartable: dealing 1,000 rounds, seed 1\n"
    assert wartable("simulate", "MD", "--rounds", "1e3", "--seed", "1").code == 0
    assert wartable("odds", "MD", "--session", "1e3", "--json").code == 0


def test_an_answer_that_is_no_text_is_told(wartable: Wartable, tmp_path: Path) -> None:
    db = f"sqlite:///{tmp_path}/house.db"
    open_store(db).close()
    for tokens in (("drill", "MD"), ("users", "add", "dana", "--password-stdin", "--db", db)):
        answer = wartable(*tokens, stdin=b"\xff\xfe\n")
        assert (answer.code, answer.err) == (2, "wartable: standard input: expected UTF-8 text\n")
