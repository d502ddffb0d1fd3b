"""Recalling rounds from a log: any round of a table by its number, and the last rounds of a seat."""

from collections.abc import Iterable

from wartable.audit.errors import AuditRefused
from wartable.audit.log import Log
from wartable.audit.recalled import RecalledRound, Wallets, recalled
from wartable.audit.rounds import Span, find_round, last_rounds_of_seat
from wartable.audit.rules import rules_of, rules_over_time
from wartable.ledger import patron
from wartable.money import Cents
from wartable.store.errors import UnknownEvent
from wartable.store.port import Posted

LAST = 10
"""How many rounds of a seat are recalled when nothing is said."""


def recall(log: Log, table: str, number: int) -> RecalledRound:
    """A round by its number; the one that is still in play too."""
    return _recall(log, table, find_round(log, table, number))


def recall_seat(log: Log, table: str, seat: int, last: int = LAST) -> tuple[RecalledRound, ...]:
    """The last rounds in which a seat took part, the latest first."""
    return tuple(_recall(log, table, span) for span in last_rounds_of_seat(log, table, seat, last))


def _recall(log: Log, table: str, span: Span) -> RecalledRound:
    stream = f"table/{table}"
    records = list(log.read(stream, span.first - 1, span.last))
    rules = rules_of(rules_over_time(log, table).at(span.first))
    wallets = _wallets(log.postings(stream, span.first - 1, span.last))
    try:
        return recalled(table, span.round, records, rules, wallets)
    except UnknownEvent as error:
        raise AuditRefused(f"table {table} round {span.round}: {error}") from None


def _wallets(postings: Iterable[Posted]) -> Wallets:
    """What each patron held before the first and after the last posting of a round."""
    prefix = patron("")
    wallets: dict[str, tuple[Cents, Cents, Cents]] = {}
    for posting in postings:
        if posting.account.startswith(prefix):
            name = posting.account.removeprefix(prefix)
            before, _, moved = wallets.get(name, (posting.after - posting.cents, 0, 0))
            wallets[name] = (before, posting.after, moved + posting.cents)
    return wallets
