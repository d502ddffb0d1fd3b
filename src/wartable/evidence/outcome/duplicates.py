"""No shoe comes twice, and beginnings come twice as often as birthdays do."""

from hashlib import blake2b
from math import comb, perm

import numpy as np

from wartable.cards import DECK_SIZE
from wartable.evidence.judge import Check, OutcomeTest
from wartable.evidence.outcome.batch import ShoeBatch
from wartable.evidence.special import poisson_tails

_LONGEST = 4
_ENOUGH_EXPECTED = 8.0


class Duplicates:
    """Digests of whole shoes, and the first cards of each."""

    def __init__(self, decks: int) -> None:
        self.size = decks * DECK_SIZE
        self._digests: set[bytes] = set()
        self._shoes = 0
        self._starts: list[np.ndarray[tuple[int, int], np.dtype[np.int64]]] = []

    def add(self, batch: ShoeBatch) -> None:
        """Remember each shoe by a digest of 16 bytes, and by its first four cards."""
        self._digests.update(blake2b(row.tobytes(), digest_size=16).digest() for row in batch.numbers)
        self._starts.append(batch.numbers[:, :_LONGEST].astype(np.int64))
        self._shoes += len(batch)

    def checks(self) -> list[Check]:
        """Whole shoes: two equal ones would need a chance of 1 in 312!."""
        wrong = self._shoes - len(self._digests)
        return [Check("equal shoes", "no whole shuffle comes twice", self._shoes, wrong)]

    def figures(self) -> list[OutcomeTest]:
        """Pairs of shoes that begin alike, for the longest beginning of which some are expected."""
        pairs = comb(self._shoes, 2)
        length = max(n for n in range(1, _LONGEST + 1) if n == 1 or pairs / perm(self.size, n) >= _ENOUGH_EXPECTED)
        starts = np.concatenate(self._starts)[:, :length]
        codes = starts @ (np.int64(self.size) ** np.arange(length))
        _, counts = np.unique(codes, return_counts=True)
        found = int((counts * (counts - 1) // 2).sum())
        expected = pairs / perm(self.size, length)
        return [
            OutcomeTest(
                test="equal beginnings",
                says=f"as many pairs of shoes begin with the same {length} cards as birthdays would fall together",
                statistic=found,
                freedom=None,
                p=poisson_tails(found, expected),
                detail={"cards": length, "found": found, "expected": expected},
            )
        ]
