"""Proving what a recalled round stands on, and no more: its table's stream, the house's, its commands and postings.

The rest of a store may be years long. Balances belong to all streams together; `verify` looks at those.
"""

from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import groupby
from operator import attrgetter

from msgspec.structs import astuple

from wartable.audit.finding import Finding
from wartable.audit.following import play
from wartable.audit.heads import Witnesses
from wartable.audit.house_events import HOUSE
from wartable.audit.log import Log
from wartable.audit.proof.commands import how_it_differs
from wartable.audit.proof.forms import Forms
from wartable.audit.proof.ledger import compare_postings
from wartable.audit.reading import TABLE, Deriving, all_put_in_force, rule_findings
from wartable.audit.walk import StreamWalk, Walked, nothing_of
from wartable.store import Posted, Recorded, StoreBroken


class Ground:
    """The two streams under every round of one table, walked once."""

    def __init__(self, log: Log, table: str, witnesses: Witnesses) -> None:
        self._log, self._name, self._stream = log, table, f"{TABLE}{table}"
        self._house, self._table = (_walk(log, stream, witnesses) for stream in (HOUSE, self._stream))
        self._witnesses = witnesses

    @cached_property
    def _deriving(self) -> Deriving:
        """Asked only where the streams are whole: rules that were altered can perhaps not even be read."""
        return Deriving(all_put_in_force(self._log))

    def covering(self, version: int) -> int:
        """How many trusted witnesses saw the table at a version or after it."""
        return self._witnesses.covering(self._stream, version)

    def broken(self) -> tuple[Finding, ...]:
        """All findings about the two streams."""
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
        return doubts or (*self._commands(records), *self._postings(records, postings))

    @cached_property
    def _ruled(self) -> tuple[Finding, ...]:
        """The first change of the table's rules that cannot have been made."""
        ends = self._house.version
        return tuple(rule_findings(self._log, lambda _: self._table.version, ends, self._name))

    @cached_property
    def _played(self) -> tuple[Finding, ...]:
        """The first record that is not what the table decides; every round after it stands on it too."""
        return play(self._log, self._stream, self._log.read(self._stream)).findings

    def _commands(self, records: Sequence[Recorded]) -> Iterator[Finding]:
        """The first record that did not come with the command it names; one that went on after the round is left."""
        for command_id, group in groupby(records, key=attrgetter("command_id")):
            together = list(group)
            last = together[-1]
            kept_as = self._kept_as(last)
            goes_on = kept_as is not None and kept_as[0] > records[-1].version
            if not goes_on and kept_as != (last.version, last.chain, last.at):
                says = how_it_differs(command_id, kept_as, astuple(last))
                yield Finding(self._stream, together[0].version, "command", says)
                return

    def _kept_as(self, record: Recorded) -> tuple[int, bytes, int] | None:
        """The version and the chain value that a record's command was kept with here."""
        try:
            kept = self._log.find(record.command_id)
        except StoreBroken:
            return None
        receipts = kept.receipts if kept else ()
        return next(((one.version, one.chain, record.at) for one in receipts if one.stream == self._stream), None)

    def _postings(self, records: Sequence[Recorded], postings: Sequence[Posted]) -> Iterator[Finding]:
        """The first record whose postings are not those that follow from it."""
        for record in records:
            beside = [astuple(posting) for posting in postings if posting.version == record.version]
            found, _ = compare_postings(astuple(record)[:5], beside, self._deriving)
            if found is not None:
                yield found
                return


def _walk(log: Log, stream: str, witnesses: Witnesses) -> Walked:
    """A stream to its end. What is written to it meanwhile may be walked too; what is listed must be there."""
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
    """The first thing wrong in a stream, and the first witness whom it contradicts."""
    for found in (walked.wrong, walked.contradicted):
        if found is not None:
            yield found
