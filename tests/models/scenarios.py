"""Random rounds that could have happened, and, by one change, rounds that could not.

`random_scenario` deals over all rulebooks; `features` narrows it: "base" keeps to the base game with California's
banking, backline and limits; "side" adds the side bets; any name in `FORCED` makes that rare thing happen.
`spoil` is the opposite door: it returns an invalid scenario and the reason it must be refused.
"""

from __future__ import annotations

import copy
import random
from collections.abc import Callable
from typing import Any

from tests.models import naive
from tests.models.scenarios_draft import CODES, Draft
from tests.models.scenarios_spoil import KINDS, spoil

__all__ = ["FORCED", "KINDS", "RULEBOOKS", "random_scenario", "shows", "spoil"]

Table = dict[str, Any]

RULEBOOKS = tuple(CODES.values())
FORCED: dict[str, tuple[str, ...]] = {
    "all_tied": RULEBOOKS,
    "odd_tie": RULEBOOKS,
    "bank_runs_out": ("california",),
    "backline_war": ("california",),
    "suited_four": ("maryland", "massachusetts"),
    "several_hits": ("maryland", "massachusetts"),
    "envy_crossing": ("maryland", "massachusetts"),
    "unbet_hot_seat": ("maryland",),
    "shared_wars": ("maryland",),
    "payout_cut": ("maryland",),
}
BASE_FORCED = ("all_tied", "odd_tie", "bank_runs_out", "backline_war")


def random_scenario(rng: random.Random, rulebook: str | None = None, features: set[str] | None = None) -> Table:
    wanted = {"side"} if features is None else set(features)
    forced = wanted & FORCED.keys()
    if unknown := wanted - forced - {"base", "side"}:
        raise ValueError(f"unknown features: {sorted(unknown)}")
    side = "side" in wanted or bool(forced - set(BASE_FORCED))
    books = [book for book in RULEBOOKS if all(book in FORCED[name] for name in forced)]
    if rulebook is not None:
        books = [book for book in books if book == CODES.get(rulebook, rulebook)]
    if not books:
        raise ValueError(f"no rulebook has all of {sorted(forced)}")
    book = rng.choice(books)
    if not forced and rng.random() < 0.5:
        possible = [name for name in FORCED if book in FORCED[name] and (side or name in BASE_FORCED)]
        forced = {rng.choice(possible)}
    while True:
        scenario = Draft(rng, book, forced, side).write()
        if not naive.doubts(scenario) and all(shows(scenario, name) for name in forced):
            return scenario


def shows(scenario: Table, feature: str) -> bool:
    """Whether the forced thing really happened."""
    return SHOWS[feature](scenario)


def _lines(scenario: Table, wager: str) -> list[tuple[int, Table]]:
    return [
        (seat["seat"], line)
        for seat in naive.settle(scenario)["seats"]
        for line in seat["wagers"]
        if line["wager"] == wager
    ]


def _hits(scenario: Table) -> set[int]:
    return {seat for seat, line in _lines(scenario, "progressive") if line["result"] == "suited_four_of_a_kind"}


def _all_tied(scenario: Table) -> bool:
    *hands, dealer = scenario["cards"]["deal"]
    return all(card[0] == dealer[0] for card in hands)


def _odd_tie(scenario: Table) -> bool:
    return any(int(row.get("tie", "0.00")[-1]) % 2 for row in scenario["seats"])


def _differs_without(scenario: Table, change: Callable[[Table], None]) -> bool:
    freed = copy.deepcopy(scenario)
    change(freed)
    try:
        return naive.settle(freed) != naive.settle(scenario)
    except naive.Refused:
        return True


def _ample_bank(scenario: Table) -> None:
    scenario["bank"]["amount"] = "99999999.00"


def _no_payout_limit(scenario: Table) -> None:
    del scenario["house"]["payout"]


def _backline_war(scenario: Table) -> bool:
    return any(
        row.get("on_tie") == "surrender" and any(entry.get("on_tie") == "war" for entry in row.get("backline", []))
        for row in scenario["seats"]
    )


def _unbet_hot_seat(scenario: Table) -> bool:
    betting = [row["seat"] for row in scenario["seats"] if "bonus_spin" in row]
    return "spin" in scenario and scenario["spin"]["hot_seat"] not in betting


def _shared_wars(scenario: Table) -> bool:
    at_war = [row.get("hand") for row in scenario["seats"] if row.get("on_tie") == "war"]
    return any(hand is not None and at_war.count(hand) > 1 for hand in at_war)


SHOWS: dict[str, Callable[[Table], bool]] = {
    "all_tied": _all_tied,
    "odd_tie": _odd_tie,
    "bank_runs_out": lambda scenario: _differs_without(scenario, _ample_bank),
    "backline_war": _backline_war,
    "suited_four": lambda scenario: bool(_hits(scenario) or _lines(scenario, "envy")),
    "several_hits": lambda scenario: len(_hits(scenario)) > 1,
    "envy_crossing": lambda scenario: len(_hits(scenario) & {seat for seat, _ in _lines(scenario, "envy")}) > 1,
    "unbet_hot_seat": _unbet_hot_seat,
    "shared_wars": _shared_wars,
    "payout_cut": lambda scenario: _differs_without(scenario, _no_payout_limit),
}
