"""The judge of a drill: the table's own answer is right, any other is a mistake with the table's answer beside it."""

import random

import pytest

from tests.told import RULEBOOKS, rules_of
from wartable.cards import DECK
from wartable.drill import KINDS, Exercise, Kind, Mistake, Reply, UnfitReply, judge, set_exercises, set_paper
from wartable.money import parse_cents
from wartable.table import commands as c


def exercises(rulebook: str, kind: Kind, seed: int = 1) -> list[Exercise]:
    return set_exercises(rules_of(rulebook), random.Random(seed), 12, (kind,))


def right(exercise: Exercise) -> Reply:
    question = exercise.question
    if not question.choices:
        return Reply(amount=parse_cents(question.answer))
    return Reply(question.choices.index(question.answer), report=exercise.report)


@pytest.mark.parametrize("rulebook", RULEBOOKS)
@pytest.mark.parametrize("kind", KINDS)
def test_the_tables_own_answer_is_right_and_any_other_is_a_mistake(rulebook: str, kind: Kind) -> None:
    for exercise in exercises(rulebook, kind):
        question = exercise.question
        assert judge(exercise, right(exercise)) == ()
        for choice, said in enumerate(question.choices):
            if said != question.answer:
                reply = Reply(choice, report=exercise.report)
                assert judge(exercise, reply) == (Mistake(said, question.answer),)
        if not question.choices:
            assert [one.expected for one in judge(exercise, Reply(amount=1))] == [question.answer]


@pytest.mark.parametrize("rulebook", RULEBOOKS)
@pytest.mark.parametrize("kind", KINDS)
def test_an_exercise_has_the_question_of_the_paper_with_the_same_seed(rulebook: str, kind: Kind) -> None:
    paper = set_paper(rules_of(rulebook), random.Random(1), 12, (kind,))
    assert [exercise.question for exercise in exercises(rulebook, kind)] == paper


def test_one_of_several_cards_that_are_face_up_is_enough_and_another_card_is_not() -> None:
    found = (one for one in exercises("maryland", "irregularities") if one.question.about == "face up cards")
    exercise = next(found)
    assert isinstance(exercise.report, c.ReportFaceUpCards)
    one, other = exercise.report.cards
    choice = right(exercise).choice
    for cards in ((one,), (other,), (other, one)):
        assert judge(exercise, Reply(choice, report=c.ReportFaceUpCards(cards))) == ()
    strange = next(card for card in DECK if card not in (one, other))
    assert len(judge(exercise, Reply(choice, report=c.ReportFaceUpCards(())))) == 1
    assert len(judge(exercise, Reply(choice, report=c.ReportFaceUpCards((one, strange))))) == 1


def test_a_report_of_something_else_is_a_mistake_in_the_tables_words() -> None:
    exercise = next(one for one in exercises("washington", "irregularities") if one.question.about == "missed")
    assert isinstance(exercise.report, c.ReportMissedHand)
    [drawn] = judge(exercise, Reply(right(exercise).choice, report=c.ReportDrawnCard()))
    [missed] = judge(exercise, Reply(right(exercise).choice, report=c.ReportMissedHand(99)))
    assert drawn.expected == missed.expected
    assert str(exercise.report.seat) in missed.expected
    assert missed.said.startswith("The table refuses this report: ")
    assert drawn.said not in (missed.said, drawn.expected)


@pytest.mark.parametrize("choice", [None, -1, 4])
def test_a_reply_that_does_not_answer_the_question_is_not_judged(choice: int | None) -> None:
    with pytest.raises(UnfitReply, match="choice: expected a whole number from 0 to 3"):
        judge(exercises("maryland", "procedures")[0], Reply(choice))
