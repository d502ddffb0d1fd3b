"""The program's settlement compared with the naive model, which was written from the documents alone."""

import random
from typing import Any

import msgspec

from tests.models import naive
from tests.models.scenarios import FORCED, random_scenario, spoil
from wartable.rulebook.clauses import clauses_of
from wartable.settle import NotSettled, settle_document

Document = dict[str, Any]

BASE, SIDE = frozenset({"base"}), frozenset({"side"})
FEATURES = (BASE, SIDE, *(frozenset({name}) for name in FORCED))


def compare(seed: object, features: frozenset[str] = SIDE) -> None:
    """One random round: settled as the model settles it and, after one change that spoils it, refused in one line."""
    rng = random.Random(f"{sorted(features)}/{seed}")
    scenario = random_scenario(rng, features=set(features))
    try:
        assert plain(settle_document(scenario)) == model(scenario)
        refuse(*spoil(scenario, rng))
    except Exception as error:
        error.add_note(f"with {sorted(features)} and the seed {seed}: {msgspec.json.encode(scenario).decode()}")
        raise


def model(scenario: Document) -> Document:
    """What the model says, with the empty backline that it leaves out."""
    expected = naive.settle(scenario)
    for seat in expected["seats"]:
        seat.setdefault("backline", [])
    return expected


def plain(result: dict[str, object]) -> Document:
    """What the program says without its clauses, each of which exists in the rulebook."""
    document: Document = msgspec.json.decode(msgspec.json.encode(result))
    known = clauses_of(document["rulebook"])
    for seat in document["seats"]:
        for bettor in (seat, *seat.setdefault("backline", [])):
            for line in bettor["wagers"]:
                clauses = line.pop("clauses")
                assert clauses, f"a line without a clause: {line}"
                assert set(clauses) <= set(known), f"unknown clauses: {clauses}"
                assert len(set(clauses)) == len(clauses), f"a clause twice: {clauses}"
    return document


def refuse(spoiled: Document, why: str) -> None:
    """A round that could not have happened is refused, and the refusal is one line."""
    try:
        result = settle_document(spoiled)
    except NotSettled as refused:
        reason = str(refused)
    else:
        raise AssertionError(f"settled although {why}: {msgspec.json.encode(spoiled).decode()} gave {result}")
    assert len(reason.splitlines()) == 1, (why, reason)
