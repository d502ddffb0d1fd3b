"""The judge of a drill at the console: the same table that asked decides whether an answer is right."""

import msgspec

from wartable.drill.exercise import Exercise, Report
from wartable.money import Cents, format_cents, say_cents
from wartable.table import DEALER, Command, Refused, decide, tell
from wartable.table import commands as c


class Reply(msgspec.Struct, frozen=True, array_like=True):
    """A trainee's answer: the place of a choice from 0, an amount, and the report of an irregularity."""

    choice: int | None = None
    amount: Cents | None = None
    report: Report | None = None


class Mistake(msgspec.Struct, frozen=True):
    """A part of an answer that is wrong, and the table's own answer."""

    said: str
    expected: str


class UnfitReply(ValueError):
    """The reply does not answer the question; the text says what is expected."""


def judge(exercise: Exercise, reply: Reply) -> tuple[Mistake, ...]:
    """Return what is wrong with a reply; nothing if it is right. A reply of another form raises UnfitReply."""
    question = exercise.question
    _hold(exercise, reply)
    mistakes = []
    if exercise.report and reply.report and not _is_due(exercise, reply.report, exercise.report):
        mistakes.append(Mistake(_told(exercise, reply.report), _told(exercise, exercise.report)))
    if reply.amount is not None and format_cents(reply.amount) != question.answer:
        mistakes.append(Mistake(say_cents(reply.amount), question.answer))
    if reply.choice is not None and question.choices[reply.choice] != question.answer:
        mistakes.append(Mistake(question.choices[reply.choice], question.answer))
    return tuple(mistakes)


def _hold(exercise: Exercise, reply: Reply) -> None:
    choices = len(exercise.question.choices)
    if choices and (reply.choice is None or not 0 <= reply.choice < choices):
        raise UnfitReply(f"choice: expected a whole number from 0 to {choices - 1}, got {_word(reply.choice)}")
    if not choices and reply.choice is not None:
        raise UnfitReply("choice: this exercise asks for an amount")
    if not choices and (reply.amount is None or reply.amount < 0):
        raise UnfitReply(f"amount: expected whole cents from 0, got {_word(reply.amount)}")
    if choices and reply.amount is not None:
        raise UnfitReply("amount: this exercise asks for a choice")
    if exercise.report is None and reply.report is not None:
        raise UnfitReply("report: this exercise asks for no report")
    if exercise.report is not None and reply.report is None:
        raise UnfitReply("report: expected the report of the irregularity, got nothing")


def _word(number: int | None) -> str:
    return "nothing" if number is None else str(number)


def _is_due(exercise: Exercise, said: Command, due: Command) -> bool:
    """Whether the table makes the same of both. The console takes face-up cards one at a time, so one is enough."""
    if isinstance(said, c.ReportFaceUpCards) and isinstance(due, c.ReportFaceUpCards):
        return bool(said.cards) and set(said.cards) <= set(due.cards)
    return decide(exercise.table, said, DEALER) == decide(exercise.table, due, DEALER)


def _told(exercise: Exercise, report: Command) -> str:
    """What the table makes of a report, or why it refuses."""
    decided = decide(exercise.table, report, DEALER)
    if isinstance(decided, Refused):
        return f"The table refuses this report: {decided.why}."
    return " ".join(tell(decided, exercise.table.rules))
