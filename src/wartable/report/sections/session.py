"""What a patron's session looks like: one evening at the smallest wager."""

from wartable.odds import SessionOdds
from wartable.paper import (
    HARD_SPACE,
    Block,
    Column,
    Derived,
    Inline,
    Inlines,
    PageTable,
    Section,
    Subheading,
    decimal,
    scientific,
)
from wartable.report.charts import evening
from wartable.report.parts import lead, note, para, right, row
from wartable.report.sessions import Evening


def session(played: Evening) -> Section:
    """The exact law of a patron's result."""
    odds = played.odds
    blocks: list[Block] = [
        lead(
            f"A patron bets {odds.stakes['initial']} for {odds.rounds:,} rounds, about {decimal(odds.hours or 0, 0)} "
            "hours, and always goes to war. On average the evening costs ",
            Derived(played.cost, "dollars"),
            f"; {_percent(odds.ahead)} of such evenings end ahead.",
        ),
        evening(odds),
        _quantiles(odds),
        *_ruin(odds),
        note(
            f"The law of {odds.rounds:,} rounds is computed by {odds.method}, and no probability is off by more than "
            f"{scientific(_most_off(odds))}. Rounds are taken as independent, each from a full shoe."
        ),
    ]
    return Section("session", "A patron's evening", blocks)


def in_short(played: Evening) -> Inlines:
    """One sentence for the summary."""
    odds = played.odds
    return [
        f"A patron who bets {odds.stakes['initial']} for {odds.rounds:,} rounds and always goes to war pays ",
        Derived(played.cost, "dollars"),
        f" for it on average; {_percent(odds.ahead)} of such evenings end ahead.",
    ]


def _percent(share: float, digits: int = 1) -> str:
    return f"{decimal(share * 100, digits)}{HARD_SPACE}%"


def _most_off(odds: SessionOdds) -> float:
    ruin = odds.ruin
    bounds = () if ruin is None else (ruin.error, ruin.off_by, ruin.ruin_first_error)
    return max((odds.error, *(bound for bound in bounds if bound is not None)))


def _quantiles(odds: SessionOdds) -> PageTable:
    heads = [Column("", grows=1), *(right(f"{q.percent} %") for q in odds.quantiles)]
    cells: list[Inline] = [q.result.replace("-", "−") for q in odds.quantiles]
    return PageTable("Share of evenings that end with no more than", heads, [row("result", *cells)])


def _ruin(odds: SessionOdds) -> list[Block]:
    ruin = odds.ruin
    if ruin is None or ruin.ruined is None:
        return []
    words: list[Inline] = [
        (
            f"With {ruin.bankroll} in hand, {_percent(ruin.ruined, 2)} of patrons have nothing left for another wager "
            "before the evening is over"
        )
    ]
    if ruin.reached is not None and ruin.target is not None:
        words.append(
            f", {_percent(ruin.reached, 2)} have reached {ruin.target} and stopped, and "
            f"{_percent(ruin.still_playing or 0.0, 2)} are still playing"
        )
    words.append(".")
    if ruin.ruin_first is not None and ruin.target is not None:
        words.append(
            f" However long it takes, {_percent(ruin.ruin_first, 2)} are ruined before they reach {ruin.target}."
        )
    return [Subheading("A bankroll"), para(*words)]
