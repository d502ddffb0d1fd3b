"""Ruin: how likely a bankroll is gone before a target is reached, for good or within a number of rounds.

The patron makes the same wagers each round as long as the bankroll pays for them, and stops at the target. On a tie
the patron goes to war if there is money for it, and surrenders if not, as the rules leave no other way. So the money on
hand is a Markov chain on the steps between the patron's last wager and the target. The chance to be ruined first solves
a system of linear equations; within N rounds it is the N-th power of the chain, by steps or by squaring. Both come with
a bound of their rounding errors, which docs/odds.md derives.
"""

from typing import TYPE_CHECKING

import msgspec

from wartable.money import Cents, format_cents, say_cents
from wartable.odds.distribution import HIGHER_ORDER, UNIT
from wartable.odds.law import PatronLaws, RoundLaw

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

MAX_STATES = 3_000
"""Steps between ruin and target that the equations are solved for."""
SQUARED_STATES = 600
"""Steps for which squaring is cheaper than a great many single rounds."""
STEP_WORK = 1_500_000_000
"""Rounds times steps times outcomes that are walked one by one: a few seconds."""
DEVIATIONS = 9
"""Without a target, money is followed up to so many standard deviations above the start. What is won beyond counts as
never ruined, which `off_by` bounds: a law with one great prize leaps over any number of deviations now and then."""

Bounded = tuple[float, float]
"""A chance, and the most it can be off by."""
Within = tuple[float, float, float]
"""The chances of ruin and of the target, or of more than is followed, and the most each can be off by."""


class Ruin(msgspec.Struct, frozen=True):
    """What becomes of a bankroll."""

    bankroll: str
    target: str | None
    ruin_first: float | None
    """The chance to be ruined before the target is reached, however long it takes; one without a target."""
    ruined: float | None
    """The chance to be ruined within the session; nothing where it is too long to be walked through."""
    reached: float | None
    """The chance to have reached the target within the session."""
    still_playing: float | None
    """All the others."""
    off_by: float | None
    """`ruined` is too small, and `still_playing` too large, by no more than this: the chance that more was won than is
    followed, and `error`. Nothing is lost with a target, which ends the walk."""
    ruin_first_error: float | None = None
    """Rounding has moved `ruin_first` by no more than this."""
    error: float | None = None
    """Rounding has moved `ruined`, `reached` and `still_playing` by no more than this."""


def ruin(laws: PatronLaws, bankroll: Cents, target: Cents | None, rounds: int) -> Ruin:
    """The fate of a bankroll, with a target or without one."""
    if bankroll < laws.before:
        raise ValueError(f"a bankroll of {say_cents(bankroll)} does not pay for one round's wagers")
    if target is not None and target <= bankroll:
        raise ValueError("a target lies above the bankroll")
    chain = Chain(laws, bankroll, target, rounds)
    first = chain.ruin_first() if target is not None else _without_target(laws)
    ruined, above, off = chain.within(rounds) or (None, None, None)
    reached = above if target is not None else None
    error = None if off is None else 2 * off + UNIT  # what is left over is off by both, and rounded once
    return Ruin(
        bankroll=format_cents(bankroll),
        target=format_cents(target) if target is not None else None,
        ruin_first=first and first[0],
        ruined=ruined,
        reached=reached,
        still_playing=None if ruined is None else max(1 - ruined - (reached or 0.0), 0.0),
        off_by=above + error if target is None and above is not None and error is not None else None,
        ruin_first_error=first and first[1],
        error=error,
    )


def _without_target(laws: PatronLaws) -> Bounded | None:
    """Who plays on for ever at a disadvantage is ruined; who has the edge may never be, which is not reckoned here."""
    return (1.0, 0.0) if laws.war.mean <= 0 else None


