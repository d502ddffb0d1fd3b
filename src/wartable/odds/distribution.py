"""The distribution of many rounds: exact in integers where affordable, else by FFT with a proven error bound.

Rounds are taken as independent, each from a full shoe. That is exact for a table with a continuous shuffler, and close
for a table with a shoe (docs/odds.md says how close).

**Integers.** The distribution of N rounds is the N-th power of a polynomial P with integer coefficients. From Q = P^N
follows P Q' = N P' Q, and with it every coefficient of Q from the few before it, exactly. The numbers have N times the
digits of one round's, so the work grows with the square of N.

**Transform.** The characteristic function of N rounds is the N-th power of that of one, f. It is taken at M equidistant
angles and transformed back. docs/odds.md derives the bound of each error: truncation to a window of M steps, the
evaluation of f, its power, the fast transform, and the sum of many chances. Every constant here is one of that
derivation.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import exp, fsum, log, log2, sqrt
from typing import TYPE_CHECKING, Literal

from wartable.money import Cents
from wartable.odds.errors import BadArgument
from wartable.odds.law import RoundLaw

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

MAX_ROUNDS = 10_000_000
WHOLE_NUMBER_WORK = 15_000_000
"""The most digits of Python's integers to multiply: about a tenth of a second."""
MAX_WINDOW = 2**22
LEAST_WINDOW = 4
OUTSIDE = 1e-18
"""The chance that the window may leave out."""
DIGIT_BITS = 30

UNIT = 2.0**-53
"""The unit roundoff: no single operation has a larger relative error. All errors below are in this unit."""
FUNCTION = 8
"""The relative error of an elementary function: NumPy's are within four units in the last place."""
SINE = FUNCTION + 2
"""A sine of the table; its angle is off by less than two units."""
STAGE = 8
"""A stage of the fast transform: less than seven by the known bound."""
SUMMED = 3
"""The rounding of each chance, and of any sum of chances."""
HIGHER_ORDER = 1.01
"""Products of errors, and the rounding of the bound itself."""
NEAR = 0.75
"""Where 1 - |f|² is below this, |f| is at least one half."""
LEAST_SIZE = 1e-300

Method = Literal["whole numbers", "transform"]


