"""The result of a played round, as other people's programs read it."""

from collections.abc import Iterable, Mapping
from typing import Any

from wartable.money import format_cents
from wartable.rulebook import WAGERS
from wartable.settle.play import Played
from wartable.table import HandSettled, WagerReturned, WagerSettled

ResultLine = dict[str, Any]
Lines = dict[tuple[int, str], dict[str, ResultLine]]


def result_document(played: Played) -> dict[str, object]:
    """Every wager with its line, every bettor's net, and the bank's."""
    lines = _lines(played)
    seats, total = [], 0
    for _, entry in played.scenario.placed():
        seat, net = _bettor({"seat": entry.seat}, lines[entry.seat, ""])
        total += net
        if entry.backline:
            behind = [_bettor({"name": b.name}, lines[entry.seat, b.name]) for b in entry.backline]
            seat["backline"] = [document for document, _ in behind]
            total += sum(net for _, net in behind)
        seats.append(seat)
    hands = [event for event in played.events if isinstance(event, HandSettled)]
    return {
        "rulebook": played.scenario.rulebook,
        "settle_order": {
            "original": [hand.seat for hand in hands if hand.deal == "original"],
            "war": [hand.seat for hand in hands if hand.deal == "war"],
        },
        "war_burns": played.war_burns,
        "seats": seats,
        "bank": {"net": format_cents(-total)},
        "meters": {name: format_cents(reading) for name, reading in played.meters.items()},
    }


def _lines(played: Played) -> Lines:
    """One line per wager; a part that went back early counts as returned."""
    lines: Lines = {}
    for event in played.events:
        if isinstance(event, WagerReturned):
            line = _line(lines, event)
            line["staked"] += event.amount
            line["returned"] += event.amount
            line["clauses"] += event.clauses
        elif isinstance(event, WagerSettled):
            line = _line(lines, event)
            line["result"] = event.result
            for key in ("staked", "collected", "returned", "paid"):
                line[key] += getattr(event, key)
            line["clauses"] += event.clauses
    return lines


def _line(
    lines: dict[tuple[int, str], dict[str, dict[str, Any]]], event: WagerReturned | WagerSettled
) -> dict[str, Any]:
    start = {"staked": 0, "collected": 0, "returned": 0, "paid": 0, "clauses": ()}
    return lines.setdefault((event.seat, event.bettor), {}).setdefault(event.wager, start)


def _bettor(document: dict[str, Any], lines: Mapping[str, ResultLine]) -> tuple[dict[str, Any], int]:
    """A bettor's net and lines, as a document and in cents."""
    ordered = [(wager, lines[wager]) for wager in WAGERS if wager in lines]
    net = sum(line["returned"] + line["paid"] - line["staked"] for _, line in ordered)
    return document | {"net": format_cents(net), "wagers": [_written(*line) for line in ordered]}, net


def _written(wager: str, line: Mapping[str, Any]) -> dict[str, object]:
    return {
        "wager": wager,
        "result": line["result"],
        "staked": format_cents(line["staked"]),
        "collected": format_cents(line["collected"]),
        "returned": format_cents(line["returned"]),
        "paid": format_cents(line["paid"]),
        "clauses": list(_once(line["clauses"])),
    }


def _once(clauses: Iterable[str]) -> Iterable[str]:
    return dict.fromkeys(clauses)
