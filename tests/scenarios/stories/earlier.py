"""Logs of the first edition of the law, as they are still replayed."""

from tests.scenarios.stories.story import bets_down, story
from tests.told import FLOOR, SHOE, Told, player
from wartable.table import commands as c

BATCH = {"shuffler": {"kind": "batch"}}


@story("maryland", house={"cards": {"preshuffled": True}}, from_closed=True, edition=1)
def first_edition_preshuffled(told: Told) -> None:
    """in the first edition a house could say that its decks come shuffled."""
    told.does(FLOOR, c.OpenTable("Dana"))
    told.goes_on("opening")


@story("maryland", house=BATCH, edition=1)
def first_edition_jam(told: Told) -> None:
    """in the first edition a jam voided the round at once."""
    bets_down(told).deals("7s").does(SHOE, c.ReportJam())
    told.goes_on("picking_up", "shuffling", "cutting", "loading")


@story("wisconsin", "maryland", house=BATCH, edition=1)
def first_edition_idle_table(told: Told) -> None:
    """in the first edition the batch in the shuffler was taken to be shuffled."""
    told.does(FLOOR, c.DeclareIdle())
    told.goes_on("idle").sits(2, "Ann").goes_on("waking", "shuffling")


@story("maryland", edition=1)
def first_edition_cover_card(told: Told) -> None:
    """in the first edition the cover card belonged to a seat, and its player may have left."""
    bets_down(told).sits(6, "Cy").deals("7s").does(SHOE, c.MeetCoverCard())
    told.deals("9c 8d").ends()
    told.does(player("Bob"), c.Leave(3))
    told.goes_on("shuffling")
