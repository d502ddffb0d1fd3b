"""Holding the ledger against the records: every posting follows from its event, every balance from its postings.

The first way is quick and only says whether everything fits: records and postings go by side by side. Only where
something does not fit is it looked for in a second, slower way that needs no order.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from typing import NamedTuple

import msgspec

from wartable.audit.finding import Finding
from wartable.audit.proof.running import BalanceRuns, RunningBalances, apart_from_zero
from wartable.audit.reading import MONEY, Deriving
from wartable.audit.walk import NOT_WHAT_A_RECORD_IS, text
from wartable.ledger import Unbalanced
from wartable.money import format_cents
from wartable.store import Row, StoreError

Rows = Callable[[], Iterable[Row]]
"""Rows that can be gone through again."""

CANNOT_BE_DERIVED = (StoreError, Unbalanced, *NOT_WHAT_A_RECORD_IS)
PAST_THE_LAST: Row = (None, None, None, None, None, None)


class LedgerChecked(msgspec.Struct, frozen=True):
    """How many postings there are, whether all of them follow from the records, and the runs they make."""

    postings: int
    fits: bool
    runs: BalanceRuns


def check_ledger(events: Iterable[Row], postings: Iterable[Row], deriving: Deriving) -> LedgerChecked:
    """Compare records and postings side by side, both in the order of their keys."""
    runs, count = RunningBalances(), 0
    rows = iter(postings)
    row = next(rows, PAST_THE_LAST)
    fits = True
    try:
        for stream, version, name, schema, body, _, _, _ in events:
            if name not in MONEY:
                continue
            for place, (account, cents) in enumerate(deriving.of(stream, version, name, schema, body)):
                kept_stream, kept_version, kept_place, kept_account, kept_cents, after = row
                if kept_version != version or kept_place != place or kept_cents != cents:
                    raise _Differs
                if kept_account != account or kept_stream != stream:
                    raise _Differs
                runs.add(account, cents, after)
                count += 1
                row = next(rows, PAST_THE_LAST)
        fits = row is PAST_THE_LAST
    except (_Differs, *CANNOT_BE_DERIVED):
        fits = False
    return LedgerChecked(count, fits, runs.runs())


def join_all(postings: Iterable[Row]) -> LedgerChecked:
    """Build the runs of every account from the postings alone, right or wrong."""
    runs, count = RunningBalances(), 0
    for _, _, _, account, cents, after in postings:
        count += 1
        if isinstance(account, str) and isinstance(cents, int) and isinstance(after, int):
            runs.add(account, cents, after)
    return LedgerChecked(count, fits=False, runs=runs.runs())


class _Differs(Exception):
    """A posting is not the one that follows: the slow way says which."""


# The slow way: which record


class Placed(msgspec.Struct):
    """What is wrong with the postings, and which accounts cannot be right because of it."""

    findings: list[Finding] = []
    accounts: set[str] = set()


class Misplaced(NamedTuple):
    """What is wrong with the postings of one record, those postings, and the accounts it is about."""

    found: Finding
    rows: list[Row]
    accounts: set[str]


def misplaced(events: Rows, postings: Rows, deriving: Deriving) -> Iterator[Misplaced]:
    """Yield every record with other postings than follow from it, and postings without a record."""
    kept: dict[tuple[object, object], list[Row]] = defaultdict(list)
    for row in postings():
        kept[row[0], row[1]].append(row)
    for stream, version, name, schema, body, *_ in events():
        rows = kept.pop((stream, version), [])
        found, accounts = compare_postings((stream, version, name, schema, body), rows, deriving)
        if found is not None:
            yield Misplaced(found, rows, accounts)
    for stream, version in sorted(kept, key=repr):
        rows = kept[stream, version]
        at = version if isinstance(version, int) else 0
        found = Finding(text(stream), at, "postings", "there are postings beside a record that is not there")
        yield Misplaced(found, rows, {text(row[3]) for row in rows})


def place_postings(events: Rows, postings: Rows, deriving: Deriving) -> Placed:
    """Report the first wrong posting of each stream."""
    placed = Placed()
    told: set[str] = set()
    for found, _, accounts in misplaced(events, postings, deriving):
        placed.accounts |= accounts
        if found.stream not in told:
            told.add(found.stream)
            placed.findings.append(found)
    return placed


def compare_postings(event: Row, rows: list[Row], deriving: Deriving) -> tuple[Finding | None, set[str]]:
    """Report what is wrong with the postings of one record, and which accounts it concerns."""
    stream, version, *_ = event
    accounts = {text(row[3]) for row in rows}
    try:
        due = deriving.of(*event)
    except CANNOT_BE_DERIVED as error:
        return Finding(text(stream), version, "unreadable", f"its postings cannot be derived: {error}"), accounts
    if [(row[2], row[3], row[4]) for row in rows] == [(place, *made) for place, made in enumerate(due)]:
        return None, set()
    said = _told([(text(row[3]), row[4]) for row in rows])
    says = f"the ledger says {said}; from the record follows {_told(due)}"
    return Finding(text(stream), version, "postings", says), accounts | {account for account, _ in due}


def _told(posted: Iterable[tuple[str, object]]) -> str:
    amounts = ((account, format_cents(cents) if isinstance(cents, int) else repr(cents)) for account, cents in posted)
    return ", ".join(f"{account} {cents}" for account, cents in amounts) or "nothing"


# Balances


def check_accounts(
    runs: BalanceRuns, accounts: Iterable[Row], postings: Rows, leave_out: Collection[str] = ()
) -> Iterator[Finding]:
    """Accounts whose balance, or whose running balances, do not follow from their postings.

    Accounts that cannot be right, because of postings already told, are left out.
    """
    balances = {text(account): cents for account, cents in accounts}
    known = (balances.keys() | runs.ends.keys()) - set(leave_out)
    wrong = {account for account in known if not _ends_as_one_life(account, balances, runs)}
    lives: dict[str, list[Row]] = {account: [] for account in wrong | (runs.apart & known)}
    if not lives:
        return
    for row in postings():
        if text(row[3]) in lives:
            lives[text(row[3])].append(row)
    for account in sorted(lives):
        if account in wrong:
            yield _place_balance(account, balances.get(account, 0), lives[account])
        else:
            yield from _made_up(account, lives[account])


NEVER_BELOW_NOTHING = re.compile(r"patron/|table/[^/]*/(layout|pool)/")
"""Accounts of chips, which cannot be negative."""


def find_overdrawn(accounts: Iterable[Row]) -> Iterator[Finding]:
    """Report accounts of patrons, wagers and pools with a negative balance."""
    for account, cents in accounts:
        if isinstance(cents, int) and cents < 0 and NEVER_BELOW_NOTHING.match(text(account)):
            yield Finding(text(account), 0, "account", f"its balance cannot be negative; it is {format_cents(cents)}")


def find_below(runs: BalanceRuns, events: Rows, postings: Rows) -> Iterator[Finding]:
    """Report the first posting of a command, by account, that leaves chips below zero; within a command they may be."""
    below = {account for account in runs.below if NEVER_BELOW_NOTHING.match(account)}
    if not below:
        return
    lives = [row for row in postings() if row[3] in below]
    places = {row[:2] for row in lives}
    commands = {row[:2]: row[6] for row in events() if row[:2] in places}
    last = {(row[3], row[0], commands.get(row[:2])): row for row in lives}
    held = {(account, command) for (account, _, command), row in last.items() if row[5] >= 0}
    for (account, stream, command), row in last.items():
        if (account, command) not in held and account in below:
            below.discard(account)
            says = f"the balance of {account} after it cannot be negative; it is {format_cents(row[5])}"
            yield Finding(text(stream), row[1], "postings", says)


def _ends_as_one_life(account: str, balances: Mapping[str, object], runs: BalanceRuns) -> bool:
    """Return whether an account's postings could be one run from zero to its balance."""
    balance = balances.get(account, 0)
    return runs.ends.get(account, {}) == ({balance: 1, 0: -1} if balance else {})


def _made_up(account: str, rows: list[Row]) -> Iterator[Finding]:
    """Report the first posting of those that join only each other."""
    apart = apart_from_zero((row[5] - row[4], row[5]) for row in rows)
    for row in rows:
        if row[5] in apart:
            yield _not_joined(account, row)
            return


def _not_joined(account: str, row: Row) -> Finding:
    says = f"the balance of {account} after it is kept as {format_cents(row[5])}, which does not join the others"
    return Finding(text(row[0]), row[1], "postings", says)


def _place_balance(account: str, balance: object, rows: list[Row]) -> Finding:
    total = sum(row[4] for row in rows)
    begins, ends = Counter(row[5] - row[4] for row in rows), Counter(row[5] for row in rows)
    begins[total] += 1
    ends[0] += 1
    loose = [row for row in rows if row[5] not in begins or row[5] - row[4] not in ends]
    torn = [row for row in loose if row[5] not in begins and row[5] - row[4] not in ends]
    for row in torn or loose:
        return _not_joined(account, row)
    told = format_cents(balance) if isinstance(balance, int) else repr(balance)
    return Finding(account, 0, "account", f"its stored balance is {told}; its postings add up to {format_cents(total)}")
