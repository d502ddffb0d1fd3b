"""What a record must be beside its chain value: made at a moment that can be, written as the program writes it, and one
that can happen in its stream.
"""

from collections.abc import Iterable, Iterator

from wartable.audit import moments
from wartable.audit.finding import NOT_CANONICAL, Finding
from wartable.audit.house_events import HOUSE
from wartable.audit.proof.at_cage import AtCage, is_beside_tables
from wartable.audit.reading import TABLE
from wartable.audit.walk import NOT_WHAT_A_RECORD_IS, text
from wartable.store import CODEC, NewEvent, Row, UnknownEvent, decode, is_canonical


class Forms:
    """Looks at records as they go by. Those of tables are read where they are played, so their bodies are left."""

    def __init__(self) -> None:
        self.findings: dict[str, Finding] = {}
        """By stream: its first record that is not as it must be."""
        self._at_cage = AtCage()
        self._is_whole = False
        """Whether the stream of the house goes by from its first record."""

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
        if stream == HOUSE and row[1] == 1:
            self._is_whole = True
        if not possible:
            says = f"its moment is {moments.told(row[5])}; expected one from 1970 to 9999"
            self.findings[stream] = Finding(stream, row[1], "moment", says)
        elif found := self._wrong_form(stream, row):
            self.findings[stream] = found

    def _wrong_form(self, stream: str, row: Row) -> Finding | None:
        """Check a record's form; an event of another room, in a stream of its own, by that alone."""
        event, version, record = None, row[1], NewEvent(*row[2:5])
        try:
            event = decode(record)
        except UnknownEvent as error:
            if record.name in CODEC.names or is_beside_tables(stream):
                return Finding(stream, version, "unreadable", str(error))
        if not is_canonical(record, event):
            return Finding(stream, version, "form", NOT_CANONICAL)
        if event is not None and not stream.startswith(TABLE):
            whole = self._is_whole and HOUSE not in self.findings
            if says := self._at_cage.why_not(stream, row[6], event, whole=whole):
                return Finding(stream, version, "form", says)
        return None
