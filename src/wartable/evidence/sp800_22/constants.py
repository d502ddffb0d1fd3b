"""The first million binary digits of e, which the standard's examples and its appendix report on."""

from functools import cache

from wartable.evidence.sp800_22.bits import Bits, of_number

DIGITS = 1_000_000
_SPARE = 64
"""Digits worked beyond those that are used, so that no rounding reaches them."""
_SHORT = 512


@cache
def digits_of_e() -> Bits:
    """10.1011…, from the first digit: the sum of all 1/n!."""
    terms = 2
    size = 0
    while size < DIGITS + _SPARE:
        size += terms.bit_length() - 1
        terms += 1
    above, below = _sum_of_factorials(0, terms)
    return of_number((above + below) * _inverse(below, DIGITS + _SPARE), DIGITS)


def _sum_of_factorials(low: int, high: int) -> tuple[int, int]:
    """The sum of low!/k! for k after low up to high, as a fraction whose lower part is high!/low!."""
    if high - low == 1:
        return 1, high
    middle = (low + high) // 2
    left, left_below = _sum_of_factorials(low, middle)
    right, right_below = _sum_of_factorials(middle, high)
    return left * right_below + right, left_below * right_below


def _inverse(number: int, digits: int) -> int:
    """1/number to this number of binary digits by Newton's method: Python's long division would take seconds."""
    if digits <= _SHORT:
        return (1 << (digits + number.bit_length())) // number
    half = digits // 2 + 8
    first = _inverse(_leading(number, half), half)
    number = _leading(number, digits)
    error = (1 << (half + number.bit_length())) - first * number
    return (first << (digits - half)) + (first * error >> (2 * half + number.bit_length() - digits))


def _leading(number: int, digits: int) -> int:
    return number >> max(0, number.bit_length() - digits - 16)
