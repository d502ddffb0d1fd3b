"""Every shoe is whole, and rounds end as often as they should."""

import numpy as np

from wartable.cards import DECK_SIZE
from wartable.evidence.judge import Check, OutcomeTest
from wartable.evidence.outcome.batch import RANK_COUNT, Array, ShoeBatch
from wartable.evidence.outcome.chi import Counts, Floats, chi_square


class Totals:
    """What is in a shoe, its first card, and a first round between one player and the dealer."""

    def __init__(self, decks: int) -> None:
        self.size = decks * DECK_SIZE
        self.copies = self.size // RANK_COUNT
        self._first: Counts = np.zeros(DECK_SIZE, np.int64)
        self._rounds: Counts = np.zeros(3, np.int64)
        self._shoes = 0
        self._broken = 0

    def add(self, batch: ShoeBatch) -> None:
        """Look for a missing or doubled card, and count."""
        whole = (np.sort(batch.numbers, axis=1) == np.arange(self.size)).all(axis=1)
        self._broken += int((~whole).sum())
        self._first += np.bincount(batch.kinds[:, 0], minlength=DECK_SIZE)
        self._rounds += np.bincount(round_results(batch.ranks[:, 0], batch.ranks[:, 1]), minlength=3)
        self._shoes += len(batch)

    def checks(self) -> list[Check]:
        """Chance has no say in what a shoe holds."""
        return [Check("whole shoes", "each shoe holds each of its cards exactly once", self._shoes, self._broken)]

    def figures(self) -> list[OutcomeTest]:
        """The distribution of single outcomes."""
        even = np.full(DECK_SIZE, 1 / DECK_SIZE)
        says = "player higher, tie and dealer higher come as often as they should"
        return [
            chi_square("first card", "each of the 52 cards comes first equally often", self._first, even),
            chi_square("first round", says, self._rounds, round_chances(self.copies)),
        ]


def round_results(player: Array, dealer: Array) -> Array:
    """0 where the player is higher, 1 for a tie, 2 where the dealer is higher."""
    return np.asarray(1 - np.sign(player - dealer), np.int32)


def round_chances(copies: int) -> Floats:
    """Two cards of a shoe with this number of each rank."""
    tie = (copies - 1) / (copies * RANK_COUNT - 1)
    return np.array([(1 - tie) / 2, tie, (1 - tie) / 2])
