"""Exercises about the next step. The table gives the answer; the wrong answers are other steps of its rulebook."""

import random
from collections.abc import Iterator

from wartable.drill.exercise import Exercise
from wartable.drill.practice_table import PracticeStep, opening, rounds
from wartable.drill.question import Question
from wartable.rulebook import Rules
from wartable.table import Step, Table, clauses, steps, tell

CHOICES = 4
LATEST = 4
"""The number of last events shown."""


def procedures(rules: Rules, rng: random.Random) -> Iterator[Exercise]:
    """Yield exercises about the beginning of the day and about rounds, in the order in which they come up."""
    for moment in (*opening(rules), *rounds(rules, rng)):
        if asked := _ask(moment, rng):
            yield asked


def _ask(moment: PracticeStep, rng: random.Random) -> Exercise | None:
    """An exercise where one step is due and the house does it; none where people choose."""
    due = steps(moment.before)
    if not moment.told or not due or due[0].command != moment.done.command:
        return None
    others = _others(moment.before, due, rng)
    right = due[0]
    says = _says(moment.before, right)
    choices = [says, *others]
    rng.shuffle(choices)
    told = tuple(tell(moment.told, moment.before.rules))[-LATEST:]
    question = Question("procedures", right.step, told, _asks(right), tuple(choices), says, _why(right), right.clauses)
    return Exercise(question, moment.before)


def _says(table: Table, step: Step) -> str:
    """The text of a step in the rulebook, without the seats and cards of the moment, which would give it away."""
    rule = table.rules.steps.get(step.step)
    return rule.says if rule else step.says


def _asks(step: Step) -> str:
    return "What comes next?" if "dealer" in step.by else f"What does the {step.by[0]} do next?"


def _why(step: Step) -> str:
    return f"It is due now, for the {' or the '.join(step.by)}{clauses(step.clauses)}."


def _others(table: Table, due: tuple[Step, ...], rng: random.Random) -> list[str]:
    """Steps of the same rulebook that would be wrong now, with other texts than the right one."""
    now = {_says(table, step) for step in due}
    wrong = sorted({rule.says for rule in table.rules.steps.values()} - now)
    return rng.sample(wrong, min(CHOICES - 1, len(wrong)))
