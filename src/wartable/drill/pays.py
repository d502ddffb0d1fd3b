"""Exercises about amounts: paid, collected, returned. Every amount comes from a hand that the table settled."""

import random
from collections.abc import Iterator, Mapping

from wartable.drill.exercise import Exercise
from wartable.drill.practice_table import PracticeStep, rounds
from wartable.drill.question import Question
from wartable.money import Cents, format_cents, say_cents
from wartable.rulebook import LAYOUT, WAGERS, Rules
from wartable.table import events as e
from wartable.table import say, tell, words_of

ASKED: Mapping[str, str] = {
    "paid": "What do you pay on it?",
    "collected": "What do you collect of it?",
    "returned": "What do you return to the player?",
}
TOLD = (e.WagerPlaced, e.CardDealt, e.WarDeclared, e.TieSurrendered, e.BankPosted, e.WarMatched, e.WagerReturned)
"""Events shown to the dealer; settled wagers would give the answer away."""


def pays(rules: Rules, rng: random.Random) -> Iterator[Exercise]:
    """Yield one exercise for each hand that is settled, about one of its wagers."""
    for moment in rounds(rules, rng):
        lines = [event for event in moment.done.events if isinstance(event, e.WagerSettled) and event.wager in LAYOUT]
        if lines:
            yield _ask(moment, rng.choice(lines), rng)


def _ask(moment: PracticeStep, line: e.WagerSettled, rng: random.Random) -> Exercise:
    words = words_of(moment.before.rules)
    seen = [event for event in (*moment.told, *moment.done.events) if isinstance(event, TOLD)]
    amounts: dict[str, Cents] = {"paid": line.paid, "collected": line.collected, "returned": line.returned}
    what = rng.choice([name for name in ASKED if amounts[name]] or list(ASKED))
    wager = words.initial if line.wager == "initial" else WAGERS[line.wager].name
    lies = f"Seat {line.seat} has {say_cents(line.staked)} on the {wager}."
    question = Question(
        kind="pays",
        about=f"{line.wager} {line.result} {what}",
        situation=tuple(tell(seen, moment.before.rules)),
        asks=f"{lies} {ASKED[what]}",
        choices=(),
        answer=format_cents(amounts[what]),
        why=say(line, words),
        clauses=line.clauses,
    )
    return Exercise(question, moment.before)
