"""Proving a store: every chain, version, command, payment, posting and balance, and every witness from outside.

Three parts that need nothing of each other: the records (chain, streams, commands, witnesses), the play (every payment
from the records before it) and the money (postings, accounts). Over a large store each has a process of its own. What
follows from something already told is not told again.
"""

import os
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context

import msgspec
from msgspec.structs import replace

from wartable.audit.finding import Finding
from wartable.audit.following import KeptState, PlayedTable, kept_states
from wartable.audit.heads import Unseen, Witnesses
from wartable.audit.house_events import HOUSE
from wartable.audit.proof.beside import OF_THE_HOUSE, Secrets, personal_findings, shape_findings
from wartable.audit.proof.money import MoneyChecked, check_money
from wartable.audit.proof.play import Lengths, lengths_of, of_no_table, play_tables, shares
from wartable.audit.proof.records import RecordsChecked, check_records
from wartable.audit.reading import TABLE, rule_findings
from wartable.store import ReadLog, ReadTransaction

WORTH_A_PROCESS = 100_000
"""Events from which on a second process is quicker than its start."""
PARTS = 4
"""Shares of the tables for each processor: one that is done early takes the next."""


class Verified(msgspec.Struct, frozen=True):
    """What was looked at, and the first thing wrong in each place: nothing, where all is well."""

    streams: int
    events: int
    commands: int
    postings: int
    accounts: int
    witnesses: int
    findings: tuple[Finding, ...]
    unseen: tuple[Unseen, ...] = ()
    """Of each stream, the records that lie after its last witness."""
    sealed: int = 0
    """Shoes that are sealed and not revealed, and whose seeds were not opened to compare them."""

    @property
    def holds(self) -> bool:
        return not self.findings


Opener = Callable[[], ReadLog]
"""Opens the same store again, in another process."""


def verify_store(
    log: ReadLog,
    witnesses: Witnesses | None = None,
    table: str | None = None,
    again: Opener | None = None,
    house_key: bytes | None = None,
) -> Verified:
    """Verify a whole store, or one table; accounts and secrets are checked only with the whole."""
    seen = witnesses or Witnesses()
    only = None if table is None else f"{TABLE}{table}"
    asked = seen.given() if only is None else seen.given(only)
    with log.read_transaction() as moment:
        large = sum(_size(row) for row in moment.raw("streams")) >= WORTH_A_PROCESS
        if again is not None and large:
            parts = _side_by_side(moment, seen, only, again)
        else:
            lengths, states = lengths_of(moment, only), kept_states(moment)
            parts = check_records(moment, seen, only), check_money(log, moment, only), play_tables(log, lengths, states)
        shape = shape_findings(log.flaws())
        beside = tuple(shape) if only is not None else (*shape, *_beside(log, moment, parts[2], house_key))
        verified = _verified(*parts, _ruled(log, moment, table), beside, asked)
    opened = house_key is not None and only is None
    return verified if opened else replace(verified, sealed=sum(one.open_shoe is not None for one in parts[2]))


def _side_by_side(
    moment: ReadTransaction, seen: Witnesses, only: str | None, again: Opener
) -> tuple[RecordsChecked, MoneyChecked, list[PlayedTable]]:
    """Run every part in its own process, and the tables in one process for each processor."""
    processors = max(2, os.cpu_count() or 1)
    lengths, states = lengths_of(moment, only), kept_states(moment)
    with ProcessPoolExecutor(processors, mp_context=get_context("spawn")) as pool:
        money = pool.submit(_check_money, again, only)
        played = [
            pool.submit(_play, again, share, {stream: states[stream] for stream in share if stream in states})
            for share in shares(lengths, PARTS * processors)
        ]
        records = check_records(moment, seen, only)
        return records, money.result(), [table for part in played for table in part.result()]


def _ruled(log: ReadLog, moment: ReadTransaction, table: str | None) -> tuple[Finding, ...]:
    """Return the first invalid change of rules at this moment of the store."""
    lengths = {row[0]: _size(row) for row in moment.raw("streams")}
    return tuple(rule_findings(log, lambda name: lengths.get(f"{TABLE}{name}", 0), lengths.get(HOUSE, 0), table))


def _beside(
    log: ReadLog, moment: ReadTransaction, played: list[PlayedTable], house_key: bytes | None
) -> tuple[Finding, ...]:
    """Report what is wrong beside the log: stray snapshots, secrets, personal data."""
    upto = next((_size(row) for row in moment.raw("streams") if row[0] == HOUSE), 0)
    house = list(log.named(HOUSE, OF_THE_HOUSE, upto=upto))
    tables = [table.table for table in played]
    shoes = [table.open_shoe for table in played if table.open_shoe is not None]
    return (
        *of_no_table(kept_states(moment), {f"{TABLE}{table}" for table in tables}),
        *Secrets(moment.raw("secrets"), house_key).check(shoes, tables, house),
        *personal_findings(moment.raw("personal"), house),
    )


def verify_records(log: ReadLog, witnesses: Witnesses | None = None) -> tuple[Finding, ...]:
    """Check the records alone, on which a report is based, in half the time of a full verification."""
    with log.read_transaction() as moment:
        checked = check_records(moment, witnesses or Witnesses())
    return (*checked.findings, *checked.contradicted, *shape_findings(log.flaws()))


def _check_money(again: Opener, only: str | None) -> MoneyChecked:
    log = again()
    try:
        with log.read_transaction() as moment:
            return check_money(log, moment, only)
    finally:
        log.close()


def _play(again: Opener, lengths: Lengths, states: dict[str, KeptState]) -> list[PlayedTable]:
    log = again()
    try:
        return [replace(one, state=None) for one in play_tables(log, lengths, states)]
    finally:
        log.close()


def _size(row: tuple[object, ...]) -> int:
    return row[1] if isinstance(row[1], int) else 0


def _verified(
    records: RecordsChecked,
    money: MoneyChecked,
    played: list[PlayedTable],
    ruled: tuple[Finding, ...],
    beside: tuple[Finding, ...],
    witnesses: int,
) -> Verified:
    """All parts together. Where a stream's records are wrong, its postings and its play cannot be right.

    Nor can any table be followed where the rules in the stream of the house are wrong.
    """
    broken = records.broken | {found.stream for found in records.findings}
    ruled = tuple(found for found in ruled if found.stream not in broken)
    told = broken | {found.stream for found in ruled}
    play = [found for table in played for found in table.findings if HOUSE not in told]
    places = {(found.stream, found.version) for found in play}
    rest = (*play, *(found for found in money.findings if (found.stream, found.version) not in places))
    rest = rest or money.overdrawn
    follows = (found for found in (*rest, *beside) if found.stream not in told)
    findings = (*records.findings, *ruled, *follows, *records.contradicted)
    return Verified(
        streams=records.streams,
        events=records.events,
        commands=records.commands,
        postings=money.postings,
        accounts=money.accounts,
        witnesses=witnesses,
        findings=findings,
        unseen=records.unseen,
    )
