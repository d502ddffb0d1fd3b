"""The initial wager: always to war, always surrender, which is better, and what the number of decks does."""

from wartable.odds import ParSheet
from wartable.report.document import Section
from wartable.report.parts import fraction, lead, note, outcome_table, para, percent, wager_table


def initial(sheet: ParSheet) -> Section:
    """The par sheet of the initial wager."""
    odds = sheet.wagers.initial
    return Section(
        "initial",
        "The initial wager",
        [
            lead(
                "A player who always goes to war gives up ",
                percent(odds.edge),
                " of each initial wager; one who always surrenders gives up ",
                percent(odds.edge_surrender),
                ".",
            ),
            wager_table("Par sheet of the initial wager", [("always war", odds), ("always surrender", odds.surrender)]),
            outcome_table("What becomes of it: always war", odds),
            outcome_table("What becomes of it: always surrender", odds.surrender),
        ],
    )
