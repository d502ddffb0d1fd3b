"""All fifteen tests over many sequences: how many pass, and whether the p-values are spread as they should be."""

import math
from collections.abc import Iterable

import numpy as np
from msgspec import Struct

from wartable.evidence.sp800_22.balance import block_frequency, cumulative_sums, frequency
from wartable.evidence.sp800_22.bits import Bits
from wartable.evidence.sp800_22.complexity import linear_complexity
from wartable.evidence.sp800_22.excursions import enough_cycles, excursions, excursions_variant
from wartable.evidence.sp800_22.rank import matrix_rank
from wartable.evidence.sp800_22.runs import longest_run, runs
from wartable.evidence.sp800_22.serial import approximate_entropy, serial
from wartable.evidence.sp800_22.spectral import spectral
from wartable.evidence.sp800_22.templates import non_overlapping, overlapping
from wartable.evidence.sp800_22.universal import universal
from wartable.evidence.special import binomial_at_least, chi_square_tail

LEVEL = 0.01
"""A sequence passes a test with a p-value of at least this."""
ENOUGH_SEQUENCES = 55
"""The least number of sequences for which the standard judges the spread of p-values."""
UNIFORM_ENOUGH = 0.0001
_BLOCK = 128
_TENTHS = 10


class BatteryRow(Struct, frozen=True):
    """One test over all sequences that it applies to."""

    test: str
    sequences: int
    passed: int
    least_share: float
    """The lower end of the standard's band for the share that passes."""
    tenths: tuple[int, ...]
    """How many p-values lie in each tenth from 0 to 1."""
    share_p: float
    """The probability that chance alone fails this number of sequences or more."""
    worst_p: float
    """The smallest p-value, corrected for the number of sequences."""
    uniformity_p: float | None
    """The standard's figure for the spread of the p-values, where there are enough sequences for it."""

    @property
    def in_bands(self) -> bool:
        """Whether the standard itself would remark nothing."""
        uniform = self.uniformity_p is None or self.uniformity_p >= UNIFORM_ENOUGH
        return uniform and self.passed >= self.least_share * self.sequences


def all_tests(bits: Bits) -> dict[str, float]:
    """Every p-value of one sequence: 188, or 162 where the walk does not come home often enough."""
    first, second = serial(bits)
    found = {
        "frequency": frequency(bits),
        "block frequency": block_frequency(bits, _BLOCK),
        "cumulative sums, forward": cumulative_sums(bits),
        "cumulative sums, backward": cumulative_sums(bits, backward=True),
        "runs": runs(bits),
        "longest run": longest_run(bits),
        "matrix rank": matrix_rank(bits),
        "spectral": spectral(bits),
        "overlapping templates": overlapping(bits),
        "universal": universal(bits),
        "approximate entropy": approximate_entropy(bits),
        "serial, first": first,
        "serial, second": second,
        "linear complexity": linear_complexity(bits),
    }
    found |= {f"non-overlapping template {name}": p for name, p in non_overlapping(bits).items()}
    if enough_cycles(bits):
        found |= {f"excursions {state}": p for state, p in excursions(bits).items()}
        found |= {f"excursions variant {state}": p for state, p in excursions_variant(bits).items()}
    return found


def summarise(results: Iterable[dict[str, float]]) -> list[BatteryRow]:
    """The rows of the standard's final report."""
    gathered: dict[str, list[float]] = {}
    for result in results:
        for name, p in result.items():
            gathered.setdefault(name, []).append(p)
    return [_row(name, np.array(values)) for name, values in gathered.items()]


def _row(name: str, values: "np.ndarray[tuple[int], np.dtype[np.float64]]") -> BatteryRow:
    count = len(values)
    passed = int((values >= LEVEL).sum())
    share = 1 - LEVEL
    tenths = np.bincount(np.clip((values * _TENTHS).astype(int), 0, _TENTHS - 1), minlength=_TENTHS)
    expected = count / _TENTHS
    spread = float(((tenths - expected) ** 2 / expected).sum())
    return BatteryRow(
        test=name,
        sequences=count,
        passed=passed,
        least_share=round(share - 3 * math.sqrt(share * LEVEL / count), 6),
        tenths=tuple(tenths.tolist()),
        share_p=min(1.0, binomial_at_least(count - passed, count, LEVEL)),
        worst_p=min(1.0, count * float(values.min())),
        uniformity_p=chi_square_tail(spread, _TENTHS - 1) if count >= ENOUGH_SEQUENCES else None,
    )
