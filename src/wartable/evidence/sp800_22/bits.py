"""Sequences of bits as arrays of zeros and ones."""

from typing import TypeAlias

import numpy as np
import numpy.typing as npt

Bits: TypeAlias = npt.NDArray[np.uint8]
Counts: TypeAlias = npt.NDArray[np.int64]
Windows: TypeAlias = npt.NDArray[np.int32]


def of_text(text: str) -> Bits:
    """The bits of a text of noughts and ones; spaces are for the reader."""
    return np.frombuffer("".join(text.split()).encode(), np.uint8) - np.uint8(ord("0"))


def of_bytes(data: bytes) -> Bits:
    """The bits of bytes, the highest bit of each byte first."""
    return np.unpackbits(np.frombuffer(data, np.uint8))


def of_number(number: int, count: int) -> Bits:
    """The leading bits of a whole number, the highest first."""
    width = number.bit_length()
    leading = number >> (width - count)
    spare = -count % 8
    return of_bytes((leading << spare).to_bytes((count + spare) // 8, "big"))[:count]


def blocks_of(bits: Bits, length: int) -> Bits:
    """Whole blocks, one in each row; what is left over is dropped."""
    count = len(bits) // length
    return bits[: count * length].reshape(count, length)


def windows_of(bits: Bits, length: int) -> Windows:
    """The number that each run of this length of neighbouring bits writes, along the last axis, highest bit first."""
    if length == 1:
        return bits.astype(np.int32)
    half = windows_of(bits, length // 2)
    step = length // 2
    both = (half[..., :-step] << step) | half[..., step:]
    if length % 2 == 0:
        return both
    return (both[..., :-1] << 1) | bits[..., length - 1 :]


def ring_windows_of(bits: Bits, length: int) -> Windows:
    """The same with the beginning joined to the end, so that there are as many windows as bits."""
    return windows_of(np.concatenate([bits, bits[: length - 1]]), length)
