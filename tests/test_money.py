"""Money: whole cents, written one way, halved and paid only where the half and the pay exist."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wartable.money import (
    MAX_CENTS,
    NotWhole,
    Odds,
    Rate,
    format_cents,
    half,
    parse_cents,
    parse_odds,
    parse_rate,
    parse_stake,
    say_cents,
)

AMOUNTS = st.integers(0, MAX_CENTS)


@given(AMOUNTS)
def test_an_amount_is_read_back_as_it_was_written(cents: int) -> None:
    assert parse_cents(format_cents(cents)) == cents


@pytest.mark.parametrize(
    ("cents", "text"), [(0, "0.00"), (5, "0.05"), (1000, "10.00"), (-1, "-0.01"), (-1050, "-10.50")]
)
def test_an_amount_is_written_with_two_digits(cents: int, text: str) -> None:
    assert format_cents(cents) == text


@pytest.mark.parametrize(
    ("cents", "text"),
    [(0, "0.00"), (99_999, "999.99"), (1_500_100, "15,001.00"), (-5, "−0.05"), (MAX_CENTS, "1,000,000,000,000.00")],
)
def test_a_sentence_says_an_amount_with_commas_and_a_real_minus(cents: int, text: str) -> None:
    assert say_cents(cents) == text


@pytest.mark.parametrize(
    "text",
    ["", "10", "10.0", "10.000", ".50", "-1.00", "+1.00", "1,00", "1e3.00", " 1.00", "１.00", "1.00\n", 10, None, True],
)
def test_what_is_not_an_amount_is_refused(text: object) -> None:
    with pytest.raises(ValueError, match="two decimals"):
        parse_cents(text)


@pytest.mark.parametrize("text", ["0.20", "0", "1", "0.0125", "1.5"])
def test_a_share_is_written_as_it_was_read(text: str) -> None:
    assert str(parse_rate(text)) == text


def test_a_trillion_dollars_is_the_most_and_a_long_text_is_not_read() -> None:
    assert parse_cents("1000000000000.00") == MAX_CENTS
    with pytest.raises(ValueError, match=r"at most 1000000000000\.00"):
        parse_cents("1000000000000.01")
    with pytest.raises(ValueError, match=r"at most 1000000000000\.00"):
        parse_cents("9" * 5_000 + ".00")


def test_a_stake_is_never_nothing() -> None:
    assert parse_stake("0.01") == 1
    with pytest.raises(ValueError, match="leave out a wager that was not made"):
        parse_stake("0.00")


@given(AMOUNTS)
def test_half_exists_or_is_refused(cents: int) -> None:
    if cents % 2:
        with pytest.raises(NotWhole, match="is not in whole cents"):
            half(cents)
    else:
        assert half(cents) * 2 == cents


@given(AMOUNTS, st.integers(0, 999_999), st.integers(1, 999_999))
def test_a_pay_is_exact_or_is_refused(stake: int, paid: int, staked: int) -> None:
    odds = Odds(paid, staked)
    exact = stake * odds.fraction()
    if exact.denominator == 1:
        assert odds.of(stake) == exact
    else:
        with pytest.raises(NotWhole, match=str(odds)):
            odds.of(stake)


@given(st.integers(0, 999_999), st.integers(1, 999_999))
def test_odds_are_read_back_as_they_were_written(paid: int, staked: int) -> None:
    assert parse_odds(str(Odds(paid, staked))) == Odds(paid, staked)


@pytest.mark.parametrize(
    "text", ["", "10", "10 to", "10 to 0", "10:1", "1.5 to 1", "-1 to 1", "1 TO 1", "1234567 to 1"]
)
def test_what_are_not_odds_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="are not odds"):
        parse_odds(text)


@given(AMOUNTS, st.integers(0, 99), st.integers(0, 10**12 - 1))
def test_a_share_is_exact_or_is_refused(stake: int, whole: int, part: int) -> None:
    rate = parse_rate(f"{whole}.{part:012d}")
    exact = stake * (whole + Fraction(part, 10**12))
    if exact.denominator == 1:
        assert rate.of(stake) == exact
    else:
        with pytest.raises(NotWhole, match="that share"):
            rate.of(stake)


def test_a_share_may_be_whole() -> None:
    assert parse_rate("1") == Rate(1, 1)
    assert parse_rate("0.20").of(500) == 100


@pytest.mark.parametrize("text", ["", ".2", "0.", "-0.2", "20%", "0,2", "0.2 ", "0" * 65])
def test_what_is_not_a_share_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="share"):
        parse_rate(text)
