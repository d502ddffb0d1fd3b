"""The running balances of every account, joined into runs: a whole life is one run from zero to the balance.

Postings go by in the order of their records, and not in that of time. So a life comes in pieces: where one ends another
begins, and all of them hang together. Pieces that join only each other are made up.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator

import msgspec

from wartable.money import Cents

Ends = dict[str, dict[Cents, int]]
"""By account: where runs of postings begin (below 0) and end (above 0). In order they join; a whole life is one run."""


class BalanceRuns(msgspec.Struct, frozen=True):
    """What the postings of all accounts come to, in runs."""

    ends: Ends
    apart: frozenset[str]
    """Accounts whose runs do not join at their ends; the postings inside them may still join."""
    below: frozenset[str]
    """Accounts that were below zero after a posting."""


class Joined:
    """Balances of one account that hang together with zero, and those that do not."""

    def __init__(self) -> None:
        self._leads: dict[Cents, Cents] = {}

    def join(self, one: Cents, other: Cents) -> None:
        self._leads[self._root(one)] = self._root(other)

    def apart(self) -> Iterator[Cents]:
        """Yield every balance that does not hang together with zero."""
        zero = self._root(0)
        return (value for value in list(self._leads) if self._root(value) != zero)

    def _root(self, value: Cents) -> Cents:
        leads = self._leads
        while (up := leads.setdefault(value, value)) != value:
            leads[value] = leads[up]
            value = up
        return value


def apart_from_zero(steps: Iterable[tuple[Cents, Cents]]) -> frozenset[Cents]:
    """Return the balances before and after these postings of one account that do not hang together with zero."""
    joined = Joined()
    for before, after in steps:
        joined.join(before, after)
    return frozenset(joined.apart())


class RunningBalances:
    """The running balances of every account: as long as each posting goes on from the last, that is one run."""

    def __init__(self) -> None:
        self._began: dict[str, Cents] = {}
        self._now: dict[str, Cents] = {}
        self._ends: Ends = defaultdict(dict)
        self._joined: dict[str, Joined] = defaultdict(Joined)
        self._below: set[str] = set()

    def add(self, account: str, cents: Cents, after: Cents) -> None:
        """Continue a run, or begin another where this posting does not follow the last."""
        before = after - cents
        now = self._now.get(account)
        if now != before:
            if now is not None:
                self._end(account, now)
            self._count(account, before, -1)
            self._began[account] = before
        if after < 0:
            self._below.add(account)
        self._now[account] = after

    def runs(self) -> BalanceRuns:
        """Return where runs begin and end, after the last posting."""
        while self._now:
            self._end(*self._now.popitem())
        apart = frozenset(account for account, joined in self._joined.items() if any(True for _ in joined.apart()))
        return BalanceRuns(self._ends, apart, frozenset(self._below))

    def _end(self, account: str, now: Cents) -> None:
        self._count(account, now, 1)
        self._joined[account].join(self._began[account], now)

    def _count(self, account: str, value: Cents, step: int) -> None:
        ends = self._ends[account]
        left = ends.get(value, 0) + step
        if left:
            ends[value] = left
        else:
            del ends[value]