@dataclass(frozen=True)
class Distribution:
    """The distribution of a sum: the chance of `lowest`, `lowest + step`, … in cents."""

    rounds: int
    lowest: Cents
    step: Cents
    chances: "Floats"
    method: Method
    error: float
    """The error bound of the chance of any set of results."""

    def below(self, net: Cents) -> float:
        """Return the chance of ending below a net."""
        places = -(-(net - self.lowest) // self.step)
        return self.between(0, max(places, 0))

    def above(self, net: Cents) -> float:
        """Return the chance of ending above a net."""
        places = (net - self.lowest) // self.step + 1
        return self.between(max(places, 0), len(self.chances))

    def at(self, net: Cents) -> float:
        """Return the chance of ending exactly at a net."""
        place, rest = divmod(net - self.lowest, self.step)
        return self.between(place, place + 1) if not rest and 0 <= place < len(self.chances) else 0.0

    def between(self, first: int, end: int) -> float:
        """Return the chance of the results from index `first` up to, but not including, index `end`."""
        return min(max(fsum(self.chances[first:end].tolist()), 0.0), 1.0)

    def quantiles(self, shares: Sequence[float]) -> list[Cents]:
        """For each share, the smallest net that at least this share of sessions does not exceed.

        A cumulative chance that is below the share by no more than its error counts as reaching it.
        """
        import numpy as np

        off = self.error + HIGHER_ORDER * UNIT * len(self.chances)  # each term of the cumulative sum is rounded once
        places = np.searchsorted(np.cumsum(self.chances), np.asarray(shares) - off)
        return [self.lowest + min(int(place), len(self.chances) - 1) * self.step for place in places]


def distribution(law: RoundLaw, rounds: int) -> Distribution:
    """Return the distribution of a patron's result after this number of rounds."""
    if not 1 <= rounds <= MAX_ROUNDS:
        raise BadArgument("rounds", f"expected 1 to {MAX_ROUNDS} rounds, not {rounds}")
    return (
        by_whole_numbers(law, rounds)
        if whole_number_work(law, rounds) <= WHOLE_NUMBER_WORK
        else by_transform(law, rounds)
    )


# In integers


def whole_number_work(law: RoundLaw, rounds: int) -> int:
    """Return approximately how many digits the integers would multiply."""
    weights, whole = law.weights()
    digits = rounds * whole.bit_length() // DIGIT_BITS + 1
    return rounds * max(weights) * len(weights) * digits


def whole_powers(law: RoundLaw, rounds: int) -> tuple[list[int], int]:
    """Return the chances after this number of rounds as integers, and their common denominator."""
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
    """Compute the distribution exactly; each chance is then rounded once, to the nearest float."""
    import numpy as np

    ways, whole = whole_powers(law, rounds)
    # A shift leaves more than twice the digits a decimal keeps, and numbers that long are divided quickly.
    spare = max(whole.bit_length() - 256, 0)
    out_of = whole >> spare
    chances = np.array([(way >> spare) / out_of for way in ways])
    return Distribution(rounds, rounds * law.lowest, law.step, chances, "whole numbers", SUMMED * UNIT)


# By transform


def by_transform(law: RoundLaw, rounds: int) -> Distribution:
    """Compute the distribution by the N-th power of the characteristic function, over a window."""
    import numpy as np

    weights, whole = law.weights()
    places = sorted(weights)
    exact = [Fraction(weights[place], whole) for place in places]
    middle = round(sum(chance * place for chance, place in zip(exact, places, strict=True)))
    centred = [place - middle for place in places]
    chances = [float(chance) for chance in exact]
    window, low, outside = _window(chances, centred, rounds)
    size, phase, off = _power(chances, centred, rounds, window)
    # The spectrum is turned so that the window begins at its lowest step.
    sines = _sines(window)
    turned = -2 * low * np.arange(window // 2 + 1) % (2 * window)
    turn = sines[(turned + window // 2) % (2 * window)] + 1j * sines[turned]
    spectrum = size * (np.cos(phase) + 1j * np.sin(phase)) * turn
    found = np.fft.irfft(np.conj(spectrum), window)
    evaluated, transformed = (
        float(np.linalg.norm(np.concatenate([half, half[1:-1]])))  # both halves of the circle
        for half in (off, STAGE * UNIT * log2(window) * size)
    )
    error = HIGHER_ORDER * (2 * outside + evaluated + transformed + SUMMED * UNIT)
    lowest = law.lowest * rounds + law.step * (middle * rounds + low)
    return Distribution(rounds, lowest, law.step, found, "transform", error)


def _power(chances: Sequence[float], steps: Sequence[int], rounds: int, window: int) -> "tuple[Floats, Floats, Floats]":
    """The magnitude and the phase of the N-th power of f at each angle, and the error bound of the power."""
    import numpy as np

    sines, angles = _sines(window), np.arange(window // 2 + 1)
    short, across = np.zeros(len(angles)), np.zeros(len(angles))  # f is 1 - short + i across
    for chance, step in zip(chances, steps, strict=True):
        short += 2 * chance * sines[step * angles % (2 * window)] ** 2
        across += chance * sines[2 * step * angles % (2 * window)]
    squares = np.minimum(short * (2 - short) - across**2, 1.0)  # 1 - |f|², without loss of digits where f is near 1
    near = squares < NEAR
    radius = np.maximum(np.hypot(1 - short, across), LEAST_SIZE)
    logarithm = np.where(near, np.log1p(-np.where(near, squares, 0.0)) / 2, np.log(radius))
    size = np.exp(rounds * logarithm)
    argument = np.arctan2(across, 1 - short)
    f_off = HIGHER_ORDER * (2 * SINE + 4 + len(steps)) * UNIT * (short + np.sqrt(2 * short))
    widest = np.minimum(np.log(np.where(near, np.exp(logarithm), radius) + f_off), 0.0)
    off = rounds * f_off * np.exp((rounds - 1) * widest)
    small = 20 * short + (FUNCTION + 1) * np.abs(logarithm) + (FUNCTION + 2) * np.abs(argument)
    off += size * UNIT * (rounds * small + 4 * FUNCTION + 2 * SINE)
    return size, rounds * argument, off


def _sines(window: int) -> "Floats":
    """The sines of all multiples of pi / window below two pi; each angle is reduced to an eighth of the circle."""
    import numpy as np

    eighth = np.pi * np.arange(window // 4 + 1) / window
    quarter = np.concatenate([np.sin(eighth), np.cos(eighth[-2::-1])])
    half = np.concatenate([quarter, quarter[-2:0:-1]])
    return np.concatenate([half, -half])


def _window(chances: Sequence[float], steps: Sequence[int], rounds: int) -> tuple[int, int, float]:
    """The number of steps in the window, its first step, and a bound of the probability outside it."""
    mean = sum(chance * step for chance, step in zip(chances, steps, strict=True))
    variance = sum(chance * (step - mean) ** 2 for chance, step in zip(chances, steps, strict=True))
    reach = 8 * sqrt(rounds * variance) + 8
    while True:
        low, high = int(rounds * mean - reach), int(rounds * mean + reach)
        low, high = max(low, rounds * min(steps)), min(high, rounds * max(steps))
        up = tail_bound(chances, steps, rounds, high + 1)
        down = tail_bound(chances, [-step for step in steps], rounds, -low + 1)
        if up + down <= OUTSIDE:
            break
        reach *= 1.25
    window = max(1 << (high - low).bit_length(), LEAST_WINDOW)
    if window > MAX_WINDOW:
        raise ValueError("the stakes have too fine a common step for these rounds; use stakes with a coarser one")
    return window, low, up + down


def tail_bound(chances: Sequence[float], steps: Sequence[int], rounds: int, level: int) -> float:
    """Return Chernoff's bound of the chance that the rounds add up to at least this level, rounding included."""
    if level > rounds * max(steps):
        return 0.0
    widest = max(map(abs, steps))

    def exponent(lean: float) -> tuple[float, float]:
        most = lean * max(steps)
        mean = log(sum(c * exp(lean * s - most) for c, s in zip(chances, steps, strict=True)))
        terms = rounds * (lean * widest + len(steps) + abs(mean)) + abs(lean * level)
        return rounds * (most + mean) - lean * level, 2 * FUNCTION * UNIT * terms

    # The exponent is convex in the tilt, so a search by narrowing finds its minimum; any tilt gives a valid bound.
    low, high = 0.0, 64.0 / max(*steps, 1)
    for _ in range(80):
        one, other = low + (high - low) / 3, high - (high - low) / 3
        low, high = (low, other) if exponent(one) < exponent(other) else (one, high)
    return HIGHER_ORDER * exp(min(sum(exponent((low + high) / 2)), 0.0))
