"""`wartable drill` as a dealer uses it: with answers, without them, and with nonsense."""

import json
import shlex
import subprocess
from typing import Any

import pytest

from tests.cli.command import COMMAND, Wartable
from wartable.drill.question import LETTERS


def letter_of(question: dict[str, Any]) -> str:
    choices: list[str] = question["choices"]
    return LETTERS[choices.index(question["answer"])] if choices else str(question["answer"])


def test_right_answers_are_told_from_wrong_ones(wartable: Wartable) -> None:
    asked = ("drill", "wisconsin", "--seed", "4", "--questions", "6")
    questions = json.loads(wartable(*asked, "--json").out)["questions"]
    right = "\n".join(map(letter_of, questions)).encode()
    answer = wartable(*asked, stdin=right)
    assert (answer.code, answer.err) == (0, "")
    assert "\n6 of 6 right. The same questions again: --seed 4\n" in answer.out
    assert "Read again" not in answer.out
    answer = wartable(*asked, stdin=b"0.01\n" * 6)
    assert "\n0 of 6 right." in answer.out
    assert all(clause in " ".join(answer.out.split()) for question in questions for clause in question["clauses"])


def test_an_empty_line_or_a_closed_keyboard_ends_it_with_what_was_asked_so_far(wartable: Wartable) -> None:
    assert "\n0 of 2 right." in wartable("drill", "--seed", "1", stdin=b"z\nz\n\n").out
    assert "\n0 of 0 right." in wartable("drill", "--seed", "1", stdin=b"").out


def test_a_shuffle_is_practised_act_by_act(wartable: Wartable) -> None:
    answer = wartable("drill", "--about", "shuffle", "--seed", "9", stdin=b"riffle\nwash\nRIFFLE\n")
    assert answer.code == 0
    assert "2 rising sequences" in answer.out
    assert "Expected one of: riffle, strip, turn, plug, cut." in answer.out
    assert "Distance from random of 1 riffle alone: 1.000." in answer.out
    assert "Distance from random of 2 riffles alone: 1.000." in answer.out


@pytest.mark.parametrize("about", ["all", "shuffle"])
def test_a_keyboard_that_was_never_there_is_told_in_one_line(about: str) -> None:
    call = f"{shlex.join(COMMAND)} drill --seed 1 --about {about} <&-"
    answer = subprocess.run(["/bin/sh", "-c", call], capture_output=True, check=False)
    assert (answer.returncode, answer.stdout) == (2, b"")
    assert answer.stderr == b"wartable: standard input: is closed\n"


def test_a_house_file_may_be_practised(wartable: Wartable) -> None:
    answer = wartable("drill", "houses/california.toml", "--about", "pays", "--questions", "3", "--json")
    assert json.loads(answer.out)["rulebook"] == "california"


@pytest.mark.parametrize(
    ("tokens", "told"),
    [
        (["nowhere"], "nowhere: expected a rulebook (california, maryland, massachusetts, washington, wisconsin)"),
        ([""], "'': expected a rulebook (california, "),
        (["nowhere.toml"], "nowhere.toml: No such file or directory"),
        (["--questions", "0"], "--questions"),
        (["--questions", "many"], "--questions"),
        (["--seed", "-1"], "--seed"),
        (["--about", "love"], "--about"),
        (["--about", "shuffle", "--json"], "--json: there are no questions in a shuffle"),
    ],
)
def test_what_cannot_be_practised_is_refused_in_one_line(wartable: Wartable, tokens: list[str], told: str) -> None:
    answer = wartable("drill", *tokens)
    assert (answer.code, answer.out) == (2, "")
    assert told in answer.err
    assert answer.err.count("\n") == 1
