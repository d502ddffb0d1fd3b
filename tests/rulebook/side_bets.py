"""Houses that offer side bets with everything they need, and what is found when one thing about them is changed."""

from copy import deepcopy
from typing import Any

from wartable.rulebook import Rules, load_rulebook, rules_in_force
from wartable.rulebook.checks import consistent
from wartable.rulebook.checks.finding import HouseFinding
from wartable.rulebook.house import choose

House = dict[str, Any]

OFFERING = ("maryland", "massachusetts")
"""The rulebooks with a progressive."""

PROGRESSIVE: House = {"progressive": {"reset": "10000.00", "rate": "0.20"}}
WHEEL: House = {
    "bonus_spin": {
        "trigger": {"rank": "A", "color": "red"},
        "primary": {"reset": "10000.00", "rate": "0.04"},
        "secondary": {"reset": "5000.00", "rate": "0.06"},
        "hot_spot": {"also_community": False, "unbet_position": "no_pay"},
    }
}
DOLLAR_TABLES: House = {
    "dollar_hot_table": dict.fromkeys(("1000", "600", "500", "400", "350", "300", "250", "200"), "40.00"),
    "dollar_community_table": dict.fromkeys(("150", "100", "75", "50", "40", "35", "30", "25"), "5.00"),
}
"""A pay for every symbol of the wheel that shows dollars."""


def changed(house: House, changes: dict[str, object]) -> House:
    """A house with some keys changed; a key changed to nothing is taken out."""
    tables = deepcopy(house)
    for key, raw in changes.items():
        *above, last = key.split(".")
        table = tables
        for part in above:
            table = table.setdefault(part, {})
        if raw is None:
            table.pop(last, None)
        else:
            table[last] = raw
    return tables


def found(rulebook: str, house: object) -> list[HouseFinding]:
    """Everything that keeps a house from a single round: each choice alone, then the choices together."""
    book = load_rulebook(rulebook)
    choices, findings = choose(book, house)
    return [*findings, *consistent(book, choices)]


def refusal(rulebook: str, house: object) -> HouseFinding:
    """The one finding about a house with one mistake."""
    (finding,) = found(rulebook, house)
    assert finding.severity == "error"
    return finding


def accepted(rulebook: str, house: object) -> Rules:
    """The rules of a house with no mistake."""
    assert found(rulebook, house) == []
    book = load_rulebook(rulebook)
    return rules_in_force(book, choose(book, house)[0])
