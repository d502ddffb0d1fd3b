"""Small pieces that several sections are put together from."""

from collections.abc import Sequence
from fractions import Fraction
from statistics import NormalDist

from wartable.odds import Exact, WagerOdds, WagerOutcome
from wartable.paper import (
    HARD_SPACE,
    Code,
    Column,
    Derived,
    Figure,
    Inline,
    Inlines,
    PageRow,
    PageTable,
    Paragraph,
    decimal,
    net,
)

OUTCOMES = {
    "win": "wins",
    "lose": "loses",
    "war_win": "ties, and wins the war",
    "war_lose": "ties, and loses the war",
    "war_tie": "ties, and the war ties too",
    "surrender": "ties, and surrenders",
    "no_spin": "the wheel is not turned",
}
"""What becomes of a wager, as a sentence would go on."""

HANDS = {
    "lose": "no tie",
    "tie": "tie",
    "suited_tie": "suited tie",
    "double_tie": "double tie",
    "four_of_a_kind": "four of a kind",
    "suited_double_tie": "suited double tie",
    "suited_four_of_a_kind": "suited four of a kind",
}

RARE = Fraction(1, 10_000)
"""A smaller share is written as 1 in N."""

NINETY = NormalDist().inv_cdf(0.95)
"""Standard deviations to either side that hold 90 % of the normal law."""

EDGE_DIGITS = 3
CHANCE_DIGITS = 4


def para(*words: Inline) -> Paragraph:
    return Paragraph(words)


def lead(*words: Inline) -> Paragraph:
    """Return the paragraph that sums up a section."""
    return Paragraph(words, "lead")


def note(*words: Inline) -> Paragraph:
    """Return a remark for a careful reader."""
    return Paragraph(words, "note")


def sentence(text: str) -> str:
    """Return words with a full stop, once."""
    return f"{text.rstrip('.')}."


def percent(number: Exact, digits: int = EDGE_DIGITS) -> Figure:
    """A share in percent."""
    return Figure(number, "percent", digits)


def fraction(number: Exact) -> Figure:
    return Figure(number, "fraction")


def chance(number: Exact) -> Figure:
    """A probability: in percent, or as 1 in N where it is small."""
    if 0 < number.exact < RARE:
        return Figure(number, "one_in")
    return Figure(number, "percent", CHANCE_DIGITS)


def clauses(ids: Sequence[str], reading: str | None = None) -> Inlines:
    """Clause ids, and the reading they rest on."""
    words: list[Inline] = []
    for clause in ids:
        words += [Code(clause), " "]
    if reading:
        words += [f"reading{HARD_SPACE}", Code(reading)]
    return words


def row(*cells: Inline | Inlines, total: bool = False) -> PageRow:
    """Return a row; each cell is one piece or several."""
    return PageRow([cell if isinstance(cell, (list, tuple)) else [cell] for cell in cells], total)  # type: ignore[list-item]


def right(title: str) -> Column:
    return Column(title, "right")


def outcome_table(caption: str, odds: WagerOdds, names: dict[str, str] | None = None) -> PageTable:
    """Return every outcome of a wager with its exact chance, its net, and its share of the return."""
    rows = [_outcome(outcome, names or OUTCOMES) for outcome in odds.outcomes]
    one = Derived(Exact.of(sum((o.probability.exact for o in odds.outcomes), Fraction(0))), "percent", CHANCE_DIGITS)
    mean = Derived(Exact.of(-odds.edge.exact), "signed", 6)
    return PageTable(
        caption,
        [
            Column("The wager", grows=1),
            right("chance, exact"),
            right("chance"),
            right("nets"),
            right("adds to the mean"),
        ],
        [*rows, row("together", "1", one, "", mean, total=True)],
    )


def _outcome(outcome: WagerOutcome, names: dict[str, str]) -> PageRow:
    adds = Exact.of(outcome.probability.exact * Fraction(outcome.net))
    return row(
        names.get(outcome.outcome, outcome.outcome.replace("_", " ")),
        fraction(outcome.probability),
        chance(outcome.probability),
        net(outcome.net),
        Derived(adds, "signed", 6),
    )


def wager_table(caption: str, columns: Sequence[tuple[str, WagerOdds]]) -> PageTable:
    """Return the figures of a wager as a par sheet has them, with a column for each way to play it."""
    heads = [Column("Per unit first put up", grows=1)]
    for title, _ in columns:
        heads += [right(title), right("exact")] if title else [right("value"), right("exact")]
    sheets = [odds for _, odds in columns]

    def line(name: str, figures: Sequence[tuple[Inline, Inline]]) -> PageRow:
        return row(name, *(cell for pair in figures for cell in pair))

    def share(number: Exact) -> tuple[Inline, Inline]:
        return percent(number, CHANCE_DIGITS), fraction(number)

    return PageTable(
        caption,
        heads,
        [
            line("return to the player", [share(odds.returned) for odds in sheets]),
            line("edge of the house", [share(odds.edge) for odds in sheets]),
            line("put up on average", [(Figure(o.wagered, "decimal", 6), fraction(o.wagered)) for o in sheets]),
            line("element of risk", [share(odds.element_of_risk) for odds in sheets]),
            line("nets more than nothing", [share(odds.hit_frequency) for odds in sheets]),
            line("variance", [(Figure(o.variance, "decimal", 6), fraction(o.variance)) for o in sheets]),
            line("standard deviation", [(decimal(odds.standard_deviation, 6), "") for odds in sheets]),
            line("skewness", [(decimal(odds.skewness, 6), "") for odds in sheets]),
            line("volatility index, 90 %", [(decimal(odds.standard_deviation * NINETY, 6), "") for odds in sheets]),
        ],
    )
