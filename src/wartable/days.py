"""Days written as text, such as "2026-11-15"."""

import re

_DAY = re.compile(r"([0-9]{4})-([0-9]{2})-([0-9]{2})", re.ASCII)
_FEBRUARY = 2
_MONTHS = (31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)


def is_day(text: object) -> bool:
    """Return whether a text is a day of the calendar, written as year, month and day (ISO 8601)."""
    found = _DAY.fullmatch(text) if isinstance(text, str) else None
    if found is None:
        return False
    year, month, day = map(int, found.groups())
    if not (year >= 1 and 1 <= month <= len(_MONTHS)):
        return False
    leap = month == _FEBRUARY and year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)
    return 1 <= day <= _MONTHS[month - 1] + leap
