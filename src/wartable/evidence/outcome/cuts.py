"""Where the shoe is cut makes no difference."""

import numpy as np

from wartable.cards import DECK_SIZE
from wartable.evidence.judge import OutcomeTest
from wartable.evidence.outcome.batch import RANK_COUNT, OutcomeFamily, ShoeBatch
from wartable.evidence.outcome.chi import Counts, Floats, chi_square, count_pairs, of_statistic, pair_chances
from wartable.evidence.outcome.totals import round_chances, round_results

_BANDS = 8
"""Shoes are grouped by the depth of the cut, in this number of bands of about the same width."""


class Cuts(OutcomeFamily):
    """The first cards after the cut, by its depth, and the two cards that the cut brings together."""

    def __init__(self, decks: int) -> None:
        self.size = decks * DECK_SIZE
        self.copies = self.size // RANK_COUNT
        self._first: Counts = np.zeros((_BANDS, RANK_COUNT), np.int64)
        self._rounds: Counts = np.zeros((_BANDS, 3), np.int64)
        self._seam: Counts = np.zeros((RANK_COUNT, RANK_COUNT), np.int64)

    def add(self, batch: ShoeBatch) -> None:
        """Cut the shoes and look at their tops."""
        rows = np.arange(len(batch))
        bands = batch.depths * _BANDS // self.size
        first = batch.ranks[rows, batch.depths]
        second = batch.ranks[rows, (batch.depths + 1) % self.size]
        self._first += np.bincount(bands * RANK_COUNT + first, minlength=self._first.size).reshape(_BANDS, -1)
        results = round_results(first, second)
        self._rounds += np.bincount(bands * 3 + results, minlength=self._rounds.size).reshape(_BANDS, -1)
        cut = batch.depths > 0
        self._seam += count_pairs(batch.ranks[cut, -1], batch.ranks[cut, 0], RANK_COUNT)

    def figures(self) -> list[OutcomeTest]:
        """Each band against the chances that hold without a cut."""
        even = np.full(RANK_COUNT, 1 / RANK_COUNT)
        return [
            _over_bands("cut and first card", "the first card does not depend on where the cut is", self._first, even),
            _over_bands(
                "cut and first round",
                "who wins the first round does not depend on where the cut is",
                self._rounds,
                round_chances(self.copies),
            ),
            chi_square(
                "cards joined by the cut",
                "the two cards that the cut brings together are independent",
                self._seam,
                pair_chances(RANK_COUNT, self.copies),
            ),
        ]


def _over_bands(test: str, says: str, found: Counts, chances: Floats) -> OutcomeTest:
    """Compare each band with the chances by itself, since each has its own number of shoes, and add the sums."""
    expected = found.sum(axis=1, keepdims=True) * chances
    statistic = float(((found - expected) ** 2 / expected).sum())
    return of_statistic(test, says, statistic, len(found) * (len(chances) - 1), smallest_expected=float(expected.min()))
