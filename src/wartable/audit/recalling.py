"""Recalling rounds from a log: any round of a table by its number, and the last rounds of a seat."""

from collections.abc import Iterable, Iterator, Sequence

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
FAR = 200
"""Records between two rounds that are not worth reading to save a question."""


def recall(log: Log, table: str, number: int) -> RecalledRound:
    """A round by its number; the one that is still in play too."""
    return _recall(log, table, [find_round(log, table, number)])[0]


def recall_seat(log: Log, table: str, seat: int, last: int = LAST) -> tuple[RecalledRound, ...]:
    """The last rounds in which a seat took part, the latest first."""
    return tuple(_recall(log, table, last_rounds_of_seat(log, table, seat, last)))


def _recall(log: Log, table: str, spans: Sequence[Span]) -> list[RecalledRound]:
    """Rounds that lie close together are read together, because each question to a store takes its time."""
    if not spans:
        return []
    stream = f"table/{table}"
    rules = rules_over_time(log, table)
    rounds = []
    for group in _close_together(spans):
        after, upto = group[-1].first - 1, group[0].last
        records, postings = list(log.read(stream, after, upto)), list(log.postings(stream, after, upto))
        for span in group:
            within = [record for record in records if span.first <= record.version <= span.last]
            wallets = _wallets(posting for posting in postings if span.first <= posting.version <= span.last)
            try:
                rounds.append(recalled(table, span.round, within, rules_of(rules.at(span.first)), wallets))
            except UnknownEvent as error:
                raise AuditRefused(f"table {table} round {span.round}: {error}") from None
    return rounds


def _close_together(spans: Sequence[Span]) -> Iterator[list[Span]]:
    """Spans, the latest first, in groups that have no more than a few rounds between them."""
    group = [spans[0]]
    for span in spans[1:]:
        if group[-1].first - span.last > FAR:
            yield group
            group = []
        group.append(span)
    yield group


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
