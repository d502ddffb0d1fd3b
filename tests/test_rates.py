"""Rates: shares of a stake, exact to the cent or not at all."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wartable.money import MAX_CENTS, NotWhole, Rate, parse_rate


@pytest.mark.parametrize(
    ("text", "parts", "of_parts"),
    [
        ("0.20", 20, 100),
        ("0.2", 2, 10),
        ("0", 0, 1),
        ("1", 1, 1),
        ("2.5", 25, 10),
        ("007.50", 750, 100),
        ("0.000000000000000000000002", 2, 10**24),
    ],
)
def test_a_rate_is_read_digit_by_digit(text: str, parts: int, of_parts: int) -> None:
    assert parse_rate(text) == Rate(parts, of_parts)


@pytest.mark.parametrize(
    "text",
    ["", ".", ".2", "0.", "0,20", "20%", "-0.20", "+0.20", " 0.20", "0.20\n", "0.2e1", "1/5", "٠.٢", "0.2.0", "1_0"],
)
def test_what_is_no_decimal_number_is_no_rate(text: str) -> None:
    with pytest.raises(ValueError, match=r'such as "0\.20"'):
        parse_rate(text)


def test_a_rate_has_any_number_of_decimals_up_to_a_limit_that_no_one_needs() -> None:
    assert parse_rate("0.2" + "0" * 61).of(500) == 100
    with pytest.raises(ValueError, match="expected a share"):
        parse_rate("0.2" + "0" * 62)


@pytest.mark.parametrize(
    ("text", "stake", "share"),
    [
        ("0.20", 500, 100),
        ("0.2", 500, 100),
        ("0.200000000000000000", 500, 100),
        ("0.333", 1000, 333),
        ("0.002", 500, 1),
        ("0.00000000000001", MAX_CENTS, 1),
        ("0", 500, 0),
        ("1.5", 500, 750),
    ],
)
def test_the_share_of_a_stake_is_exact(text: str, stake: int, share: int) -> None:
    assert parse_rate(text).of(stake) == share


@pytest.mark.parametrize(
    ("text", "stake", "said"), [("0.333", 500, "5.00"), ("0.001", 500, "5.00"), ("0.5", 1, "0.01")]
)
def test_a_share_that_is_not_in_whole_cents_does_not_exist(text: str, stake: int, said: str) -> None:
    with pytest.raises(NotWhole, match=f"that share of {said} is not in whole cents"):
        parse_rate(text).of(stake)


@given(st.from_regex(r"[0-9]{1,4}(\.[0-9]{1,30})?", fullmatch=True), st.integers(1, MAX_CENTS))
def test_a_share_is_the_product_or_nothing(text: str, stake: int) -> None:
    product = Fraction(text) * stake
    if product.denominator == 1:
        assert parse_rate(text).of(stake) == product
    else:
        with pytest.raises(NotWhole):
            parse_rate(text).of(stake)
