"""A forger who works everything out again, or brings back an older copy, is caught by those who saw it before."""

from pathlib import Path

import pytest

from tests.audit.by_hand import cut, forge
from tests.audit.histories import NOON, SECOND
from tests.audit.rows import RowsLog
from wartable.audit import (
    AuditRefused,
    HeadsFile,
    NoLongerExtends,
    Witnesses,
    from_heads,
    from_receipts,
    public_key,
    read_heads,
    read_receipts,
    signing_key,
    verify_store,
    write_heads,
)
from wartable.audit.heads.witnesses import Unseen
from wartable.cli.audit.witnesses import tell_unseen
from wartable.store import Receipt

TABLE = "table/T1"
BODY = b'{"amount":99900,"bettor":"","event":"wager_placed","hand":0,"instrument":"chips","patron":"seat 1"}'


@pytest.fixture
def heads(tmp_path: Path) -> HeadsFile:
    return HeadsFile(tmp_path / "heads.jsonl", signing_key(tmp_path / "heads.pem"))


def at_version(rows: RowsLog, last: int) -> RowsLog:
    earlier = RowsLog(rows)
    cut(earlier, TABLE, last)
    return earlier


def seen(heads: HeadsFile) -> Witnesses:
    return Witnesses(from_heads(read_heads(heads.file, public_key(heads.file.with_suffix(".pem")))))


def signed(rows: RowsLog, heads: HeadsFile) -> HeadsFile:
    for number, last in enumerate((20, 40, 60)):
        assert write_heads(at_version(rows, last), heads, NOON + number * 60 * SECOND)
    return heads


def test_a_store_that_went_on_extends_every_head(rows: RowsLog, heads: HeadsFile) -> None:
    found = verify_store(rows, seen(signed(rows, heads)))
    assert found.findings == ()
    assert found.witnesses == 7, "five streams at first, then one that moved, twice"


def test_records_after_the_last_witness_are_counted_in_each_stream(rows: RowsLog, heads: HeadsFile) -> None:
    end = rows.head(TABLE).version
    assert verify_store(rows, seen(signed(rows, heads))).unseen == (Unseen(TABLE, 61, end),)
    nowhere = verify_store(
        rows, Witnesses(from_heads(read_heads(heads.file, public_key(heads.file.with_suffix(".pem"))), given=False))
    )
    assert Unseen(TABLE, 1, end) in nowhere.unseen, "a key that no verifier was given proves nothing"
    assert str(Unseen("house", 7, 7)) == "record 7 of house lies after the last witness"


def test_many_streams_after_their_last_witness_are_told_in_a_few_lines() -> None:
    unseen = [Unseen(f"patron/p{number}", 1, number) for number in range(1, 7)]
    assert list(tell_unseen(unseen)) == [
        "records 1 to 6 of patron/p6 lie after the last witness",
        "records 1 to 5 of patron/p5 lie after the last witness",
        "records 1 to 4 of patron/p4 lie after the last witness",
        "and 6 records of 3 other streams as well",
    ]


def test_an_older_backup_is_consistent_in_itself_and_does_not_extend_the_last_head(
    rows: RowsLog, heads: HeadsFile
) -> None:
    backup = at_version(rows, 51)
    assert verify_store(backup).holds
    (found,) = verify_store(backup, seen(signed(rows, heads))).findings
    assert (found.stream, found.version, found.what) == (TABLE, 60, "head")
    assert found.says == (
        "the store no longer extends the head signed at 2026-11-15T12:02:00.000000Z (line 3), version 60:"
        " it ends at version 51; the last that it does extend is"
        " the head signed at 2026-11-15T12:01:00.000000Z (line 2), version 40"
    )


def test_a_tail_rewritten_with_a_new_chain_is_consistent_in_itself_and_caught_by_the_heads(
    rows: RowsLog, heads: HeadsFile
) -> None:
    signed(rows, heads)
    forge(rows, TABLE, 45, at=NOON)
    rows.rows["commands"] = [
        (*row[:2], NOON, *row[3:]) if row[0] == rows.rows["events"][rows.place(TABLE, 45)][6] else row
        for row in rows.rows["commands"]
    ]
    assert verify_store(rows).holds
    (found,) = verify_store(rows, seen(heads)).findings
    assert (found.stream, found.version, found.what) == (TABLE, 60, "head")
    assert "it holds another record there; the last that it does extend is" in found.says
    assert "(line 2), version 40" in found.says


def test_a_stream_that_is_gone_as_a_whole_is_missed_by_the_heads(rows: RowsLog, heads: HeadsFile) -> None:
    signed(rows, heads)
    for what in ("events", "postings", "streams"):
        rows.rows[what] = [row for row in rows.rows[what] if row[0] != "table/T2"]
    found = {finding.what: finding for finding in verify_store(rows, seen(heads)).findings}
    assert found["head"].stream == "table/T2"
    assert "the stream is not there; it extends none that was given" in found["head"].says


