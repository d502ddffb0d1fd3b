"""The test of periods: the discrete Fourier transform (section 2.6)."""

import math

import numpy as np

from wartable.evidence.sp800_22.bits import Bits

_SHARE = 0.95


def spectral(bits: Bits) -> float:
    """Nineteen peaks in twenty stay below the height that nineteen in twenty of a coin's do."""
    length = len(bits)
    peaks = np.abs(np.fft.rfft(2.0 * bits - 1.0))[: length // 2]
    height = math.sqrt(math.log(1 / (1 - _SHARE)) * length)
    below = int((peaks < height).sum())
    expected = _SHARE * length / 2
    distance = (below - expected) / math.sqrt(length * _SHARE * (1 - _SHARE) / 4)
    return math.erfc(abs(distance) / math.sqrt(2))
