"""Cards go up and down as often, and for as long, as chance does."""

from math import factorial, sqrt

import numpy as np

from wartable.cards import DECK_SIZE, SUITS
from wartable.evidence.judge import OutcomeTest
from wartable.evidence.outcome.batch import Array, OutcomeFamily, ShoeBatch
from wartable.evidence.outcome.chi import Counts, Floats, of_statistic, of_z

_RED = (SUITS.index("d"), SUITS.index("h"))
_LONG = 4
"""Runs of this number of steps or more are counted together."""


class Runs(OutcomeFamily):
    """Runs up and down by the cards' numbers, and runs of one colour."""

    def __init__(self, decks: int) -> None:
        self.size = decks * DECK_SIZE
        self.shoes = 0
        self._turns = 0
        self._colours = 0
        self._sum: Floats = np.zeros(_LONG)
        self._squares: Floats = np.zeros((_LONG, _LONG))

    def add(self, batch: ShoeBatch) -> None:
        lengths = _run_lengths(batch.numbers)
        away = lengths - _expected_lengths(self.size)
        self._turns += int(lengths.sum())
        self._sum += away.sum(axis=0)
        self._squares += away.T @ away
        red = np.isin(batch.suits, _RED)
        self._colours += len(batch) + int((red[:, 1:] != red[:, :-1]).sum())
        self.shoes += len(batch)

    def figures(self) -> list[OutcomeTest]:
        """How many runs, how long, and how many of one colour."""
        n = self.size
        spread = (16 * n - 29) / 90
        half = n // 2
        product = 2 * half * half
        colour_spread = product * (product - n) / (n * n * (n - 1))
        return [
            self._z("runs up and down", "the order turns as often as it should", self._turns, (2 * n - 1) / 3, spread),
            self._lengths(),
            self._z(
                "runs of a colour",
                "red and black change as often as they should",
                self._colours,
                1 + product / n,
                colour_spread,
            ),
        ]

    def _z(self, test: str, says: str, found: int, mean: float, spread: float) -> OutcomeTest:
        z = (found - self.shoes * mean) / sqrt(self.shoes * spread)
        return of_z(test, says, z, found=found, expected=self.shoes * mean)

    def _lengths(self) -> OutcomeTest:
        """The spread of the four counts is taken from the shoes themselves; their means are known exactly."""
        mean = self._sum / self.shoes
        covariance = self._squares / self.shoes - np.outer(mean, mean)
        statistic = self.shoes * float(mean @ np.linalg.pinv(covariance) @ mean)
        return of_statistic(
            "lengths of runs", "runs of 1, 2, 3 and more steps are as many as they should be", statistic, _LONG
        )


def _run_lengths(numbers: Array) -> Counts:
    """For each shoe, how many runs of 1, 2, 3 and more steps."""
    up = numbers[:, 1:] > numbers[:, :-1]
    shoes, steps = up.shape
    starts = np.ones((shoes, steps + 1), bool)
    starts[:, 1:-1] = up[:, 1:] != up[:, :-1]
    # The last column closes each shoe's last run, so that no run reaches into the next shoe.
    places = np.flatnonzero(starts.ravel())
    row, column = np.divmod(places, steps + 1)
    lengths = np.minimum(np.diff(column), _LONG)
    opened = row[:-1] == row[1:]
    cells = row[:-1][opened] * _LONG + lengths[opened] - 1
    return np.bincount(cells, minlength=shoes * _LONG).reshape(shoes, _LONG)


def _expected_lengths(n: int) -> Floats:
    """The mean number of runs of each length in an order of n different cards."""
    some = [2 * ((r * r + 3 * r + 1) * n - (r**3 + 3 * r * r - r - 4)) / factorial(r + 3) for r in range(1, _LONG)]
    return np.array([*some, (2 * n - 1) / 3 - sum(some)])
