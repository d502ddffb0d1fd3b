"""Prove what a recalled round depends on, and no more: its table's stream, the house's, its commands and postings.

The rest of a store may be years long. Balances belong to all streams together; `verify` looks at those.
"""

from collections.abc import Iterator, Sequence
from functools import cached_property

from msgspec.structs import astuple

from wartable.audit.finding import Finding
from wartable.audit.following import play
from wartable.audit.heads import Witnesses
from wartable.audit.house_events import HOUSE
from wartable.audit.proof.commands import unanswered
from wartable.audit.proof.forms import Forms
from wartable.audit.proof.ledger import compare_postings
from wartable.audit.reading import TABLE, Deriving, all_put_in_force, rule_findings
from wartable.audit.walk import StreamWalk, Walked, nothing_of
from wartable.store import Posted, ReadLog, Recorded, StoreBroken


class Ground:
    """The two streams under every round of one table, walked once."""

    def __init__(self, log: ReadLog, table: str, witnesses: Witnesses) -> None:
        self._log, self._name, self._stream = log, table, f"{TABLE}{table}"
        self._house, self._table = (_walk(log, stream, witnesses) for stream in (HOUSE, self._stream))
        self._witnesses = witnesses

    @cached_property
    def _deriving(self) -> Deriving:
        """Read the rules; called only for whole streams, because altered rules may be unreadable."""
        return Deriving(all_put_in_force(self._log))

    def covering(self, version: int) -> int:
        """Return the number of trusted witnesses that saw the table at a version or after it."""
        return self._witnesses.covering(self._stream, version)

    def broken(self) -> tuple[Finding, ...]:
        """Return all findings about the two streams."""
        return (*_wrong(self._house), *_wrong(self._table)) or self._ruled

    def under(self, records: Sequence[Recorded], postings: Sequence[Posted]) -> tuple[Finding, ...]:
        """Findings about the records of one round; empty where it is proved.

        What was done to a stream after the round could have been done to the round as well, with new chain values up to
        there; only a witness who saw the stream in between can tell.
        """
        last = records[-1].version
        doubts = (*_wrong(self._house), *(() if self._table.vouched >= last else _wrong(self._table)))
        doubts = (
            doubts
            or self._ruled
            or tuple(found for found in self._played if found.stream == HOUSE or found.version <= last)
        )
        return doubts or (*unanswered(self._log, self._stream, records), *self._postings(records, postings))

    @cached_property
    def _ruled(self) -> tuple[Finding, ...]:
        """Return the first invalid change of the table's rules."""
        ends = self._house.version
        return tuple(rule_findings(self._log, lambda _: self._table.version, ends, self._name))

    @cached_property
    def _played(self) -> tuple[Finding, ...]:
        """Return the first record that the table would not decide; every later round depends on it."""
        return play(self._log, self._stream, self._log.read(self._stream)).findings

    def _postings(self, records: Sequence[Recorded], postings: Sequence[Posted]) -> Iterator[Finding]:
        """Yield the first record with other postings than follow from it."""
        for record in records:
            beside = [astuple(posting) for posting in postings if posting.version == record.version]
            found, _ = compare_postings(astuple(record)[:5], beside, self._deriving)
            if found is not None:
                yield found
                return


def _walk(log: ReadLog, stream: str, witnesses: Witnesses) -> Walked:
    """Walk a stream to its end. What is written meanwhile may be included; what is listed must be there."""
    head = log.head(stream)
    try:
        forms = Forms()
        walked = StreamWalk(stream, witnesses.of(stream)).over(forms.over(map(astuple, log.read(stream))))
        walked.wrong = walked.wrong or forms.findings.get(stream)
    except StoreBroken as error:
        walked = nothing_of(stream)
        walked.wrong = Finding(stream, 0, "unreadable", str(error))
    if walked.wrong is None and walked.version < head.version:
        says = f"this record is missing; the list of streams counts {head.version}"
        walked.wrong = Finding(stream, walked.version + 1, "missing", says)
    return walked


def _wrong(walked: Walked) -> Iterator[Finding]:
    """Yield the first thing wrong in a stream, and the first witness that it contradicts."""
    for found in (walked.wrong, walked.contradicted):
        if found is not None:
            yield found
