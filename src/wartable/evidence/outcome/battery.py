"""All tests of the final outcome over one sample of shoes."""

from collections.abc import Callable, Iterable

from msgspec import Struct

from wartable.evidence.judge import Check, OutcomeTest
from wartable.evidence.outcome.batch import OutcomeFamily, ShoeBatch
from wartable.evidence.outcome.correlation import Correlation
from wartable.evidence.outcome.coupons import Coupons
from wartable.evidence.outcome.cuts import Cuts
from wartable.evidence.outcome.duplicates import Duplicates
from wartable.evidence.outcome.interplay import Interplay
from wartable.evidence.outcome.neighbours import Neighbours
from wartable.evidence.outcome.places import Places
from wartable.evidence.outcome.runs import Runs
from wartable.evidence.outcome.totals import Totals

PARTS: tuple[Callable[[int], OutcomeFamily], ...] = (
    Totals,
    Places,
    Neighbours,
    Runs,
    Correlation,
    Coupons,
    Interplay,
    Duplicates,
    Cuts,
)


class Outcomes(Struct, frozen=True):
    """What one sample of shoes gave."""

    shuffles: int
    checks: list[Check]
    figures: list[OutcomeTest]


def judge_outcomes(batches: Iterable[ShoeBatch], decks: int) -> Outcomes:
    """Run every test over the batches of a sample."""
    parts = [make(decks) for make in PARTS]
    shuffles = 0
    for batch in batches:
        shuffles += len(batch)
        for part in parts:
            part.add(batch)
    return Outcomes(
        shuffles=shuffles,
        checks=[check for part in parts for check in part.checks()],
        figures=[figure for part in parts for figure in part.figures()],
    )
