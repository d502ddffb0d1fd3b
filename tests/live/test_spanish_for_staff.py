"""What the server says to a dealer, the floor, an auditor and a trainee is said in Spanish too."""

import json
import random
import re
from collections.abc import Iterator
from itertools import islice
from typing import Any, get_args

import msgspec
import pytest

from tests.lessons.test_lesson import NAMES, rules_at
from tests.live.test_spanish import ENGLISH, SPANISH, TO_STAFF, interpreted
from wartable.audit import house_events as h
from wartable.audit.house_events import PLAIN, TOLD, say_of_house
from wartable.cage import DropCounted
from wartable.drill.irregularities import irregularities
from wartable.drill.pays import pays
from wartable.drill.procedures import procedures
from wartable.live.telling.console import KEYS, TITLES
from wartable.live.telling.drilled import make_drill_felt
from wartable.live.telling.evidence import VERDICTS
from wartable.live.tiles import TITLES as TITLES_OF_THE_PIT
from wartable.live.tiles import _asked
from wartable.rulebook import Ruling
from wartable.server.documents.proving import OWN_KEY
from wartable.store import HeadDiffers, WalletDiffers
from wartable.table import Refusal
from wartable.table.words import CallReason, Phase

SENTENCES = frozenset({"says", "title", "key", "place", "lies", "call", "word"})
"""The fields of a felt and its console that hold words."""
EXERCISES = 40


def left_in_english(sentences: Iterator[str] | list[str]) -> dict[str, str]:
    """The sentences that no list knows, or of which a part stays English; clauses are the regulators' own."""
    return {
        english: spanish
        for english, spanish in interpreted(sorted({one for one in sentences if one}), TO_STAFF).items()
        if (english == spanish and " " in english) or ENGLISH.search(re.sub(r"\(.*?\)|\".*?\"", "", spanish))
    }


def words_in(value: Any, field: str = "") -> Iterator[str]:
    """Every sentence of a document."""
    match value:
        case dict():
            for name, inside in value.items():
                yield from words_in(inside, name)
        case list() | tuple():
            for inside in value:
                yield from words_in(inside, field)
        case str() if field in SENTENCES:
            yield value


def drilled_at(house: str) -> Iterator[str]:
    """Exercises of every kind, and the console as the table shows it after the answer."""
    rules = rules_at(house)
    for kind in (irregularities, procedures, pays):
        for exercise in islice(kind(rules, random.Random(7)), EXERCISES):
            question = exercise.question
            yield from (*question.situation, question.asks, *question.choices, question.answer, question.why)
            yield from words_in(msgspec.to_builtins(make_drill_felt(exercise.table, answered=True)))


@pytest.mark.parametrize("house", NAMES)
def test_drills_and_the_console_of_every_house_are_in_spanish(house: str) -> None:
    assert left_in_english(drilled_at(house)) == {}


@pytest.mark.parametrize("house", NAMES)
def test_the_steps_of_every_rulebook_are_in_spanish_as_orders_and_as_done(house: str) -> None:
    says = [step.says for step in rules_at(house).steps.values()]
    done = [f"Done by the dealer: {one[:1].lower()}{one[1:].removesuffix('.')} (XX-1)." for one in says]
    of_a_batch = [f"Blue batch: {one[:1].lower()}{one[1:]}" for one in says]
    assert left_in_english([*says, *done, *of_a_batch]) == {}


def test_every_title_and_key_of_the_console_is_in_spanish() -> None:
    whose = ("seat 4", "yourself", "the player/dealer, seat 4", "community card 2", "the player")
    titles = [says.format(who=who, cover="cut card") for says in TITLES.values() for who in whose]
    assert left_in_english([*titles, *(says for both in VERDICTS.values() for says in both)]) == {}
    known = interpreted([*KEYS.values()], TO_STAFF)
    assert [english for english, spanish in known.items() if english == spanish] == []


def test_every_refusal_is_in_spanish_for_the_people_who_work_here() -> None:
    assert left_in_english([refusal.value for refusal in Refusal]) == {}


def test_the_sentences_for_staff_have_the_same_places_and_repeat_none_for_players() -> None:
    pairs = json.loads(TO_STAFF.read_text(encoding="utf-8"))
    differ = [pair for pair in pairs if len({tuple(sorted(set(re.findall(r"{\w+}", text)))) for text in pair}) > 1]
    assert differ == []
    assert {english for english, _ in pairs} & {english for english, _ in json.loads(SPANISH.read_text())} == set()
    assert len(dict(pairs)) == len(pairs)


