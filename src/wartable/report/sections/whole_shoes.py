"""What no closed form gives and whole shoes tell: the cover card's effect, and the meter's life as it was dealt."""

from wartable.paper import HARD_SPACE, Block, Column, PageTable, Subheading, counted, decimal, grouped, signed
from wartable.report.parts import note, para, right, row
from wartable.report.shoe_level import CutCardEffect, Lives, Moved
from wartable.report.simulated import SimEvidence

MILLION = 1_000_000


def whole_shoes(evidence: SimEvidence) -> list[Block]:
    """Both answers, where there are any."""
    cover = _cover(evidence.cover, evidence.confidence) if evidence.cover is not None else []
    return [*cover, *(_lives(evidence.lives) if evidence.lives is not None else [])]


def _cover(found: CutCardEffect, confidence: int) -> list[Block]:
    heads = [
        Column("Figure", grows=1),
        right("in a full shoe"),
        right("cover card adds, millionths"),
        right(f"{confidence} % from"),
        right("to"),
    ]
    rows = [
        row(one.figure, _percent(one.exact), *(_millionths(number) for number in (one.adds, one.low, one.high)))
        for one in found.moved
    ]
    rounds = (
        f"With {counted(found.cards_behind, 'card')} behind it a shoe has {decimal(found.rounds_per_shoe, 2)} rounds"
    )
    return [
        Subheading("What the cover card does"),
        para(
            f"{rounds} on average. One with many ties has fewer, since wars take cards, so ties count for less than in "
            f"a full shoe: {_effect(found.moved[0])}."
        ),
        PageTable("The cut-card effect, per unit", heads, rows),
        note(_known_from(found)),
    ]


def _known_from(found: CutCardEffect) -> str:
    if not found.shoes:
        return "Counted exactly: only one seat goes to war, and any round's two cards are as good as any other's."
    return (
        f"From the ends of {counted(found.shoes, 'shoe')} of another seed: what every chance is among the cards left, "
        "exactly, and how that goes together with the number of rounds. Its error is part of the z-scores above."
    )


def _effect(tie: Moved) -> str:
    if tie.low <= 0 <= tie.high:
        return "by so little that these shoes are too few to tell"
    word = "fewer" if tie.adds < 0 else "more"
    return f"of a million hands {decimal(abs(tie.adds) * MILLION, 2)} {word} are tied"


def _lives(found: Lives) -> list[Block]:
    exact = f"; exactly {found.exact:,.0f}" if found.exact is not None else ""
    heads = [Column("Of all meters", grows=1), *(right(f"{percent} %") for percent, _ in found.quantiles)]
    rounds = row("live at most", *(f"{rounds:,}" for _, rounds in found.quantiles))
    return [
        Subheading("The life of the meter, as dealt"),
        para(
            f"The meter was hit in {found.lives:,} of {found.rounds:,} rounds, once in {found.mean:,.0f} ±{HARD_SPACE}"
            f"{found.reach:,.0f}{exact}. A hit took {grouped(found.mean_reading)} on average, and "
            f"{grouped(found.highest_reading)} at most."
        ),
        PageTable("Rounds from one hit of the meter to the next", heads, [rounds]),
    ]


def _percent(share: float) -> str:
    return f"{decimal(share * 100, 4)}{HARD_SPACE}%"


def _millionths(number: float) -> str:
    return signed(number * MILLION, 2)
