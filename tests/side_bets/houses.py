"""Houses that offer side bets, and what they are refused for."""

from typing import Any

from wartable.rulebook import load_rulebook, rulebook_names, rules_in_force
from wartable.rulebook.checks import consistent
from wartable.rulebook.checks.finding import HouseFinding
from wartable.rulebook.house import choose

House = dict[str, Any]

BOTH = ("maryland", "massachusetts")
"""The rulebooks that know the progressive."""


def progressive(**changes: object) -> House:
    """A house with the progressive: a meter from 10,000.00 that takes a fifth of every wager."""
    return {"progressive": {"reset": "10000.00", "rate": "0.20", **changes}}


def wheel(**changes: Any) -> House:
    """A house with the wheel, turned by a red ace; a tenth goes to the first meter and a fiftieth to the second."""
    hot_spot = {
        "also_community": changes.pop("also_community", False),
        "unbet_position": changes.pop("unbet_position", "no_pay"),
    }
    return {
        "bonus_spin": {
            "trigger": {"rank": "A", "color": "red"},
            "primary": {"reset": "10000.00", "rate": "0.10"},
            "secondary": {"reset": "5000.00", "rate": "0.02"},
            "hot_spot": hot_spot,
            **changes,
        }
    }


def refusals(rulebook: str, house: House) -> dict[str, HouseFinding]:
    """What a house is refused for, by key."""
    book = load_rulebook(rulebook_names()[rulebook])
    choices, findings = choose(book, house)
    together = consistent(book, choices, rules_in_force(book, choices))
    return {finding.key: finding for finding in (*findings, *together) if finding.severity == "error"}
