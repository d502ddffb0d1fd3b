"""The electronic form: community cards that any number of seats may bet on."""

from wartable.odds import ElectronicOdds
from wartable.paper import Column, Figure, PageTable, Section, counted, decimal
from wartable.report.parts import fraction, lead, note, right, row


def electronic(odds: ElectronicOdds, *, envied: bool) -> Section:
    """How the table's result moves with where its players bet, and with it how many pay envy to whom."""
    envy = [right("others to be envied")] if envied else []
    heads = [Column("Community cards bet on"), right("variance"), right("exact"), right("standard deviation"), *envy]
    rows = [
        row(
            f"{one.hands}",
            Figure(one.variance, "decimal", 4),
            fraction(one.variance),
            decimal(one.standard_deviation, 4),
            *([Figure(one.envied, "decimal", 3)] if envied else []),
        )
        for one in odds.spread
    ]
    return Section(
        "electronic",
        "The electronic form",
        [
            lead(
                f"{odds.community_cards} community cards face one dealer, and any seat may bet on any of them. Each "
                "seat's own odds are those of the table; only what seats have in common changes."
            ),
            PageTable(f"The table's result per round, {counted(odds.seats, 'seat')} of one unit", heads, rows),
            note(
                "Seats on one card win and lose together; seats on different cards share only the dealer's. Seats are "
                "spread over the cards as evenly as can be."
            ),
        ],
    )
