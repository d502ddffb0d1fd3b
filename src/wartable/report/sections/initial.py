"""The initial wager: always to war, always surrender, which is better, and what the number of decks does."""

from collections.abc import Iterator

from wartable.odds import MatchPlayOdds, ParSheet, Published, TieDecision
from wartable.paper import Block, Column, Figure, PageTable, Section, Subheading
from wartable.report.charts import edge_by_decks
from wartable.report.parts import clauses, fraction, lead, note, outcome_table, para, percent, right, row, wager_table

_BETTER = {
    "war": "Going to war is never worse than surrendering, in any possible shoe.",
    "surrender": "Surrendering is never worse than going to war, in any possible shoe.",
    "even": "War and surrender are worth the same in every possible shoe.",
    "depends": "Which is better depends on the shoe.",
}


def initial(sheet: ParSheet) -> Section:
    """The par sheet of the initial wager."""
    odds = sheet.wagers.initial
    blocks: list[Block] = [
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
        *_choice(sheet.decision),
        edge_by_decks(sheet),
        _decks_table(sheet),
        *_published(sheet.published),
        *(_coupon(odds.match_play) if odds.match_play else ()),
    ]
    return Section("initial", "The initial wager", blocks)


def _choice(choice: TieDecision) -> Iterator[Block]:
    yield Subheading("War or surrender")
    yield para(_BETTER[choice.better])
    yield PageTable(
        "The choice on a tie, per unit of the initial wager",
        [Column("Once there is a tie", grows=1), right("value"), right("exact")],
        [
            row("war nets", Figure(choice.war, "signed", 6), fraction(choice.war)),
            row("surrender nets", Figure(choice.surrender, "signed", 6), fraction(choice.surrender)),
            row("war is better by", Figure(choice.by, "signed", 6), fraction(choice.by), total=True),
            row("the same for every round dealt", Figure(choice.by_round, "signed", 6), fraction(choice.by_round)),
        ],
    )
    low, high = choice.at_this_cover_card.at_least, choice.at_this_cover_card.at_most
    yield para(
        "The proof needs no shoe to be tried. The two war cards may be exchanged, so a war is won as often as it is "
        "lost, and all that the shoe decides is the chance t that the war deal ties. War is better by ",
        *((Figure(choice.at_no_tie, "fraction"), " + ") if choice.at_no_tie.exact else ()),
        Figure(choice.per_tie, "fraction"),
        " t, a straight line, which is nowhere smaller than at its ends: ",
        Figure(choice.every_shoe.at_least, "fraction"),
        " at t = 0 and ",
        Figure(choice.every_shoe.at_most, "fraction"),
        f" at t = 1. At this table at least {choice.least_unseen} cards are unseen at a war, so the margin there lies "
        "between ",
        Figure(low, "decimal", 4),
        " and ",
        Figure(high, "decimal", 4),
        " of the initial wager.",
    )


def _decks_table(sheet: ParSheet) -> PageTable:
    heads = [Column("Decks", grows=3)]
    for title, room in (("always war", 7), ("always surrender", 4), ("tie", 4)):
        heads += [Column(title, "right", 5), Column("exact", "right", room)]
    rows = []
    for by in sheet.edge_by_decks:
        edges = (by.initial, by.surrender, by.tie)
        rows.append(row(f"{by.decks}", *(cell for edge in edges for cell in (percent(edge, 4), fraction(edge)))))
    return PageTable("Edge by the number of decks, full shoes", heads, rows, small=True)


def _published(figures: tuple[Published, ...]) -> Iterator[Block]:
    if not figures:
        return
    yield Subheading("Figures the regulator publishes")
    yield PageTable(
        "Published, and exact",
        [Column("Figure", grows=1), right("published"), right("exact"), Column("agrees"), Column("Clause")],
        [
            row(
                one.says,
                one.published.replace("%", "\u00a0%"),
                percent(one.exact, 4),
                "yes" if one.agrees else "no",
                clauses(one.clauses),
            )
            for one in figures
        ],
    )


def _coupon(coupon: MatchPlayOdds) -> Iterator[Block]:
    yield Subheading("With a match play coupon")
    yield para(
        "A coupon of the wager's own size is worth ",
        percent(coupon.coupon_worth, 2),
        " of its face to a player who goes to war.",
    )
    yield wager_table(
        "Chips with a coupon beside them", [("always war", coupon.war), ("always surrender", coupon.surrender)]
    )
    yield note("Figures are per unit of chips. The coupon pays only on the original deal.")
