"""What people see: plain words and tables, whole also when they go into a file or through a pipe."""

import os
import sys
from collections.abc import Iterable
from textwrap import wrap

import msgspec
from rich import box
from rich.console import Console
from rich.table import Table

PIPE_WIDTH = 132
"""Columns where there is no terminal to ask."""
CLAUSES_WIDTH = 26


def make_screen() -> Console:
    """Standard output for people. Nothing is highlighted, and brackets in a text mean themselves."""
    wide = None if sys.stdout.isatty() or "COLUMNS" in os.environ else PIPE_WIDTH
    return Console(width=wide, markup=False, highlight=False, emoji=False)


def make_table(*columns: str, whole: str = "clauses") -> Table:
    """A table whose cells wrap and are never cut; the `whole` column is wrapped beforehand and keeps its lines."""
    table = Table(box=box.SIMPLE, pad_edge=False)
    for column in columns:
        table.add_column(column, overflow="fold", no_wrap=column == whole)
    return table


def join_clauses(clauses: Iterable[str], reading: str | None = None) -> str:
    """Clause ids, two or so on a line and none of them broken; the reading below."""
    lines = wrap(", ".join(clauses), CLAUSES_WIDTH, break_long_words=False, break_on_hyphens=False)
    return "\n".join([*lines, f"reading {reading}"] if reading else lines)


def write_json(document: object) -> None:
    """One JSON document on standard output, in UTF-8 whatever the terminal speaks."""
    sys.stdout.flush()
    sys.stdout.buffer.write(msgspec.json.format(msgspec.json.encode(document), indent=2) + b"\n")
