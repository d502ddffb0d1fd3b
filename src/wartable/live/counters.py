"""What is counted while the tables run; the server publishes it, and nothing in it names a person or a card."""

from bisect import bisect_left
from collections import Counter

BOUNDS_MS = (1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000, 2_000, 5_000)


class Counters:
    """Numbers that only go up, and how long commands took."""

    def __init__(self) -> None:
        self.total: Counter[tuple[str, str]] = Counter()
        self._took = [0] * (len(BOUNDS_MS) + 1)
        self._took_us = 0

    def count(self, name: str, label: str = "", by: int = 1) -> None:
        """One more of something."""
        self.total[name, label] += by

    def took(self, microseconds: int) -> None:
        """A command was answered after so long."""
        self._took[bisect_left(BOUNDS_MS, microseconds / 1_000)] += 1
        self._took_us += microseconds

    def buckets(self) -> tuple[tuple[tuple[str, int], ...], int, int]:
        """Upper bounds in milliseconds with how many stayed below, the sum of microseconds, and how many there were."""
        sums, so_far = [], 0
        for bound, number in zip((*map(str, BOUNDS_MS), "+Inf"), self._took, strict=True):
            so_far += number
            sums.append((bound, so_far))
        return tuple(sums), self._took_us, so_far
