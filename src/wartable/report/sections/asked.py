"""What test laboratories ask of a game's returns, wager by wager."""

from fractions import Fraction

from wartable.odds import Exact, ParSheet, WagerOdds, WagerOutcome
from wartable.paper import Column, Figure, PageRow, PageTable, Section, net
from wartable.report.parts import lead, note, percent, right, row
from wartable.report.sections.summary import wagers_offered

LEAST_RETURN = Fraction(75, 100)
"""GLI-19 version 3.0, 4.7.1: at every wager, under optimal play, with jackpots at their lowest."""
RAREST_AWARD = Fraction(1, 100_000_000)
"""GLI-19 version 3.0, 4.7.3: the highest award, unless its odds are shown."""


def asked(sheet: ParSheet) -> Section:
    """Compare each wager with the two figures."""
    worse = "always war" if sheet.decision.better == "surrender" else "always surrender"
    offered = [(name, how, odds) for name, how, odds in wagers_offered(sheet) if how != worse]
    rows = [_held(f"{name}, {how}", odds) for name, how, odds in offered]
    short = [name for name, _, odds in offered if odds.returned.exact < LEAST_RETURN]
    told = (
        f"Of {len(offered)} wagers, {len(offered) - len(short)} return at least 75 % by themselves, meters at their "
        "resets."
        if short
        else "Every wager returns at least 75 % by itself, meters at their resets."
    )
    heads = [
        Column("Wager", grows=1),
        right("return"),
        Column("75 % or more"),
        right("highest award, net"),
        right("its chance"),
        Column("1 in 100 million"),
    ]
    return Section(
        "asked",
        "What laboratories ask",
        [
            lead(told),
            PageTable("Each wager by itself, under the better play", heads, rows),
            note(
                "A highest award is asked to come once in 100 million wagers or more often. The two figures are those "
                "of GLI-19 version 3.0, 4.7.1 and 4.7.3, which is written for interactive gaming. Whether and how they "
                "bind this table, and whether a side wager is judged alone, is for the regulator to say."
            ),
        ],
    )


def _held(name: str, odds: WagerOdds) -> PageRow:
    best = highest(odds)
    return row(
        name,
        percent(odds.returned),
        _yes(odds.returned, LEAST_RETURN),
        net(best.net),
        Figure(best.probability, "one_in", 0 if best.probability.exact < Fraction(1, 100) else 1),
        _yes(best.probability, RAREST_AWARD),
    )


def highest(odds: WagerOdds) -> WagerOutcome:
    """The outcome that nets most."""
    return max(odds.outcomes, key=lambda outcome: Fraction(outcome.net))


def _yes(number: Exact, least: Fraction) -> str:
    return "yes" if number.exact >= least else "no"
