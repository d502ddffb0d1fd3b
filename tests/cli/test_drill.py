"""`wartable drill` as a dealer uses it: with answers, without them, and with nonsense."""

import json
import re
import shlex
import subprocess
from typing import Any

import pytest

from tests.cli.command import COMMAND, Wartable
from tests.told import RULEBOOKS
from wartable.drill.question import LETTERS


def letter_of(question: dict[str, Any]) -> str:
    choices: list[str] = question["choices"]
    return LETTERS[choices.index(question["answer"])] if choices else str(question["answer"])


def wrong_one_for(question: dict[str, Any]) -> str:
    return next(letter for letter in LETTERS if letter != letter_of(question)) if question["choices"] else "0.01"


def test_right_answers_are_told_from_wrong_ones(wartable: Wartable) -> None:
    asked = ("drill", "wisconsin", "--seed", "4", "--questions", "6")
    questions = json.loads(wartable(*asked, "--json").out)["questions"]
    right = "\n".join(map(letter_of, questions)).encode()
    answer = wartable(*asked, stdin=right)
    assert (answer.code, answer.err) == (0, "")
    assert "\n6 of 6 right. The same questions again: --seed 4\n" in answer.out
    assert "Read again" not in answer.out
    answer = wartable(*asked, stdin="\n".join(map(wrong_one_for, questions)).encode())
    assert "\n0 of 6 right." in answer.out
    assert all(clause in " ".join(answer.out.split()) for question in questions for clause in question["clauses"])


def test_an_empty_line_or_a_closed_keyboard_ends_it_with_what_was_asked_so_far(wartable: Wartable) -> None:
    asked = ("drill", "--seed", "1", "--about", "procedures")
    assert re.search(r"\n[0-2] of 2 right\.", wartable(*asked, stdin=b"a\na\n\n").out)
    assert "\n0 of 0 right." in wartable("drill", "--seed", "1", stdin=b"").out


@pytest.mark.parametrize(
    ("about", "slip", "says"),
    [
        ("procedures", "z", "Expected one of: a, b, c, d."),
        ("procedures", "ab", "Expected one of: a, b, c, d."),
        ("procedures", "15.00", "Expected one of: a, b, c, d."),
        ("pays", "a", "Expected an amount such as 15.00."),
        ("pays", "15.0", "Expected an amount such as 15.00."),
    ],
)
def test_a_slip_of_the_finger_is_asked_again_and_counts_for_nothing(
    wartable: Wartable, about: str, slip: str, says: str
) -> None:
    asked = ("drill", "wisconsin", "--seed", "4", "--questions", "1", "--about", about)
    (question,) = json.loads(wartable(*asked, "--json").out)["questions"]
    answer = wartable(*asked, stdin=f"{slip}\n{letter_of(question)}\n".encode())
    assert says in answer.out
    assert "\n1 of 1 right." in answer.out
    assert "No: " not in answer.out


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
        (["nowhere"], f"nowhere: expected a rulebook ({', '.join(RULEBOOKS)})"),
        ([""], "'': expected a rulebook (california, "),
        (["nowhere.toml"], "nowhere.toml: No such file or directory"),
        (["--questions", "0"], "--questions: expected 1 to 200, not 0"),
        (["--questions", "201"], "--questions: expected 1 to 200, not 201"),
        (["--questions", "many"], "--questions: expected a whole number, not 'many'"),
        (["--seed", "-1"], "--seed: expected a whole number from 0 to 18446744073709551615, not -1"),
        (
            ["--seed", f"{2**64}"],
            "--seed: expected a whole number from 0 to 18446744073709551615, not 18446744073709551616",
        ),
        (["--about", "love"], "--about: expected one of all, procedures, pays, irregularities, shuffle, not 'love'"),
        (["--about", "shuffle", "--json"], "--json: there are no questions in a shuffle"),
    ],
)
def test_what_cannot_be_practised_is_refused_in_one_line(wartable: Wartable, tokens: list[str], told: str) -> None:
    answer = wartable("drill", *tokens)
    assert (answer.code, answer.out) == (2, "")
    assert told in answer.err
    assert answer.err.count("\n") == 1
