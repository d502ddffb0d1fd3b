"""`wartable settle`: the round of the documents, the forms it may be written in, and every way to get it wrong."""

import json
from pathlib import Path

import pytest

from tests.cli.command import Wartable
from wartable.shipped import shipped

ROUND = """
rulebook = "MD"

[[seats]]
seat = 2
initial = "10.00"
tie = "5.00"
on_tie = "war"

[cards]
deal = ["7s", "7d"]
war = ["9d", "9c"]
"""
SAME_ROUND = {
    "rulebook": "maryland",
    "seats": [{"seat": 2, "initial": "10.00", "tie": "5.00", "on_tie": "war"}],
    "cards": {"deal": ["7s", "7d"], "war": ["9d", "9c"]},
}


@pytest.fixture
def round_file(tmp_path: Path) -> str:
    file = tmp_path / "round.toml"
    file.write_text(ROUND)
    return str(file)


def test_md_9_i_3_a_war_that_ties_is_settled_as_the_documents_say(wartable: Wartable, round_file: str) -> None:
    answer = wartable("settle", round_file, "--json")
    assert (answer.code, answer.err) == (0, "")
    result = json.loads(answer.out)
    wagers = {line["wager"]: line for line in result["seats"][0]["wagers"]}
    clauses = {wager: line.pop("clauses") for wager, line in wagers.items()}
    money = ("wager", "result", "staked", "collected", "returned", "paid")
    assert list(wagers.values()) == [
        dict(zip(money, ("initial", "push", "10.00", "0.00", "10.00", "0.00"), strict=True)),
        dict(zip(money, ("tie", "win", "5.00", "0.00", "5.00", "50.00"), strict=True)),
        dict(zip(money, ("war", "win", "10.00", "0.00", "10.00", "20.00"), strict=True)),
    ]
    assert "MD-9-I-3.1" in clauses["initial"]
    assert "MD-9-B-3.2" in clauses["tie"]
    assert "MD-9-I-3.2" in clauses["war"]
    assert result["seats"][0]["net"] == "70.00"
    assert result["bank"] == {"net": "-70.00"}
    assert (result["rulebook"], result["settle_order"]) == ("maryland", {"original": [2], "war": [2]})
    assert (result["war_burns"], result["meters"]) == (3, {})


def test_toml_and_json_from_a_file_or_standard_input_give_the_same_result(
    wartable: Wartable, round_file: str, tmp_path: Path
) -> None:
    in_json = tmp_path / "round.json"
    in_json.write_text(json.dumps(SAME_ROUND))
    expected = wartable("settle", round_file, "--json")
    assert expected.code == 0
    assert wartable("settle", str(in_json), "--json") == expected
    for data in (ROUND, json.dumps(SAME_ROUND)):
        assert wartable("settle", "--json", stdin=data.encode()) == expected
        assert wartable("settle", "-", "--json", stdin=data.encode()) == expected


def test_people_get_a_table_with_every_amount_and_every_clause(wartable: Wartable, round_file: str) -> None:
    shown = wartable("settle", round_file)
    assert (shown.code, shown.err) == (0, "")
    for line in json.loads(wartable("settle", round_file, "--json").out)["seats"][0]["wagers"]:
        for word in ("wager", "result", "staked", "collected", "returned", "paid"):
            assert line[word] in shown.out
        for clause in line["clauses"]:
            assert clause in shown.out
    assert "+70.00" in shown.out
    assert "Bank: -70.00" in shown.out
    assert "\x1b" not in shown.out


