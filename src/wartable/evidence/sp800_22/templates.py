"""Tests of patterns: how often a given run of bits occurs (sections 2.7 and 2.8)."""

import math
from functools import cache

import numpy as np

from wartable.evidence.sp800_22.bits import Bits, blocks_of, windows_of
from wartable.evidence.special import upper_gamma

LENGTH = 9
BLOCKS = 8
OVERLAPPING_BLOCK = 1_032
_CLASSES = 5


@cache
def aperiodic(length: int) -> tuple[int, ...]:
    """The templates that cannot overlap themselves, as numbers; for nine bits there are 148."""
    return tuple(
        value
        for value in range(1 << length)
        if all(value >> shift != value & ((1 << (length - shift)) - 1) for shift in range(1, length))
    )


def non_overlapping(bits: Bits, length: int = LENGTH, blocks: int = BLOCKS) -> dict[str, float]:
    """Each template occurs as often as it should.

    A template that cannot overlap itself is found as often by looking everywhere as by jumping past each find, so one
    table of all windows answers for all templates.
    """
    size = len(bits) // blocks
    rows = blocks_of(bits, size)[:blocks]
    counts = np.stack([np.bincount(windows_of(row, length), minlength=1 << length) for row in rows])
    mean = (size - length + 1) / 2**length
    variance = size * (1 / 2**length - (2 * length - 1) / 2 ** (2 * length))
    statistics = ((counts - mean) ** 2).sum(axis=0) / variance
    return {f"{value:0{length}b}": upper_gamma(blocks / 2, float(statistics[value]) / 2) for value in aperiodic(length)}


def overlapping(bits: Bits, length: int = LENGTH, block: int = OVERLAPPING_BLOCK) -> float:
    """Runs of ones of a given length, counted at every place, are as many in a block as they should be."""
    rows = blocks_of(bits, block)
    full = (1 << length) - 1
    found = (windows_of(rows, length) == full).sum(axis=1)
    classes = np.bincount(np.minimum(found, _CLASSES), minlength=_CLASSES + 1)
    expected = len(rows) * np.array(_chances_of_overlaps(length, block))
    return upper_gamma(_CLASSES / 2, float(((classes - expected) ** 2 / expected).sum()) / 2)


@cache
def _chances_of_overlaps(length: int, block: int) -> tuple[float, ...]:
    """The compound Poisson law of the standard's section 3.8, in which finds come in clumps."""
    eta = (block - length + 1) / 2**length / 2
    chances = [math.exp(-eta)]
    chances += [math.exp(-eta - finds * math.log(2)) * _ways(finds, eta) for finds in range(1, _CLASSES)]
    return (*chances, 1 - math.fsum(chances))


def _ways(finds: int, eta: float) -> float:
    """The sum over the number of clumps that hold this number of finds."""
    return math.fsum(
        math.comb(finds - 1, clumps - 1) * eta**clumps / math.factorial(clumps) for clumps in range(1, finds + 1)
    )
