"""Which event names are in the index.

Events of every round are most of what is written. An index over them would cost a page of the disk for each, and the
next one is always found a few records on. All other names are in the index.
"""

from collections.abc import Collection

EVERY_ROUND = (
    "card_burned",
    "card_dealt",
    "cards_picked_up",
    "hand_settled",
    "meter_fed",
    "no_more_bets_called",
    "side_bets_settled",
    "side_wagers_collected",
    "side_wagers_counted",
    "step_confirmed",
    "wager_placed",
    "wager_settled",
    "wager_taken_back",
)
"""As in migration 2 of both databases: a changed list needs a new migration."""

IN_THE_INDEX = f"name NOT IN {EVERY_ROUND}"
"""The condition that a question must repeat, or the databases do not use the index."""


def by_index(names: Collection[str]) -> bool:
    """Return whether all of these names are in the index."""
    return not any(name in EVERY_ROUND for name in names)
