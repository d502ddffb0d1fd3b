"""Exact mathematics: every wager of a table, weighed over every shoe, in fractions.

    from wartable import odds
    from wartable.rulebook import load_house

    sheet = odds.par_sheet(load_house(text))
    sheet.wagers.initial.edge.exact

The objects are the same as those behind `wartable odds --json`.
"""

from wartable.odds.banking import BankOdds, Covered
from wartable.odds.composition import Composition, parse_cards
from wartable.odds.decision import Decision, Margin
from wartable.odds.defaults import default_choices
from wartable.odds.electronic import ElectronicOdds, Spread
from wartable.odds.exact import Exact
from wartable.odds.figures import Outcome, WagerOdds
from wartable.odds.rounds import Stakes
from wartable.odds.seats import HoldAfter, Shared, TableOdds
from wartable.odds.sheet import EdgeByDecks, ParSheet, Published, par_sheet
from wartable.odds.wagers import (
    AtTable,
    Hand,
    InitialOdds,
    MatchPlayOdds,
    ProgressiveOdds,
    SpinAt,
    SpinOdds,
    Wagers,
)

__all__ = [
    "AtTable",
    "BankOdds",
    "Composition",
    "Covered",
    "Decision",
    "EdgeByDecks",
    "ElectronicOdds",
    "Exact",
    "Hand",
    "HoldAfter",
    "InitialOdds",
    "Margin",
    "MatchPlayOdds",
    "Outcome",
    "ParSheet",
    "ProgressiveOdds",
    "Published",
    "Shared",
    "SpinAt",
    "SpinOdds",
    "Spread",
    "Stakes",
    "TableOdds",
    "WagerOdds",
    "Wagers",
    "default_choices",
    "par_sheet",
    "parse_cards",
]
