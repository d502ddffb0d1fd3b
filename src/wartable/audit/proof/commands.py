"""Holding the records against the commands: each record came with a command, each receipt is where the chain was.

A sum says whether everything fits; only where it does not is each command looked up. A command that had nothing to do
is kept without a record, with the digest of the question for its answer; no other has none.
"""

from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import groupby
from operator import attrgetter

from msgspec.structs import astuple

from wartable.audit.finding import Finding
from wartable.audit.walk import seal_of, text
from wartable.store import ReadLog, Receipt, Recorded, Row, StoreBroken, decode_receipts

Seen = dict[tuple[str, str], tuple[int, bytes, int]]
"""By command and stream: the version, the chain value and the moment of its last record there."""


def seal_of_commands(rows: Iterable[Row], only: str | None = None) -> tuple[int, int]:
    """The sum over every receipt of every command, and how many commands there are; -1 for what cannot be read.

    Of one stream only the commands that wrote to it are counted.
    """
    seal, commands = 0, 0
    for command_id, digest, at, answer, kept in rows:
        try:
            receipts = _receipts(kept, only)
        except (StoreBroken, TypeError):
            seal, commands = seal - 1, commands + 1
            continue
        commands += only is None or bool(receipts)
        if only is None and not receipts and answer != digest:
            seal -= 1  # a command that was kept without a record: the slow way says which
        for receipt in receipts:
            seal += seal_of(command_id, receipt.stream, receipt.version, receipt.chain, at)
    return seal, commands


def place_commands(
    events: Iterable[Row], rows: Iterable[Row], leave_out: Collection[str], only: str | None = None
) -> Iterator[Finding]:
    """Report the first record of each stream without the command it names, and receipts without a record."""
    promised: Seen = {}
    for command_id, digest, at, answer, kept in rows:
        try:
            receipts = _receipts(kept, only)
        except (StoreBroken, TypeError):
            yield Finding(f"command {text(command_id)}", 0, "command", "its receipts cannot be read")
            continue
        if only is None and not receipts and answer != digest:
            yield Finding(f"command {text(command_id)}", 0, "command", "it was kept without any record")
        for receipt in receipts:
            promised[text(command_id), receipt.stream] = (receipt.version, receipt.chain, at)
    told: set[str] = set(leave_out)
    for (stream, command_id), group in groupby(events, key=lambda row: (text(row[0]), text(row[6]))):
        records = list(group)
        last = records[-1]
        kept_as = promised.pop((command_id, stream), None)
        if stream not in told and kept_as != (last[1], last[7], last[5]):
            told.add(stream)
            yield Finding(stream, records[0][1], "command", how_it_differs(command_id, kept_as, last))
    for (command_id, stream), (version, _, _) in promised.items():
        if stream not in told:
            told.add(stream)
            yield Finding(
                stream, version, "command", f"the command {command_id} was kept with this record, which is gone"
            )


def _receipts(kept: bytes, only: str | None) -> tuple[Receipt, ...]:
    receipts = decode_receipts(kept)
    return receipts if only is None else tuple(receipt for receipt in receipts if receipt.stream == only)


def how_it_differs(command_id: str, kept_as: tuple[int, bytes, int] | None, last: Row) -> str:
    """Say what a command was kept with, other than this last record of it."""
    if kept_as is None:
        return f"its command {command_id} is not stored"
    version, chain, _ = kept_as
    if version != last[1]:
        return f"the command {command_id} was kept with records up to version {version}, not {last[1]}"
    if chain != last[7]:
        return f"the command {command_id} was kept with another record here"
    return f"the command {command_id} was kept at another moment"


def unanswered(log: ReadLog, stream: str, records: Sequence[Recorded]) -> Iterator[Finding]:
    """Yield the first of these records without the command it names, except a command that continues after them."""
    for command_id, group in groupby(records, key=attrgetter("command_id")):
        together = list(group)
        last = together[-1]
        kept_as = _kept_as(log, last)
        goes_on = kept_as is not None and kept_as[0] > records[-1].version
        if not goes_on and kept_as != (last.version, last.chain, last.at):
            says = how_it_differs(command_id, kept_as, astuple(last))
            yield Finding(stream, together[0].version, "command", says)
            return


def _kept_as(log: ReadLog, record: Recorded) -> tuple[int, bytes, int] | None:
    """Return the version and the chain value that a record's command was kept with in its stream."""
    try:
        kept = log.find(record.command_id)
    except StoreBroken:
        return None
    receipts = kept.receipts if kept else ()
    return next(((one.version, one.chain, record.at) for one in receipts if one.stream == record.stream), None)
