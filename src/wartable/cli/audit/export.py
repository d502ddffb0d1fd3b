"""`wartable audit export`: everything as files that any program reads, and questions over them."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import date, datetime
from pathlib import Path
from typing import Annotated, Any

from wartable.cli.audit.doubts import Doubts, warn
from wartable.cli.audit.opening import asking, looking_into
from wartable.cli.counts import counted
from wartable.cli.errors import DONE, InputError, one_line
from wartable.cli.options import DEFAULT_STORE, Database, Json, Output

ROWS = {"events": "event", "postings": "posting", "rounds": "settled wager"}
"""What a row of each table is."""


def export(
    *,
    output: Annotated[str, Output],
    db: Database | None = None,
    sql: str | None = None,
    json: Json = False,
) -> int:
    """Export records, postings and settled wagers as CSV, JSON lines and Parquet.

    The folder holds events, postings and rounds (one row for each wager
    settled), each in three forms, and their SHA-256 sums. With --sql a
    question is answered over them by DuckDB; a folder that was exported
    before can be asked again without --db. If the log was altered, a line on
    standard error says so.

    Example:

        wartable audit export --db sqlite:///war.db -o day
        wartable audit export -o day --sql "SELECT wager, sum(collected - paid) AS win FROM rounds GROUP BY wager"

    Parameters
    ----------
    output
        The folder to make; it must not exist, or be empty. Or one that was exported before, with --sql alone.
    sql
        A question over the tables events, postings and rounds; money is in whole cents.
    """
    from wartable.audit import export_and_ask, is_export, query_export

    folder, store = Path(output), DEFAULT_STORE if db is None else db
    counts: dict[str, int] = {}
    wrong = ""
    with asking(), _naming(output):
        if db is None and sql is not None and is_export(folder):
            columns, rows = query_export(folder, sql)
        else:
            doubts = Doubts(store)
            with looking_into(store) as log:
                counts, (columns, rows) = export_and_ask(log, folder, sql)
                wrong = doubts.about_all(log)
            warn(wrong, "export")
    proved = not wrong if counts else None  # of what was exported before, nothing was looked at
    told = {"folder": output, "exported": counts, "proved": proved, "columns": columns, "rows": _plain_rows(rows)}
    _tell(told, json=json)
    return DONE


@contextmanager
def _naming(output: str) -> Iterator[None]:
    """Add the folder's name to any error about it."""
    from wartable.audit import AuditRefused

    try:
        yield
    except AuditRefused:
        raise
    except (OSError, ValueError) as error:
        raise InputError(f"{output}: {getattr(error, 'strerror', None) or error}") from None


def _tell(told: dict[str, Any], *, json: bool) -> None:
    from wartable.cli.screen import Screen, make_table, write_json

    if json:
        write_json(told)
        return
    screen = Screen()
    if told["exported"]:
        tables = ", ".join(counted(count, ROWS[table]) for table, count in told["exported"].items())
        screen.print(one_line(f"exported to {told['folder']}: {tables}"), soft_wrap=True)
    if told["columns"]:
        table = make_table(*map(one_line, told["columns"]))
        for row in told["rows"]:
            table.add_row(*("" if value is None else one_line(str(value)) for value in row))
        screen.show(table)


def _plain_rows(rows: list[Any]) -> list[list[Any]]:
    return [[_plain(value) for value in row] for row in rows]


def _plain(value: Any) -> Any:
    if value is None or isinstance(value, bool | int | float | str):
        return value
    return value.isoformat() if isinstance(value, date | datetime) else str(value)
