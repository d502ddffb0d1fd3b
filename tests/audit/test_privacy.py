"""Patrons as persons: erased on request or when their time is over, while the log still verifies."""

from datetime import date
from pathlib import Path

import pytest

from tests.audit.conftest import Kept
from tests.audit.histories import NOON
from tests.store.stored import rows_of
from wartable.audit import AuditRefused, erase, retain, verify_store
from wartable.audit.house_events import PersonalErased, PersonalExpired
from wartable.audit.moments import DAY, date_of, day_told, told
from wartable.audit.settings import Length, Settings, parse_length, read_settings
from wartable.store import decode

PERSON = b'{"name":"Ada Lovelace"}'
YEAR = 366 * DAY


def test_a_person_is_erased_and_the_log_still_verifies(day: Kept) -> None:
    day.store.put_personal("seat 1", PERSON, NOON)
    before = rows_of(day.store, "events")
    erase(day.store, "seat 1", NOON, "dana")
    assert day.store.get_personal("seat 1") is None
    assert verify_store(day.log).findings == ()
    (written,) = [row for row in rows_of(day.store, "events") if row not in before]
    assert PERSON not in b"".join(row[4] for row in rows_of(day.store, "events") if isinstance(row[4], bytes))
    last = list(day.store.read("house"))[-1]
    assert (written[1], decode(last)) == (last.version, PersonalErased("seat 1", "dana"))


def test_a_person_of_whom_nothing_is_known_is_not_erased(day: Kept) -> None:
    before = day.store.head("house")
    with pytest.raises(AuditRefused, match="patron nobody: nothing is known of such a person"):
        erase(day.store, "nobody", NOON, "dana")
    assert day.store.head("house") == before


def test_what_was_kept_long_enough_is_erased_and_nothing_else(day: Kept) -> None:
    day.store.put_personal("old", PERSON, NOON - 6 * YEAR)
    day.store.put_personal("new", PERSON, NOON - 4 * YEAR)
    done = retain(day.store, Settings(), NOON, "dana")
    assert (done.log, done.personal, done.erased, done.before) == ("10 years", "5 years", 1, "2021-11-15")
    assert day.store.get_personal("old") is None
    assert day.store.get_personal("new") is not None
    assert verify_store(day.log).findings == ()
    event = decode(list(day.store.read("house"))[-1])
    assert isinstance(event, PersonalExpired)
    assert (event.patrons, day_told(event.before // DAY), event.by) == (1, "2021-11-15", "dana")


def test_where_nothing_is_over_nothing_is_written(day: Kept) -> None:
    before = day.store.head("house")
    assert retain(day.store, Settings(), NOON, "dana").erased == 0
    day.store.put_personal("old", PERSON, 0)
    assert retain(day.store, Settings(personal=Length()), NOON, "dana").before is None
    assert day.store.get_personal("old") is not None
    assert day.store.head("house") == before


# Settings


@pytest.mark.parametrize(
    ("text", "length", "before"),
    [
        ("5 years", Length(years=5), date(2021, 11, 15)),
        ("1 year", Length(years=1), date(2025, 11, 15)),
        ("9 months", Length(months=9), date(2026, 2, 15)),
        ("11 months", Length(months=11), date(2025, 12, 15)),
        ("90 days", Length(days=90), date(2026, 8, 17)),
        ("1000 years", Length(years=1000), date(1026, 11, 15)),
        ("for ever", Length(), None),
    ],
)
def test_a_length_is_read_and_reckoned_back_by_the_calendar(text: str, length: Length, before: date | None) -> None:
    assert parse_length("keep.personal", text) == length
    assert length.before(date_of(NOON)) == before
    assert str(length) == text


def test_the_last_day_of_a_month_is_reckoned_to_the_last_of_a_shorter_one() -> None:
    assert Length(months=1).before(date(2026, 3, 31)) == date(2026, 2, 28)
    assert Length(years=1).before(date(2028, 2, 29)) == date(2027, 2, 28)
    assert Length(months=2).before(date(2026, 2, 10)) == date(2025, 12, 10)
    assert Length(years=1000).before(date(900, 1, 1)) is None
    assert Length(days=9999).before(date(2, 1, 1)) is None


def test_settings_are_read_and_what_is_left_out_is_the_default(tmp_path: Path) -> None:
    file = tmp_path / "wartable.toml"
    file.write_text('[keep]\npersonal = "90 days"\n[reports]\noperator = "Card Room 7"\n[server]\nport = 1\n')
    assert read_settings(file) == Settings(personal=Length(days=90), operator="Card Room 7")
    assert read_settings(None) == Settings(Length(years=10), Length(years=5), "", 10_000_00)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("[keep", "wartable.toml: "),
        ("keep = 3", r"expected a table \[keep\]"),
        ("[keep]\nlogs = 3", "unknown key keep.logs; expected one of log, personal"),
        ("[keep]\nlog = 3", 'keep.log: expected a length such as "90 days"'),
        ('[keep]\nlog = "0 days"', "keep.log: expected a length"),
        ('[keep]\nlog = "5000 years"', "keep.log: expected a length"),
        ('[keep]\nlog = "9 weeks"', "keep.log: expected a length"),
        ("[reports]\nlarge = 3", "reports.large: expected an amount with two decimals"),
        ("[reports]\noperator = 3", "reports.operator: expected a name"),
        ("x" * 70_000, "wartable.toml: "),
        ("\udcff", "wartable.toml: "),
    ],
)
def test_settings_that_are_wrong_are_refused_by_key(tmp_path: Path, text: str, reason: str) -> None:
    file = tmp_path / "wartable.toml"
    file.write_bytes(text.encode("utf-8", "surrogateescape"))
    with pytest.raises(AuditRefused, match=reason):
        read_settings(file)


def test_a_settings_file_that_is_not_there_is_refused(tmp_path: Path) -> None:
    with pytest.raises(AuditRefused, match="No such file"):
        read_settings(tmp_path / "gone.toml")


def test_a_moment_that_no_calendar_holds_is_told_as_it_was_kept() -> None:
    assert told(NOON) == "2026-11-15T12:00:00.000000Z"
    assert told(2**62) == f"{2**62} µs"
    assert day_told(2**40) == f"day {2**40}"
