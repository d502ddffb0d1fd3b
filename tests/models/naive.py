"""What `wartable settle` must answer, worked out the plain way from the documents, to check the product with.

`settle` gives the result document without the clause lists, or raises `Refused`. `offers` says who has a choice
to make. `doubts` names the places where the documents leave a round open; the generator avoids those.
"""

from __future__ import annotations

from tests.models import naive_side as side
from tests.models import naive_text as text
from tests.models.naive_base import Coverage, settle_against_the_house
from tests.models.naive_round import Bettor, Line, Round, check_choices, read_round, read_war
from tests.models.naive_text import NotModelled, Refused, Table, against, money

__all__ = ["NotModelled", "Refused", "doubts", "offers", "settle"]

ORDER = ("initial", "tie", "war", "war_tie", "progressive", "envy", "bonus_spin", "community")


def settle(scenario: Table) -> Table:
    return _result(_play(scenario))


def doubts(scenario: Table) -> set[str]:
    """Where this round's answer, though given, is this model's own choice."""
    this = _play(scenario)
    _note_limits(this)
    _note_meters(this, scenario)
    return this.doubts


def offers(scenario: Table) -> list[tuple[int, str | None, int]]:
    """Return seat, backline name and covered part of every bettor who has a choice, chosen or not."""
    this = read_round(scenario)
    _cover(this)
    return [
        (bettor.seat, bettor.name, bettor.covered)
        for bettor in this.bettors
        if against(bettor.card, this.dealer) == "tie" and bettor.covered > 0
    ]


def _cover(this: Round) -> Coverage | None:
    if this.house.rulebook == "california":
        coverage = Coverage(this)
        coverage.settle_original()
        return coverage
    for bettor in this.bettors:
        bettor.covered = bettor.initial
    return None


def _play(scenario: Table) -> Round:
    this = read_round(scenario)
    coverage = _cover(this)
    check_choices(this)
    read_war(this, scenario)
    side.contribute(this)
    if coverage is None:
        settle_against_the_house(this)
    else:
        coverage.settle_choices()
    side.settle_progressive(this)
    side.settle_envy(this)
    side.settle_spin(this, scenario)
    for bettor in this.bettors:
        bettor.lines.sort(key=lambda line: ORDER.index(line.wager))
    return this


def _result(this: Round) -> Table:
    seats = [_seat_result(this, bettor) for bettor in this.bettors if bettor.name is None]
    numbers = sorted({bettor.seat for bettor in this.bettors}, reverse=this.descending())
    war_hands = len(this.hands_at_war())
    burns = (6 if this.house.rulebook == "california" else 3) if war_hands else 0
    if this.house.rulebook == "washington" and war_hands:
        burns = 3 * (war_hands + 1)
    return {
        "rulebook": this.house.rulebook,
        "settle_order": {
            "original": numbers,
            "war": sorted(this.seats_at_war(), reverse=this.descending()),
        },
        "war_burns": burns,
        "seats": seats,
        "bank": {"net": money(-sum(bettor.net() for bettor in this.bettors))},
        "meters": {name: money(reading) for name, reading in this.meters.items()},
    }


def _seat_result(this: Round, seated: Bettor) -> Table:
    result: Table = {"seat": seated.seat, "net": money(seated.net()), "wagers": _lines(seated.lines)}
    behind = [bettor for bettor in this.bettors if bettor.seat == seated.seat and bettor.name is not None]
    if behind:
        result["backline"] = [
            {"name": bettor.name, "net": money(bettor.net()), "wagers": _lines(bettor.lines)} for bettor in behind
        ]
    return result


def _lines(lines: list[Line]) -> list[Table]:
    return [
        {
            "wager": line.wager,
            "result": line.result,
            "staked": money(line.staked),
            "collected": money(line.collected),
            "returned": money(line.returned),
            "paid": money(line.paid),
        }
        for line in lines
    ]


def _note_limits(this: Round) -> None:
    limits = this.house.limits
    for bettor in this.bettors:
        if bettor.war_tie and not (limits.get("tie_min", 0) <= bettor.war_tie <= limits.get("tie_max", bettor.war_tie)):
            this.doubts.add("limits: whether a war tie wager obeys tie_min and tie_max")
        if bettor.initial + bettor.coupon > limits.get("max", bettor.initial + bettor.coupon):
            this.doubts.add("limits: whether a coupon counts towards the maximum")


def _note_meters(this: Round, scenario: Table) -> None:
    least: dict[str, int] = {}
    if this.house.progressive is not None:
        least["progressive"] = this.house.progressive.reset
    if this.house.spin is not None:
        least["spin_primary"] = this.house.spin.primary.reset
        least["spin_secondary"] = this.house.spin.secondary.reset
    for name, reset in least.items():
        if text.cents(scenario["meters"][name], name) < reset:
            this.doubts.add("meters: a reading below the reset")
