"""Exact mathematics: the odds of every wager of a table, over every shoe, in fractions.

    from wartable import odds
    from wartable.rulebook import load_house

    sheet = odds.par_sheet(load_house(text))
    sheet.wagers.initial.edge.exact

The objects are the same as those behind `wartable odds --json`.
"""

from wartable.odds.advice import Advice, advise
from wartable.odds.banking import BankOdds, Covered
from wartable.odds.chain import ties_in_a_row
from wartable.odds.chosen import Choices, ChosenOdds
from wartable.odds.composition import Composition, parse_cards
from wartable.odds.deals import Chances, chances, falling
from wartable.odds.decision import Margin, TieDecision
from wartable.odds.defaults import default_choices
from wartable.odds.distribution import Distribution, distribution
from wartable.odds.electronic import ElectronicOdds, Spread
from wartable.odds.errors import BadArgument
from wartable.odds.exact import Exact, percent, rounded
from wartable.odds.exposure import BANDS, DEPTHS, MAX_SHOES, AtDepth, Band, Exposure, WagerExposure, exposure
from wartable.odds.figures import WagerOdds, WagerOutcome
from wartable.odds.hold import RoundsNeeded
from wartable.odds.lab import LabSheet, Variant, lab_sheet, read_variant
from wartable.odds.lab_house import lab_house
from wartable.odds.law import PatronLaws, RoundLaw, patron_laws
from wartable.odds.pairs import pair_chances
from wartable.odds.progressive import hits_at_once, progressive_net
from wartable.odds.rounds import Courses, base_net, settle_apart
from wartable.odds.ruin import Ruin
from wartable.odds.seats import MAX_SEATS, HoldAfter, Shared, TableOdds
from wartable.odds.session import Quantile, SessionBar, SessionOdds, SessionPlan, session
from wartable.odds.sheet import EdgeByDecks, ParSheet, Published, par_sheet, shoe_of
from wartable.odds.wagers import (
    AtTable,
    InitialOdds,
    MatchPlayOdds,
    ProgressiveHand,
    ProgressiveOdds,
    SpinAt,
    SpinOdds,
    Wagers,
)
from wartable.odds.wheel import spin_odds
