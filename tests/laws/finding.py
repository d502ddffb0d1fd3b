"""Tables at which something is found late: loaded, ready, in a deal of three hands, or before the burns of a war."""

from tests.told import FLOOR, Told, player
from wartable.table import commands as c
from wartable.table import events as e

MA = "massachusetts"
HAND_ONLY = ("maryland", "wisconsin", MA)
"""The texts that void a hand without a card."""
MUST_BURN = ("maryland", "california", "wisconsin", "washington")
"""The texts that forgive no burn."""
WHY = "the floor saw it"


def loaded(rulebook: str) -> Told:
    """A loaded shoe whose first burn is still due, and two players."""
    told = Told.closed(rulebook)
    told.does(FLOOR, c.OpenTable("Dana"))
    told.sits(1).sits(2).goes_on("opening", "shuffling")
    if told.table.cut.offer:
        told.does(player("seat 1"), c.CutCards(100))
    told.goes_on("cutting", "loading")
    if told.table.phase == "banking":
        told.banks(7, "1000.00")
    return told


def ready(rulebook: str) -> Told:
    """A table that waits for bets, with a bank where a player banks."""
    told = Told.at(rulebook)
    return told.banks(7, "1000.00") if told.table.phase == "banking" else told


def three(rulebook: str) -> Told:
    """Three players have wagered."""
    told = ready(rulebook)
    for seat in (1, 2, 3):
        told.bets(seat, "10.00")
    return told


def burns_of_the_war_are_due(rulebook: str) -> Told:
    told = ready(rulebook).bets(1, "10.00").deals("9s 9d").war(1).goes_on("picking_up", "war_wagers")
    assert told.table.round.war_burns_due == told.table.rules.war.burns
    return told


def rules(told: Told, ruling: str) -> tuple[e.Event, ...]:
    return told.does(FLOOR, c.Rule(ruling, WHY))  # type: ignore[arg-type]


def cards_at(told: Told, *seats: int) -> list[str | None]:
    return [told.table.boxes[seat - 1].card for seat in seats]
