"""The par sheet of a table: every wager it offers, for any shoe."""

from wartable.odds.base import initial_odds, tie_odds, war_tie_odds
from wartable.odds.composition import Composition
from wartable.odds.deals import chances
from wartable.odds.progressive import progressive_odds
from wartable.odds.rounds import Stakes, settle_courses, unit_stakes
from wartable.odds.types import ParSheet, Wagers
from wartable.odds.wheel import spin_odds
from wartable.rulebook.rules import Rules


def par_sheet(rules: Rules, shoe: Composition | None = None, stakes: Stakes | None = None) -> ParSheet:
    """The par sheet of a table under these rules, for a full shoe of its decks or for any other shoe."""
    if shoe is None:
        shoe = Composition.of_decks(rules.decks)
    courses = settle_courses(rules, stakes or unit_stakes(rules))
    found = chances(shoe)
    wagers = Wagers(
        initial=initial_odds(courses, found),
        tie=tie_odds(courses, found),
        war_tie=war_tie_odds(courses, found) if rules.tie.on_war_deal and found.tie else None,
        progressive=progressive_odds(rules, courses, found, shoe),
        bonus_spin=spin_odds(rules, shoe),
    )
    return ParSheet(rules.rulebook, rules.decks, shoe.total, wagers)
