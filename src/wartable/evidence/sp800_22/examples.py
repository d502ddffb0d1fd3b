"""The standard's worked examples: each of our fifteen tests gives the figure that is printed there."""

from collections.abc import Callable

from msgspec import Struct

from wartable.evidence.sp800_22.balance import block_frequency, cumulative_sums, frequency
from wartable.evidence.sp800_22.bits import of_text
from wartable.evidence.sp800_22.complexity import PRINTED_CHANCES, linear_complexity
from wartable.evidence.sp800_22.constants import digits_of_e
from wartable.evidence.sp800_22.excursions import excursions, excursions_variant
from wartable.evidence.sp800_22.rank import matrix_rank
from wartable.evidence.sp800_22.runs import longest_run, runs
from wartable.evidence.sp800_22.serial import approximate_entropy, serial
from wartable.evidence.sp800_22.spectral import spectral
from wartable.evidence.sp800_22.templates import non_overlapping, overlapping
from wartable.evidence.sp800_22.universal import universal, universal_of_the_small_example

_PI = of_text("1100100100001111110110101010001000100001011010001100001000110100110001001100011001100010100010111000")
_LONGEST = of_text(
    "11001100 00010101 01101100 01001100 11100000 00000010 01001101 01010001"
    "00010011 11010110 10000000 11010111 11001100 11100110 11011000 10110010"
)
_SIX_DIGITS = 0.000_001_5
"""The examples are printed to six digits, the last of them sometimes cut and sometimes rounded."""
_FOUR_DIGITS = 0.000_05
"""Two examples were worked by hand with chances of four digits."""


class Example(Struct, frozen=True):
    """One worked example and what we make of it."""

    test: str
    of: str
    printed: float
    found: float
    within: float
    ok: bool


_Row = tuple[str, str, float, Callable[[], float]]

_SMALL: tuple[_Row, ...] = (
    ("frequency", "1011010101", 0.527089, lambda: frequency(of_text("1011010101"))),
    ("frequency", "pi, 100 bits", 0.109599, lambda: frequency(_PI)),
    ("block frequency", "0110011010, M = 3", 0.801252, lambda: block_frequency(of_text("0110011010"), 3)),
    ("block frequency", "pi, 100 bits, M = 10", 0.706438, lambda: block_frequency(_PI, 10)),
    ("runs", "1001101011", 0.147232, lambda: runs(of_text("1001101011"))),
    ("runs", "pi, 100 bits", 0.500798, lambda: runs(_PI)),
    (
        "non-overlapping templates",
        "10100100101110010110, B = 001, N = 2",
        0.344154,
        lambda: non_overlapping(of_text("10100100101110010110"), 3, 2)["001"],
    ),
    (
        "universal",
        "01011010011101010111, L = 2, Q = 4",
        0.767189,
        lambda: universal_of_the_small_example(of_text("01011010011101010111"), 2, 4),
    ),
    ("serial", "0011011101, m = 3, first", 0.808792, lambda: serial(of_text("0011011101"), 3)[0]),
    ("serial", "0011011101, m = 3, second", 0.670320, lambda: serial(of_text("0011011101"), 3)[1]),
    ("approximate entropy", "0100110101, m = 3", 0.261961, lambda: approximate_entropy(of_text("0100110101"), 3)),
    ("approximate entropy", "pi, 100 bits, m = 2", 0.235301, lambda: approximate_entropy(_PI, 2)),
    ("cumulative sums", "1011010111", 0.411659, lambda: cumulative_sums(of_text("1011010111"))),
    ("cumulative sums", "pi, 100 bits", 0.219194, lambda: cumulative_sums(_PI)),
    ("cumulative sums", "pi, 100 bits, backward", 0.114866, lambda: cumulative_sums(_PI, backward=True)),
    ("excursions variant", "0110110101, x = +1", 0.683091, lambda: excursions_variant(of_text("0110110101"))["+1"]),
)
_ROUGH: tuple[_Row, ...] = (
    ("longest run", "128 bits, M = 8", 0.180609, lambda: longest_run(_LONGEST)),
    ("excursions", "0110110101, x = +1", 0.502529, lambda: excursions(of_text("0110110101"))["+1"]),
)
_LARGE: tuple[_Row, ...] = (
    ("frequency", "e", 0.953749, lambda: frequency(digits_of_e())),
    ("block frequency", "e, M = 128", 0.211072, lambda: block_frequency(digits_of_e(), 128)),
    ("cumulative sums", "e", 0.669887, lambda: cumulative_sums(digits_of_e())),
    ("cumulative sums", "e, backward", 0.724266, lambda: cumulative_sums(digits_of_e(), backward=True)),
    ("runs", "e", 0.561917, lambda: runs(digits_of_e())),
    ("longest run", "e", 0.718945, lambda: longest_run(digits_of_e())),
    ("matrix rank", "e, first 100,000 bits", 0.532069, lambda: matrix_rank(digits_of_e()[:100_000])),
    ("matrix rank", "e", 0.306156, lambda: matrix_rank(digits_of_e())),
    ("spectral", "e", 0.847187, lambda: spectral(digits_of_e())),
    ("non-overlapping templates", "e, B = 000000001", 0.078790, lambda: non_overlapping(digits_of_e())["000000001"]),
    ("overlapping templates", "e, nine ones", 0.110434, lambda: overlapping(digits_of_e())),
    ("universal", "e", 0.282568, lambda: universal(digits_of_e())),
    ("linear complexity", "e, M = 500", 0.826335, lambda: linear_complexity(digits_of_e(), 500, PRINTED_CHANCES)),
    ("linear complexity", "e, M = 1000", 0.845406, lambda: linear_complexity(digits_of_e(), 1000, PRINTED_CHANCES)),
    ("serial", "e, m = 16, first", 0.766182, lambda: serial(digits_of_e())[0]),
    ("serial", "e, m = 2, first", 0.843764, lambda: serial(digits_of_e(), 2)[0]),
    ("serial", "e, m = 2, second", 0.561915, lambda: serial(digits_of_e(), 2)[1]),
    ("approximate entropy", "e, m = 10", 0.700073, lambda: approximate_entropy(digits_of_e())),
    ("excursions", "e, x = +1", 0.786868, lambda: excursions(digits_of_e())["+1"]),
    ("excursions variant", "e, x = -1", 0.826009, lambda: excursions_variant(digits_of_e())["-1"]),
)


def worked_examples() -> list[Example]:
    """Work every example."""
    exact = [_work(row, _SIX_DIGITS) for row in (*_SMALL, *_LARGE)]
    return exact + [_work(row, _FOUR_DIGITS) for row in _ROUGH]


def _work(row: _Row, within: float) -> Example:
    test, of, printed, work = row
    found = work()
    return Example(test, of, printed, round(found, 9), within, ok=abs(found - printed) <= within)
