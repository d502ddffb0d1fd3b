"""What people see: plain words and tables, whole also when they go into a file or through a pipe."""

import os
import sys
from collections.abc import Collection, Iterable
from textwrap import wrap

import msgspec
from rich import box
from rich.console import Console
from rich.table import Column, Table

PIPE_WIDTH = 132
"""Columns where there is no terminal to ask."""
WIDE = 100
FEW_CLAUSES = 12
MANY_CLAUSES = 26
"""Columns for clause ids on a narrow and on a wide screen."""
LEAST_WRAPPED = 16
"""Columns that a wrapped text keeps, however narrow the screen."""


class Screen(Console):
    """Standard output for people. Nothing is highlighted, and brackets in a text mean themselves."""

    def __init__(self) -> None:
        wide = None if sys.stdout.isatty() or "COLUMNS" in os.environ else PIPE_WIDTH
        super().__init__(width=wide, markup=False, highlight=False, emoji=False)

    def on_broken_pipe(self) -> None:
        """Leave it to `main`, which ends every command in the same way."""
        raise BrokenPipeError

    def show(self, table: Table) -> None:
        """Print a table uncut, even past the edge of the screen: half an amount looks like another amount."""
        kept = [column for column in table.columns if column.no_wrap]
        least = sum(_width_of(column) for column in kept) + LEAST_WRAPPED * (len(table.columns) - len(kept))
        before = self.width
        self.width = max(before, least + 2 * len(table.columns))
        self.print(table)
        self.width = before

    def clauses(self, ids: Iterable[str], reading: str | None = None) -> str:
        """Return clause ids in lines short enough for this screen, none of them broken; the reading below."""
        width = FEW_CLAUSES if self.width < WIDE else MANY_CLAUSES
        lines = fold(", ".join(ids), width)
        return f"{lines}\nreading {reading}" if reading else lines


def _width_of(column: Column) -> int:
    return max(len(line) for cell in (column.header, *column.cells) for line in str(cell).splitlines() or [""])


def make_table(*columns: str, wrapped: Collection[str] = ()) -> Table:
    """Make a table in which nothing is cut: some columns are wrapped to fit, the others keep their lines."""
    table = Table(box=box.SIMPLE, pad_edge=False, padding=(0, 1, 0, 0))
    for column in columns:
        table.add_column(column, overflow="fold", no_wrap=column not in wrapped)
    return table


def fold(text: str, width: int) -> str:
    """Return text in lines of a width; a longer word has its own line."""
    return "\n".join(wrap(text, width, break_long_words=False, break_on_hyphens=False))


def write_json(document: object) -> None:
    """Write one JSON document to standard output, always in UTF-8."""
    sys.stdout.flush()
    sys.stdout.buffer.write(msgspec.json.format(msgspec.json.encode(document), indent=2) + b"\n")
