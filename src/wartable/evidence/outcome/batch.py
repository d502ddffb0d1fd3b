"""Shuffled shoes, many at a time, in the shapes that the tests count."""

from functools import cached_property
from typing import Protocol, TypeAlias

import numpy as np
import numpy.typing as npt

from wartable.cards import DECK_SIZE, RANKS
from wartable.evidence.judge import Check, OutcomeTest

Array: TypeAlias = npt.NDArray[np.int32]
RANK_COUNT = len(RANKS)


class ShoeBatch:
    """Some shoes: each row has the numbers of the cards before the cut, the top first, and there is a cut for each.

    Card n of an unshuffled shoe is card n mod 52 of a deck, and its rank is that of n mod 13: the numbers tell the
    copies of a card apart, which its face does not.
    """

    def __init__(self, numbers: Array, depths: Array) -> None:
        self.numbers = numbers
        self.depths = depths

    def __len__(self) -> int:
        return len(self.numbers)

    @property
    def size(self) -> int:
        """Cards in a shoe."""
        return int(self.numbers.shape[1])

    @cached_property
    def kinds(self) -> Array:
        """The cards, from 0 for 2c to 51 for As."""
        return self.numbers % DECK_SIZE

    @cached_property
    def ranks(self) -> Array:
        """The ranks, from 0 for a two to 12 for an ace."""
        return self.numbers % RANK_COUNT

    @cached_property
    def suits(self) -> Array:
        """The suits, from 0 to 3."""
        return self.kinds // RANK_COUNT


class OutcomeFamily(Protocol):
    """A family of tests that counts batch after batch, so that a million shoes need no more room than a thousand."""

    def add(self, batch: ShoeBatch) -> None:
        """Count some more shoes."""

    def figures(self) -> list[OutcomeTest]:
        """What has been found, as p-values."""

    def checks(self) -> list[Check]:
        """What has been found where chance has no say; in most families it has."""
        return []
