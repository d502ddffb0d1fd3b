"""Tests of runs: how often the bits change, and how long they stay one (sections 2.3 and 2.4)."""

import math

import numpy as np

from wartable.evidence.sp800_22.bits import Bits, blocks_of
from wartable.evidence.special import upper_gamma

_LONGEST = (
    (750_000, 10_000, 10, (0.0882, 0.2092, 0.2483, 0.1933, 0.1208, 0.0675, 0.0727)),
    (6_272, 128, 4, (0.1174, 0.2430, 0.2493, 0.1752, 0.1027, 0.1124)),
    (128, 8, 1, (0.2148, 0.3672, 0.2305, 0.1875)),
)
"""By the least number of bits: the block's length, the shortest class of longest runs, and the chance of each class."""


def runs(bits: Bits) -> float:
    """The bits change as often as those of a coin."""
    share = float(bits.mean())
    if abs(share - 0.5) >= 2 / math.sqrt(len(bits)):
        return 0.0
    changes = 1 + int(np.count_nonzero(bits[1:] != bits[:-1]))
    spread = share * (1 - share)
    return math.erfc(abs(changes - 2 * len(bits) * spread) / (2 * math.sqrt(2 * len(bits)) * spread))


def longest_run(bits: Bits) -> float:
    """The longest run of ones in a block is as long as those of a coin."""
    length, shortest, chances = next(
        (length, shortest, chances) for size, length, shortest, chances in _LONGEST if len(bits) >= size
    )
    blocks = blocks_of(bits, length)
    longest = np.array([_longest(block) for block in blocks])
    classes = np.clip(longest - shortest, 0, len(chances) - 1)
    found = np.bincount(classes, minlength=len(chances))
    expected = len(blocks) * np.array(chances)
    return upper_gamma((len(chances) - 1) / 2, float(((found - expected) ** 2 / expected).sum()) / 2)


def _longest(block: Bits) -> int:
    noughts = np.flatnonzero(np.concatenate([[0], block, [0]]) == 0)
    return int(np.diff(noughts).max()) - 1
