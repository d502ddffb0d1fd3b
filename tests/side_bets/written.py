"""Rounds written down, settled by the settler, and held beside the same round told at a table."""

from collections.abc import Mapping
from typing import Any

from tests.side_bets.houses import House
from tests.told import Told
from wartable.money import format_cents, parse_cents
from wartable.rulebook.wagers import Wager
from wartable.settle import settle_document

SIDE: tuple[Wager, ...] = ("progressive", "envy", "bonus_spin", "community")

Seats = Mapping[int, Mapping[str, str]]
Result = dict[str, Any]


def settled(rulebook: str, house: House, seats: Seats, meters: Mapping[str, str], **rest: Any) -> Result:
    """A round as a player writes it down; `deal`, `war` and `spin` follow, and every seat bets ten dollars."""
    cards = {name: rest.pop(name).split() for name in ("deal", "war") if name in rest}
    entries = [{"seat": seat, "initial": "10.00", **bets} for seat, bets in seats.items()]
    document = {"rulebook": rulebook, "house": house, "seats": entries, "cards": cards, "meters": dict(meters), **rest}
    return settle_document(document)


def net(result: Result, seat: int) -> str:
    """What a seat has won or lost in a settled round."""
    return next(str(entry["net"]) for entry in result["seats"] if entry["seat"] == seat)


def side_net(result: Result, seat: int) -> str:
    """The same of its side bets alone."""
    lines = next(entry["wagers"] for entry in result["seats"] if entry["seat"] == seat)
    won = [parse_cents(line[key]) for line in lines if line["wager"] in SIDE for key in ("returned", "paid")]
    staked = [parse_cents(line["staked"]) for line in lines if line["wager"] in SIDE]
    return format_cents(sum(won) - sum(staked))


def told_side_net(told: Told, seat: int) -> str:
    """What a seat has won or lost by its side bets at a told table."""
    lines = [line for wager, line in told.lines(seat).items() if wager in SIDE]
    return format_cents(sum(line.returned + line.paid - line.staked for line in lines))


def agree(told: Told, result: Result) -> bool:
    """Whether the table and the settler say the same of every wager and every meter."""
    for entry in result["seats"]:
        lines = told.lines(entry["seat"])
        if len(lines) != len(entry["wagers"]):
            return False
        for line in entry["wagers"]:
            event = lines[line["wager"]]
            said = [event.result, *map(format_cents, (event.staked, event.collected, event.returned, event.paid))]
            if said != [line[key] for key in ("result", "staked", "collected", "returned", "paid")]:
                return False
    readings = {name: format_cents(meter.reading) for name, meter in told.table.meters.items()}
    return bool(readings == result["meters"])
