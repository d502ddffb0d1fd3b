"""The house's view: seats that share the dealer's cards, and how far the hold strays from its theory."""

from wartable.odds import SessionOdds, TableOdds
from wartable.paper import (
    HARD_SPACE,
    Block,
    Column,
    Figure,
    Inline,
    Inlines,
    PageTable,
    Section,
    Subheading,
    counted,
    decimal,
)
from wartable.report.charts import hold_funnel
from wartable.report.parts import fraction, lead, note, para, percent, right, row

CONFIDENCES = ("90", "95", "99")
MANY = 100_000
"""Rounds that a busy table deals in a month or two."""


def hold(table: TableOdds, played: SessionOdds) -> Section:
    """How much of the initial wagers the house keeps, and when it may expect to."""
    blocks: list[Block] = [
        lead(
            "In theory the table holds ",
            percent(table.hold),
            f" of the initial wagers of players who go to war. With {counted(table.seats, 'seat')} taken, this is how "
            "near to it the house should be.",
        ),
        hold_funnel(table),
        _after(table),
        note("A result outside the 99 % band is a reason to look: one honest table in a hundred is there by chance."),
        _needed(table, played),
        Subheading("What seats have in common"),
        para(
            "Every seat plays against the same dealer's cards. On the initial wager the seats' results therefore move "
            "together, and the table swings more than its seats would alone.",
        ),
        _shared(table),
    ]
    return Section("hold", "What the table holds", blocks)


def in_short(table: TableOdds) -> Inlines:
    """One sentence for the summary."""
    after = next((one for one in table.hold_after if one.rounds >= MANY), table.hold_after[-1])
    seats = counted(table.seats, "seat")
    return [
        f"After {after.rounds:,} rounds with {seats} taken, the hold on initial wagers is within ",
        f"{decimal(after.within['95'] * 100, 2)} percentage points of ",
        percent(table.hold),
        f" with 95{HARD_SPACE}% confidence.",
    ]


def _share(number: float, digits: int = 3) -> str:
    return f"±{HARD_SPACE}{decimal(number * 100, digits)}"


def _after(table: TableOdds) -> PageTable:
    heads = [Column("Rounds", "right"), right("deviation"), *(right(f"within, {level} %") for level in CONFIDENCES)]
    rows = [
        row(
            f"{after.rounds:,}",
            decimal(after.deviation * 100, 3),
            *(_share(after.within[level]) for level in CONFIDENCES),
        )
        for after in table.hold_after
    ]
    return PageTable("Hold on initial wagers by rounds played, in percentage points around its theory", heads, rows)


def _needed(table: TableOdds, played: SessionOdds) -> PageTable:
    heads = [
        Column("The hold is within", "right"),
        right("with"),
        right("one seat, rounds"),
        right("its exact chance"),
        right(f"{counted(table.seats, 'seat')}, rounds"),
    ]
    rows = []
    for need in played.house:
        exact: Inline = f"{decimal(need.achieved * 100, 2)}{HARD_SPACE}%" if need.achieved is not None else "–"
        rows.append(
            row(
                f"{_share(need.within, 1)} points",
                f"{need.confidence}{HARD_SPACE}%",
                f"{need.one_seat:,}",
                exact,
                f"{need.table:,}",
            )
        )
    return PageTable("Rounds until the hold is near its theory", heads, rows)


def _shared(table: TableOdds) -> PageTable:
    heads = [
        Column("Wager", grows=1),
        right("variance"),
        right("covariance"),
        right("exact"),
        right("correlation"),
        right("table's deviation"),
    ]
    rows = [
        row(
            one.wager.capitalize(),
            Figure(one.variance, "decimal", 4),
            Figure(one.covariance, "signed", 6),
            fraction(one.covariance),
            decimal(one.correlation, 4),
            decimal(one.table_deviation, 4),
        )
        for one in table.wagers
        if one.covariance is not None and one.correlation is not None
    ]
    caption = (
        f"One unit at each of {counted(table.seats, 'seat')}, per round: of one seat, between two, and of the table"
    )
    return PageTable(caption, heads, rows)
