"""Right answers: what a drill says is compared with the documents by hand, and with `wartable settle`."""

import random
import re
from collections.abc import Sequence
from typing import Any

import pytest

from tests.told import RULEBOOKS, rules_of
from wartable.drill import KINDS, Kind, Question, set_paper
from wartable.money import parse_cents
from wartable.settle import settle_document

CONTINUOUS = {"shuffler": {"kind": "continuous"}}
DEALER = r"(?:The dealer|The player/dealer)"
SEAT, AMOUNT, CARD = r"Seat (?P<seat>\d+)", r"(?P<amount>[\d,.]+)", r"(?P<card>\w\w)"
LINES = {
    "bets": rf"{SEAT} bets {AMOUNT}(?:, and (?P<tie>[\d,.]+) on the tie)?\.",
    "banks": rf"{SEAT} takes the bank and posts {AMOUNT}\.",
    "card": rf"(?:{SEAT}|{DEALER}): {CARD}\.",
    "war card": rf"(?:{SEAT}|{DEALER}), war card: {CARD}\.",
    "war": rf"{SEAT} goes to war and puts up {AMOUNT}\.",
    "war tie": rf"{SEAT} bets {AMOUNT} on a tie in the war\.",
    "no matter": r".*(?:surrenders\.|puts [\d,.]+ beside .*)",
}


def read(line: str) -> tuple[str, dict[str, str]]:
    """What a line of a situation tells."""
    (found,) = [(name, match) for name, form in LINES.items() if (match := re.fullmatch(form, line))]
    return found[0], {key: told.replace(",", "") for key, told in found[1].groupdict().items() if told}


def scenario(rulebook: str, situation: Sequence[str]) -> dict[str, Any]:
    """The round for `wartable settle`. What is not told does not matter to what is asked, and is made up."""
    told = [read(line) for line in situation]
    ranks = {line.get("seat"): line["card"][0] for name, line in told if name == "card"}
    wars = [line["seat"] for name, line in told if name == "war"]
    war_ties = {line["seat"]: line["amount"] for name, line in told if name == "war tie"}
    seats = []
    for line in sorted((line for name, line in told if name == "bets"), key=lambda line: int(line["seat"])):
        seat: dict[str, Any] = {"seat": int(line["seat"]), "initial": line["amount"]}
        seat |= {"tie": line["tie"]} if "tie" in line else {}
        if ranks[line["seat"]] == ranks[None]:
            seat["on_tie"] = "war" if line["seat"] in wars else "surrender"
        seat |= {"war_tie": war_ties[line["seat"]]} if line["seat"] in war_ties else {}
        seats.append(seat)
    cards = {"deal": [line["card"] for name, line in told if name == "card"]}
    if wars:
        cards["war"] = [line["card"] for name, line in told if name == "war card"] or [*["2c"] * len(wars), "3c"]
    banks = [{"seat": int(line["seat"]), "amount": line["amount"]} for name, line in told if name == "banks"]
    return {"rulebook": rulebook, "seats": seats, "cards": cards} | ({"bank": banks[0]} if banks else {})


def settled(rulebook: str, question: Question) -> dict[str, str]:
    """The wager that is asked about, settled again from nothing but what the question tells."""
    result: Any = settle_document(scenario(rulebook, question.situation))
    (asked,) = re.findall(r"^Seat (\d+) has", question.asks)
    (lines,) = [seat["wagers"] for seat in result["seats"] if seat["seat"] == int(asked)]
    (line,) = [line for line in lines if line["wager"] == question.about.split()[0]]
    return dict(line)


@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_every_pay_is_what_settle_makes_of_the_same_round(rulebook: str) -> None:
    for question in set_paper(rules_of(rulebook), random.Random(7), 40, ("pays",)):
        wager, result, what = question.about.split()
        line = settled(rulebook, question)
        assert (line["wager"], line["result"], line[what]) == (wager, result, question.answer)


def every(rulebook: str, kind: Kind, topic: str, house: dict[str, Any] | None = None) -> list[Question]:
    """All questions about a topic that one shoe asks."""
    exercises = KINDS[kind](rules_of(rulebook, house), random.Random(1))
    found = [exercise.question for exercise in exercises if exercise.question.about == topic]
    assert found, topic
    return found


EMPTIED = "The device is emptied and the cards are shuffled again; the round goes on."
OUT_OF_USE = "The device is out of use until the floor has attended to it; the cards are shuffled by hand."
VOID = "The round is void, and every wager goes back."
FLOOR_VOIDS = "The floor is called. It may rule: void the round or let the hands stand, because the report was wrong."
HAND_VOID = "The floor is called. It may rule: void that hand or go on."
CARD_DUE = "The floor is called. It may rule: deal it a card now or go on."