@pytest.mark.parametrize("width", ["40", "80", "200"])
def test_no_clause_is_cut_at_any_width(
    wartable: Wartable, round_file: str, width: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", width)
    shown = wartable("settle", round_file).out
    assert "…" not in shown
    if int(width) >= 80:
        assert "MD-9-I-3.1" in shown
        assert "collected" in shown


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ('"10.00"', "10.00", "seats[0].initial: expected an amount with two decimals"),
        ('"10.00"', '"10.01"', "seats[0].initial: expected an even number of cents"),
        ("seat = 2", 'seat = "2"', "seats[0].seat: expected a whole number"),
        ("seat = 2", "seat = 10", "seats[0].seat: the table has no such seat; expected 1 to 9\n"),
        ("tie = ", "tye = ", "seats[0].tye: unknown key; expected one of "),
        ('"MD"', '"NV"', "rulebook: expected the name or the code of a rulebook"),
        ('rulebook = "MD"', "", "rulebook: is missing"),
        ("[cards]", "[cards]\nburned = []", "cards.burned: unknown key"),
        ('"7s"', '"17s"', "cards.deal[0]: expected a card"),
        ("rulebook", "rulebook = 1\nrulebook", "TOML: Cannot overwrite a value (at line 3, column 16)"),
        ('on_tie = "war"', "", "seats[0].on_tie: "),
        ('war = ["9d", "9c"]', "", "cards.war: "),
        ('war = ["9d", "9c"]', 'war = ["9d"]', "cards.war: "),
        ('deal = ["7s", "7d"]', 'deal = ["7s", "7d", "7c"]', "cards.deal: "),
    ],
)
def test_a_wrong_round_is_refused_with_the_file_the_key_and_what_was_expected(
    wartable: Wartable, tmp_path: Path, old: str, new: str, reason: str
) -> None:
    file = tmp_path / "round.toml"
    file.write_text(ROUND.replace(old, new, 1))
    for options in ((), ("--json",)):
        answer = wartable("settle", str(file), *options)
        assert (answer.code, answer.out) == (2, "")
        assert answer.err.startswith(f"wartable: {file}: {reason}")
        assert answer.err.count("\n") == 1


def test_a_key_written_twice_in_json_is_refused_with_its_place(wartable: Wartable) -> None:
    answer = wartable("settle", stdin=b'{"rulebook": "MD",\n "rulebook": "WI"}')
    reason = 'JSON: the key "rulebook" is written twice in {"rulebook": "MD"}'
    assert answer == (2, "", f"wartable: standard input: {reason}\n")


@pytest.mark.parametrize(
    "data", [b"", b"\n", b"\xff\xfe", b"\x00" * 100, b"\x7fELF\x02", b"{}", b"[]", b"null", b"x" * 300_000]
)
def test_what_is_no_scenario_at_all_is_refused_in_one_line(wartable: Wartable, data: bytes) -> None:
    answer = wartable("settle", stdin=data)
    assert (answer.code, answer.out) == (2, "")
    assert answer.err.startswith("wartable: standard input: ")
    assert answer.err.count("\n") == 1


def test_lines_are_settled_one_by_one_and_a_refused_one_makes_the_exit_code_2(wartable: Wartable) -> None:
    good = json.dumps(SAME_ROUND)
    bad = json.dumps(SAME_ROUND | {"rulebook": "NV"})
    answer = wartable("settle", "--jsonl", stdin=f"{good}\n\n{bad}\nnonsense\n[]\n{good}".encode())
    first, second, third, fourth, last = map(json.loads, answer.out.splitlines())
    assert first == last == json.loads(wartable("settle", "--json", stdin=good.encode()).out)
    assert [list(line) for line in (second, third, fourth)] == [["error"]] * 3
    assert second["error"].startswith("line 3: rulebook: expected ")
    assert third["error"] == "line 4: JSON: Expecting value (at line 4, column 1)"
    assert (answer.code, answer.err) == (2, "wartable: standard input: 3 refused, the first at line 3\n")


def test_lines_that_are_all_settled_make_the_exit_code_0(wartable: Wartable, tmp_path: Path) -> None:
    file = tmp_path / "rounds.jsonl"
    file.write_text(f"{json.dumps(SAME_ROUND)}\n" * 3)
    answer = wartable("settle", str(file), "--jsonl")
    assert (answer.code, answer.err, answer.out.count("\n")) == (0, "", 3)
    assert wartable("settle", str(file), "--jsonl", "--json") == answer


@pytest.mark.parametrize("columns", ["40", "60", "80"])
def test_no_amount_is_cut_short_on_a_narrow_screen(
    columns: str, monkeypatch: pytest.MonkeyPatch, wartable: Wartable
) -> None:
    monkeypatch.setenv("COLUMNS", columns)
    shown = wartable("settle", str(shipped("examples") / "progressive.toml")).out
    assert "17404.00" in shown
    assert "suited four of a kind" in shown
    assert shown.splitlines()[1].split() == [
        "seat",
        "wager",
        "result",
        "staked",
        "collected",
        "returned",
        "paid",
        "why",
    ]
