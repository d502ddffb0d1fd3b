"""A log as rows in lists, which a test can alter."""

from collections.abc import Collection, Iterator
from contextlib import contextmanager
from typing import Any

from tests.store.stored import rows_of
from wartable.audit.walk import first
from wartable.store import COLUMNS, KEYS, Flaw, Kept, Posted, Receipt, Recorded, Rows, decode_receipts

Row = tuple[Any, ...]
WHAT: tuple[Rows, ...] = tuple(COLUMNS)


class RowsLog:
    """What an audit reads, from rows as they lie there."""

    def __init__(self, source: Any) -> None:
        self.rows: dict[Rows, list[Row]] = {what: rows_of(source, what) for what in WHAT}
        self.shape: list[Flaw] = source.flaws()

    def raw(self, what: Rows) -> Iterator[Row]:
        keys = [COLUMNS[what].index(column) for column in KEYS[what]]
        return iter(sorted(self.rows[what], key=lambda row: [_in_order(row[key]) for key in keys]))

    @contextmanager
    def read_transaction(self) -> Iterator["RowsLog"]:
        yield self

    def find(self, command_id: str) -> Kept | None:
        found = [row for row in self.rows["commands"] if row[0] == command_id]
        return Kept(found[0][3], decode_receipts(found[0][4]), repeated=True) if found else None

    def read(self, stream: str, after: int = 0, upto: int | None = None) -> Iterator[Recorded]:
        for row in self.raw("events"):
            if row[0] == stream and row[1] > after and (upto is None or row[1] <= upto):
                yield Recorded(*row)

    def named(
        self,
        stream: str,
        names: Collection[str],
        after: int = 0,
        upto: int | None = None,
        *,
        backwards: bool = False,
        limit: int | None = None,
    ) -> Iterator[Recorded]:
        found = [record for record in self.read(stream, after, upto) if record.name in names]
        return iter((found[::-1] if backwards else found)[:limit])

    def postings(self, stream: str, after: int = 0, upto: int | None = None) -> Iterator[Posted]:
        for row in self.raw("postings"):
            if row[0] == stream and row[1] > after and (upto is None or row[1] <= upto):
                yield Posted(*row)

    def head(self, stream: str) -> Receipt:
        found = [row for row in self.rows["streams"] if row[0] == stream]
        return Receipt(*found[0]) if found else Receipt(stream, 0, first(stream))

    def heads(self, streams: Collection[str]) -> dict[str, Receipt]:
        return {row[0]: Receipt(*row) for row in self.rows["streams"] if row[0] in streams}

    def receipts(self, places: Collection[tuple[str, int]]) -> dict[str, Receipt]:
        return {row[0]: Receipt(row[0], row[1], row[7]) for row in self.rows["events"] if row[:2] in set(places)}

    def streams(self, prefix: str = "") -> list[str]:
        return [row[0] for row in self.raw("streams") if str(row[0]).startswith(prefix)]

    def flaws(self) -> list[Flaw]:
        return self.shape

    def close(self) -> None:
        """Nothing is held."""

    # Tampering

    def place(self, stream: str, version: int) -> int:
        return next(at for at, row in enumerate(self.rows["events"]) if row[:2] == (stream, version))

    def change(self, what: Rows, where: int, /, **columns: Any) -> None:
        """Write something else into a row."""
        row = dict(zip(COLUMNS[what], self.rows[what][where], strict=True)) | columns
        self.rows[what][where] = tuple(row.values())


def _in_order(value: Any) -> tuple[int, Any]:
    """Numbers before texts before bytes, as SQLite has it."""
    return ([int, str, bytes].index(type(value)), value)
