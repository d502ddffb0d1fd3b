"""Questions of a drill: each has one right answer, which the table gave, and does not give itself away."""

import random
from typing import get_args

import pytest

from tests.told import RULEBOOKS, rules_of
from wartable.drill import KINDS, Kind, Question, read_answer, set_paper
from wartable.drill.question import LETTERS

ASKED = 12


def paper(rulebook: str, kind: Kind, seed: int = 1) -> list[Question]:
    return set_paper(rules_of(rulebook), random.Random(seed), ASKED, (kind,))


@pytest.mark.parametrize("rulebook", RULEBOOKS)
@pytest.mark.parametrize("kind", KINDS)
def test_a_paper_has_as_many_questions_as_were_asked_for_and_none_twice(rulebook: str, kind: Kind) -> None:
    asked = paper(rulebook, kind)
    assert len(set(asked)) == len(asked) == ASKED
    assert {question.kind for question in asked} == {kind}
    assert len({question.about for question in asked}) > 3, "about several things"


@pytest.mark.parametrize("rulebook", RULEBOOKS)
@pytest.mark.parametrize("kind", KINDS)
def test_every_question_has_exactly_one_right_answer(rulebook: str, kind: Kind) -> None:
    for question in paper(rulebook, kind):
        if question.choices:
            assert len(set(question.choices)) == len(question.choices) >= 3
            answers = [read_answer(question, letter) for letter in LETTERS[: len(question.choices)]]
            assert answers.count(question.answer) == 1
        else:
            assert read_answer(question, question.answer) == question.answer != read_answer(question, "0.01")


@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_a_question_about_a_pay_does_not_tell_what_was_settled(rulebook: str) -> None:
    for question in paper(rulebook, "pays"):
        assert not any("paid" in line or "collected" in line for line in question.situation)


def test_the_same_seed_asks_the_same_questions_and_another_asks_others() -> None:
    assert paper("maryland", "pays", 5) == paper("maryland", "pays", 5) != paper("maryland", "pays", 6)


def test_a_paper_of_all_kinds_is_divided_evenly() -> None:
    asked = set_paper(rules_of("washington"), random.Random(3), 11, KINDS)
    assert sorted(sum(question.kind == kind for question in asked) for kind in KINDS) == [3, 4, 4]
    assert set(get_args(Kind)) == set(KINDS)


def test_amounts_may_be_said_in_short() -> None:
    question = Question("pays", "", (), "", (), "1250.00", "", ())
    for said in ("1250.00", "1250", "$1,250", " 1250.00 ", "01250"):
        assert read_answer(question, said) == "1250.00"
    assert read_answer(question, "125") == "125.00"


@pytest.mark.parametrize("said", ["", "1250.0", "-1250", "a", "1e3", "１２５０", "9" * 40])
def test_what_is_no_amount_is_no_answer(said: str) -> None:
    assert read_answer(Question("pays", "", (), "", (), "1250.00", "", ()), said) is None


def test_a_letter_that_is_no_choice_is_no_answer() -> None:
    question = Question("procedures", "", (), "", ("one", "two"), "one", "", ())
    assert [read_answer(question, said) for said in ("A", "b ")] == ["one", "two"]
    for said in ("c", "", "ab", "1", "one"):
        assert read_answer(question, said) is None
