"""The money: every posting follows from its record, every balance from its postings."""

from collections import deque
from collections.abc import Iterable, Iterator

import msgspec

from wartable.audit.finding import Finding
from wartable.audit.proof.chains import Chains
from wartable.audit.proof.forms import Forms
from wartable.audit.proof.ledger import (
    Placed,
    check_accounts,
    check_ledger,
    find_below,
    find_overdrawn,
    join_all,
    misplaced,
    place_postings,
)
from wartable.audit.proof.records import of_stream
from wartable.audit.reading import TABLE, Deriving, all_put_in_force
from wartable.ledger import patron
from wartable.store import ReadLog, ReadTransaction, Row


class MoneyChecked(msgspec.Struct, frozen=True):
    """How much there was, and what is wrong with it."""

    postings: int
    accounts: int
    findings: tuple[Finding, ...]
    overdrawn: tuple[Finding, ...] = ()
    """Accounts with a negative balance, now or after a command. It follows from other findings where there are any."""


def check_money(log: ReadLog, moment: ReadTransaction, only: str | None = None) -> MoneyChecked:
    """Check the ledger of a moment; for one stream only its postings, because balances belong to all streams."""
    deriving = Deriving(all_put_in_force(log))

    def events() -> Iterable[Row]:
        return of_stream(moment.raw("events"), only)

    def postings() -> Iterable[Row]:
        return of_stream(moment.raw("postings"), only)

    checked = check_ledger(events(), postings(), deriving)
    placed = Placed() if checked.fits else place_postings(events, postings, deriving)
    if not checked.fits:
        checked = join_all(postings())
    if only is not None:
        return MoneyChecked(checked.postings, 0, tuple(placed.findings))
    accounts = list(moment.raw("accounts"))
    balances = check_accounts(checked.runs, accounts, postings, placed.accounts)
    overdrawn = tuple(find_overdrawn(accounts)) or tuple(find_below(checked.runs, events, postings))
    return MoneyChecked(checked.postings, len(accounts), (*placed.findings, *balances), overdrawn)


def unsound_money(log: ReadLog, moment: ReadTransaction) -> Iterator[Finding]:
    """Money of a moment that must not be paid out: it rests on a record that fails its proof, or on none.

    That is a record of any stream that does not follow in the chain, because any may have been a wager or a pay; one of
    the cage that cannot have happened; postings that no record leads to; balances beside them; and chips below zero. A
    record of a table that follows and cannot be read closes that table where it is read. Here it counts only if a
    patron is paid beside it.
    """
    deriving, chains = Deriving(all_put_in_force(log)), Chains()

    def postings() -> Iterable[Row]:
        return moment.raw("postings")

    forms = Forms()
    events = forms.over(chains.over(moment.raw("events")))
    checked = check_ledger(events, postings(), deriving)
    deque(events, maxlen=0)  # the chain goes on where the comparison has stopped
    yield from chains.findings(moment.raw("streams"))
    yield from (found for found in forms.findings.values() if found.what == "form")
    if not checked.fits:
        for found, rows, _ in misplaced(lambda: moment.raw("events"), postings, deriving):
            if found.what != "unreadable" or not found.stream.startswith(TABLE) or any(map(_pays_a_patron, rows)):
                yield found
        checked = join_all(postings())
    yield from check_accounts(checked.runs, moment.raw("accounts"), postings)
    yield from find_overdrawn(moment.raw("accounts"))
    yield from find_below(checked.runs, lambda: moment.raw("events"), postings)


def _pays_a_patron(row: Row) -> bool:
    *_, account, cents, _after = row
    return not isinstance(cents, int) or (cents > 0 and str(account).startswith(patron("")))
