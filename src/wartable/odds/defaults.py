"""Default values for figures that a rulebook leaves to the house, for use without a house file.

A side bet opens only with a house's own settings. To compute its odds without them, each missing setting gets the
rulebook's least amount where there is one, and the value below otherwise. The result lists all of them.
"""

from collections.abc import Mapping
from typing import Any

from wartable.rulebook import Ends, Rulebook, Value

ASSUMED: Mapping[str, Any] = {
    "progressive.reset": "10000.00",
    "progressive.rate": "0.20",
    "bonus_spin.trigger": {"rank": "A", "color": "red"},
    "bonus_spin.primary.reset": "10000.00",
    "bonus_spin.primary.rate": "0.04",
    "bonus_spin.secondary.reset": "5000.00",
    "bonus_spin.secondary.rate": "0.06",
    "bonus_spin.hot_spot.also_community": False,
    "bonus_spin.hot_spot.unbet_position": "no_pay",
    "bonus_spin.hot_weights": {
        "primary": 1,
        "secondary": 2,
        "1000": 2,
        "600": 4,
        "500": 5,
        "400": 8,
        "350": 12,
        "300": 16,
        "250": 20,
        "200": 30,
    },
    "bonus_spin.community_weights": {"150": 2, "100": 4, "75": 6, "50": 8, "40": 12, "35": 16, "30": 22, "25": 30},
}
"""Assumed values of settings without a default: the wheel is that of the example house, 100 places a ring."""


def default_choices(book: Rulebook) -> dict[str, Any]:
    """Return the settings that open every side bet of the rulebook, at its own figures or the assumed ones."""
    return {name: _assumed(name, value) for name, value in book.values.items() if value.required or name in ASSUMED}


def _assumed(name: str, value: Value) -> Any:
    least = value.room.min if isinstance(value.room, Ends) else None
    return least if least is not None else ASSUMED[name]
