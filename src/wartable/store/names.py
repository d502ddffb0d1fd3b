"""Which events are found by their names through an index, and which by going through their stream.

Events that come in every round are most of what is written, and an index over them would cost a page of the disk for
each; whoever looks for one of those finds the next one a few records on. All other names are in the index.
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
"""As in step 2 of both databases: another list needs another step."""

IN_THE_INDEX = f"name NOT IN {EVERY_ROUND}"
"""What the databases have to be told once more in a question, or they would not use the index."""


def by_index(names: Collection[str]) -> bool:
    """Whether all of these names are in the index."""
    return not any(name in EVERY_ROUND for name in names)
