"""Replay: every table from its records and every account from its events, compared with what is kept.

Every payment is decided again on the way, from the records before it. Records that were altered may still be played, so
the chain under them is held as well. Postings and witnesses from outside are for `verify`.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby, starmap
from operator import itemgetter

import msgspec

from wartable.audit.finding import Finding
from wartable.audit.following import HOW_STATES_BREAK, PlayedTable, kept_states, play, state_digest
from wartable.audit.heads import Witnesses
from wartable.audit.house_events import HOUSE
from wartable.audit.proof.ground import Ground
from wartable.audit.proof.play import of_no_table
from wartable.audit.proof.records import check_records
from wartable.audit.reading import TABLE, Deriving, all_put_in_force, rule_findings, stream_with_history
from wartable.audit.walk import text
from wartable.money import Cents, format_cents
from wartable.store import ReadLog, ReadTransaction, Recorded
from wartable.table import Event


class ReplayedTable(msgspec.Struct, frozen=True):
    """A table after all its records."""

    table: str
    events: int
    rounds: int
    phase: str
    state: str
    """The SHA-256 of its state."""
    snapshot: int | None
    """The version of the snapshot that was compared, if one is kept."""


class Replayed(msgspec.Struct, frozen=True):
    """Everything again, and the first difference in each place: none, where all is as it was."""

    tables: tuple[ReplayedTable, ...]
    events: int
    accounts: int
    findings: tuple[Finding, ...]


def replay_store(log: ReadLog, table: str | None = None) -> Replayed:
    """Replay one table, or all of them with every account, at one moment."""
    if table is not None:
        stream = stream_with_history(log, table)
        broken = Ground(log, table, Witnesses()).broken()
        with log.read_transaction() as moment:
            snapshot = kept_states(moment).get(stream)
        played = play(log, stream, log.read(stream), snapshot)
        return Replayed((_replayed(played),), played.events, 0, _together(broken, played.findings))
    with log.read_transaction() as moment:
        return _replay_all(log, moment)


def _replay_all(log: ReadLog, moment: ReadTransaction) -> Replayed:
    broken = check_records(moment, Witnesses()).findings
    lengths = {text(row[0]): row[1] for row in moment.raw("streams") if isinstance(row[1], int)}
    findings = list(rule_findings(log, lambda name: lengths.get(f"{TABLE}{name}", 0), lengths.get(HOUSE, 0)))
    deriving = Deriving(all_put_in_force(log))
    balances: dict[str, Cents] = {}
    snapshots = kept_states(moment)
    tables, events = [], 0
    for stream, rows in groupby(moment.raw("events"), key=itemgetter(0)):
        name, records = text(stream), starmap(Recorded, rows)
        if name.startswith(TABLE):
            played = play(log, name, records, snapshots.get(name), _Posting(name, deriving, balances).hear)
            tables.append(_replayed(played))
            events += played.events
            findings += played.findings
        else:
            events += _post_all(name, records, deriving, balances, findings)
    findings += of_no_table(snapshots, {f"{TABLE}{played.table}" for played in tables})
    if all(found.what == "snapshot" for found in findings):  # otherwise not everything was added up
        findings += _compare(balances, {text(account): cents for account, cents in moment.raw("accounts")})
    return Replayed(tuple(tables), events, len(balances), _together(broken, findings))


def _together(broken: Sequence[Finding], differs: Iterable[Finding]) -> tuple[Finding, ...]:
    """Merge the findings: a broken stream cannot be replayed, so what differs there is not reported again."""
    told = {found.stream for found in broken}
    return (*broken, *(found for found in differs if found.stream not in told))


class _Posting:
    """What the records of a table move, added up as they go by."""

    def __init__(self, stream: str, deriving: Deriving, balances: dict[str, Cents]) -> None:
        self._stream, self._deriving, self._balances = stream, deriving, balances

    def hear(self, version: int, event: Event) -> None:
        _post(self._deriving.of_event(self._stream, version, event), self._balances)


def _replayed(played: PlayedTable) -> ReplayedTable:
    if played.state is None:
        return ReplayedTable(played.table, 0, 0, "unknown", "", None)
    state, compared = played.state, None if played.findings else played.snapshot
    digest = state_digest(state)
    return ReplayedTable(played.table, played.events, state.round.number, state.phase, digest, compared)


def _post_all(
    stream: str, records: Iterable[Recorded], deriving: Deriving, balances: dict[str, Cents], findings: list[Finding]
) -> int:
    events = 0
    for record in records:
        try:
            _post(deriving.of(stream, record.version, record.name, record.schema, record.body), balances)
        except HOW_STATES_BREAK as error:
            findings.append(Finding(stream, record.version, "unreadable", _why(error)))
            break
        events += 1
    return events


def _post(posted: Iterable[tuple[str, Cents]], balances: dict[str, Cents]) -> None:
    for account, cents in posted:
        balances[account] = balances.get(account, 0) + cents


def _compare(balances: dict[str, Cents], kept: Mapping[str, object]) -> Iterator[Finding]:
    for account in sorted(balances.keys() | kept.keys()):
        due, found = balances.get(account, 0), kept.get(account, 0)
        if due != found:
            told = format_cents(found) if isinstance(found, int) else repr(found)
            says = f"its stored balance is {told}; its events add up to {format_cents(due)}"
            yield Finding(account, 0, "account", says)


def _why(error: Exception) -> str:
    return f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
