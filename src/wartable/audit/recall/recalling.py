"""Recalling rounds from a log: any round of a table by its number, and the last rounds of a seat.

Every recalled round says whether its records prove it.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence

from wartable.audit.errors import AuditRefused
from wartable.audit.finding import Finding
from wartable.audit.following import HOW_STATES_BREAK
from wartable.audit.heads import Witnesses
from wartable.audit.proof import Ground
from wartable.audit.reading import Span, find_round, last_rounds_of_seat, rules_of, rules_over_time, stream_with_history
from wartable.audit.recall.recalled import RecalledRound, Told, Wallets, recalled
from wartable.ledger import patron
from wartable.money import Cents
from wartable.store import Posted, ReadLog, StoreBroken

LAST = 10
"""How many rounds of a seat are recalled when nothing is said."""
FAR = 200
"""Records between two rounds that are not worth reading to save a question."""


class NotRecalled(AuditRefused):
    """The records were altered and no longer tell the round; the findings are told instead."""

    def __init__(self, table: str, findings: tuple[Finding, ...], why: Exception) -> None:
        super().__init__(f"table {table}: its records were altered, and the round cannot be told from them: {why}")
        self.findings = findings


def recall(log: ReadLog, table: str, number: int, witnesses: Witnesses | None = None) -> RecalledRound:
    """Recall a round by its number, also the one in play."""
    return _recall(log, table, lambda: [find_round(log, table, number)], witnesses)[0]


def recall_seat(
    log: ReadLog, table: str, seat: int, last: int = LAST, witnesses: Witnesses | None = None
) -> tuple[RecalledRound, ...]:
    """Recall the last rounds in which a seat took part, the latest first."""
    return tuple(_recall(log, table, lambda: last_rounds_of_seat(log, table, seat, last), witnesses))


def _recall(
    log: ReadLog, table: str, find: Callable[[], Sequence[Span]], witnesses: Witnesses | None
) -> list[RecalledRound]:
    stream_with_history(log, table)
    ground = Ground(log, table, witnesses or Witnesses())
    try:
        return list(_told(log, table, find(), ground))
    except (*HOW_STATES_BREAK, StoreBroken) as error:
        if not ground.broken():
            raise
        raise NotRecalled(table, ground.broken(), error) from None


def _told(log: ReadLog, table: str, spans: Sequence[Span], ground: Ground) -> Iterator[RecalledRound]:
    """Read rounds that are close together in one query, because each query takes its time."""
    if not spans:
        return
    stream = f"table/{table}"
    rules = rules_over_time(log, table)
    for group in _close_together(spans):
        after, upto = group[-1].first - 1, group[0].last
        records, postings = list(log.read(stream, after, upto)), list(log.postings(stream, after, upto))
        for span in group:
            within = [record for record in records if span.first <= record.version <= span.last]
            beside = [posting for posting in postings if span.first <= posting.version <= span.last]
            findings = ground.under(within, beside)
            told = Told(table, span.round, within, _wallets(beside), findings, ground.covering(span.last))
            yield recalled(told, rules_of(rules.at(span.first)))


def _close_together(spans: Sequence[Span]) -> Iterator[list[Span]]:
    """Group spans, the latest first, with no more than a few rounds between them."""
    group = [spans[0]]
    for span in spans[1:]:
        if group[-1].first - span.last > FAR:
            yield group
            group = []
        group.append(span)
    yield group


def _wallets(postings: Iterable[Posted]) -> Wallets:
    """Return what each patron held before the first and after the last posting of a round."""
    prefix = patron("")
    wallets: dict[str, tuple[Cents, Cents, Cents]] = {}
    for posting in postings:
        if posting.account.startswith(prefix):
            name = posting.account.removeprefix(prefix)
            before, _, moved = wallets.get(name, (posting.after - posting.cents, 0, 0))
            wallets[name] = (before, posting.after, moved + posting.cents)
    return wallets
