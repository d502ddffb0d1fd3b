"""A warning beside what is made from a log that fails verification: figures from altered records look like any others.

A person who asks for a report or an export wants it also then, so it is made; but no second question should be needed
to learn that its log fails verification.
"""

import sys
from functools import partial
from typing import TYPE_CHECKING

from wartable.cli.audit.witnesses import USUAL_HEADS, read_witnesses
from wartable.cli.counts import counted
from wartable.cli.errors import InputError, one_line

if TYPE_CHECKING:
    from collections.abc import Sequence

    from wartable.audit import Finding, Witnesses
    from wartable.store import ReadStore


class Doubts:
    """What is wrong with a store, as `wartable audit verify` sees it. Made before the store is opened."""

    def __init__(self, db: str) -> None:
        self._db = db
        self._seen: Witnesses | None = None
        self._why = ""
        try:
            self._seen = read_witnesses(db, USUAL_HEADS).witnesses
        except InputError as error:  # unreadable heads prove nothing, and must not stop a report
            self._why = str(error)

    def about_records(self, log: "ReadStore") -> str:
        """Return what is wrong with the records, naming the first bad one; empty where they are intact."""
        from wartable.audit import verify_records

        return self._why or _tell(verify_records(log, self._seen))

    def about_all(self, log: "ReadStore") -> str:
        """Return the same for records, postings and balances."""
        from wartable.audit import verify_store
        from wartable.store import open_for_audit

        return self._why or _tell(verify_store(log, self._seen, again=partial(open_for_audit, self._db)).findings)


def warn(doubts: str, of: str) -> None:
    """Print the doubts beside the answer, if there are any."""
    if doubts:
        said = f"this {of}'s log fails verification: {doubts}; see wartable audit verify"
        print(f"wartable: {one_line(said)}", file=sys.stderr)


def _tell(findings: "Sequence[Finding]") -> str:
    if not findings:
        return ""
    others = f", and {counted(len(findings) - 1, 'other')}" if len(findings) > 1 else ""
    return f"{findings[0]}{others}"
