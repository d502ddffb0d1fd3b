"""A shoe takes as long to show every rank, and every card, as chance does."""

from math import comb

import numpy as np

from wartable.cards import DECK_SIZE
from wartable.evidence.judge import OutcomeTest
from wartable.evidence.outcome.batch import RANK_COUNT, Array, OutcomeFamily, ShoeBatch
from wartable.evidence.outcome.chi import Counts, Floats, chi_square

_EXPECTED = 10.0
"""Neighbouring lengths are counted together until this number is expected."""


class Coupons(OutcomeFamily):
    """How many cards leave a shoe until each kind has been seen: the coupon collector's question."""

    def __init__(self, decks: int) -> None:
        self.size = decks * DECK_SIZE
        # One deck shows its last card last of all, always; there the question is only asked of ranks.
        kinds = {"rank": RANK_COUNT, "card": DECK_SIZE} if decks > 1 else {"rank": RANK_COUNT}
        self._kinds = kinds
        self._waits: dict[str, Counts] = {name: np.zeros(self.size + 1, np.int64) for name in kinds}

    def add(self, batch: ShoeBatch) -> None:
        for name, kinds in self._kinds.items():
            values = batch.ranks if name == "rank" else batch.kinds
            self._waits[name] += np.bincount(_waits(values, kinds), minlength=self.size + 1)

    def figures(self) -> list[OutcomeTest]:
        """The waits against their exact law."""
        return [
            _grouped(
                f"coupons: every {name}",
                f"every {name} has been seen after as many cards as it should",
                found,
                _chances(self.size, self._kinds[name]),
            )
            for name, found in self._waits.items()
        ]


def _waits(values: Array, kinds: int) -> Counts:
    """How many cards until all kinds have been seen, for each shoe."""
    shoes, size = values.shape
    first = np.zeros((shoes, kinds), np.int64)
    rows = np.arange(shoes)
    for place in range(size - 1, -1, -1):
        first[rows, values[:, place]] = place
    return np.asarray(first.max(axis=1) + 1, np.int64)


def _chances(size: int, kinds: int) -> Floats:
    """The exact chance of each wait, by counting the sets of cards that miss some kinds."""
    copies = size // kinds
    seen_all = []
    for cards in range(size + 1):
        ways = sum(
            (-1) ** missing * comb(kinds, missing) * comb(size - copies * missing, cards)
            for missing in range(kinds + 1)
            if size - copies * missing >= cards
        )
        seen_all.append(ways / comb(size, cards))
    return np.diff(np.array(seen_all), prepend=0.0)


def _grouped(test: str, says: str, found: Counts, chances: Floats) -> OutcomeTest:
    total = int(found.sum())
    groups, counts, sums = [0], 0.0, []
    for place, chance in enumerate(chances.tolist()):
        counts += chance * total
        if counts >= _EXPECTED and chances[place + 1 :].sum() * total >= _EXPECTED:
            groups.append(place + 1)
            sums.append(counts)
            counts = 0.0
    joined = np.add.reduceat(found, groups)
    return chi_square(test, says, joined, np.add.reduceat(chances, groups))
