"""The test of linear dependence: the rank of square matrices of bits (section 2.5)."""

import math

import numpy as np

from wartable.evidence.sp800_22.bits import Bits, Counts, blocks_of
from wartable.evidence.special import upper_gamma

SIDE = 32


def matrix_rank(bits: Bits, side: int = SIDE) -> float:
    """Matrices have full rank, one less, or still less as often as those of a coin."""
    matrices = blocks_of(bits, side * side).reshape(-1, side, side)
    ranks = _ranks(matrices)
    full, one_less = (_chance_of_rank(side, side - missing) for missing in (0, 1))
    chances = np.array([full, one_less, 1 - full - one_less])
    found = np.array([(ranks == side).sum(), (ranks == side - 1).sum(), (ranks < side - 1).sum()])
    expected = len(ranks) * chances
    return upper_gamma(1.0, float(((found - expected) ** 2 / expected).sum()) / 2)


def _chance_of_rank(side: int, rank: int) -> float:
    product = math.prod((1 - 2.0 ** (i - side)) ** 2 / (1 - 2.0 ** (i - rank)) for i in range(rank))
    return 2.0 ** (rank * (2 * side - rank) - side * side) * product


def _ranks(matrices: Bits) -> Counts:
    """Gauss's elimination on all matrices at once; a row is a whole number."""
    side = matrices.shape[1]
    weights = np.int64(1) << np.arange(side, dtype=np.int64)
    rows = matrices.astype(np.int64) @ weights
    every = np.arange(len(rows))
    ranks = np.zeros(len(rows), np.int64)
    used = np.zeros(rows.shape, bool)
    for column in range(side):
        has = (rows >> column) & 1 == 1
        usable = has & ~used
        pivot = usable.argmax(axis=1)
        found = usable[every, pivot]
        other = has & found[:, None]
        other[every, pivot] = False
        rows ^= np.where(other, rows[every, pivot][:, None], 0)
        used[every[found], pivot[found]] = True
        ranks += found
    return ranks
