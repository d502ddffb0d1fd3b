"""Places do not know of each other, and a shoe does not know of the one before."""

from itertools import combinations
from math import sqrt

import numpy as np

from wartable.cards import DECK_SIZE
from wartable.evidence.judge import OutcomeTest, worst_of
from wartable.evidence.outcome.batch import RANK_COUNT, Array, OutcomeFamily, ShoeBatch
from wartable.evidence.outcome.chi import Counts, chi_square, count_pairs, of_z, pair_chances

_FIRST_ROUND = 6
"""The cards of a first round: five players and the dealer."""


class Interplay(OutcomeFamily):
    """Ranks at two places of a shoe, and at places of one shoe and the next."""

    def __init__(self, decks: int) -> None:
        self.size = decks * DECK_SIZE
        self.copies = decks * DECK_SIZE // RANK_COUNT
        ends = ((0, self.size - 1), (0, self.size // 2), (self.size // 2, self.size - 1))
        self._places = (*combinations(range(_FIRST_ROUND), 2), *ends)
        self._pairs: Counts = np.zeros((len(self._places), RANK_COUNT, RANK_COUNT), np.int64)
        self._next: dict[str, Counts] = {
            name: np.zeros((RANK_COUNT, RANK_COUNT), np.int64) for name in ("first to first", "last to first")
        }
        self._same = {"rank": 0, "card": 0}
        self._shoes = 0
        self._last: Array = np.zeros((0, self.size), np.int32)

    def add(self, batch: ShoeBatch) -> None:
        """Count pairs of places, and pairs of shoes."""
        for row, (first, second) in enumerate(self._places):
            self._pairs[row] += count_pairs(batch.ranks[:, first], batch.ranks[:, second], RANK_COUNT)
        kinds = np.concatenate([self._last, batch.kinds])
        ranks = kinds % RANK_COUNT
        self._same["rank"] += int((ranks[1:] == ranks[:-1]).sum())
        self._same["card"] += int((kinds[1:] == kinds[:-1]).sum())
        # Every second pair of shoes only, so that the tries are independent.
        offset = (self._shoes + len(self._last)) % 2
        earlier, later = ranks[offset:-1:2], ranks[offset + 1 :: 2]
        self._next["first to first"] += count_pairs(earlier[:, 0], later[:, 0], RANK_COUNT)
        self._next["last to first"] += count_pairs(earlier[:, -1], later[:, 0], RANK_COUNT)
        self._shoes += len(batch)
        self._last = kinds[-1:]

    def figures(self) -> list[OutcomeTest]:
        """Places, matches with the shoe before, and cards across the change of shoe."""
        even = np.full((RANK_COUNT, RANK_COUNT), 1 / RANK_COUNT**2)
        return [
            self._figure_of_places(),
            self._matches("rank", RANK_COUNT),
            self._matches("card", DECK_SIZE),
            *(
                chi_square(f"shoe after shoe, {name}", "the rank of one tells nothing about the next", found, even)
                for name, found in self._next.items()
            ),
        ]

    def _figure_of_places(self) -> OutcomeTest:
        chances = pair_chances(RANK_COUNT, self.copies)
        found = [chi_square("", "", counts, chances) for counts in self._pairs]
        worst = min(range(len(found)), key=lambda row: found[row].p)
        first, second = self._places[worst]
        return OutcomeTest(
            test="interplay of places",
            says=f"the ranks at two places are independent, for {len(found)} pairs of places",
            statistic=found[worst].statistic,
            freedom=found[worst].freedom,
            p=worst_of(figure.p for figure in found),
            detail={"pairs": len(found), "worst_first": first + 1, "worst_second": second + 1},
        )

    def _matches(self, name: str, kinds: int) -> OutcomeTest:
        pairs = self._shoes - 1
        mean = self.size / kinds
        spread = self.size**2 * (kinds - 1) / kinds**2 / (self.size - 1)
        z = (self._same[name] - pairs * mean) / sqrt(pairs * spread)
        says = f"a place holds the {name} of the shoe before as often as it should"
        return of_z(f"shoe after shoe, same {name}", says, z, found=self._same[name], expected=pairs * mean)
