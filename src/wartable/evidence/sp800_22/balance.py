"""Tests of balance: how many ones, in all, in blocks, and on the way (sections 2.1, 2.2 and 2.13)."""

import math

import numpy as np

from wartable.evidence.sp800_22.bits import Bits, blocks_of
from wartable.evidence.special import normal_below, upper_gamma


def frequency(bits: Bits) -> float:
    """Ones are as many as noughts."""
    surplus = abs(2 * int(bits.sum(dtype=np.int64)) - len(bits))
    return math.erfc(surplus / math.sqrt(2 * len(bits)))


def block_frequency(bits: Bits, length: int) -> float:
    """The same in every block."""
    shares = blocks_of(bits, length).mean(axis=1)
    statistic = 4 * length * float(((shares - 0.5) ** 2).sum())
    return upper_gamma(len(shares) / 2, statistic / 2)


def cumulative_sums(bits: Bits, *, backward: bool = False) -> float:
    """A walk of one step up for a one and one down for a nought goes no further than chance would."""
    steps = 2 * bits.astype(np.int64) - 1
    walk = np.cumsum(steps[::-1] if backward else steps)
    return _chance_to_go_as_far(int(np.abs(walk).max()), len(bits))


def _chance_to_go_as_far(furthest: int, length: int) -> float:
    root = math.sqrt(length)
    ratio = length / furthest
    value = 1.0
    # The standard leaves the rounding of the limits open; its own program cuts towards nought.
    for k in range(math.trunc((-ratio + 1) / 4), math.trunc((ratio - 1) / 4) + 1):
        value -= normal_below((4 * k + 1) * furthest / root) - normal_below((4 * k - 1) * furthest / root)
    for k in range(math.trunc((-ratio - 3) / 4), math.trunc((ratio - 1) / 4) + 1):
        value += normal_below((4 * k + 3) * furthest / root) - normal_below((4 * k + 1) * furthest / root)
    return value