@pytest.mark.parametrize(
    ("rulebook", "topic", "answer", "clauses"),
    [
        ("wisconsin", "face up card", "It goes to the discard rack unused, and the round goes on.", ["WI-j-1.1"]),
        ("wisconsin", "face up cards", FLOOR_VOIDS, ["WI-j-1.1", "WI-j-1.2"]),
        ("wisconsin", "drawn unseen", "It is dealt as the next card.", ["WI-j-2"]),
        ("maryland", "drawn unseen", "It is dealt as the next card.", ["MD-11-B"]),
        ("massachusetts", "burn", "The hand goes on as if no mistake had been made.", ["MA-10-f"]),
        ("massachusetts", "drawn unseen", "It is dealt as the next card.", ["MA-10-c"]),
        (
            "washington",
            "burn",
            "The floor is called. It may rule: burn now.",
            ["WA-4-c-ii-1.1", "WA-4-c-ii-1.2"],
        ),
        ("california", "absent", "The floor is called. It may rule: play the hand on.", ["house rule", "CA-bet-2b"]),
    ],
)
def test_what_follows_a_mishap_is_what_its_clause_says(
    rulebook: str, topic: str, answer: str, clauses: list[str]
) -> None:
    found = {(question.answer, question.clauses) for question in every(rulebook, "irregularities", topic)}
    assert found == {(answer, tuple(clauses))}


@pytest.mark.parametrize(
    ("rulebook", "original", "war"),
    [
        ("wisconsin", ("WI-j-3",), ("WI-h-6.2", "WI-h-6.3", "WI-h-6.4", "WI-g-2.2")),
        ("maryland", ("MD-11-C",), ("MD-9-H.2", "MD-9-H-1", "MD-9-H-2", "MD-8-E-2", "MD-8-E-3")),
        ("massachusetts", ("MA-10-d",), ("MA-8-f.2", "MA-8-f.3", "MA-8-f.4", "MA-7-b.2")),
    ],
)
def test_a_hand_without_a_card_is_void_in_the_original_deal_and_is_dealt_to_in_the_war(
    rulebook: str, original: tuple[str, ...], war: tuple[str, ...]
) -> None:
    found = {(question.answer, question.clauses) for question in every(rulebook, "irregularities", "missed")}
    assert found == {(HAND_VOID, original), (CARD_DUE, war)}


@pytest.mark.parametrize(
    ("rulebook", "topic", "answer", "clauses"),
    [
        ("wisconsin", "load", "Load the stack into the shoe.", ["WI-e-5.3"]),
        ("wisconsin", "no_more_bets", 'Call "no more bets".', ["WI-f-2.1", "WI-f-2.2", "WI-g-2.1"]),
        ("maryland", "war_burn", "Burn a card for the war deal, face down and unseen.", ["MD-9-H.1"]),
        (
            "california",
            "war_pick_up",
            "Pick up the remaining cards in an order from which every war hand can be rebuilt.",
            ["CA-play-8c", "CA-std-2h.2"],
        ),
    ],
)
def test_what_comes_next_is_what_its_clause_says(rulebook: str, topic: str, answer: str, clauses: list[str]) -> None:
    found = {(question.answer, question.clauses) for question in every(rulebook, "procedures", topic)}
    assert found == {(answer, tuple(clauses))}


@pytest.mark.parametrize(
    ("rulebook", "topic", "parts"),
    [
        ("wisconsin", "initial collected collected", (1, 1)),
        ("wisconsin", "tie win paid", (10, 1)),
        ("maryland", "initial surrender returned", (1, 2)),
        ("maryland", "initial surrender collected", (1, 2)),
        ("washington", "tie win paid", (10, 1)),
        ("massachusetts", "tie lose collected", (1, 1)),
    ],
)
def test_a_pay_is_the_printed_part_of_what_lies_there(rulebook: str, topic: str, parts: tuple[int, int]) -> None:
    for question in every(rulebook, "pays", topic):
        (lies,) = re.findall(r"has ([\d,.]+) on", question.asks)
        times, of = parts
        assert parse_cents(question.answer) == parse_cents(lies.replace(",", "")) * times // of
        assert question.clauses


def test_md_11_d_a_jam_voids_the_round_and_its_clauses_are_named() -> None:
    in_a_round = ("MD-11-D.1", "MD-11-D.2")
    jams = {(jam.answer, jam.clauses) for jam in every("maryland", "irregularities", "jam", CONTINUOUS)}
    called = "The floor is called. It may rule: void the round or let the round stand, because the report was wrong."
    assert jams == {(called, in_a_round), (EMPTIED, in_a_round[1:])}


def test_md_11_e_a_device_that_fails_is_covered() -> None:
    failed = {(device.answer, device.clauses) for device in every("maryland", "irregularities", "device", CONTINUOUS)}
    assert failed == {(OUT_OF_USE, ("MD-11-E.1", "MD-11-E-1", "MD-11-E-2"))}


@pytest.mark.parametrize("rulebook", RULEBOOKS)
@pytest.mark.parametrize("kind", KINDS)
def test_a_question_names_every_clause_that_its_reason_does_and_no_other(rulebook: str, kind: Kind) -> None:
    for question in set_paper(rules_of(rulebook), random.Random(2), 24, (kind,)):
        cited = re.findall(r"\(((?:house rule, )?[A-Z]{2}-[^()]+)\)", question.why)
        told = [clause for clauses in cited for clause in clauses.split(", ")]
        assert set(question.clauses) == set(told)
        assert question.clauses
