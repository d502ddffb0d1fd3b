"""Moments as people read them."""

from datetime import UTC, date, datetime, timedelta

from wartable.days import is_day
from wartable.store import At

_FIRST = datetime(1970, 1, 1, tzinfo=UTC)
LAST = (datetime(9999, 12, 31, tzinfo=UTC) - _FIRST) // timedelta(microseconds=1) + 86_399_999_999
"""The last moment that a record can have: the end of the year 9999."""
DAY = 24 * 60 * 60 * 1_000_000


def told(at: At) -> str:
    """Write a moment in UTC, such as 2026-11-14T21:03:41.000250Z; an impossible one stays as it was kept."""
    try:
        return (_FIRST + timedelta(microseconds=at)).strftime("%Y-%m-%dT%H:%M:%S.%fZ")
    except OverflowError:
        return f"{at} µs"


def day_of(at: At) -> int:
    """Return the number of the moment's day in UTC."""
    return at // DAY


def date_of(at: At) -> date:
    """Return the moment's day in UTC."""
    return _FIRST.date() + timedelta(days=day_of(at))


def day_told(day: int) -> str:
    """Write a day, such as 2026-11-14."""
    try:
        return (_FIRST.date() + timedelta(days=day)).isoformat()
    except OverflowError:
        return f"day {day}"


def parse_day(text: str) -> int:
    """Read a day such as 2026-11-14; other ways of writing a day are refused."""
    if not is_day(text):
        raise ValueError(f"{text!r} is not a day such as 2026-11-14")
    return (date.fromisoformat(text) - _FIRST.date()).days


def now() -> At:
    return (datetime.now(UTC) - _FIRST) // timedelta(microseconds=1)
