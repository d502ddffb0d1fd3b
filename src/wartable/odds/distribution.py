"""The law of many rounds: exact in whole numbers while that is affordable, by transform with a proven bound beyond.

Rounds are taken as independent, each from a full shoe: that is a table with a continuous shuffler, and nearly one with
a shoe (docs/odds.md says how nearly).

**Whole numbers.** The law of N rounds is the N-th power of a polynomial P with whole coefficients. From Q = P^N follows
P Q' = N P' Q, and with it every coefficient of Q from the few before it, exactly. The numbers have as many digits as N
times those of one round, so the work grows with the square of N.

**Transform.** The characteristic function of N rounds is the N-th power of that of one, f. It is taken at M equidistant
points and transformed back. Three things keep the result from being exact, and each is bounded:

- *Wrapping*: what lies outside the window of M steps is counted inside it. Chernoff's bound of both tails says how much
  that can be, and M is doubled until it is next to nothing.
- *Evaluation*: f is computed from 1 - Re f = 2 sum p sin²(x t/2), which loses no digits near t = 0, with chances kept
  to twice the usual precision. Angles and sines are good to a few units in the last place, so f is good to a few units
  of t sum p |x|, and its power to N times that; turning it by the window's lowest step w adds a few units of 1 + |w| t.
  By Parseval the chance of any set of results is off by no more than the
  root of the sum of the squares of these.
- *Transform*: the fast transform is accurate to a few units in the last place for each of its log2 M stages.

Their sum is `error`. It bounds the error of the probability of any set of results, and is told with every figure.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import exp, log, log2, sqrt
from typing import TYPE_CHECKING, Literal

from wartable.money import Cents
from wartable.odds.law import RoundLaw

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

MAX_ROUNDS = 10_000_000
WHOLE_NUMBER_WORK = 15_000_000
"""Digits of Python's whole numbers that are multiplied at most: about a tenth of a second."""
MAX_WINDOW = 2**22
WRAPPED = 1e-18
"""What wrapping may add."""
UNIT = 2.0**-53
EVALUATION_UNITS = 16
TRANSFORM_UNITS = 4
"""Units in the last place per evaluation and per stage of the transform, generously."""
DIGIT_BITS = 30

Method = Literal["whole numbers", "transform"]


