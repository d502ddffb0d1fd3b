"""Ruin: how likely a bankroll is gone before a target is reached, for good or within a number of rounds.

The patron makes the same wagers each round as long as the bankroll pays for them, and stops at the target. On a tie
the patron goes to war if there is money for it, and surrenders if not, as the rules leave no other way. So the money on
hand is a Markov chain on the steps between the patron's last wager and the target. The chance to be ruined first solves
a system of linear equations; within N rounds it is the N-th power of the chain, by steps or by squaring.
"""

from typing import TYPE_CHECKING

import msgspec

from wartable.money import Cents, format_cents, say_cents
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
    followed. Nothing is lost with a target, which ends the walk."""


def ruin(laws: PatronLaws, bankroll: Cents, target: Cents | None, rounds: int) -> Ruin:
    """The fate of a bankroll, with a target or without one."""
    if bankroll < laws.before:
        raise ValueError(f"a bankroll of {say_cents(bankroll)} does not pay for one round's wagers")
    if target is not None and target <= bankroll:
        raise ValueError("a target lies above the bankroll")
    chain = Chain(laws, bankroll, target, rounds)
    within = chain.within(rounds)
    ruined, above = within if within is not None else (None, None)
    reached = above if target is not None else None
    return Ruin(
        bankroll=format_cents(bankroll),
        target=format_cents(target) if target is not None else None,
        ruin_first=chain.ruin_first() if target is not None else _without_target(laws),
        ruined=ruined,
        reached=reached,
        still_playing=None if ruined is None else max(1 - ruined - (reached or 0.0), 0.0),
        off_by=above if target is None else None,
    )


def _without_target(laws: PatronLaws) -> float | None:
    """Who plays on for ever at a disadvantage is ruined; who has the edge may never be, which is not reckoned here."""
    return 1.0 if laws.war.mean <= 0 else None


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

    def _jumps(self, law: RoundLaw) -> list[tuple[int, float]]:
        return [(net // self.step, float(chance)) for net, chance in law.chances.items()]

    @property
    def _short(self) -> int:
        """How many of the lowest states cannot pay for a war."""
        return min(max(-(-(self.laws.to_war - self.least) // self.step), 0), self.states)

    def matrix(self) -> "tuple[Floats, Floats]":
        """The chances from state to state, and from each state to ruin."""
        import numpy as np

        moves = np.zeros((self.states, self.states))
        ruined = np.zeros(self.states)
        rich, poor, short = self._jumps(self.laws.war), self._jumps(self.laws.surrender), self._short
        for state in range(self.states):
            for jump, chance in poor if state < short else rich:
                if state + jump < 0:
                    ruined[state] += chance
                elif state + jump < self.states:
                    moves[state, state + jump] += chance
        return moves, ruined

    def ruin_first(self) -> float | None:
        """The chance of ruin before the target, by linear equations."""
        import numpy as np

        if self.states > MAX_STATES:
            return None
        moves, ruined = self.matrix()
        return float(np.linalg.solve(np.eye(self.states) - moves, ruined)[self.start])

    def within(self, rounds: int) -> tuple[float, float] | None:
        """The chances of ruin and of the target, or of more than is followed, by whichever way is affordable."""
        if self.states <= SQUARED_STATES and rounds > self.states:
            return self._by_squaring(rounds)
        if rounds * self.states * len(self.laws.war.chances) <= STEP_WORK:
            return self._by_steps(rounds)
        return None

    def _by_squaring(self, rounds: int) -> tuple[float, float]:
        import numpy as np

        size = self.states
        whole = np.zeros((size + 2, size + 2))
        whole[:size, :size], whole[:size, size] = self.matrix()
        whole[:size, size + 1] = 1 - whole[:size, : size + 1].sum(axis=1)
        whole[size, size] = whole[size + 1, size + 1] = 1
        here = np.zeros(size + 2)
        here[self.start] = 1
        while rounds:
            if rounds & 1:
                here = here @ whole
            rounds >>= 1
            if rounds:
                whole = whole @ whole
        return float(here[size]), float(here[size + 1])

    def _by_steps(self, rounds: int) -> tuple[float, float]:
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
        return ruined, reached
