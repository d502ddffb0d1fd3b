"""A table whose cover card comes soon, for the tests of the cover card."""

from typing import Any

import pytest
from msgspec.structs import replace

from tests.told import DEALER, FLOOR, Told
from wartable.table import commands as c
from wartable.table import steps

CLAUSES = {
    "maryland": {"MD-5-H.1", "MD-8-G.1"},
    "california": {"CA-deal-3"},
    "wisconsin": {"WI-e-6", "WI-g-4"},
    "massachusetts": {"MA-5-g", "MA-7-d"},
    "washington": {"WA-3.1"},
}
BEHIND = 290
"""Far more than any text asks for, so that the cover card comes in one of the first rounds."""

every_state = pytest.mark.parametrize("state", CLAUSES)


def opened(state: str, behind: int = BEHIND, house: dict[str, Any] | None = None) -> Told:
    """A table with real cards, whose dealer put the cover card back with this many cards behind it."""
    told = Told.closed(state, house)
    told.does(FLOOR, c.OpenTable("Dana"))
    told.goes_on("opening", "shuffling")
    while not told.table.cut.reinsert:
        told.does(DEALER, c.CutCards(told.table.rules.stack // 2))
    told.does(DEALER, c.ReinsertCoverCard(behind))
    return told.goes_on()


def bets(told: Told, *seats: int) -> Told:
    """Each of these seats bets, against a bank where a player banks."""
    if told.table.phase == "banking":
        banked(told)
    for seat in seats:
        told.bets(seat, "10.00")
    return told


def banked(told: Told) -> Told:
    """The bank goes to seats 7 and 8 in turn."""
    for seat in (7, 8):
        if not told.table.boxes[seat - 1].patron:
            told.sits(seat)
    if not told.table.banker.offer:
        told.does(DEALER, c.OfferBank())
    while told.table.banker.offer not in (7, 8):
        told.does(DEALER, c.DeclineBank())
    told.does(DEALER, c.PostBank(1_000_00))
    return told


def rounds_until(told: Told, in_shoe: int) -> Told:
    """Rounds of two cards are dealt, and nothing is said of the cover card, until this few cards are left."""
    while told.table.cards.in_shoe > in_shoe:
        turn = (told.table.rules.stack - told.table.cards.in_shoe) // 2
        low, suit = "23456789TJQK"[turn % 12], "cdhs"[turn // 12 % 4]
        high = "3456789TJQKA"[turn % 12]
        bets(told, 1).deals(f"{high}{suit} {low}{suit}").ends()
    return told


def past(state: str) -> Told:
    """A table whose cover card was never reported, and is past by more than the filed tolerance."""
    return rounds_until(opened(state), BEHIND - 11)


def prompted(told: Told) -> list[str]:
    return [step.step for step in steps(told.table)]


def leads(state: str) -> Told:
    """A table after a round, with a wager down; the cover card is the first card in the shoe."""
    told = bets(opened(state), 1).deals("Kc 2d").ends()
    bets(told, 1)
    told.table = replace(told.table, cut=replace(told.table.cut, behind=told.table.cards.in_shoe))
    return told