HOUSE = (
    h.PersonAdded("Vera", "floor", "anna"),
    h.PersonLocked("Vera", "anna"),
    h.SignInLocked("Vera", 1),
    h.PersonUnlocked("Vera", "anna"),
    h.PasswordChanged("Vera", "anna"),
    h.RoleChanged("Vera", "auditor", "anna"),
    h.PersonalErased("P-7"),
    h.PersonalExpired(3, 1),
    h.RequestConfirmed("8f", "vera"),
    h.RulesPutInForce("M1", "maryland"),
    h.RulesPutInForce("M1", "maryland", form="automatic"),
    h.RulesPutInForce("M1", "maryland", form="automatic", practice=True),
    h.IntegrityFailed("M1", "snapshot", "…"),
    h.IntegrityFailed("", "wallet", "patron/P-7 holds 60.00; its postings add up to 10.00"),
    h.IntegrityFailed("", "wallet", str(WalletDiffers("patron/P-7", 60_00, 10_00, ours=True))),
    h.IntegrityFailed("", "head", str(HeadDiffers("patron/P-7", 7))),
    h.IntegrityFailed("", "head", str(HeadDiffers("patron/P-7", 7, added=True))),
    h.StoreRestored(0, (), {}, "anna"),
    h.StoreRestored(1, (), {}, "anna"),
    h.StoreRestored(2, (), {}, "anna"),
    DropCounted("M1", 100_00, 90_00),
)
"""What the pit's list tells of the house besides its tables."""


def test_the_list_of_significant_events_is_in_spanish() -> None:
    assert {type(event) for event in HOUSE} == {*PLAIN, *TOLD}
    told = [say_of_house(event) for event in HOUSE]
    assert left_in_english([*told, "petra called the floor. vera is coming."]) == {}
    keys = ("void_round", "undo_card", "rule", "correct_meter", "change_rate", "report_face_up_cards", "report_jam")
    asked = [f"walter asked to {key.replace('_', ' ')}. vera turned the second key." for key in keys]
    assert left_in_english([*asked, "vera turned it down.", "It is withdrawn.", "It waits."]) == {}


def test_what_waits_for_the_floor_is_in_spanish() -> None:
    codes = [*get_args(Phase), *get_args(CallReason), *get_args(Ruling)]
    known = interpreted([code.replace("_", " ") for code in codes], TO_STAFF)
    assert [english for english, spanish in known.items() if english == spanish] == []
    asked = ({"command": "void_round"}, {"command": "undo_card", "seat": 4}, {"command": "undo_card", "seat": 0})
    meters = ({"command": "undo_card"}, {"command": "correct_meter", "meter": "progressive", "reading": 5_00})
    first = (
        {"command": "undo_card", "seat": 4, "deal": "original"},
        {"command": "undo_card", "seat": 0, "deal": "original"},
    )
    faces: dict[str, Any] = {"command": "report_face_up_cards", "cards": ["Ac"]}
    commands: tuple[dict[str, Any], ...] = (*asked, *first, *meters, {**faces, "seat": 4}, {**faces, "seat": 0})
    absent: tuple[dict[str, Any], ...] = tuple(
        {"command": "undo_card", "absent": True, "seat": seat} for seat in (4, 0, None)
    )
    reasons = [_asked(command, hands) for command in (*commands, *absent) for hands in ("seat", "hand")]
    assert left_in_english([*TITLES_OF_THE_PIT.values(), *reasons, *(f"{one}: …" for one in reasons)]) == {}
    rulings = ", ".join(code.replace("_", " ") for code in get_args(Ruling))
    win = "Four of a kind pays 900.00. The dealer has checked the hand. The dealer checks the light first."
    assert left_in_english([f"Rule on it: {rulings}.", win, "Please come to the table."]) == {}


def test_what_the_auditor_reads_is_in_spanish() -> None:
    head = "the head signed at 2026-11-14T21:03:41.000250Z (line 3), version 9"
    told = [
        f"The chain goes on unbroken to {head}. {OWN_KEY}",
        f"The chain does not lead to {head}.",
        f"Held against 2 signed heads, up to {head}. {OWN_KEY}",
        "12 of 13 steps hold: each chained to the one before.",
        "Record 8 is not as it was written.",
        "No signed head covers it yet; it is proved against its own chain only.",
        "310 records and 90 postings hold.",
        "Seat 1 Ana Kd; seat 4 9s 2h; dealer 9s, void.",
        "Round 7.",
    ]
    assert left_in_english([*told, "Tray", "Spin primary", "Spin secondary"]) == {}
