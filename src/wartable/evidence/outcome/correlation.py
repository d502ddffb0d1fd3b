"""A card tells nothing about a later one, in this shoe or in the next."""

from math import sqrt

import numpy as np

from wartable.cards import DECK_SIZE
from wartable.evidence.judge import OutcomeTest, worst_of
from wartable.evidence.outcome.batch import RANK_COUNT, Array, OutcomeFamily, ShoeBatch
from wartable.evidence.outcome.chi import Floats
from wartable.evidence.special import normal_tails

SHOES_BACK = 8
_LEAST = 1e-9


class Correlation(OutcomeFamily):
    """Serial correlation at every lag within a shoe, and at a few lags from shoe to shoe."""

    def __init__(self, decks: int) -> None:
        self.size = decks * DECK_SIZE
        self.shoes = 0
        lags = self.size // 2
        self._sums: dict[str, Floats] = {name: np.zeros((2, lags)) for name in ("ranks", "card numbers")}
        self._between: Floats = np.zeros(SHOES_BACK)
        self._last: Floats = np.zeros((0, self.size))

    def add(self, batch: ShoeBatch) -> None:
        """Add the products of values at each distance."""
        ranks = _centred(batch.ranks, RANK_COUNT)
        self._within("ranks", ranks)
        self._within("card numbers", _centred(batch.numbers, self.size))
        row = np.concatenate([self._last, ranks])
        old = len(self._last)
        for back in range(1, SHOES_BACK + 1):
            new = np.arange(max(old, back), len(row))
            self._between[back - 1] += float((row[new] * row[new - back]).sum())
        self._last = row[-SHOES_BACK:]
        self.shoes += len(batch)

    def _within(self, name: str, values: Floats) -> None:
        power = np.abs(np.fft.rfft(values, axis=1)) ** 2
        products = np.fft.irfft(power, n=self.size, axis=1)[:, 1 : self.size // 2 + 1]
        squares = (values**2).sum(axis=1, keepdims=True)
        away = products + squares / (self.size - 1)
        self._sums[name] += np.stack([away.sum(axis=0), (away**2).sum(axis=0)])

    def figures(self) -> list[OutcomeTest]:
        """The worst lag of each kind, corrected for the number of lags."""
        return [*(self._figure(name, *sums) for name, sums in self._sums.items()), self._figure_between()]

    def _figure(self, name: str, total: Floats, squares: Floats) -> OutcomeTest:
        # Shoes that are all alike have no spread at all, and then any distance from the mean is endless.
        spread = np.maximum(squares - total**2 / self.shoes, _LEAST)
        return _worst(
            f"serial correlation of {name}",
            f"{name} in a shoe are uncorrelated at any distance",
            total / np.sqrt(spread),
        )

    def _figure_between(self) -> OutcomeTest:
        squares = self.size / RANK_COUNT * sum((rank - 6) ** 2 for rank in range(RANK_COUNT))
        pairs = self.shoes - np.arange(1, SHOES_BACK + 1)
        z = self._between / np.sqrt(pairs * squares**2 / (self.size - 1))
        return _worst(
            "correlation from shoe to shoe",
            f"ranks at the same place up to {SHOES_BACK} shoes on are uncorrelated",
            z,
        )


def _worst(test: str, says: str, z: Floats) -> OutcomeTest:
    worst = int(np.abs(z).argmax())
    p = worst_of(normal_tails(value) for value in z.tolist())
    root = sqrt(float((z**2).mean()))
    return OutcomeTest(
        test, says, float(z[worst]), None, p, {"lags": len(z), "worst_lag": worst + 1, "root_mean_square": root}
    )


def _centred(values: Array, kinds: int) -> Floats:
    return values.astype(np.float64) - (kinds - 1) / 2
