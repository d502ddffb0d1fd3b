"""Tests of overlapping windows: serial, and approximate entropy (sections 2.11 and 2.12)."""

import math

import numpy as np

from wartable.evidence.sp800_22.bits import Bits, Counts, ring_windows_of
from wartable.evidence.special import upper_gamma

SERIAL_LENGTH = 16
ENTROPY_LENGTH = 10


def serial(bits: Bits, length: int = SERIAL_LENGTH) -> tuple[float, float]:
    """All windows of a length are equally common: the first and the second difference of the statistic."""
    longest = _counts(bits, length)
    psi = [_psi_square(counts, len(bits)) for counts in _with_shorter(longest, 2)]
    first = psi[0] - psi[1]
    second = psi[0] - 2 * psi[1] + psi[2]
    return upper_gamma(2.0 ** (length - 2), first / 2), upper_gamma(2.0 ** (length - 3), second / 2)


def approximate_entropy(bits: Bits, length: int = ENTROPY_LENGTH) -> float:
    """A window of one bit more is as much news as it should be."""
    longer, shorter = (_entropy(counts, len(bits)) for counts in _with_shorter(_counts(bits, length + 1), 1))
    return upper_gamma(2.0 ** (length - 1), len(bits) * (math.log(2) - (shorter - longer)))


def _counts(bits: Bits, length: int) -> Counts:
    return np.bincount(ring_windows_of(bits, length), minlength=1 << length)


def _with_shorter(counts: Counts, times: int) -> list[Counts]:
    """The counts of windows, and of windows shorter by one bit: around the ring, those are sums of two."""
    found = [counts]
    for _ in range(times):
        counts = counts.reshape(-1, 2).sum(axis=1)
        found.append(counts)
    return found


def _psi_square(counts: Counts, total: int) -> float:
    if len(counts) == 1:
        return 0.0
    return float((counts.astype(float) ** 2).sum()) * len(counts) / total - total


def _entropy(counts: Counts, total: int) -> float:
    shares = counts[counts > 0] / total
    return float((shares * np.log(shares)).sum())
