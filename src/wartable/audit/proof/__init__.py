"""Proving a store: every chain, version, command, posting and balance, and whoever saw it from outside.

Two parts that need nothing of each other: the records (chain, streams, commands, witnesses) and the money (postings,
accounts). Over a large store each has a process of its own. What follows from something already told is not told again.
"""

from collections.abc import Callable
from concurrent.futures import Future, ProcessPoolExecutor
from multiprocessing import get_context

import msgspec

from wartable.audit.finding import Finding
from wartable.audit.log import WholeLog
from wartable.audit.proof.money import MoneyChecked, check_money
from wartable.audit.proof.records import RecordsChecked, check_records
from wartable.audit.proof.witnesses import Witnesses, from_heads, from_receipts

__all__ = ["Verified", "Witnesses", "from_heads", "from_receipts", "verify", "verify_records"]

WORTH_A_PROCESS = 100_000
"""Events from which on a second process is quicker than its start."""


class Verified(msgspec.Struct, frozen=True):
    """What was looked at, and the first thing wrong in each place: nothing, where all is well."""

    streams: int
    events: int
    commands: int
    postings: int
    accounts: int
    witnesses: int
    findings: tuple[Finding, ...]

    @property
    def holds(self) -> bool:
        """Whether everything is as it was written."""
        return not self.findings


Opener = Callable[[], WholeLog]
"""Opens the same store again, in another process."""


def verify(
    log: WholeLog, witnesses: Witnesses | None = None, table: str | None = None, again: Opener | None = None
) -> Verified:
    """Look at everything in a store, or at everything of one table; accounts belong to the whole."""
    seen = witnesses or Witnesses()
    only = None if table is None else f"table/{table}"
    asked = len(seen) if only is None else len(seen.of(only))
    with log.moment() as moment:
        large = sum(_size(row) for row in moment.raw("streams")) >= WORTH_A_PROCESS
        if again is not None and large:
            with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:
                money: Future[MoneyChecked] = pool.submit(_check_money, again, only)
                records = check_records(moment, seen, only)
                return _verified(records, money.result(), asked)
        records = check_records(moment, seen, only)
        return _verified(records, check_money(log, moment, only), asked)


def verify_records(log: WholeLog, witnesses: Witnesses | None = None) -> tuple[Finding, ...]:
    """Whatever is wrong with the records alone: what a report stands on, in half the time of the whole."""
    with log.moment() as moment:
        checked = check_records(moment, witnesses or Witnesses())
    return (*checked.findings, *checked.contradicted)


def _check_money(again: Opener, only: str | None) -> MoneyChecked:
    log = again()
    try:
        with log.moment() as moment:
            return check_money(log, moment, only)
    finally:
        log.close()


def _size(row: tuple[object, ...]) -> int:
    """How many events a stream has, by the list of streams."""
    return row[1] if isinstance(row[1], int) else 0


def _verified(records: RecordsChecked, money: MoneyChecked, witnesses: int) -> Verified:
    """Both parts together. Where a stream's records are wrong, its postings cannot be right."""
    told = records.broken | {found.stream for found in records.findings}
    findings = (
        *records.findings,
        *(found for found in money.findings if found.stream not in told),
        *records.contradicted,
    )
    return Verified(
        streams=records.streams,
        events=records.events,
        commands=records.commands,
        postings=money.postings,
        accounts=money.accounts,
        witnesses=witnesses,
        findings=findings,
    )
