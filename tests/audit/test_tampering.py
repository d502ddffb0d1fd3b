"""Tampering found and placed: no matter what is done to a record, the first wrong one is named exactly."""

import random
from collections.abc import Iterator
from typing import Any

import pytest

from tests.audit.histories import LAST
from tests.audit.rows import Row, RowsLog
from wartable.audit import Finding, verify_store
from wartable.audit.walk import StreamWalk, first, link, text, wrong
from wartable.store import COLUMNS

TABLE = "table/T1"
NUMBER_BITS = 64


def placed(log: RowsLog) -> list[tuple[str, int, str]]:
    return [(found.stream, found.version, found.what) for found in verify_store(log).findings]


def flips(value: Any) -> Iterator[Any]:
    """The value with each single bit of it changed: as SQLite keeps it, so a text may be none any more."""
    if isinstance(value, int):
        for bit in range(NUMBER_BITS):
            flipped = value ^ (1 << bit)
            yield flipped - (1 << NUMBER_BITS) if flipped >> (NUMBER_BITS - 1) else flipped
        return
    data = value.encode() if isinstance(value, str) else value
    for bit in range(len(data) * 8):
        changed = bytearray(data)
        changed[bit // 8] ^= 1 << bit % 8
        yield as_text(bytes(changed)) if isinstance(value, str) else bytes(changed)


def as_text(data: bytes) -> str | bytes:
    try:
        return data.decode()
    except UnicodeDecodeError:
        return data


def test_a_clean_log_is_proved(rows: RowsLog) -> None:
    found = verify_store(rows)
    assert found.findings == ()
    assert (found.streams, found.events, found.commands) == (5, LAST + 31 + 5, LAST + 31 + 5)
    assert found.postings == len(rows.rows["postings"])


def test_every_single_bit_of_a_log_that_is_changed_is_found_in_its_record(rows: RowsLog) -> None:
    tried = 0
    chains: dict[str, bytes] = {}
    for row in rows.raw("events"):
        stream, version = row[0], row[1]
        before = chains.get(stream) or first(stream)
        for column, value in enumerate(row):
            for changed in flips(value):
                tried += 1
                altered: Row = (*row[:column], changed, *row[column + 1 :])
                assert link(before, text(altered[0]), altered[1], altered) != altered[7]
        assert link(before, stream, version, row) == row[7]
        chains[stream] = row[7]
    assert tried > 130_000


@pytest.mark.parametrize("column", COLUMNS["events"])
def test_a_bit_changed_in_any_column_is_placed_by_the_whole_proof(rows: RowsLog, column: str) -> None:
    rng = random.Random(column)
    for _ in range(12):
        log = RowsLog(rows)
        at = rng.randrange(len(log.rows["events"]))
        row = log.rows["events"][at]
        changed = rng.choice(list(flips(row[COLUMNS["events"].index(column)])))
        if column == "version" and any(other[:2] == (row[0], changed) for other in log.rows["events"]):
            continue  # the database's own key refuses this one
        log.change("events", at, **{column: changed})
        found = verify_store(log).findings
        assert [(finding.stream, finding.version) for finding in found] == [(row[0], row[1])], (row, changed, found)


def test_a_changed_record_is_told_as_changed(rows: RowsLog) -> None:
    rows.change("events", rows.place(TABLE, 40), at=1)
    assert placed(rows) == [(TABLE, 40, "changed")]


@pytest.mark.parametrize("version", [1, 2, 33, 65])
def test_a_deleted_record_is_told_as_missing(rows: RowsLog, version: int) -> None:
    del rows.rows["events"][rows.place(TABLE, version)]
    assert placed(rows) == [(TABLE, version, "missing")]


def test_a_deleted_last_record_is_missed_by_the_list_of_streams(rows: RowsLog) -> None:
    last = rows.head(TABLE).version
    del rows.rows["events"][rows.place(TABLE, last)]
    assert placed(rows) == [(TABLE, last, "missing")]


def test_a_deleted_stream_is_told_from_its_first_record(rows: RowsLog) -> None:
    rows.rows["events"] = [row for row in rows.rows["events"] if row[0] != TABLE]
    assert placed(rows) == [(TABLE, 1, "missing")]


def test_two_swapped_records_are_placed_on_the_first(rows: RowsLog) -> None:
    rng = random.Random(5)
    for _ in range(30):
        log = RowsLog(rows)
        low, high = sorted(rng.sample(range(1, log.head(TABLE).version + 1), 2))
        one, other = log.place(TABLE, low), log.place(TABLE, high)
        content, swapped = log.rows["events"][one], log.rows["events"][other]
        log.rows["events"][one] = (*content[:2], *swapped[2:])
        log.rows["events"][other] = (*swapped[:2], *content[2:])
        assert placed(log) == [(TABLE, low, "changed")]


def test_a_record_repeated_at_the_end_is_placed_there(rows: RowsLog) -> None:
    last = rows.head(TABLE).version
    rows.rows["events"].append((TABLE, last + 1, *rows.rows["events"][rows.place(TABLE, 7)][2:]))
    assert placed(rows) == [(TABLE, last + 1, "changed")]


def test_a_record_put_in_between_is_placed_where_it_is_put(rows: RowsLog) -> None:
    shifted = [
        (row[0], row[1] + 1, *row[2:]) if row[0] == TABLE and row[1] >= 20 else row for row in rows.rows["events"]
    ]
    rows.rows["events"] = [*shifted, (TABLE, 20, *rows.rows["events"][rows.place(TABLE, 9)][2:])]
    assert placed(rows) == [(TABLE, 20, "changed")]


def test_a_second_record_of_the_same_version_is_told(rows: RowsLog) -> None:
    at = rows.place(TABLE, 9)
    rows.rows["events"].insert(at + 1, rows.rows["events"][at])
    assert placed(rows) == [(TABLE, 9, "inserted")]


def test_a_renumbered_record_is_told_with_its_new_number(rows: RowsLog) -> None:
    rows.change("events", rows.place(TABLE, 12), version=500)
    (found,) = verify_store(rows).findings
    assert found == Finding(TABLE, 12, "renumbered", "this record was given the version 500")


@pytest.mark.parametrize("version", [1, 12, LAST])
def test_a_record_moved_to_another_stream_is_told_once_with_both_places(rows: RowsLog, version: int) -> None:
    last = rows.head("table/T2").version
    rows.change("events", rows.place(TABLE, version), stream="table/T2", version=last + 1)
    (found,) = verify_store(rows).findings
    says = f"this record was moved: it lies in table/T2 as version {last + 1}"
    assert found == Finding(TABLE, version, "moved", says)


def test_the_only_record_of_a_stream_that_is_moved_is_told_once(rows: RowsLog) -> None:
    rows.change("events", rows.place("patron/seat 3", 1), stream="patson/seat 3")
    says = "this record was moved: it lies in patson/seat 3 as version 1"
    assert verify_store(rows).findings == (Finding("patron/seat 3", 1, "moved", says),)


def test_two_things_wrong_in_two_streams_are_both_told(rows: RowsLog) -> None:
    rows.change("events", rows.place(TABLE, 12), body=b"{}")
    rows.change("events", rows.place("table/T2", 3), at=0)
    assert placed(rows) == [(TABLE, 12, "changed"), ("table/T2", 3, "changed")]


def test_only_the_table_asked_for_is_looked_at(rows: RowsLog) -> None:
    rows.change("events", rows.place("table/T2", 3), at=0)
    found = verify_store(rows, table="T1")
    assert (found.findings, found.streams, found.events) == ((), 1, rows.head(TABLE).version)
    assert verify_store(rows, table="T2").findings[0].version == 3


@pytest.mark.parametrize(
    ("columns", "what"),
    [
        ({"body": "text"}, "unreadable"),
        ({"name": b"\xff"}, "unreadable"),
        ({"at": "noon"}, "unreadable"),
        ({"schema": None}, "unreadable"),
        ({"command_id": 7}, "unreadable"),
        ({"chain": None}, "changed"),
        ({"chain": b""}, "changed"),
    ],
    ids=str,
)
def test_a_column_of_another_type_is_told_in_its_record(rows: RowsLog, columns: dict[str, Any], what: str) -> None:
    rows.change("events", rows.place(TABLE, 30), **columns)
    assert placed(rows) == [(TABLE, 30, what)]


def test_a_version_that_is_no_number_is_told(rows: RowsLog) -> None:
    row = rows.rows["events"][rows.place(TABLE, 1)]
    assert wrong(TABLE, 0, first(TABLE), (TABLE, "one", *row[2:])).what == "unreadable"
    assert StreamWalk(TABLE).over([(TABLE, "one", *row[2:])]).wrong is not None


# The list of streams and the commands


def test_a_stream_taken_off_the_list_is_told(rows: RowsLog) -> None:
    rows.rows["streams"] = [row for row in rows.rows["streams"] if row[0] != TABLE]
    assert placed(rows) == [(TABLE, 0, "stream")]


@pytest.mark.parametrize(
    ("columns", "version"), [({"version": 3}, 4), ({"chain": bytes(32)}, LAST), ({"version": 99}, LAST + 1)]
)
def test_a_changed_line_of_the_list_of_streams_is_told(rows: RowsLog, columns: dict[str, Any], version: int) -> None:
    at = next(at for at, row in enumerate(rows.rows["streams"]) if row[0] == TABLE)
    rows.change("streams", at, **columns)
    (found,) = verify_store(rows).findings
    assert (found.stream, found.version) == (TABLE, version)


def test_a_record_whose_command_is_gone_is_told(rows: RowsLog) -> None:
    command = rows.rows["events"][rows.place(TABLE, 21)][6]
    rows.rows["commands"] = [row for row in rows.rows["commands"] if row[0] != command]
    assert placed(rows) == [(TABLE, 21, "command")]


def test_every_bit_of_what_a_command_promised_is_held_against_its_record(rows: RowsLog) -> None:
    rng = random.Random(3)
    for column in ("command_id", "at", "receipts"):
        for _ in range(12):
            log = RowsLog(rows)
            at = rng.randrange(len(log.rows["commands"]))
            row = log.rows["commands"][at]
            changed = rng.choice(list(flips(row[COLUMNS["commands"].index(column)])))
            log.change("commands", at, **{column: changed})
            assert not verify_store(log).holds, (row, column, changed)


def test_a_tail_cut_from_records_and_list_is_missed_by_the_commands(rows: RowsLog) -> None:
    last = rows.head(TABLE).version
    cut_tail(rows, TABLE, last - 1)
    found = verify_store(rows).findings[0]
    assert (found.stream, found.version, found.what) == (TABLE, last, "command")


def cut_tail(log: RowsLog, stream: str, last: int) -> None:
    """Cut a stream after a version, and mend the list of streams."""
    log.rows["events"] = [row for row in log.rows["events"] if row[0] != stream or row[1] <= last]
    at = next(at for at, row in enumerate(log.rows["streams"]) if row[0] == stream)
    log.change("streams", at, version=last, chain=log.rows["events"][log.place(stream, last)][7])
