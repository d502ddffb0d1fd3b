"""Chi-squares against known chances."""

import math

import numpy as np
import numpy.typing as npt

from wartable.evidence.judge import OutcomeTest, both_tails
from wartable.evidence.special import chi_square_tail, normal_tails

Floats = npt.NDArray[np.float64]
Counts = npt.NDArray[np.int64]


def chi_square(test: str, says: str, found: Counts, chances: Floats) -> OutcomeTest:
    """Counts of independent tries, one distribution, against the chance of each outcome."""
    possible = chances > 0
    expected = found.sum() * chances[possible]
    statistic = float(((found[possible] - expected) ** 2 / expected).sum())
    if found[~possible].any():
        statistic = math.inf
    return of_statistic(test, says, statistic, int(possible.sum()) - 1, smallest_expected=float(expected.min()))


def of_statistic(test: str, says: str, statistic: float, freedom: int, **detail: float) -> OutcomeTest:
    """The figure of a statistic that chance alone spreads like chi-square."""
    upper = 0.0 if math.isinf(statistic) else chi_square_tail(statistic, freedom)
    return OutcomeTest(test, says, statistic, freedom, both_tails(upper), dict(detail))


def of_z(test: str, says: str, z: float, **detail: float) -> OutcomeTest:
    """The figure of a statistic that chance alone spreads normally."""
    return OutcomeTest(test, says, z, None, normal_tails(z), dict(detail))


def pair_chances(kinds: int, copies: int) -> Floats:
    """The chance of each ordered pair of kinds at two given places of a shoe."""
    size = kinds * copies
    chances = np.full((kinds, kinds), copies * copies / (size * (size - 1)))
    np.fill_diagonal(chances, copies * (copies - 1) / (size * (size - 1)))
    return chances


def count_pairs(first: npt.NDArray[np.int32], second: npt.NDArray[np.int32], kinds: int) -> Counts:
    """How often each pair occurs."""
    return np.bincount((first * kinds + second).ravel(), minlength=kinds * kinds).reshape(kinds, kinds)
