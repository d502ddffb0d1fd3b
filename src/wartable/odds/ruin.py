"""Ruin: the chance that a bankroll is gone before a target is reached, ever or within a number of rounds.

The patron makes the same wagers each round as long as the bankroll pays for them, and stops at the target. On a tie
the patron goes to war if there is money for it, and surrenders if not, as the rules leave no other way. A war tie wager
is left out where the money pays for the war alone. So the money on hand is a Markov chain on the steps between the
patron's last wager and the target. The chance to be ruined first solves a system of linear equations; within N rounds
it is the N-th power of the chain, by steps or by squaring. Both come with a bound of their rounding errors, which
docs/odds.md derives.
"""

from typing import TYPE_CHECKING

import msgspec

from wartable.money import Cents, format_cents, say_cents
from wartable.odds.distribution import HIGHER_ORDER, UNIT
from wartable.odds.errors import BadArgument
from wartable.odds.law import PatronLaws

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

MAX_STATES = 3_000
"""The most steps between ruin and target for which the equations are solved."""
SQUARED_STATES = 600
"""The most steps for which squaring is cheaper than many single rounds."""
STEP_WORK = 1_500_000_000
"""The most work (rounds times steps times outcomes) done round by round: a few seconds."""
DEVIATIONS = 9
"""Without a target, the chain is truncated this number of standard deviations above the start. More money than that
counts as never ruined, and `off_by` bounds the error: one great prize can exceed any number of deviations."""

Bounded = tuple[float, float]
"""A chance, and its error bound."""
Within = tuple[float, float, float]
"""The chances of ruin and of the target (or of passing the truncation), and the error bound of each."""


class Ruin(msgspec.Struct, frozen=True):
    """The result of a bankroll."""

    bankroll: str
    target: str | None
    ruin_first: float | None
    """The chance of ruin before the target is reached, in any number of rounds; 1 without a target."""
    ruined: float | None
    """The chance of ruin within the session; null where the session is too long to compute."""
    reached: float | None
    """The chance to have reached the target within the session."""
    still_playing: float | None
    """The chance of neither."""
    off_by: float | None
    """The truncation error, with `error`: `ruined` is too small, and `still_playing` too large, by at most this. With a
    target nothing is truncated."""
    ruin_first_error: float | None = None
    """The rounding error of `ruin_first` is at most this."""
    error: float | None = None
    """The rounding error of `ruined`, `reached` and `still_playing` is at most this."""


def ruin(laws: PatronLaws, bankroll: Cents, target: Cents | None, rounds: int) -> Ruin:
    """Return the result of a bankroll, with a target or without one."""
    if bankroll < laws.before:
        least = say_cents(laws.before)
        raise BadArgument("bankroll", f"expected at least {least}, one round's wagers, not {say_cents(bankroll)}")
    if target is not None and target <= bankroll:
        more = f"more than the bankroll of {say_cents(bankroll)}"
        raise BadArgument("target", f"expected {more}, not {say_cents(target)}")
    chain = Chain(laws, bankroll, target, rounds)
    first = chain.ruin_first() if target is not None else _without_target(laws)
    ruined, above, off = chain.within(rounds) or (None, None, None)
    reached = above if target is not None else None
    error = None if off is None else 2 * off + UNIT  # the rest has the errors of both, and is rounded once
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
    """A patron who plays for ever at a disadvantage is ruined; with an edge the chance is not computed here."""
    return (1.0, 0.0) if laws.war.mean <= 0 else None


class Chain:
    """The money on hand, in steps; the states are those in which the patron plays on."""

    def __init__(self, laws: PatronLaws, bankroll: Cents, target: Cents | None, rounds: int) -> None:
        from math import ceil, gcd, sqrt

        self.laws = laws
        nets = {net for _, law in laws.by_money() for net in law.chances}
        self.step = gcd(*nets)
        if target is None:
            drift = max(float(laws.war.mean) * rounds, 0.0)
            reach = DEVIATIONS * sqrt(float(laws.war.variance) * rounds) + drift
            target = bankroll + min(ceil(reach), rounds * max(nets)) + self.step
        # Money is counted from the least with which a round can be played, on the grid of the bankroll.
        self.start = (bankroll - laws.before) // self.step
        self.least = bankroll - self.start * self.step
        self.states = -(-(target - self.least) // self.step)

    @property
    def _outcomes(self) -> int:
        return max(len(law.chances) for _, law in self.laws.by_money())

    def _bands(self) -> list[tuple[int, int, list[tuple[int, float]]]]:
        """Return states from one to before another, with the jumps of a round that their money pays for."""
        found, high = [], self.states
        for money, law in reversed(self.laws.by_money()):
            low = min(max(-(-(money - self.least) // self.step), 0), high)
            found.append((low, high, [(net // self.step, float(chance)) for net, chance in law.chances.items()]))
            high = low
        return found

    def matrix(self) -> "tuple[Floats, Floats, Floats]":
        """Return the chances from state to state, and from each state to ruin and beyond the last state."""
        import numpy as np

        moves = np.zeros((self.states, self.states))
        ruined, above = np.zeros(self.states), np.zeros(self.states)
        for low, high, jumps in self._bands():
            for state in range(low, high):
                for jump, chance in jumps:
                    if state + jump < 0:
                        ruined[state] += chance
                    elif state + jump < self.states:
                        moves[state, state + jump] += chance
                    else:
                        above[state] += chance
        return moves, ruined, above

    def ruin_first(self) -> Bounded | None:
        """Return the chance of ruin before the target, by linear equations, and an error bound from their residual.

        Where the equations turn some positive numbers, here the rounds still to come, into no less than c, the error is
        at most the largest of these numbers over c for each unit of the residual.
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
        """Return the chances of ruin and of the target (or of passing the truncation), by the affordable method."""
        if self.states <= SQUARED_STATES and rounds > self.states:
            return self._by_squaring(rounds)
        if rounds * self.states * self._outcomes <= STEP_WORK:
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

        bands, size = self._bands(), self.states
        here = np.zeros(size)
        here[self.start] = 1
        ruined = reached = 0.0
        for _ in range(rounds):
            there = np.zeros(size)
            for low, high, jumps in bands:
                for jump, chance in jumps:
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
