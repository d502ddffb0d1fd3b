"""Where a player banks: what the bank and the players may expect, and what limited coverage does to both."""

from wartable.odds import BankOdds
from wartable.paper import Column, Figure, PageTable, Section
from wartable.report.charts import coverage
from wartable.report.parts import fraction, lead, note, para, right, row


def bank(odds: BankOdds) -> Section:
    """The bank's side of a round."""
    rows = [
        row(
            one.bank,
            Figure(one.bank_expects, "signed", 5),
            Figure(one.players[0], "signed", 5),
            Figure(one.players[-1], "signed", 5),
            Figure(one.cost_to_players, "signed", 5),
        )
        for one in odds.coverage
    ]
    heads = [
        Column("Bank, units", "right"),
        right("bank expects"),
        right("first player"),
        right("last player"),
        right("cost to all players"),
    ]
    return Section(
        "bank",
        "The bank",
        [
            lead(
                f"Against {odds.players} players of one unit each, a bank that covers everything may expect ",
                Figure(odds.bank_expects, "signed", 4),
                " units a round, and each player ",
                Figure(odds.player_expects, "signed", 4),
                ".",
            ),
            para(
                "A bank that covers too little changes both: who acts late may find nothing left to bet against, and "
                f"what is paid last may go unpaid. A bank of {odds.most_needed} units covers every outcome.",
            ),
            coverage(odds),
            PageTable("What each player may expect in a round, in units of one player's wager", heads, rows),
            note(
                "Exact, with everything covered: the bank ",
                fraction(odds.bank_expects),
                ", each player ",
                fraction(odds.player_expects),
                ". Players always go to war; the order is the order of action. The cost is what all players together "
                "lose by the bank's limit; it is negative where they are spared losing wagers.",
            ),
        ],
    )
