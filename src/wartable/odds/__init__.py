"""Exact mathematics: every wager of a table, weighed over every shoe, in fractions.

    from wartable import odds
    from wartable.rulebook import load_house

    sheet = odds.par_sheet(load_house(text))
    sheet.wagers.initial.edge.fraction

The objects are the same as those behind `wartable odds --json`.
"""

from wartable.odds.composition import Composition, parse_cards
from wartable.odds.exact import Exact
from wartable.odds.figures import Outcome, WagerOdds
from wartable.odds.rounds import Stakes
from wartable.odds.sheet import par_sheet
from wartable.odds.types import InitialOdds, ParSheet, Wagers

__all__ = [
    "Composition",
    "Exact",
    "InitialOdds",
    "Outcome",
    "ParSheet",
    "Stakes",
    "WagerOdds",
    "Wagers",
    "par_sheet",
    "parse_cards",
]
