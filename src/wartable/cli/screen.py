"""What people see: plain words and tables, whole also when they go into a file or through a pipe."""

import os
import sys
from collections.abc import Collection, Iterable
from textwrap import wrap

import msgspec
from rich import box
from rich.console import Console
from rich.table import Table

PIPE_WIDTH = 132
"""Columns where there is no terminal to ask."""
WIDE = 100
FEW_CLAUSES = 12
MANY_CLAUSES = 26
"""Columns for clause ids on a narrow and on a wide screen."""


class Screen(Console):
    """Standard output for people. Nothing is highlighted, and brackets in a text mean themselves."""

    def __init__(self) -> None:
        wide = None if sys.stdout.isatty() or "COLUMNS" in os.environ else PIPE_WIDTH
        super().__init__(width=wide, markup=False, highlight=False, emoji=False)

    def on_broken_pipe(self) -> None:
        """Leave it to `main`, which ends every command in the same way."""
        raise BrokenPipeError

    def clauses(self, ids: Iterable[str], reading: str | None = None) -> str:
        """Clause ids in lines short enough for this screen, none of them broken; the reading below."""
        width = FEW_CLAUSES if self.width < WIDE else MANY_CLAUSES
        lines = fold(", ".join(ids), width)
        return f"{lines}\nreading {reading}" if reading else lines


def make_table(*columns: str, wrapped: Collection[str] = ()) -> Table:
    """A table in which nothing is cut: some columns are wrapped to fit, the others keep their lines."""
    table = Table(box=box.SIMPLE, pad_edge=False, padding=(0, 1, 0, 0))
    for column in columns:
        table.add_column(column, overflow="fold", no_wrap=column not in wrapped)
    return table


def fold(text: str, width: int) -> str:
    """Text in lines of a width; a word that is longer than that has its line to itself."""
    return "\n".join(wrap(text, width, break_long_words=False, break_on_hyphens=False))


def write_json(document: object) -> None:
    """One JSON document on standard output, in UTF-8 whatever the terminal speaks."""
    sys.stdout.flush()
    sys.stdout.buffer.write(msgspec.json.format(msgspec.json.encode(document), indent=2) + b"\n")
