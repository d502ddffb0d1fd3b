"""`wartable audit export`: everything as files that any program reads, and questions over them."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import date, datetime
from pathlib import Path
from typing import Annotated, Any

from cyclopts import Parameter

from wartable.cli.audit_store import DEFAULT_STORE, asking, looking_into
from wartable.cli.errors import DONE, InputError, one_line


def export(
    *,
    output: Annotated[str, Parameter(name=["--output", "-o"])],
    db: Annotated[str | None, Parameter(name="--db")] = None,
    sql: str | None = None,
    json: bool = False,
) -> int:
    """Export records, postings and settled wagers as CSV, JSON lines and Parquet.

    The folder holds events, postings and rounds (one row for each wager
    settled), each in three forms, and their SHA-256 sums. With --sql a
    question is answered over them by DuckDB; a folder that was exported
    before can be asked again without --db.

    Example:

        wartable audit export --db sqlite:///war.db -o day
        wartable audit export -o day --sql "SELECT wager, sum(collected - paid) AS win FROM rounds GROUP BY wager"

    Parameters
    ----------
    output
        The folder to make; it must not exist, or be empty. Or one that was exported before, with --sql alone.
    db
        The store: sqlite:///PATH or postgresql://USER@HOST/NAME; sqlite:///wartable.db unless said, or none with --sql.
    sql
        A question over the tables events, postings and rounds; money is in whole cents.
    json
        Print the answer as one JSON document.
    """
    from wartable.audit.exporting import ask, export_and_ask, is_export

    folder = Path(output)
    counts: dict[str, int] = {}
    with asking(), _naming(output):
        if db is None and sql is not None:
            if not is_export(folder):
                raise InputError(f"{output}: is not the folder of an export; name the store to export with --db")
            columns, rows = ask(folder, sql)
        else:
            with looking_into(DEFAULT_STORE if db is None else db) as log:
                counts, (columns, rows) = export_and_ask(log, folder, sql)
    _tell(counts, output, columns, rows, json=json)
    return DONE


@contextmanager
def _naming(output: str) -> Iterator[None]:
    """What goes wrong with the folder is told with its name."""
    from wartable.audit import AuditRefused

    try:
        yield
    except AuditRefused:
        raise
    except (OSError, ValueError) as error:
        raise InputError(f"{output}: {getattr(error, 'strerror', None) or error}") from None


def _tell(counts: dict[str, int], output: str, columns: list[str], rows: list[Any], *, json: bool) -> None:
    from wartable.cli.screen import Screen, make_table, write_json

    plain = [[_plain(value) for value in row] for row in rows]
    if json:
        write_json({"folder": output, "exported": counts, "columns": columns, "rows": plain})
        return
    screen = Screen()
    if counts:
        told = ", ".join(f"{count:,} {name}" for name, count in counts.items())
        screen.print(one_line(f"exported to {output}: {told}"), soft_wrap=True)
    if columns:
        table = make_table(*map(one_line, columns))
        for row in plain:
            table.add_row(*("" if value is None else one_line(str(value)) for value in row))
        screen.show(table)


def _plain(value: Any) -> Any:
    """A value that JSON has a word for."""
    if value is None or isinstance(value, bool | int | float | str):
        return value
    return value.isoformat() if isinstance(value, date | datetime) else str(value)
