"""Exercises about irregularities. The table gives the answer; the wrong answers are those of other rules."""

import random
import re
from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from wartable.cards import Card
from wartable.drill.exercise import Exercise, Report
from wartable.drill.practice_table import PracticeStep, rounds
from wartable.drill.question import Question
from wartable.rulebook import HOUSE_RULE, Rules, listed
from wartable.shoe import fresh
from wartable.table import (
    DEALER,
    PHASES,
    RULINGS,
    Event,
    Refused,
    Table,
    burns_due,
    clauses,
    decide,
    next_card_for,
    tell,
)
from wartable.table import commands as c
from wartable.table import events as e

CHOICES = 4
LATEST = 5
"""The number of last events shown."""
PHASES_ASKED = ("betting", "dealing", "war_dealing")

VOID = "The round is void, and every wager goes back."
HAND_VOID = "That hand is void and its wagers go back; the round goes on without it."
NEXT = "It is dealt as the next card."
RACKED = "It goes to the discard rack unused, and the round goes on."
AS_IF = "The hand goes on as if no mistake had been made."
DEVICE = "The device is out of use until the floor has attended to it; the cards are shuffled by hand."
JAM = "The device is emptied and the cards are shuffled again; the round goes on."
PLAUSIBLE = (VOID, HAND_VOID, NEXT, RACKED)

_CITED = re.compile(rf" \(((?:{HOUSE_RULE}, )?[A-Z]{{2}}-[^()]+)\)")
"""The clauses behind a sentence, as sentences name them."""


_STEPS: Mapping[type[Event], str] = {e.ShufflerJammed: "empty_device", e.DeviceFailed: "cover_device"}
"""The consequences of a device that stops."""


class Mishap(NamedTuple):
    """An irregularity: its name, its description, and the command that reports it."""

    name: str
    says: str
    command: Report


def irregularities(rules: Rules, rng: random.Random) -> Iterator[Exercise]:
    """Yield one exercise for each moment in which an irregularity of the rules could occur."""
    for moment in rounds(rules, rng):
        if moment.before.phase in PHASES_ASKED and moment.told:
            found = [
                (mishap, events) for mishap in _mishaps(moment.before, rng) if (events := _follows(moment, mishap))
            ]
            if found:
                yield _ask(moment, *rng.choice(found), [_told(events) for _, events in found], rng)


def _ask(
    moment: PracticeStep, mishap: Mishap, events: tuple[Event, ...], others: Iterable[str], rng: random.Random
) -> Exercise:
    rules = moment.before.rules
    right, why = _told(events), _why(events, rules)
    wrong = sorted({*others, *PLAUSIBLE} - {right})
    choices = [right, *rng.sample(wrong, min(CHOICES - 1, len(wrong)))]
    rng.shuffle(choices)
    question = Question(
        kind="irregularities",
        about=mishap.name,
        situation=(*tuple(tell(moment.told, rules))[-LATEST:], mishap.says),
        asks="What follows?",
        choices=tuple(choices),
        answer=right,
        why=why,
        clauses=tuple(dict.fromkeys(clause for cited in _CITED.findall(why) for clause in cited.split(", "))),
    )
    return Exercise(question, moment.before, mishap.command)


def _why(events: tuple[Event, ...], rules: Rules) -> str:
    """The table's explanation and, where a device stops, the rules' procedure for it."""
    steps = [rules.steps[_STEPS[type(event)]] for event in events if type(event) in _STEPS]
    done = (f"{step.says.removesuffix('.')}{clauses(step.clauses)}." for step in steps)
    return " ".join([*tell(events, rules), *done])


def _told(events: tuple[Event, ...]) -> str:
    """The consequences, without the irregularity itself."""
    for event in sorted(events, key=lambda event: not isinstance(event, e.FloorCalled)):
        match event:
            case e.FloorCalled(choices=choices):
                return f"The floor is called. It may rule: {listed([RULINGS[ruling] for ruling in choices], 'or')}."
            case e.BurnForgotten():
                return AS_IF
            case e.DeviceFailed():
                return DEVICE
            case e.ShufflerJammed() if not any(isinstance(other, e.FloorCalled) for other in events):
                return VOID if any(isinstance(other, e.RoundVoided) for other in events) else JAM
    return NEXT if isinstance(events[0], e.CardDrawnInError) else RACKED


def _mishaps(table: Table, rng: random.Random) -> list[Mishap]:
    one, other = rng.sample(fresh(1), 2)
    found = [*_of_devices(), *_of_burns(table, one)]
    if table.phase != "betting":
        found += [*_of_the_shoe(one, other), *_of_the_hands(table, one)]
    return [mishap for mishap in found if type(mishap.command) in PHASES[table.phase]]


def _of_the_shoe(one: Card, other: Card) -> Iterator[Mishap]:
    face_up = f"Two cards are found face up in the shoe: the {one} and the {other}."
    yield Mishap("face up card", f"A card is found face up in the shoe: the {one}.", c.ReportFaceUpCards((one,)))
    yield Mishap("face up cards", face_up, c.ReportFaceUpCards((one, other)))
    yield Mishap("drawn unseen", "A card is drawn in error; its face was not seen.", c.ReportDrawnCard())
    yield Mishap(
        "drawn and seen", f"A card is drawn in error, and its face is seen: the {one}.", c.ReportDrawnCard(one)
    )


def _of_devices() -> Iterator[Mishap]:
    yield Mishap("jam", "The shuffler jams.", c.ReportJam())
    yield Mishap("device", "The shuffling device stops working.", c.ReportDeviceFailure())


def _of_burns(table: Table, card: Card) -> Iterator[Mishap]:
    if burns_due(table):
        yield Mishap("burn", f"The {card} is dealt before a burn that was due.", c.ReportForgottenBurn(card))


def _of_the_hands(table: Table, card: Card) -> Iterator[Mishap]:
    due = next_card_for(table)
    if due:
        card_name = "war card" if table.phase == "war_dealing" else "card"
        yield Mishap("missed", f"Seat {due} was passed over and has no {card_name}.", c.ReportMissedHand(due))
    for box in table.boxes:
        if box.bettors and box.seat != due:
            says = f"Seat {box.seat} is given the {card}, which was not for it."
            yield Mishap("misdelivered", says, c.ReportMisdelivery(box.seat, card))
            away = f"The player of seat {box.seat} has walked away from the wagers there."
            yield Mishap("absent", away, c.ReportAbsence(box.seat))
            return


def _follows(moment: PracticeStep, mishap: Mishap) -> tuple[Event, ...]:
    decided = decide(moment.before, mishap.command, DEALER)
    return () if isinstance(decided, Refused) else decided
