"""How numbers are written."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wartable.odds import Exact
from wartable.paper.document import Figure, Shows
from wartable.paper.numbers import LONGEST_FRACTION, decimal, fraction, grouped, net, scientific, shown, signed

FRACTIONS = st.fractions(min_value=-(10**9), max_value=10**9, max_denominator=10**9)


@pytest.mark.parametrize(
    ("shows", "digits", "number", "text"),
    [
        ("percent", 3, "23138/993023", "2.330\u00a0%"),
        ("percent", 2, "-1/3", "−33.33\u00a0%"),
        ("fraction", 0, "23138/993023", "23138/993023"),
        ("fraction", 0, "-1/2", "−1/2"),
        ("decimal", 6, "334/311", "1.073955"),
        ("signed", 3, "1/8", "+0.125"),
        ("signed", 3, "0", "0.000"),
        ("dollars", 0, "1282095/2", "641,047.50"),
        ("one_in", 0, "2/993023", "1 in 496,512"),
        ("one_in", 0, "0", "never"),
        ("count", 0, "993023/2", "496,512"),
    ],
)
def test_a_figure_is_written_as_people_read_it(shows: Shows, digits: int, number: str, text: str) -> None:
    assert shown(Figure(Exact.of(Fraction(number)), shows, digits)) == text


def test_a_half_is_rounded_to_even_from_the_exact_number() -> None:
    assert [decimal(Fraction(n, 8), 2) for n in (1, 3, 5)] == ["0.12", "0.38", "0.62"]
    assert decimal(Fraction(-1, 1000), 2) == "0.00"  # and nothing is never negative


@given(FRACTIONS, st.integers(min_value=0, max_value=9))
def test_what_is_written_is_never_further_off_than_half_of_its_last_digit(number: Fraction, digits: int) -> None:
    text = decimal(number, digits).replace(",", "").replace("−", "-")
    assert abs(Fraction(text) - number) <= Fraction(1, 2 * 10**digits)


@given(FRACTIONS)
def test_a_sign_is_written_exactly_where_there_is_something_to_sign(number: Fraction) -> None:
    text = signed(number, 2)
    assert (text[0] in "+−") == (round(number, 2) != 0)
    assert text.startswith("−") == (round(number, 2) < 0)


def test_a_fraction_no_one_could_read_is_given_as_a_decimal_and_says_so() -> None:
    long = Fraction(10**LONGEST_FRACTION + 1, 10**LONGEST_FRACTION + 3)
    assert fraction(long).startswith("≈ 1.000000000000")
    assert fraction(Fraction(-2, 7)) == "−2/7"


@pytest.mark.parametrize(
    ("text", "told"), [("1", "+1"), ("-1/2", "−1/2"), ("0", "0"), ("2999", "+2,999"), ("1000003/1000", "+1,000.003")]
)
def test_a_net_has_its_sign(text: str, told: str) -> None:
    assert net(text) == told


def test_amounts_have_their_thousands_by_comma_wherever_they_stand() -> None:
    assert grouped("10000.00 dollars and 5.00, 1234.567, 12345") == "10,000.00 dollars and 5.00, 1234.567, 12345"


def test_a_very_small_number_is_told_by_its_power_of_ten() -> None:
    assert scientific(3.2e-15) == "3 × 10⁻¹⁵"
