"""Exporting: records, postings and settled wagers as CSV, JSON lines and Parquet, and questions in SQL over them.

A folder is made whole or not at all, with the SHA-256 of every file in it. Money is whole cents in every file.
"""

import csv
from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack
from itertools import groupby, starmap
from operator import itemgetter
from pathlib import Path
from typing import Any

import msgspec

from wartable.audit import moments
from wartable.audit.errors import AuditRefused
from wartable.audit.reading import TABLE
from wartable.audit.settled import SETTLED, settled_lines
from wartable.audit.walk import text
from wartable.paper import FolderInUse, write_whole
from wartable.store import ReadLog, ReadTransaction, Recorded

Columns = dict[str, str]
"""By name, the type that DuckDB gives it."""

EVENTS: Columns = {
    "stream": "VARCHAR",
    "version": "BIGINT",
    "at": "VARCHAR",
    "at_us": "BIGINT",
    "name": "VARCHAR",
    "schema": "INTEGER",
    "command_id": "VARCHAR",
    "body": "VARCHAR",
    "chain": "VARCHAR",
}
POSTINGS: Columns = {
    "stream": "VARCHAR",
    "version": "BIGINT",
    "place": "INTEGER",
    "account": "VARCHAR",
    "cents": "BIGINT",
    "after": "BIGINT",
}
TABLES: dict[str, Columns] = {"events": EVENTS, "postings": POSTINGS, "rounds": SETTLED}
MAX_LINE_BYTES = 16 * 1024 * 1024
MAX_ROWS = 10_000
"""Rows that a question may answer with; more are counted in SQL, not read by people."""


QueryResult = tuple[list[str], list[tuple[Any, ...]]]
"""The columns and the rows of a question."""


def export(log: ReadLog, folder: Path) -> dict[str, int]:
    """Write everything to a new folder, and say how many rows each table has."""
    counts, _ = export_and_ask(log, folder, None)
    return counts


def export_and_ask(log: ReadLog, folder: Path, question: str | None) -> tuple[dict[str, int], QueryResult]:
    """Export, then query the export; a query that fails leaves no folder behind."""
    import duckdb

    counts: dict[str, int] = {}
    answer: QueryResult = ([], [])

    def fill(draft: Path) -> None:
        nonlocal answer
        with log.read_transaction() as moment:
            counts["events"] = _write(draft, "events", map(_event, moment.raw("events")))
            counts["postings"] = _write(draft, "postings", moment.raw("postings"))
            counts["rounds"] = _write(draft, "rounds", _rounds(moment))
        if question is not None:
            answer = query_export(draft, question)

    try:
        write_whole(folder, fill)
    except FolderInUse as error:
        raise AuditRefused(str(error)) from None
    except duckdb.Error as error:
        raise AuditRefused(f"{folder}: {_first_line(error)}") from None
    return counts, answer


def is_export(folder: Path) -> bool:
    return all((folder / f"{name}.parquet").is_file() for name in TABLES)


def query_export(folder: Path, question: str) -> QueryResult:
    """The columns and rows of a question in SQL over `events`, `postings` and `rounds`.

    The question may read this folder and nothing else on the machine, and it changes nothing.
    """
    import duckdb

    with duckdb.connect(":memory:") as database:
        for name in TABLES:
            place = str(folder / f"{name}.parquet").replace("'", "''")
            database.execute(f"CREATE TABLE {name} AS SELECT * FROM read_parquet('{place}')")
        database.execute("SET enable_external_access = false")
        database.execute("SET lock_configuration = true")
        try:
            asked = database.execute(question)
            columns = [column[0] for column in asked.description or ()]
            rows = asked.fetchmany(MAX_ROWS + 1)
        except duckdb.Error as error:
            raise AuditRefused(f"--sql: {_first_line(error)}") from None
    if len(rows) > MAX_ROWS:
        raise AuditRefused(f"--sql: answers with more than {MAX_ROWS} rows; ask for fewer with LIMIT")
    return columns, rows


# Rows


def _event(row: Sequence[Any]) -> tuple[Any, ...]:
    stream, version, name, schema, body, at, command_id, chain = row
    told = body.decode("utf-8", "backslashreplace") if isinstance(body, bytes) else body
    moment = moments.told(at) if isinstance(at, int) else at
    return (
        stream,
        version,
        moment,
        at,
        name,
        schema,
        command_id,
        told,
        chain.hex() if isinstance(chain, bytes) else chain,
    )


def _rounds(moment: ReadTransaction) -> Iterator[tuple[Any, ...]]:
    for stream, rows in groupby(moment.raw("events"), key=itemgetter(0)):
        name = text(stream)
        if name.startswith(TABLE):
            yield from settled_lines(name.removeprefix(TABLE), starmap(Recorded, rows))


# Files


def _write(folder: Path, name: str, rows: Iterable[Sequence[Any]]) -> int:
    """Write the rows in three forms. DuckDB makes the Parquet from the JSON lines, where null is not an empty text."""
    columns = TABLES[name]
    count = 0
    encode = msgspec.json.Encoder().encode
    table, lines = folder / f"{name}.csv", folder / f"{name}.jsonl"
    with ExitStack() as files:
        out = csv.writer(files.enter_context(table.open("w", encoding="utf-8", newline="")), lineterminator="\n")
        log = files.enter_context(lines.open("wb"))
        out.writerow(columns)
        for row in rows:
            out.writerow(row)
            log.write(encode(dict(zip(columns, row, strict=True))) + b"\n")
            count += 1
    _to_parquet(lines, folder / f"{name}.parquet", columns)
    return count


def _to_parquet(source: Path, target: Path, columns: Columns) -> None:
    import duckdb

    kinds = ", ".join(f"'{name}': '{kind}'" for name, kind in columns.items())
    quoted = [str(file).replace("'", "''") for file in (source, target)]
    form = f"format = 'newline_delimited', maximum_object_size = {MAX_LINE_BYTES}, columns = {{{kinds}}}"
    reading = f"SELECT * FROM read_json('{quoted[0]}', {form})"
    with duckdb.connect(":memory:") as database:
        database.execute(f"COPY ({reading}) TO '{quoted[1]}' (FORMAT parquet, COMPRESSION zstd)")


def _first_line(error: Exception) -> str:
    return str(error).partition("\n")[0]
