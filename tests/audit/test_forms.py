"""A record has one form and a moment that can be: a forger who works out the chain anew is found by those."""

import json

import pytest

from tests.audit.by_hand import forge
from tests.audit.rows import RowsLog
from wartable.audit import AuditRefused, Finding, replay_store, report, verify_store
from wartable.audit.finding import NOT_CANONICAL
from wartable.audit.reports import ReportRequest
from wartable.store import NewEvent, decode, is_canonical

TABLE = "table/T1"
LAST_MOMENT = 253_402_300_799_999_999
"""The last microsecond of the year 9999."""


def body_at(log: RowsLog, stream: str, version: int) -> bytes:
    body: bytes = log.rows["events"][log.place(stream, version)][4]
    return body


def twice(body: bytes) -> bytes:
    name = json.loads(body)["event"]
    return b'{"event":"%s",' % name.encode() + body[1:]


def unknown(body: bytes) -> bytes:
    return json.dumps(json.loads(body) | {"zz": 1}, sort_keys=True, separators=(",", ":")).encode()


def spaced(body: bytes) -> bytes:
    return body.replace(b":", b": ", 1)


def unsorted(body: bytes) -> bytes:
    backwards = dict(reversed(json.loads(body).items()))
    return json.dumps(backwards, separators=(",", ":")).encode()


@pytest.mark.parametrize("stream", [TABLE, "house", "patron/seat 1"])
@pytest.mark.parametrize("change", [twice, unknown, spaced, unsorted])
def test_a_body_that_the_program_would_not_write_is_told(rows: RowsLog, stream: str, change: object) -> None:
    assert callable(change)
    forge(rows, stream, 1, body=change(body_at(rows, stream, 1)))
    for found in (verify_store(rows), replay_store(rows)):
        assert Finding(stream, 1, "form", NOT_CANONICAL) in found.findings


def test_a_body_of_an_earlier_release_may_leave_out_what_has_a_default() -> None:
    event = NewEvent("rules_put_in_force", 1, b'{"event":"rules_put_in_force","rulebook":"maryland","table":"T1"}')
    assert is_canonical(event, decode(event))


def test_an_event_of_an_older_schema_or_of_no_known_name_is_held_against_the_form_alone() -> None:
    assert is_canonical(NewEvent("of_another_room", 1, b'{"event":"of_another_room","x":1.5}'), None)
    assert not is_canonical(NewEvent("of_another_room", 1, b'{"x":1,"event":"of_another_room"}'), None)
    assert not is_canonical(NewEvent("of_another_room", 1, b"["), None)


@pytest.mark.parametrize("at", [-1, -(2**62), LAST_MOMENT + 1, 2**62])
@pytest.mark.parametrize("stream", [TABLE, "house"])
def test_a_moment_before_1970_or_after_9999_is_told(rows: RowsLog, stream: str, at: int) -> None:
    command = rows.rows["events"][rows.place(stream, 1)][6]
    where = next(where for where, row in enumerate(rows.rows["commands"]) if row[0] == command)
    rows.change("commands", where, at=at)
    forge(rows, stream, 1, at=at)
    found = [(one.stream, one.version, one.what) for one in verify_store(rows).findings]
    assert (
        found == [(one.stream, one.version, one.what) for one in replay_store(rows).findings] == [(stream, 1, "moment")]
    )
    with pytest.raises(AuditRefused, match=r"outside the years 1970 to 9999; see wartable audit verify"):
        report(rows, ReportRequest(), 0)


def test_the_first_and_the_last_moment_are_none(rows: RowsLog) -> None:
    for at in (0, LAST_MOMENT):
        command = rows.rows["events"][rows.place("house", 1)][6]
        where = next(where for where, row in enumerate(rows.rows["commands"]) if row[0] == command)
        rows.change("commands", where, at=at)
        forge(rows, "house", 1, at=at)
        assert verify_store(rows).findings == ()
