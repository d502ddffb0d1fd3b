"""Replaying: every table again from its records, every account again from its events, held against what is kept.

Records that were altered may still be played, so the chain under them is held as well. Postings and whoever saw the
store from outside are for `verify`.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby, starmap
from operator import itemgetter
from typing import NamedTuple

import msgspec

from wartable.audit.errors import AuditRefused
from wartable.audit.finding import Finding
from wartable.audit.log import Log, WholeLog
from wartable.audit.postings import TABLE, Deriving
from wartable.audit.proof.ground import Ground
from wartable.audit.proof.records import check_records
from wartable.audit.proof.walk import text
from wartable.audit.proof.witnesses import Witnesses
from wartable.audit.rounds import stream_of
from wartable.audit.rules import RulesOverTime, all_put_in_force, rules_of, rules_over_time, under
from wartable.audit.state import state_bytes, state_digest
from wartable.money import Cents, format_cents
from wartable.store.codec import decode
from wartable.store.errors import UnknownEvent
from wartable.store.port import Moment, Recorded
from wartable.table import Table, evolve, hold, new_table

HOW_STATES_BREAK = (RuntimeError, LookupError, TypeError, ValueError, AttributeError, UnknownEvent)
"""Whatever evolving says to a record that cannot have happened: it was written for those that can."""


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


class _Snapshot(NamedTuple):
    """What is kept as a table's state at a version."""

    version: int
    body: bytes


class Replayed(msgspec.Struct, frozen=True):
    """Everything again, and the first difference in each place: none, where all is as it was."""

    tables: tuple[ReplayedTable, ...]
    events: int
    accounts: int
    findings: tuple[Finding, ...]


def replay(log: WholeLog, table: str | None = None) -> Replayed:
    """One table, or all of them with every wallet and account, as they stand at one moment."""
    if table is not None:
        stream = stream_of(log, table)
        broken = Ground(log, table, Witnesses()).broken()
        with log.moment() as moment:
            snapshot = _snapshots(moment).get(stream)
        one = _TableReplay(log, stream, snapshot, Deriving(all_put_in_force(log)), {})
        replayed = one.run(log.read(stream))
        return Replayed((replayed,), replayed.events, 0, _together(broken, one.findings))
    with log.moment() as moment:
        return _replay_all(log, moment)


def _replay_all(log: WholeLog, moment: Moment) -> Replayed:
    broken = check_records(moment, Witnesses()).findings
    findings: list[Finding] = []
    deriving = Deriving(all_put_in_force(log))
    balances: dict[str, Cents] = {}
    snapshots = _snapshots(moment)
    tables, events = [], 0
    for stream, rows in groupby(moment.raw("events"), key=itemgetter(0)):
        name, records = text(stream), starmap(Recorded, rows)
        if name.startswith(TABLE):
            one = _TableReplay(log, name, snapshots.pop(stream, None), deriving, balances)
            tables.append(one.run(records))
            events += tables[-1].events
            findings += one.findings
        else:
            events += _post_all(name, records, deriving, balances, findings)
    for stream, snapshot in snapshots.items():
        says = "there is a snapshot of it, and no table with records has this name"
        findings.append(Finding(text(stream), snapshot.version, "snapshot", says))
    findings += _compare(balances, {text(account): cents for account, cents in moment.raw("accounts")})
    return Replayed(tuple(tables), events, len(balances), _together(broken, findings))


def _snapshots(moment: Moment) -> dict[object, _Snapshot]:
    """By stream. The seal is not looked at: it says who made a snapshot, and the records say whether it is right."""
    return {stream: _Snapshot(version, body) for stream, version, body in moment.raw("snapshots")}


def _together(broken: Sequence[Finding], differs: Iterable[Finding]) -> tuple[Finding, ...]:
    """A stream whose chain is broken cannot be replayed as it was, so what differs there is not told again."""
    told = {found.stream for found in broken}
    return (*broken, *(found for found in differs if found.stream not in told))


class _TableReplay:
    """One table, record by record."""

    def __init__(
        self, log: Log, stream: str, snapshot: _Snapshot | None, deriving: Deriving, balances: dict[str, Cents]
    ) -> None:
        self._log, self._stream, self._snapshot = log, stream, snapshot
        self._deriving, self._balances = deriving, balances
        self.findings: list[Finding] = []
        self._events = 0

    def run(self, records: Iterable[Recorded]) -> ReplayedTable:
        """The table after all of them, or after the last that could have happened."""
        name = self._stream.removeprefix(TABLE)
        try:
            rules = rules_over_time(self._log, name)
            state = self._evolve(new_table(rules_of(rules.at(1))), rules, records)
        except AuditRefused as error:
            self.findings.append(Finding(self._stream, 1, "state", str(error)))
            return ReplayedTable(name, 0, 0, "unknown", "", None)
        compared = None if self._snapshot is None or self.findings else self._snapshot.version
        return ReplayedTable(name, self._events, state.round.number, state.phase, state_digest(state), compared)

    def _evolve(self, state: Table, rules: RulesOverTime, records: Iterable[Recorded]) -> Table:
        last: Recorded | None = None
        snapshot = self._snapshot
        for record in records:
            try:
                if last is not None and last.command_id != record.command_id:
                    hold(state)
                changed = rules.starting_at(record.version) if record.version > 1 else None
                event = decode(record)
                state = evolve(under(state, rules_of(changed)) if changed else state, event)
                _post(self._deriving.of_event(self._stream, record.version, event), self._balances)
            except HOW_STATES_BREAK as error:
                says = f"the record does not follow from those before it: {_why(error)}"
                self.findings.append(Finding(self._stream, record.version, "state", says))
                return state
            last = record
            self._events += 1
            if snapshot is not None and snapshot.version == record.version:
                self._compare_snapshot(snapshot, state)
        if snapshot is not None and not 1 <= snapshot.version <= self._events:
            says = f"there is a snapshot of it, and the stream has versions 1 to {self._events}"
            self.findings.append(Finding(self._stream, snapshot.version, "snapshot", says))
        return state

    def _compare_snapshot(self, snapshot: _Snapshot, state: Table) -> None:
        if snapshot.body != state_bytes(state):
            says = f"the snapshot is not the state {state_digest(state)} that the records come to"
            self.findings.append(Finding(self._stream, snapshot.version, "snapshot", says))


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
            says = f"its balance is kept as {told}; the events come to {format_cents(due)}"
            yield Finding(account, 0, "account", says)


def _why(error: Exception) -> str:
    return f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
