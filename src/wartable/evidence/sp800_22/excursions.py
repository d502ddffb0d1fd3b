"""Tests of a walk between its returns to nought: random excursions and their variant (sections 2.14 and 2.15)."""

import math

import numpy as np
import numpy.typing as npt

from wartable.evidence.sp800_22.bits import Bits
from wartable.evidence.special import upper_gamma

STATES = (-4, -3, -2, -1, 1, 2, 3, 4)
VARIANT_STATES = (*range(-9, 0), *range(1, 10))
ENOUGH_CYCLES = 500
_MOST_VISITS = 5


def enough_cycles(bits: Bits) -> bool:
    """The standard applies these tests only to walks that come home often."""
    return _cycles(_walk(bits)) >= ENOUGH_CYCLES


def excursions(bits: Bits) -> dict[str, float]:
    """Between two returns, each state near home is visited as often as a coin's walk visits it."""
    walk = _walk(bits)
    total = _cycles(walk)
    cycle = np.cumsum(walk == 0) - (walk == 0)
    found = {}
    for state in STATES:
        visits = np.bincount(cycle[walk == state], minlength=total)
        classes = np.bincount(np.minimum(visits, _MOST_VISITS), minlength=_MOST_VISITS + 1)
        expected = total * np.array(_chances_of_visits(abs(state)))
        found[f"{state:+d}"] = upper_gamma(_MOST_VISITS / 2, float(((classes - expected) ** 2 / expected).sum()) / 2)
    return found


def excursions_variant(bits: Bits) -> dict[str, float]:
    """Over the whole walk, each state is visited as often as there are returns."""
    walk = _walk(bits)
    total = _cycles(walk)
    visits = {state: int((walk == state).sum()) for state in VARIANT_STATES}
    return {
        f"{state:+d}": math.erfc(abs(count - total) / math.sqrt(2 * total * (4 * abs(state) - 2)))
        for state, count in visits.items()
    }


def _walk(bits: Bits) -> npt.NDArray[np.int64]:
    """The walk after each step, brought home at the end."""
    return np.append(np.cumsum(2 * bits.astype(np.int64) - 1), 0)


def _cycles(walk: npt.NDArray[np.int64]) -> int:
    """How often the walk comes home; a walk that is home already is not brought home again."""
    returns = int((walk == 0).sum())
    return returns - 1 if len(walk) > 1 and walk[-2] == 0 else returns


def _chances_of_visits(distance: int) -> tuple[float, ...]:
    away = 1 / (2 * distance)
    some = tuple(away**2 * (1 - away) ** (k - 1) for k in range(1, _MOST_VISITS))
    return (1 - away, *some, away * (1 - away) ** (_MOST_VISITS - 1))
