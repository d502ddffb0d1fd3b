"""Maurer's test: how far back each block was last seen, which is what a compressor lives on (section 2.9)."""

import math

import numpy as np

from wartable.evidence.sp800_22.bits import Bits, Counts, blocks_of

_EXPECTED = {
    2: (1.5374383, 1.338),
    6: (5.2177052, 2.954),
    7: (6.1962507, 3.125),
    8: (7.1836656, 3.238),
    9: (8.1764248, 3.311),
    10: (9.1723243, 3.356),
}
"""For each length of a block: the mean and the variance of the logarithm of the distance."""
_FROM = ((10, 10_342_400), (9, 4_654_080), (8, 2_068_480), (7, 904_960), (6, 387_840))
_BLOCKS_TO_START = 10


def universal(bits: Bits) -> float:
    """With the length of block that the standard gives for this number of bits."""
    length = next(length for length, size in _FROM if len(bits) >= size)
    started = _BLOCKS_TO_START * 2**length
    found = mean_distance(bits, length, started)
    expected, variance = _EXPECTED[length]
    blocks = len(bits) // length - started
    factor = 0.7 - 0.8 / length + (4 + 32 / length) * blocks ** (-3 / length) / 15
    return math.erfc(abs(found - expected) / (math.sqrt(2) * factor * math.sqrt(variance / blocks)))


def universal_of_the_small_example(bits: Bits, length: int, started: int) -> float:
    """The standard's example of twenty bits uses the square root of the variance and no factor."""
    expected, variance = _EXPECTED[length]
    return math.erfc(abs(mean_distance(bits, length, started) - expected) / (math.sqrt(2) * math.sqrt(variance)))


def mean_distance(bits: Bits, length: int, started: int) -> float:
    """The mean logarithm of the distance back to the same block, over the blocks after the first ones."""
    blocks = blocks_of(bits, length)
    values = blocks.astype(np.int64) @ (np.int64(1) << np.arange(length, dtype=np.int64)[::-1])
    distances = _distances(values)[started:]
    return float(np.log2(distances).mean())


def _distances(values: Counts) -> Counts:
    """How far back each value was last seen; one never seen before counts from the beginning."""
    places = np.arange(1, len(values) + 1)
    order = np.argsort(values, kind="stable")
    before = np.zeros(len(values), np.int64)
    same = values[order][1:] == values[order][:-1]
    before[order[1:][same]] = places[order[:-1][same]]
    return places - before
