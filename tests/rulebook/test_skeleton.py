"""An empty rulebook has every key, and filled in it is one more state: nothing but the data folder counts them."""

import json
import re
import tomllib
from pathlib import Path

import pytest

from tests.cli.command import Wartable
from tests.cli.conftest import wartable  # noqa: F401
from tests.rulebook.data_mutants import beside
from tests.rulebook.filling import HEAD, filled
from tests.rulebook.shelf import own_shelf
from tests.told import RULEBOOKS
from wartable.rulebook import BadRulebook, empty_rulebook, is_rulebook_name, load_rulebook, rules_in_force
from wartable.rulebook.strict import read_rulebook, schema

ROUND = """
rulebook = "EX"
seats = [{ seat = 1, initial = "10.00", tie = "5.00", on_tie = "war" }]
cards = { deal = ["7s", "7d"], war = ["9d", "5h"] }
"""


def names_of(text: str) -> set[str]:
    """Every key of a skeleton, those behind a # too."""
    opened = re.sub(r"^#(?=[a-z0-9\[])", "", text, flags=re.MULTILINE)
    document, found = tomllib.loads(opened), set()
    for name in schema().values:
        row = document
        for part in name.split("."):
            row = row[part]
        found.add(name)
    assert set(schema().steps) == set(document["steps"])
    assert set(schema().terms) == set(document["terms"])
    places = {f"{deal}.{o}.{w}" for deal, rows in document["settlement"].items() for o in rows for w in rows[o]}
    assert places == {place.replace("*", "100") for place in schema().settlement}
    return found


def test_an_empty_rulebook_has_every_key_with_its_meaning() -> None:
    text = empty_rulebook("exampleland")["exampleland.toml"]
    assert names_of(text) == set(schema().values)
    words = {name: term.word for name, term in schema().terms.items()}
    sentences = [key.says for key in schema().values.values()] + [step.says for step in schema().steps.values()]
    assert [says for says in sentences if says.format(**words) not in text] == []
    assert "{initial}" not in text


def test_every_key_that_is_not_filled_in_is_named_with_its_line() -> None:
    text = empty_rulebook("washington")["washington.toml"]
    with pytest.raises(BadRulebook) as refused:
        read_rulebook("washington", text, beside("washington"))
    told = {problem.key: problem.line for problem in refused.value.problems}
    lines = text.splitlines()
    for name, key in schema().values.items():
        if not (key.parts or key.when or key.optional):
            line = told.get(f"{name}.clauses")
            assert line is not None
            assert lines[line - 1].startswith(f"{name.rpartition('.')[2]} = ")
    assert {"code", "title", "authority", "source", "in_force"} <= set(told)


@pytest.mark.parametrize("rulebook", ["washington", "wisconsin", "massachusetts"])
def test_a_filled_skeleton_is_one_more_state(
    rulebook: str,
    wartable: Wartable,  # noqa: F811
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    law = rules_in_force(load_rulebook(rulebook))
    new = filled("exampleland", rulebook)
    with own_shelf(tmp_path, monkeypatch) as shelf:
        (shelf / "rulebooks" / "exampleland.toml").write_text(new["exampleland.toml"], encoding="utf-8")
        (shelf / "clauses" / "exampleland.csv").write_text(new["exampleland.csv"], encoding="utf-8")
        book = load_rulebook("exampleland")
        assert (book.code, book.in_force) == (HEAD["code"], HEAD["in_force"])
        found = rules_in_force(book)
        for name in law.__struct_fields__:
            if name not in ("rulebook", "settlement", "steps", "cite"):
                assert getattr(found, name) == getattr(law, name)
        listed = json.loads(wartable("rules", "--json").out)["rulebooks"]
        assert [row["rulebook"] for row in listed] == sorted([*RULEBOOKS, "exampleland"])
        assert wartable("rules", "ex").code == 0
        settled = wartable("settle", "-", "--json", stdin=ROUND.encode())
        assert (settled.code, json.loads(settled.out)["rulebook"]) == (0, "exampleland")
        assert wartable("odds", "exampleland").code == 0


def test_a_state_that_is_broken_is_told_by_the_commands_that_need_it_and_by_no_other(
    wartable: Wartable,  # noqa: F811
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    with own_shelf(tmp_path, monkeypatch) as shelf:
        file = shelf / "rulebooks" / "california.toml"
        file.write_text(file.read_text().replace("[burn]", "[brun]"), encoding="utf-8")
        well: tuple[tuple[str, ...], ...] = (("rules", "MD"), ("rules", "--help"), ("odds",), ("odds", "maryland"))
        for tokens in well:
            answer = wartable(*tokens)
            assert (answer.code, answer.err) == (0, ""), tokens
        broken: tuple[tuple[str, ...], ...] = (("rules", "CA"), ("odds", "CA"), ("rules", "--clause", "CA-intro.1"))
        for tokens in broken:
            answer = wartable(*tokens)
            assert (answer.code, answer.out) == (2, ""), tokens
            told = answer.err.splitlines()
            assert len(told) == 4
            assert all(line.startswith("wartable: rulebooks/california.toml:") for line in told)
            assert any(": brun: no such key; did you mean burn?" in line for line in told)
        answer = wartable("rules")
        assert answer.code == 2
        assert "maryland" in answer.out
        assert "california" not in answer.out
        assert len(answer.err.splitlines()) == 4


def test_new_writes_both_files_and_overwrites_nothing(
    wartable: Wartable,  # noqa: F811
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    answer = wartable("rules", "--new", "exampleland")
    assert (answer.code, answer.err) == (0, "")
    assert {file.name: file.read_text() for file in tmp_path.iterdir()} == empty_rulebook("exampleland")
    (tmp_path / "exampleland.toml").unlink()
    (tmp_path / "exampleland.csv").write_text("mine")
    answer = wartable("rules", "--new", "exampleland")
    assert (answer.code, answer.out) == (2, "")
    assert answer.err == "wartable: exampleland.csv: the file exists, and --new overwrites nothing\n"
    assert {file.name: file.read_text() for file in tmp_path.iterdir()} == {"exampleland.csv": "mine"}


@pytest.mark.parametrize(
    ("tokens", "reason"),
    [
        (("",), "--new: invalid name ''; expected 3 to 40 small letters, digits and _"),
        (("Test Land",), "--new: invalid name Test Land; expected 3 to 40 small letters, digits and _"),
        (("../exampleland",), "--new: invalid name ../exampleland; expected 3 to 40 small letters, digits and _"),
        (("washington",), "--new: there is already a rulebook washington; expected a new name"),
        (("exampleland", "--json"), "--new: expected nothing else beside the name of the new rulebook"),
        (("exampleland", "--clause", "WA-1"), "--new: expected nothing else beside the name of the new rulebook"),
    ],
)
def test_a_bad_name_is_told_in_one_line_and_nothing_is_written(
    tokens: tuple[str, ...],
    reason: str,
    wartable: Wartable,  # noqa: F811
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    answer = wartable("rules", "--new", *tokens)
    assert (answer.code, answer.out, answer.err) == (2, "", f"wartable: {reason}\n")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("name", ["exampleland", "new_york", "zone51"])
def test_a_name_is_small_letters(name: str) -> None:
    assert is_rulebook_name(name)
    assert not is_rulebook_name(name.upper())