def test_a_receipt_is_a_witness_between_two_heads(rows: RowsLog) -> None:
    record = rows.rows["events"][rows.place(TABLE, 66)]
    receipts = [Receipt(TABLE, 66, record[7]), Receipt(TABLE, 10, rows.rows["events"][rows.place(TABLE, 10)][7])]
    witnesses = Witnesses(from_receipts(receipts))
    assert verify_store(rows, witnesses).holds
    cut(rows, TABLE, 65)
    assert verify_store(rows).holds
    (found,) = verify_store(rows, witnesses).findings
    assert (found.stream, found.version, found.what) == (TABLE, 66, "receipt")
    assert "the store no longer extends the receipt 1, version 66: it ends at version 65" in found.says
    assert "the last that it does extend is receipt 2, version 10" in found.says


def test_a_store_that_lost_what_was_signed_is_not_signed_again(rows: RowsLog, heads: HeadsFile) -> None:
    signed(rows, heads)
    before = heads.file.read_bytes()
    for lost in (at_version(rows, 50), at_version(rows, 10)):
        with pytest.raises(NoLongerExtends, match="table/T1 no longer holds the head that was signed at version 60"):
            write_heads(lost, heads, NOON)
    forge(rows, TABLE, 60, body=BODY)
    with pytest.raises(NoLongerExtends):
        write_heads(rows, heads, NOON)
    assert heads.file.read_bytes() == before


def test_some_streams_are_signed_without_a_look_at_the_others(rows: RowsLog, heads: HeadsFile) -> None:
    line = write_heads(rows, heads, NOON, only=[TABLE])
    assert line is not None
    assert [head.stream for head in line.heads] == [TABLE]
    rest = write_heads(rows, heads, NOON + SECOND)
    assert rest is not None
    assert {head.stream for head in rest.heads} == set(rows.streams()) - {TABLE}


def test_nothing_is_signed_where_nothing_moved(rows: RowsLog, heads: HeadsFile) -> None:
    assert write_heads(rows, heads, NOON) is not None
    assert write_heads(rows, heads, NOON + SECOND) is None
    assert len(heads.file.read_bytes().splitlines()) == 1


def test_a_table_that_is_asked_for_alone_is_held_against_its_own_heads(rows: RowsLog, heads: HeadsFile) -> None:
    signed(rows, heads)
    witnesses = seen(heads)
    assert verify_store(rows, witnesses, "T2").holds
    cut(rows, TABLE, 50)
    assert verify_store(rows, witnesses, "T2").holds
    assert not verify_store(rows, witnesses, "T1").holds


# Receipts as clients keep them

CHAIN = "ab" * 32


@pytest.mark.parametrize(
    "text",
    [
        f'{{"stream":"{TABLE}","version":3,"chain":"{CHAIN}"}}',
        f'\n{{"answer":{{"ok":true}},"receipts":[{{"stream":"{TABLE}","version":3,"chain":"{CHAIN}","more":1}}]}}\n\n',
        f'{{"receipts":{{"stream":"{TABLE}","version":3,"chain":"q6urq6urq6urq6urq6urq6urq6urq6urq6urq6urq6s="}}}}',
    ],
)
def test_receipts_are_read_from_answers_as_they_came(tmp_path: Path, text: str) -> None:
    file = tmp_path / "answers.jsonl"
    file.write_text(text)
    assert read_receipts(file) == (Receipt(TABLE, 3, bytes.fromhex(CHAIN)),)


def test_a_line_that_speaks_of_no_receipt_is_left_alone(tmp_path: Path) -> None:
    """As a client saves its answers: coming in, a command that was kept, one that was refused."""
    receipt = f'{{"stream":"{TABLE}","version":3,"chain":"{CHAIN}"}}'
    lines = (
        '{"person":"guest-1","name":"Ann","role":"guest","balance":100000}',
        f'{{"type":"answer","id":"1","ok":true,"version":3,"receipt":"{CHAIN}","receipts":[{receipt}]}}',
        '{"type":"answer","id":"2","ok":false,"version":0,"receipt":"","receipts":[]}',
    )
    file = tmp_path / "answers.jsonl"
    file.write_text("\n".join(lines))
    assert read_receipts(file) == (Receipt(TABLE, 3, bytes.fromhex(CHAIN)),)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("{", "line 1: expected a receipt in JSON"),
        ("[1]", "line 1: expected a receipt with stream, version and chain"),
        (f'{{"stream":"{TABLE}","version":3}}', "line 1: expected a receipt with stream, version and chain"),
        ('{"receipts":null}', "line 1: expected a receipt with stream, version and chain"),
        (f'\n{{"stream":"{TABLE}","version":0,"chain":"{CHAIN}"}}', "line 2: expected a receipt with"),
        (f'{{"stream":"{TABLE}","version":1,"chain":"zz"}}', "line 1: expected a chain value of 64"),
        (f'{{"stream":"{TABLE}","version":1,"chain":"{"zz" * 32}"}}', "line 1: expected a chain value of 64"),
        ("[" * 100_000, "line 1: expected a receipt in JSON"),
    ],
)
def test_a_file_that_holds_no_receipts_is_refused_by_line(tmp_path: Path, text: str, reason: str) -> None:
    file = tmp_path / "answers.jsonl"
    file.write_text(text)
    with pytest.raises(AuditRefused, match=reason):
        read_receipts(file)