class Chain:
    """The money on hand, in steps; the states are those in which the patron plays on and is followed."""

    def __init__(self, laws: PatronLaws, bankroll: Cents, target: Cents | None, rounds: int) -> None:
        from math import ceil, gcd, sqrt

        self.laws = laws
        nets = {*laws.war.chances, *laws.surrender.chances}
        self.step = gcd(*nets)
        if target is None:
            drift = max(float(laws.war.mean) * rounds, 0.0)
            reach = DEVIATIONS * sqrt(float(laws.war.variance) * rounds) + drift
            target = bankroll + min(ceil(reach), rounds * max(nets)) + self.step
        # Money is counted from the least with which a round can be played, on the grid the bankroll stands on.
        self.start = (bankroll - laws.before) // self.step
        self.least = bankroll - self.start * self.step
        self.states = -(-(target - self.least) // self.step)

    @property
    def _outcomes(self) -> int:
        return max(len(self.laws.war.chances), len(self.laws.surrender.chances))

    def _jumps(self, law: RoundLaw) -> list[tuple[int, float]]:
        return [(net // self.step, float(chance)) for net, chance in law.chances.items()]

    @property
    def _short(self) -> int:
        """How many of the lowest states cannot pay for a war."""
        return min(max(-(-(self.laws.to_war - self.least) // self.step), 0), self.states)

    def matrix(self) -> "tuple[Floats, Floats, Floats]":
        """The chances from state to state, and from each state to ruin and above what is followed."""
        import numpy as np

        moves = np.zeros((self.states, self.states))
        ruined, above = np.zeros(self.states), np.zeros(self.states)
        rich, poor, short = self._jumps(self.laws.war), self._jumps(self.laws.surrender), self._short
        for state in range(self.states):
            for jump, chance in poor if state < short else rich:
                if state + jump < 0:
                    ruined[state] += chance
                elif state + jump < self.states:
                    moves[state, state + jump] += chance
                else:
                    above[state] += chance
        return moves, ruined, above

    def ruin_first(self) -> Bounded | None:
        """The chance of ruin before the target, by linear equations, and its error from what they leave over.

        Where the equations turn some positive numbers, here the rounds still to come, into no less than c, no solution
        is off by more than the largest of these numbers over c for each unit that is left over.
        """
        import numpy as np

        if self.states > MAX_STATES:
            return None
        moves, ruined, _ = self.matrix()
        equations = np.eye(self.states) - moves
        chances, rounds = np.linalg.solve(equations, np.column_stack([ruined, np.ones(self.states)])).T
        rounding = 3 * (self._outcomes + 4) * UNIT
        left_over = float(np.abs(ruined - chances + moves @ chances).max()) + rounding
        longest = float(rounds.max())
        least = float((rounds - moves @ rounds).min()) - rounding * longest
        error = HIGHER_ORDER * left_over * longest / max(least, UNIT)
        return float(chances[self.start]), min(error, 1.0)

    def within(self, rounds: int) -> Within | None:
        """The chances of ruin and of the target, or of more than is followed, by whichever way is affordable."""
        if self.states <= SQUARED_STATES and rounds > self.states:
            return self._by_squaring(rounds)
        if rounds * self.states * len(self.laws.war.chances) <= STEP_WORK:
            return self._by_steps(rounds)
        return None

    def _by_squaring(self, rounds: int) -> Within:
        import numpy as np

        size = self.states
        whole = np.zeros((size + 2, size + 2))
        whole[:size, :size], whole[:size, size], whole[:size, size + 1] = self.matrix()
        whole[size, size] = whole[size + 1, size + 1] = 1
        here = np.zeros(size + 2)
        here[self.start] = 1
        error = HIGHER_ORDER * UNIT * rounds * (size + 3 + self._outcomes)
        while rounds:
            if rounds & 1:
                here = here @ whole
            rounds >>= 1
            if rounds:
                whole = whole @ whole
        return float(here[size]), float(here[size + 1]), error

    def _by_steps(self, rounds: int) -> Within:
        import numpy as np

        jumps, short = self._jumps(self.laws.war), self._short
        poor = self._jumps(self.laws.surrender)
        size = self.states
        here = np.zeros(size)
        here[self.start] = 1
        ruined = reached = 0.0
        for _ in range(rounds):
            there = np.zeros(size)
            for low, high, law in ((0, short, poor), (short, size, jumps)):
                for jump, chance in law:
                    to_low, to_high = low + jump, high + jump
                    if to_low < 0:
                        ruined += chance * float(here[low : min(high, -jump)].sum())
                    if to_high > size:
                        reached += chance * float(here[max(low, size - jump) : high].sum())
                    first, last = max(to_low, 0), min(to_high, size)
                    if first < last:
                        there[first:last] += chance * here[first - jump : last - jump]
            here = there
        return ruined, reached, HIGHER_ORDER * UNIT * (3 * rounds * (self._outcomes + 1) + size)
