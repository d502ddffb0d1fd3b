"""One table played again to its end: its state, whether its snapshot agrees, and what is wrong."""

from collections.abc import Callable, Iterable
from typing import NamedTuple

import msgspec

from wartable.audit.errors import AuditRefused
from wartable.audit.finding import Finding
from wartable.audit.following.deciding import Departs, follow
from wartable.audit.following.keys import TwoKeys
from wartable.audit.following.shoes import FollowedShoes, SealedHistory
from wartable.audit.following.state import state_bytes, state_digest
from wartable.audit.reading import TABLE, rules_over_time
from wartable.audit.walk import text
from wartable.store import ReadLog, ReadTransaction, Recorded, StoreBroken
from wartable.table import Event, Table

Hear = Callable[[int, Event], None]
"""Told of every record that holds."""


class KeptState(NamedTuple):
    """What is kept as a table's state at a version."""

    stream: str
    version: int
    body: bytes


def kept_states(moment: ReadTransaction) -> dict[str, KeptState]:
    """Return the snapshots by stream. Seals are not checked: the records show whether a snapshot is right."""
    return {text(row[0]): KeptState(text(row[0]), *row[1:3]) for row in moment.raw("snapshots")}


class PlayedTable(msgspec.Struct, frozen=True):
    """A table after all its records, or after the last that could have happened."""

    table: str
    events: int
    state: Table | None
    """Nothing, where not even the first record could be played."""
    snapshot: int | None
    """The version of the snapshot that was compared, if one is kept."""
    findings: tuple[Finding, ...]
    open_shoe: SealedHistory | None = None
    """The shoe that is sealed and not revealed yet."""


def _nothing(_version: int, _event: Event) -> None:
    """Ignore it."""


def play(
    log: ReadLog,
    stream: str,
    records: Iterable[Recorded],
    snapshot: KeptState | None = None,
    hear: Hear = _nothing,
    start: tuple[int, Table] | None = None,
) -> PlayedTable:
    """Follow a table's stream record by record; the first thing wrong with it, and with its snapshot, is told.

    With a `start`, the records are those after its version, and the table stood there as it says.
    """
    table = stream.removeprefix(TABLE)
    shoes, findings = FollowedShoes(table), list[Finding]()
    version, state, compared = start[0] if start else 0, None, None
    try:
        rules = rules_over_time(log, table)
        for version, event, state in follow(table, rules, records, shoes, start, TwoKeys(log, table, rules)):
            hear(version, event)
            if snapshot is not None and snapshot.version == version:
                compared = version
                findings += _compare(snapshot, state)
        if snapshot is not None and compared is None:
            findings.append(_of_no_record(snapshot, version))
    except Departs as departs:
        findings.append(departs.at(stream))
    except (AuditRefused, StoreBroken) as error:
        findings.append(Finding(stream, version + 1, "state", str(error)))
    return PlayedTable(table, version, state, compared, tuple(findings), shoes.open)


def _compare(snapshot: KeptState, state: Table) -> list[Finding]:
    if snapshot.body == state_bytes(state):
        return []
    says = f"the snapshot is not the state {state_digest(state)} that the records come to"
    return [Finding(snapshot.stream, snapshot.version, "snapshot", says)]


def _of_no_record(snapshot: KeptState, end: int) -> Finding:
    says = f"there is a snapshot of it, and the stream has versions 1 to {end}"
    return Finding(snapshot.stream, snapshot.version, "snapshot", says)
