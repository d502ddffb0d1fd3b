"""What a record must be beside its chain value: made at a moment that can be, and written as the program writes it."""

from collections.abc import Iterable, Iterator

from wartable.audit import moments
from wartable.audit.finding import NOT_CANONICAL, Finding
from wartable.audit.reading import TABLE
from wartable.audit.walk import NOT_WHAT_A_RECORD_IS, text
from wartable.store import CODEC, NewEvent, Row, UnknownEvent, decode, is_canonical


class Forms:
    """Looks at records as they go by. Those of tables are read where they are played, so their bodies are left."""

    def __init__(self) -> None:
        self.findings: dict[str, Finding] = {}
        """By stream: its first record that is not as it must be."""

    def over(self, rows: Iterable[Row]) -> Iterator[Row]:
        """Pass on the rows, checking each."""
        last = moments.LAST
        for row in rows:
            try:
                possible = 0 <= row[5] <= last
                if not possible or not row[0].startswith(TABLE):
                    self._look_at(row, possible=possible)
            except NOT_WHAT_A_RECORD_IS:
                pass  # the walk over the chain says what is wrong with it
            yield row

    def _look_at(self, row: Row, *, possible: bool) -> None:
        stream = text(row[0])
        if stream in self.findings:
            return
        if not possible:
            says = f"its moment is {moments.told(row[5])}; expected one from 1970 to 9999"
            self.findings[stream] = Finding(stream, row[1], "moment", says)
        elif found := _wrong_form(stream, row[1], NewEvent(*row[2:5])):
            self.findings[stream] = found


def _wrong_form(stream: str, version: int, record: NewEvent) -> Finding | None:
    """Check events of rooms that an audit does not know by their form alone."""
    event = None
    try:
        event = decode(record)
    except UnknownEvent as error:
        if record.name in CODEC.names:
            return Finding(stream, version, "unreadable", str(error))
    return None if is_canonical(record, event) else Finding(stream, version, "form", NOT_CANONICAL)
