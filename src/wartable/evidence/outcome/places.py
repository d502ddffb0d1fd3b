"""Every card is as likely at every place."""

import numpy as np

from wartable.cards import DECK_SIZE
from wartable.evidence.judge import OutcomeTest
from wartable.evidence.outcome.batch import RANK_COUNT, OutcomeFamily, ShoeBatch
from wartable.evidence.outcome.chi import Counts, of_statistic
from wartable.evidence.special import poisson_tails


class Places(OutcomeFamily):
    """How often each card of the shoe, its copies told apart, lay at each place."""

    def __init__(self, decks: int) -> None:
        self.size = decks * DECK_SIZE
        self.shoes = 0
        self._counts: Counts = np.zeros(self.size * self.size, np.int64)

    def add(self, batch: ShoeBatch) -> None:
        """Count each card at its place, before the cut: an even cut would hide an uneven shuffle."""
        cells = np.arange(self.size, dtype=np.int32) * self.size + batch.numbers
        self._counts += np.bincount(cells.ravel(), minlength=self.size * self.size)
        self.shoes += len(batch)

    def figures(self) -> list[OutcomeTest]:
        """The same table as cards told apart, as faces, as ranks and as suits, and its furthest cell."""
        counts = self._counts.reshape(self.size, -1, DECK_SIZE)
        faces = counts.sum(axis=1)
        by_suit = faces.reshape(self.size, -1, RANK_COUNT)
        told_apart = self._figure(
            "place and card, copies told apart", "each single card", counts.reshape(self.size, -1)
        )
        return [
            *([told_apart] if self.size > DECK_SIZE else []),
            self._figure("place and card", "each of the 52 cards", faces),
            self._figure("place and rank", "each rank", by_suit.sum(axis=1)),
            self._figure("place and suit", "each suit", by_suit.sum(axis=2)),
            self._furthest(),
        ]

    def _figure(self, test: str, what: str, counts: Counts) -> OutcomeTest:
        """A shoe holds each card once, so rows and columns are fixed; the statistic is scaled for just that."""
        kinds = counts.shape[1]
        expected = self.shoes / kinds
        statistic = float(((counts - expected) ** 2).sum()) / expected * (self.size - 1) / self.size
        says = f"{what} lies at each place equally often"
        return of_statistic(test, says, statistic, (self.size - 1) * (kinds - 1), smallest_expected=expected)

    def _furthest(self) -> OutcomeTest:
        expected = self.shoes / self.size
        ends = (int(self._counts.min()), int(self._counts.max()))
        p = min(poisson_tails(end, expected) for end in ends)
        furthest = max(ends, key=lambda end: abs(end - expected))
        return OutcomeTest(
            test="furthest cell",
            says="no single card lies at any one place much too often or too rarely",
            statistic=(furthest - expected) / expected**0.5,
            freedom=None,
            p=min(1.0, p * len(self._counts)),
            detail={"expected": expected, "fewest": ends[0], "most": ends[1]},
        )