@dataclass(frozen=True)
class Distribution:
    """The law of a sum: the chance of `lowest`, `lowest + step`, … in cents."""

    rounds: int
    lowest: Cents
    step: Cents
    chances: "Floats"
    method: Method
    error: float
    """The chance of any set of results is off by no more than this."""

    def below(self, net: Cents) -> float:
        """The chance of ending below a net."""
        places = -(-(net - self.lowest) // self.step)
        return _clip(float(self.chances[: max(places, 0)].sum()))

    def above(self, net: Cents) -> float:
        """The chance of ending above a net."""
        places = (net - self.lowest) // self.step + 1
        return _clip(float(self.chances[max(places, 0) :].sum()))

    def at(self, net: Cents) -> float:
        """The chance of ending exactly there."""
        place, rest = divmod(net - self.lowest, self.step)
        return _clip(float(self.chances[place])) if not rest and 0 <= place < len(self.chances) else 0.0

    def quantiles(self, shares: Sequence[float]) -> list[Cents]:
        """For each share, the smallest net that at least so large a share of sessions does not exceed."""
        import numpy as np

        places = np.searchsorted(np.cumsum(self.chances), np.asarray(shares) - self.error)
        return [self.lowest + min(int(place), len(self.chances) - 1) * self.step for place in places]


def _clip(chance: float) -> float:
    """A chance, whatever the last digits say."""
    return min(max(chance, 0.0), 1.0)


def distribution(law: RoundLaw, rounds: int) -> Distribution:
    """The law of a patron's result after so many rounds."""
    if not 1 <= rounds <= MAX_ROUNDS:
        raise ValueError(f"expected 1 to {MAX_ROUNDS} rounds")
    return (
        by_whole_numbers(law, rounds)
        if whole_number_work(law, rounds) <= WHOLE_NUMBER_WORK
        else by_transform(law, rounds)
    )


# In whole numbers


def whole_number_work(law: RoundLaw, rounds: int) -> int:
    """How many digits the whole numbers would multiply, near enough."""
    weights, whole = law.weights()
    digits = rounds * whole.bit_length() // DIGIT_BITS + 1
    return rounds * max(weights) * len(weights) * digits


def whole_powers(law: RoundLaw, rounds: int) -> tuple[list[int], int]:
    """The chances after so many rounds as whole numbers, and the whole number they are out of."""
    weights, whole = law.weights()
    first = weights[0]
    others = [(place, weight) for place, weight in weights.items() if place]
    found = [first**rounds]
    for place in range(1, rounds * max(weights) + 1):
        total = 0
        for back, weight in others:
            if back <= place:
                total += (back * (rounds + 1) - place) * weight * found[place - back]
        found.append(total // (place * first))
    return found, whole**rounds


def by_whole_numbers(law: RoundLaw, rounds: int) -> Distribution:
    """Exactly; each chance is then rounded once, to the nearest decimal the machine has."""
    import numpy as np

    ways, whole = whole_powers(law, rounds)
    # A shift leaves more than twice the digits a decimal keeps, and numbers that long are divided quickly.
    spare = max(whole.bit_length() - 256, 0)
    out_of = whole >> spare
    chances = np.array([(way >> spare) / out_of for way in ways])
    error = UNIT * log2(len(chances) + 1)
    return Distribution(rounds, rounds * law.lowest, law.step, chances, "whole numbers", error)


# By transform


def by_transform(law: RoundLaw, rounds: int) -> Distribution:
    """The law by the N-th power of the characteristic function, over a window that holds all but next to nothing."""
    import numpy as np

    weights, whole = law.weights()
    places = np.array(sorted(weights), dtype=np.float64)
    exact = [Fraction(weights[int(place)], whole) for place in places]
    middle = round(sum(chance * int(place) for chance, place in zip(exact, places, strict=True)))
    centred = places - middle
    window, low, wrapped = _window(exact, centred, rounds)
    angles = 2 * np.pi * np.arange(window // 2 + 1) / window
    size, phase, error = _power(exact, centred, angles, rounds)
    error += size * EVALUATION_UNITS * UNIT * (1 + abs(low) * angles)  # of turning the window to its place
    spectrum = size * np.exp(1j * (phase - low * angles))
    chances = np.fft.irfft(np.conj(spectrum), window)
    both = np.concatenate([size, size[1:-1]])
    slips = TRANSFORM_UNITS * UNIT * log2(window) * float(np.linalg.norm(both))
    strays = float(np.linalg.norm(np.concatenate([error, error[1:-1]])))
    lowest = law.lowest * rounds + law.step * (middle * rounds + low)
    return Distribution(rounds, lowest, law.step, chances, "transform", wrapped + slips + strays)


def _power(exact: list[Fraction], centred: "Floats", angles: "Floats", rounds: int) -> "tuple[Floats, Floats, Floats]":
    """The size and the phase of the N-th power at each angle, and what its error can be."""
    import numpy as np

    short = np.zeros_like(angles)
    turn = np.zeros_like(angles)
    for chance, place in zip(exact, centred, strict=True):
        high = float(chance)
        rest = float(chance - Fraction(high))
        half = np.sin(place * angles / 2) ** 2
        sine = np.sin(place * angles)
        short += 2 * (high * half + rest * half)
        turn += high * sine + rest * sine
    with np.errstate(divide="ignore"):
        logarithm = 0.5 * np.log1p(np.maximum(-2 * short + short**2 + turn**2, -1.0))
    size = np.exp(rounds * logarithm)
    phase = rounds * np.arctan2(turn, 1 - short)
    reach = sum(float(chance) * abs(float(place)) for chance, place in zip(exact, centred, strict=True))
    error = size * rounds * EVALUATION_UNITS * UNIT * reach * angles
    return size, phase, error


def _window(exact: list[Fraction], centred: "Floats", rounds: int) -> tuple[int, int, float]:
    """How many steps to take, from which, and how much of the law can lie outside; counted from the middle."""
    chances = [float(chance) for chance in exact]
    steps = [float(place) for place in centred]
    mean = sum(chance * step for chance, step in zip(chances, steps, strict=True))
    variance = sum(chance * (step - mean) ** 2 for chance, step in zip(chances, steps, strict=True))
    reach = 8 * sqrt(rounds * variance) + 8
    while True:
        low, high = int(rounds * mean - reach), int(rounds * mean + reach)
        low, high = max(low, int(rounds * min(steps))), min(high, int(rounds * max(steps)))
        up = tail_bound(chances, steps, rounds, high + 1)
        down = tail_bound(chances, [-step for step in steps], rounds, -low + 1)
        if up + down <= WRAPPED:
            break
        reach *= 1.25
    window = 1 << (high - low).bit_length()
    if window > MAX_WINDOW:
        raise ValueError("the stakes have too fine a common step for so many rounds; take stakes with a coarser one")
    return window, low, up + down


def tail_bound(chances: Sequence[float], steps: Sequence[float], rounds: int, level: float) -> float:
    """Chernoff's bound of the chance that so many rounds add up to at least this level."""
    if level > rounds * max(steps):
        return 0.0

    def exponent(lean: float) -> float:
        most = lean * max(steps)
        return (
            rounds * (most + log(sum(c * exp(lean * s - most) for c, s in zip(chances, steps, strict=True))))
            - lean * level
        )

    # The exponent is convex in the lean, so its least value is found by narrowing; any lean gives a valid bound.
    low, high = 0.0, 64.0 / max(*steps, 1.0)
    for _ in range(80):
        one, other = low + (high - low) / 3, high - (high - low) / 3
        low, high = (low, other) if exponent(one) < exponent(other) else (one, high)
    return exp(min(exponent((low + high) / 2), 0.0))
