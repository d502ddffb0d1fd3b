"""The tie wager, on the original deal and on the war deal."""

from wartable.odds import ParSheet
from wartable.paper import Block, Section
from wartable.report.parts import lead, note, outcome_table, percent, wager_table


def tie(sheet: ParSheet) -> Section:
    """The par sheet of the tie wagers."""
    odds, second = sheet.wagers.tie, sheet.wagers.war_tie
    columns = [("original deal", odds)] + ([("war deal", second)] if second is not None else [])
    blocks: list[Block] = [
        lead(
            "The tie wager wins ",
            percent(odds.hit_frequency),
            " of the time and gives up ",
            percent(odds.edge),
            " of itself.",
        ),
        wager_table("Par sheet of the tie wager", columns),
        outcome_table("What becomes of it: original deal", odds),
    ]
    if second is not None:
        blocks += [
            outcome_table("What becomes of it: war deal", second),
            note("The figures of the war deal are for a player who is at war: two cards of one rank are gone."),
        ]
    else:
        blocks.append(note("These rules offer no tie wager on the war deal."))
    return Section("tie", "The tie wager", blocks)
