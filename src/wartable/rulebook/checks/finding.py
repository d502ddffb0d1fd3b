"""A finding of a check: one problem or one note, with its place and its clauses."""

from collections.abc import Iterable
from typing import Literal

import msgspec

from wartable.rulebook.book import Rulebook

Severity = Literal["error", "warning", "note"]


class HouseFinding(msgspec.Struct, frozen=True):
    """One finding about a house's rules.

    The key is the name in the house file, and empty for the whole file. The line counts from 1.
    """

    severity: Severity
    key: str
    message: str
    allowed: str
    clauses: tuple[str, ...] = ()
    reading: str | None = None
    line: int | None = None
    row: str | None = None
    """The row of a table that the finding is about; the line is then that row's."""

    def __str__(self) -> str:
        place = f"{self.key}: " if self.key else ""
        return f"{place}{self.message} (allowed: {self.allowed})"


def errors(findings: Iterable[HouseFinding]) -> list[HouseFinding]:
    """Return the findings because of which a house is not accepted."""
    return [finding for finding in findings if finding.severity == "error"]


def find(
    book: Rulebook,
    name: str,
    severity: Severity,
    message: str,
    allowed: str,
    *,
    reading: str | None = None,
    clauses: tuple[str, ...] = (),
    row: str | None = None,
) -> HouseFinding:
    """Return a finding about one value of a rulebook, by the rulebook's own name; default clauses: the value's."""
    value = book.values[name]
    cited, read = clauses or value.clauses, reading or value.reading
    return HouseFinding(severity, value.key or name, message, allowed, cited, read, row=row)
