"""The tally: whole-number counts of outcome classes, so that one run answers for every paytable.

Tallies of different shoes add up, in any order and with any division of the work. The checksum is of the tally's text,
so two runs can be compared by one line.
"""

import hashlib
from collections.abc import Iterable

import msgspec
import numpy as np

from wartable.sim import layout
from wartable.sim.plan import Row, SimPlan

JsonTally = dict[str, object]


def empty_row() -> Row:
    return np.zeros(layout.TALLY_SIZE, dtype=np.int64)


class Tally(msgspec.Struct, frozen=True):
    """The counts of a run: each hand's outcome classes, and the sums of products for the variances."""

    rounds: int
    shoes: int
    partial: int
    """Shoes that stopped at the last wanted round: none or one."""
    triggers: int
    hands: tuple[tuple[int, ...], ...]
    """Each hand's count of every outcome class."""
    shoe_moments: tuple[int, ...]
    round_moments: tuple[int, ...]
    rounds_in_shoe: dict[int, int]

    @property
    def classes(self) -> tuple[int, ...]:
        """The count of each class, over all hands."""
        return tuple(sum(counts) for counts in zip(*self.hands, strict=True))

    def as_json(self) -> JsonTally:
        return {
            "rounds": self.rounds,
            "shoes": self.shoes,
            "partial": self.partial,
            "triggers": self.triggers,
            "hands": [dict(zip(layout.CLASSES, counts, strict=True)) for counts in self.hands],
            "shoe_moments": list(self.shoe_moments),
            "round_moments": list(self.round_moments),
            "rounds_in_shoe": {str(rounds): shoes for rounds, shoes in sorted(self.rounds_in_shoe.items())},
        }

    def checksum(self) -> str:
        """SHA-256 of the tally as JSON, names in order and no spaces."""
        return hashlib.sha256(msgspec.json.encode(self.as_json(), order="sorted")).hexdigest()


def read_row(plan: SimPlan, row: Row) -> Tally:
    """Return the tally of a kernel's row."""
    counts = [int(count) for count in row]
    size = len(layout.CLASSES)
    first = layout.HAND_CLASSES
    return Tally(
        rounds=counts[layout.ROUNDS],
        shoes=counts[layout.SHOES],
        partial=counts[layout.PARTIAL],
        triggers=counts[layout.TRIGGERS],
        hands=tuple(tuple(counts[first + hand * size : first + (hand + 1) * size]) for hand in plan.bet_hands),
        shoe_moments=tuple(counts[layout.SHOE_MOMENTS : layout.ROUND_MOMENTS]),
        round_moments=tuple(counts[layout.ROUND_MOMENTS : layout.ROUNDS_IN_SHOE]),
        rounds_in_shoe={n: shoes for n, shoes in enumerate(counts[layout.ROUNDS_IN_SHOE :]) if shoes},
    )


class Counter:
    """A tally taken round by round, in plain Python, for the reference and the trace."""

    def __init__(self, plan: SimPlan) -> None:
        self._plan = plan
        self._in_shoe = [0] * layout.SHOE_VECTOR
        self.row = empty_row()

    def count(self, classes: Iterable[int], *, trigger: bool, last: bool) -> None:
        """Count one round: the class of each hand, and whether the cards are shuffled after it."""
        round_vector = [0] * layout.ROUND_VECTOR
        for hand, found in enumerate(classes):
            if found >= 0:
                self.row[layout.HAND_CLASSES + hand * len(layout.CLASSES) + found] += 1
                self._in_shoe[found] += 1
                for place, member in enumerate(layout.ROUND_MEMBERS):
                    round_vector[place] += found in member
        self.row[layout.ROUNDS] += 1
        self.row[layout.TRIGGERS] += trigger
        _add_products(self.row, layout.ROUND_MOMENTS, round_vector)
        if last:
            self._close_shoe()

    def finish(self) -> Row:
        """Return the tally, with the shoe that was not dealt to its end."""
        if self._rounds():
            self.row[layout.PARTIAL] += 1
            self._add_shoe()
        return self.row

    def _rounds(self) -> int:
        return sum(self._in_shoe) // len(self._plan.bet_hands)

    def _close_shoe(self) -> None:
        self.row[layout.SHOES] += 1
        self.row[layout.ROUNDS_IN_SHOE + self._rounds()] += 1
        self._add_shoe()

    def _add_shoe(self) -> None:
        _add_products(self.row, layout.SHOE_MOMENTS, [self._rounds(), *self._in_shoe[layout.WIN :]])
        self._in_shoe = [0] * layout.SHOE_VECTOR


def _add_products(row: Row, where: int, vector: list[int]) -> None:
    for place, (one, other) in enumerate(layout.pairs(len(vector))):
        row[where + place] += vector[one] * vector[other]
