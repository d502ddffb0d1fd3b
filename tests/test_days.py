"""Days as text: exactly those that the calendar has, in one way of writing them."""

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wartable.days import is_day


@given(st.integers(0, 10_000), st.integers(0, 13), st.integers(0, 32))
def test_a_day_is_one_that_the_calendar_has(year: int, month: int, day: int) -> None:
    text = f"{year:04d}-{month:02d}-{day:02d}"
    try:
        date(year, month, day)
    except ValueError:
        assert not is_day(text)
    else:
        assert is_day(text)


@pytest.mark.parametrize("year", [1900, 2000, 2023, 2024, 2100])
def test_the_29th_of_february_exists_in_leap_years_only(year: int) -> None:
    assert is_day(f"{year}-02-29") == (year in (2000, 2024))


@pytest.mark.parametrize(
    "text",
    [
        "yesterday",
        "",
        "20261115",
        "2026-W46-7",
        "2026-11-15T00:00",
        "15.11.2026",
        "2026-1-5",
        " 2026-11-15",
        "٢٠٢٦-١١-١٥",
    ],
)
def test_a_day_is_written_in_one_way(text: str) -> None:
    assert not is_day(text)


@pytest.mark.parametrize("value", [None, 20261115, date(2026, 11, 15), b"2026-11-15"])
def test_a_day_is_a_text(value: object) -> None:
    assert not is_day(value)
