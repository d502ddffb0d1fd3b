"""Many rows by few statements, in a few fixed sizes: SQLite keeps each of them prepared."""

from collections.abc import Callable, Iterator, Sequence
from itertools import chain
from typing import Any

from wartable.store.sqlite.connect import Value

SIZES = (8, 4, 2, 1)
"""How many rows one statement adds. What a statement changes is kept aside until its end, in memory only for as long as
it is little: longer ones are slower."""

Run = Callable[[str, Sequence[Value]], Any]


class Insert:
    """Adds rows to one table."""

    def __init__(self, table: str, columns: int, rest: str = "") -> None:
        row = f"({', '.join('?' * columns)})"
        self._sized = [(size, f"INSERT INTO {table} VALUES {', '.join([row] * size)}{rest}") for size in SIZES]

    def write(self, run: Run, rows: Sequence[tuple[Value, ...]]) -> None:
        """All of these, in their order."""
        done, count = 0, len(rows)
        for size, sql in self._sized:
            while count - done >= size:
                run(sql, tuple(chain.from_iterable(rows[done : done + size])))
                done += size


class InList:
    """Asks for many keys at once; a list that is shorter than its statement has its last key several times."""

    def __init__(self, question: str) -> None:
        self._question = question
        self._sized: dict[int, str] = {}

    def rows(self, run: Run, keys: Sequence[str]) -> Iterator[tuple[Any, ...]]:
        """The rows of all keys that are there."""
        if not keys:
            return
        size = 1 << (len(keys) - 1).bit_length()
        sql = self._sized.get(size)
        if sql is None:
            sql = self._sized[size] = f"{self._question} IN ({', '.join('?' * size)})"
        yield from run(sql, (*keys, *[keys[-1]] * (size - len(keys))))
