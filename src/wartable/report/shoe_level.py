"""What only whole shoes tell, from those of the report's simulation: the cover card's effect, and the meter's life."""

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

import msgspec

from wartable.rulebook import Rules

if TYPE_CHECKING:
    from wartable.sim import CutCard, SimPlan

COVER_SHOES = 100_000
"""Shoes whose ends are weighed; more would sharpen a figure that is some millionths in any case."""


class Moved(msgspec.Struct, frozen=True):
    """A figure of a full shoe, and what the cover card adds to it."""

    figure: str
    exact: float
    adds: float
    low: float
    high: float


class CutCardEffect(msgspec.Struct, frozen=True):
    """The cut-card effect at the house's own depth."""

    shoes: int
    """Shoes dealt to find it; none where it was counted exactly."""
    cards_behind: int
    rounds_per_shoe: float
    moved: Sequence[Moved]
    """How often a hand ties, then the edge of every wager."""


class Lives(msgspec.Struct, frozen=True):
    """Lives of the progressive's meter as they were dealt, every seat feeding it."""

    rounds: int
    lives: int
    mean: float
    reach: float
    """How far the interval of the mean goes to either side."""
    exact: float | None
    quantiles: Sequence[tuple[int, int]]
    """Percent of all lives, and the rounds they do not outlive."""
    mean_reading: str
    highest_reading: str


def tell_cover(found: "CutCard", names: Mapping[str, str]) -> CutCardEffect:
    """What the cover card does."""
    return CutCardEffect(found.shoes, found.cards_behind, found.rounds_per_shoe, tuple(_moved(found, names)))


def _moved(found: "CutCard", names: Mapping[str, str]) -> Iterator[Moved]:
    tie = found.tie
    yield Moved("how often a hand ties", tie.exact, tie.value, tie.low, tie.high)
    for wager, edge in found.edges.items():
        yield Moved(names[wager], edge.exact, edge.value, edge.low, edge.high)


def meter_lives(rules: Rules, plan: "SimPlan", seed: int, shoes: int) -> Lives | None:
    """Return how long the meter lived; nothing without a progressive, or where it was not hit twice."""
    from wartable.sim import CONFIDENCE, meter_life, quantile

    life = meter_life(rules, plan, seed, shoes) if rules.progressive is not None and shoes else None
    if life is None:
        return None
    return Lives(
        rounds=life.rounds,
        lives=life.lives,
        mean=life.mean_rounds,
        reach=quantile(CONFIDENCE) * life.mean_rounds_error,
        exact=life.exact_mean_rounds,
        quantiles=tuple((int(percent), rounds) for percent, rounds in life.rounds_quantiles.items()),
        mean_reading=life.mean_reading,
        highest_reading=life.highest_reading,
    )
