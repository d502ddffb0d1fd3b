"""Export: everything as files that any program reads, and questions in SQL over them."""

import csv
import hashlib
import json
from pathlib import Path

import duckdb
import pytest

from tests.audit.conftest import Kept
from tests.store.stored import rows_of
from tests.told import FLOOR, Told
from wartable.audit import AuditRefused, export, query_export
from wartable.table import commands as c

FILES = {f"{name}.{form}" for name in ("events", "postings", "rounds") for form in ("csv", "jsonl", "parquet")}


@pytest.fixture
def folder(sqlite: Kept, tmp_path: Path) -> Path:
    export(sqlite.log, tmp_path / "out")
    return tmp_path / "out"


def test_every_row_is_in_every_form_on_every_store(day: Kept, tmp_path: Path) -> None:
    counts = export(day.log, tmp_path / "out")
    kept = {what: sum(1 for _ in rows_of(day.store, what)) for what in ("events", "postings")}
    assert counts == {**kept, "rounds": 8}
    for name, count in counts.items():
        with (tmp_path / "out" / f"{name}.csv").open(newline="") as source:
            table = list(csv.DictReader(source))
        lines = [json.loads(line) for line in (tmp_path / "out" / f"{name}.jsonl").read_text().splitlines()]
        with duckdb.connect(":memory:") as database:
            parquet = database.execute(f"SELECT * FROM '{tmp_path / 'out' / f'{name}.parquet'}'").fetchall()
        assert len(table) == len(lines) == len(parquet) == count
        assert [list(line.values()) for line in lines] == [list(row) for row in parquet]
        assert [["" if value is None else str(value) for value in line.values()] for line in lines] == [
            list(row.values()) for row in table
        ]


def test_records_come_out_as_they_lie_there(sqlite: Kept, folder: Path) -> None:
    lines = [json.loads(line) for line in (folder / "events.jsonl").read_text().splitlines()]
    for row, line in zip(rows_of(sqlite.store, "events"), lines, strict=True):
        stream, version, name, schema, body, at, command_id, chain = row
        assert (line["stream"], line["version"], line["name"], line["schema"]) == (stream, version, name, schema)
        assert (line["body"].encode(), line["at_us"], line["command_id"]) == (body, at, command_id)
        assert bytes.fromhex(line["chain"]) == chain
    assert lines[0]["at"] == "2026-11-15T12:00:01.000000Z"


def test_the_folder_has_the_sums_of_its_files(folder: Path) -> None:
    lines = (folder / "SHA256SUMS").read_text().splitlines()
    sums = {name: digest for digest, name in (line.split("  ") for line in lines)}
    assert sums.keys() == FILES
    for name, digest in sums.items():
        assert hashlib.sha256((folder / name).read_bytes()).hexdigest() == digest


def test_rounds_are_one_row_for_each_seat_and_wager_settled(folder: Path) -> None:
    _, rows = query_export(folder, "SELECT round, seat, wager, result, staked, paid FROM rounds ORDER BY version")
    assert rows == [
        (1, 3, "initial", "win", 2000, 2000),
        (1, 1, "initial", "lose", 1000, 0),
        (1, 1, "tie", "lose", 500, 0),
        (2, 3, "initial", "win", 2000, 2000),
        (2, 1, "tie", "win", 500, 5000),
        (2, 1, "initial", "push", 1000, 0),
        (2, 1, "war", "win", 1000, 1000),
        (3, 1, "initial", "surrender", 1000, 0),
    ]


def test_a_reversed_settlement_says_what_reversed_it(kept: Kept, tmp_path: Path) -> None:
    told = Told.at("maryland", {"seats": 4}).bets(1, "10.00").deals("9s 8d").settles()
    told.does(FLOOR, c.VoidRound("dropped"))
    kept.keeper.puts_in_force("T1", "maryland", {"seats": 4}).plays("T1", told.events)
    export(kept.log, tmp_path / "out")
    _, rows = query_export(tmp_path / "out", "SELECT round, result, reversed_at IS NULL FROM rounds ORDER BY version")
    assert rows == [(1, "win", False), (1, "void", True)], "of a round that is still in play, too"


def test_money_in_an_export_adds_up(folder: Path) -> None:
    columns, rows = query_export(folder, "SELECT sum(cents) AS total, count(DISTINCT account) > 5 many FROM postings")
    assert (columns, rows) == (["total", "many"], [(0, True)])


def test_a_question_reads_the_export_and_nothing_else(folder: Path, tmp_path: Path) -> None:
    (tmp_path / "secret.csv").write_text("a\n1\n")
    for question in (
        f"SELECT * FROM '{tmp_path / 'secret.csv'}'",
        f"COPY events TO '{tmp_path / 'stolen.csv'}'",
        "SET enable_external_access = true",
        "INSTALL httpfs",
        "SELEC 1",
        "SELECT * FROM nothing",
    ):
        with pytest.raises(AuditRefused, match=r"^--sql: "):
            query_export(folder, question)
    assert not (tmp_path / "stolen.csv").exists()


def test_an_answer_that_is_too_long_is_refused(folder: Path) -> None:
    with pytest.raises(AuditRefused, match="more than 10000 rows"):
        query_export(folder, "SELECT * FROM range(10001)")


def test_nothing_is_overwritten_and_nothing_is_left_behind(sqlite: Kept, tmp_path: Path) -> None:
    full, file = tmp_path / "full", tmp_path / "file"
    full.mkdir()
    (full / "mine").touch()
    file.touch()
    before = sorted(tmp_path.iterdir())
    for place, reason in (
        (full, "is not empty"),
        (file, "is not a folder"),
        (tmp_path / "gone" / "out", "its parent folder does not exist"),
    ):
        with pytest.raises(AuditRefused, match=reason):
            export(sqlite.log, place)
    assert sorted(tmp_path.iterdir()) == before
