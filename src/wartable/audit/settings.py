"""Settings of the audit: what is kept how long, and what a report calls large.

    [keep]
    log = "10 years"
    personal = "5 years"

    [reports]
    operator = "Card Room 7"
    large = "10000.00"

Every key may be left out. The log is records, postings and answers together: a log that was cut proves nothing any
more, so it is kept whole, at least so long. What is known of a patron as a person lies beside it, and ends.
"""

import re
import tomllib
from datetime import date
from pathlib import Path
from typing import Any

import msgspec

from wartable.audit.errors import AuditRefused
from wartable.audit.significant import LARGE
from wartable.money import Cents, parse_stake

MAX_BYTES = 64 * 1024
FOR_EVER = "for ever"

_LENGTH = re.compile(r"([1-9][0-9]{0,3}) (day|month|year)s?", re.ASCII)
_MONTHS = 12
_LONGEST_YEARS = 1_000


class Length(msgspec.Struct, frozen=True):
    """How long something is kept; all at nothing means for ever."""

    years: int = 0
    months: int = 0
    days: int = 0

    def __str__(self) -> str:
        for count, unit in ((self.years, "year"), (self.months, "month"), (self.days, "day")):
            if count:
                return f"{count} {unit}{'' if count == 1 else 's'}"
        return FOR_EVER

    def before(self, today: date) -> date | None:
        """Return the first day that is still kept; None where all days are, or where no calendar has it."""
        if not (self.years or self.months or self.days):
            return None
        months = today.year * _MONTHS + today.month - 1 - self.months - self.years * _MONTHS
        year, month = divmod(months, _MONTHS)
        if year < 1:
            return None
        first = date(year, month + 1, 1)
        ordinal = first.toordinal() + min(today.day, _days_in(first)) - 1 - self.days
        return date.fromordinal(ordinal) if ordinal >= 1 else None


class Settings(msgspec.Struct, frozen=True):
    """What holds when nothing is said is what the strictest rule we know asks for."""

    log: Length = Length(years=10)
    personal: Length = Length(years=5)
    operator: str = ""
    large: Cents = LARGE


def read_settings(file: Path | None) -> Settings:
    """Read the settings in a file, or return the defaults without one."""
    if file is None:
        return Settings()
    try:
        with file.open("rb") as source:
            data = source.read(MAX_BYTES + 1)
        document = tomllib.loads(data.decode())
    except UnicodeDecodeError:
        raise AuditRefused(f"{file}: expected UTF-8 text") from None
    except (OSError, ValueError, RecursionError) as error:
        raise AuditRefused(f"{file}: {getattr(error, 'strerror', None) or error}") from None
    if len(data) > MAX_BYTES:
        raise AuditRefused(f"{file}: expected at most {MAX_BYTES} bytes")
    return _settings(file, document)


def _settings(file: Path, document: dict[str, Any]) -> Settings:
    keep, reports = document.get("keep", {}), document.get("reports", {})
    chosen: dict[str, Any] = {}
    for section, known, found in (("keep", ("log", "personal"), keep), ("reports", ("operator", "large"), reports)):
        if not isinstance(found, dict):
            raise AuditRefused(f"{file}: expected a table [{section}]")
        for key, value in found.items():
            if key not in known:
                raise AuditRefused(f"{file}: unknown key {section}.{key}; expected one of {', '.join(known)}")
            chosen[key] = _value(f"{file}: {section}.{key}", key, value)
    return Settings(**chosen)


def _value(place: str, key: str, value: object) -> Any:
    if key == "operator":
        if isinstance(value, str) and value.isprintable():
            return value
        raise AuditRefused(f"{place}: expected a name")
    if key == "large":
        try:
            return parse_stake(value)
        except ValueError as error:
            raise AuditRefused(f"{place}: {error}") from None
    return parse_length(place, value)


def parse_length(place: str, value: object) -> Length:
    """Read a length such as "10 years"."""
    if value == FOR_EVER:
        return Length()
    match = _LENGTH.fullmatch(value) if isinstance(value, str) else None
    if match is None or (match[2] == "year" and int(match[1]) > _LONGEST_YEARS):
        raise AuditRefused(f'{place}: expected a length such as "90 days", "6 months", "10 years" or "{FOR_EVER}"')
    return Length(**{f"{match[2]}s": int(match[1])})


def _days_in(first: date) -> int:
    following = date(first.year + first.month // _MONTHS, first.month % _MONTHS + 1, 1)
    return (following - first).days
