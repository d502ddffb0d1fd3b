"""What is counted while the tables run; the server publishes it, and nothing in it names a person or a card."""

from bisect import bisect_left
from collections import Counter

BOUNDS_MS = (1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000, 2_000, 5_000)


class Counters:
    """Numbers that only go up, and how long commands took."""

    def __init__(self) -> None:
        self.total: Counter[tuple[str, str]] = Counter()
        self.took_by_bound = [0] * (len(BOUNDS_MS) + 1)
        """Commands by the first bound that they stayed below; the last of these are above all bounds."""
        self.took_us = 0

    def count(self, name: str, label: str = "", by: int = 1) -> None:
        """One more of something."""
        self.total[name, label] += by

    def took(self, microseconds: int) -> None:
        """A command was answered after so long."""
        self.took_by_bound[bisect_left(BOUNDS_MS, microseconds / 1_000)] += 1
        self.took_us += microseconds
