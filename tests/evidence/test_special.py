"""The functions behind the p-values, against closed forms and sums."""

import math

import pytest

from wartable.evidence.special import (
    binomial_at_least,
    chi_square_tail,
    normal_below,
    normal_tails,
    poisson_tails,
    upper_gamma,
)


@pytest.mark.parametrize("x", [0.01, 0.5, 1.0, 3.0, 10.0, 60.0])
def test_the_incomplete_gamma_function_has_its_closed_forms(x: float) -> None:
    assert upper_gamma(1, x) == pytest.approx(math.exp(-x), rel=1e-12)
    assert upper_gamma(0.5, x) == pytest.approx(math.erfc(math.sqrt(x)), rel=1e-11)
    whole = math.fsum(math.exp(-x + k * math.log(x) - math.lgamma(k + 1)) for k in range(7))
    assert upper_gamma(7, x) == pytest.approx(whole, rel=1e-11)


def test_the_incomplete_gamma_function_holds_at_its_ends() -> None:
    assert upper_gamma(3, 0) == 1.0
    assert upper_gamma(3, 1e-12) == pytest.approx(1.0)
    assert upper_gamma(3, 1e4) == 0.0


@pytest.mark.parametrize("freedom", [1_000, 100_000, 700_000])
def test_a_large_chi_square_is_nearly_normal(freedom: int) -> None:
    for z in (-3.0, 0.0, 3.0):
        # Wilson and Hilferty's cube root, which is close for this many degrees of freedom.
        part = 2 / (9 * freedom)
        statistic = freedom * (1 - part + z * math.sqrt(part)) ** 3
        assert chi_square_tail(statistic, freedom) == pytest.approx(normal_below(-z), rel=2e-3)


def test_tables_of_every_textbook() -> None:
    assert chi_square_tail(3.841459, 1) == pytest.approx(0.05, abs=1e-6)
    assert chi_square_tail(23.209251, 10) == pytest.approx(0.01, abs=1e-6)
    assert normal_tails(2.575829) == pytest.approx(0.01, abs=1e-6)
    assert normal_below(1.644854) == pytest.approx(0.95, abs=1e-6)


def test_counts_have_the_tails_that_their_sums_give() -> None:
    below = math.fsum(math.exp(-8) * 8**k / math.factorial(k) for k in range(3))
    assert poisson_tails(2, 8.0) == pytest.approx(2 * below)
    assert poisson_tails(8, 8.0) == 1.0
    above = 1 - math.fsum(math.exp(-8) * 8**k / math.factorial(k) for k in range(20))
    assert poisson_tails(20, 8.0) == pytest.approx(2 * above)
    assert poisson_tails(0, 8.0) == pytest.approx(2 * math.exp(-8))
    few = 1 - 0.99**100 - 100 * 0.01 * 0.99**99
    assert binomial_at_least(2, 100, 0.01) == pytest.approx(few)
    assert binomial_at_least(0, 100, 0.01) == pytest.approx(1.0)
