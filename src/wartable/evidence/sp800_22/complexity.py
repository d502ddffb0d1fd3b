"""The test of linear complexity: the shortest shift register that writes a block (section 2.10)."""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from wartable.evidence.sp800_22.bits import Bits, Counts, blocks_of
from wartable.evidence.special import upper_gamma

LENGTH = 500
CHANCES = (0.010417, 0.03125, 0.125, 0.5, 0.25, 0.0625, 0.020833)
PRINTED_CHANCES = (0.01047, *CHANCES[1:])
"""The standard's examples were worked with the first chance rounded like this."""
_EDGES = (-2.5, -1.5, -0.5, 0.5, 1.5, 2.5)


def linear_complexity(bits: Bits, length: int = LENGTH, chances: Sequence[float] = CHANCES) -> float:
    """Registers are as long as those that a coin needs."""
    found = register_lengths(blocks_of(bits, length))
    sign = -1 if length % 2 else 1
    mean = length / 2 + (9 - sign) / 36 - (length / 3 + 2 / 9) / 2.0**length
    classes = np.searchsorted(_EDGES, sign * (found - mean) + 2 / 9, side="left")
    counts = np.bincount(classes, minlength=len(chances))
    expected = len(found) * np.array(chances)
    return upper_gamma(3.0, float(((counts - expected) ** 2 / expected).sum()) / 2)


def register_lengths(blocks: Bits) -> Counts:
    """Berlekamp and Massey's algorithm on all blocks at once: each bit of a word belongs to a block of its own."""
    count, length = blocks.shape
    rows = _across(blocks)
    connection = np.zeros((length + 1, rows.shape[1]), np.uint64)
    before = np.zeros_like(connection)
    connection[0] = before[0] = ~np.uint64(0)
    lengths = np.zeros(count, np.int64)
    for n in range(length):
        # The older polynomial moves up one place with every bit, and so is always where it is to be added.
        before[1 : n + 2] = before[: n + 1].copy()
        before[0] = 0
        wrong = np.bitwise_xor.reduce(connection[: n + 1] & rows[n::-1], axis=0)
        longer = _along(wrong, count) & (2 * lengths <= n)
        kept = connection[: n + 2].copy()
        connection[: n + 2] ^= before[: n + 2] & wrong
        mask = _across(longer[:, None])[0]
        before[: n + 2] ^= (before[: n + 2] ^ kept) & mask
        lengths = np.where(longer, n + 1 - lengths, lengths)
    return lengths


def _across(blocks: npt.NDArray[np.uint8 | np.bool_]) -> npt.NDArray[np.uint64]:
    """For each place in a block, the bits of all blocks packed into words."""
    packed = np.packbits(blocks.T, axis=1, bitorder="little")
    spare = -packed.shape[1] % 8
    return np.ascontiguousarray(np.pad(packed, ((0, 0), (0, spare)))).view("<u8").astype(np.uint64)


def _along(words: npt.NDArray[np.uint64], count: int) -> npt.NDArray[np.bool_]:
    """Packed words as one truth for each block."""
    return np.unpackbits(words.astype("<u8").view(np.uint8), bitorder="little")[:count].astype(bool)
