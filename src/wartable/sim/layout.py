"""The layout of the two integer rows that the kernels read and write.

A plan is one row and a tally is one row, and every backend uses the same places; so tallies can be added without
knowing where they were counted. This module imports nothing but Python, for machines with few packages.
"""

from typing import Any

MAX_HANDS = 12
"""The most betting positions of any rulebook."""

# The plan

DECKS, HANDS, BURN_FIRST, FRONT, ONE_ROUND, WAR_BURNS, WAR_BURNS_EACH, TRIGGER, COUNT_NUM, COUNT_DEN = range(10)
CHOICE = 10
"""The place of the first choice; there is one for each hand."""
PLAN_SIZE = CHOICE + MAX_HANDS

NO_BETTOR, GO_TO_WAR, SURRENDER, BY_COUNT = range(4)
"""The choice of a tied hand; a hand without a bettor is dealt in the electronic form, and is idle."""

NO_TRIGGER = -1
"""A trigger is a rank times two, and one more if it is red."""

# The outcome classes of one hand

CLASSES = (
    "lose",
    "win",
    "tie_surrender",
    "suited_tie_surrender",
    "tie_war_lose",
    "tie_war_win",
    "suited_tie_war_lose",
    "suited_tie_war_win",
    "double_tie",
    "four_of_a_kind",
    "suited_double_tie",
    "suited_four_of_a_kind",
)
(
    LOSE,
    WIN,
    TIE_SURRENDER,
    SUITED_TIE_SURRENDER,
    TIE_WAR_LOSE,
    TIE_WAR_WIN,
    SUITED_TIE_WAR_LOSE,
    SUITED_TIE_WAR_WIN,
    DOUBLE_TIE,
    FOUR_OF_A_KIND,
    SUITED_DOUBLE_TIE,
    SUITED_FOUR_OF_A_KIND,
) = range(len(CLASSES))
"""A suited tie is a tie with the same card as the dealer's; a surrender keeps the hand of the original deal."""

# The tally

ROUNDS, SHOES, PARTIAL, TRIGGERS = range(4)
"""Rounds dealt, shoes finished, shoes stopped at the last wanted round, rounds that turned the wheel."""

HAND_CLASSES = 4
"""Classes by hand: twelve for the first hand, twelve for the second, and so on."""

SHOE_MOMENTS = HAND_CLASSES + MAX_HANDS * len(CLASSES)
SHOE_VECTOR = len(CLASSES)
"""The counts of a shoe: its rounds, then the classes from `win` on, over all hands with a bettor."""

ROUND_MOMENTS = SHOE_MOMENTS + SHOE_VECTOR * (SHOE_VECTOR + 1) // 2
ROUND_VECTOR = 4
ROUND_MEMBERS = (
    (WIN,),
    tuple(range(TIE_SURRENDER, len(CLASSES))),
    (TIE_WAR_WIN, SUITED_TIE_WAR_WIN),
    tuple(range(DOUBLE_TIE, len(CLASSES))),
)
"""The counts of a round, over all hands with a bettor: wins, ties, wars won, wars tied; each with its classes."""

ROUNDS_IN_SHOE = ROUND_MOMENTS + ROUND_VECTOR * (ROUND_VECTOR + 1) // 2
MOST_ROUNDS = 256
"""Finished shoes by their number of rounds; eight decks hold at most 208 rounds."""

TALLY_SIZE = ROUNDS_IN_SHOE + MOST_ROUNDS


def pairs(size: int) -> list[tuple[int, int]]:
    """Return the places of a symmetric matrix in the order in which its upper half is kept, row by row."""
    return [(row, column) for row in range(size) for column in range(row, size)]


def fill_round_moments(row: Any) -> None:
    """Fill in the products of a round: heads-up each is 0 or 1, so they follow from the classes."""
    for place, (one, other) in enumerate(pairs(ROUND_VECTOR)):
        both = set(ROUND_MEMBERS[one]) & set(ROUND_MEMBERS[other])
        row[ROUND_MOMENTS + place] = sum(row[HAND_CLASSES + found] for found in both)
