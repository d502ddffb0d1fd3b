"""A round shown again, step by step: the table after each record, all balances then, and the chain.

A player sees their own money only. The house sees every account, and that nothing was made or lost.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import takewhile
from typing import Any, Literal

import msgspec

from wartable.audit import RulesOverTime, Span, find_round, kind_of, rules_of, under
from wartable.ledger import BANK, at_table, meter
from wartable.ledger import patron as account_of
from wartable.live.history import Happened, Mirror, stream_of
from wartable.live.moments import milliseconds
from wartable.live.telling.felt import Company, make_felt
from wartable.live.telling.said import SEES_NAMES, Names, tell
from wartable.live.wire import Audience, FeltView, Milliseconds
from wartable.money import Cents
from wartable.rulebook import LAYOUT, METERS, Rules
from wartable.store import Posted, Recorded, Store, decode
from wartable.table import Table, Words, evolve, new_table, words_of
from wartable.table import events as e

MAX_STEPS = 2_000
"""A round that is longer is cut off; none has a tenth of it unless a player keeps betting and taking back."""

Mark = Literal["call", "money", "card", "choice", "other"]


class AccountLine(msgspec.Struct, frozen=True):
    """An account of this table: what lies on the felt for it, and what it has."""

    account: str
    says: str
    on_felt: Cents
    has: Cents


class RecallStep(msgspec.Struct, frozen=True):
    version: int
    at: Milliseconds
    name: str
    says: str
    clauses: tuple[str, ...]
    by: str
    own: str
    mark: Mark
    event: dict[str, Any]
    felt: FeltView
    """The table after this step."""
    accounts: tuple[AccountLine, ...]
    before: str
    receipt: str


class Recall(msgspec.Struct, frozen=True):
    """A round, step by step. A player sees their own money only; the house sees every account."""

    table: str
    round: int
    rulebook: str
    shoe: int
    began: Milliseconds
    ended: Milliseconds | None
    steps: tuple[RecallStep, ...]
    made_or_lost: Cents


def _not_told(_command_id: str) -> str:
    return ""


class Viewer(msgspec.Struct, frozen=True):
    """For whom a round is shown."""

    audience: Audience
    patron: str
    names: Names
    behind: Callable[[str], str] = _not_told
    """Who asked for a command, if this viewer may know."""


class NotPlayed(LookupError):
    """That round was not played here, or not by this viewer."""


class RoundRecall:
    """Rounds of one table, from its log."""

    def __init__(self, store: Store, table: str, rules: Rules, over_time: RulesOverTime | None) -> None:
        self._store = store
        self._table = table
        self._rules = rules
        self._over_time = over_time

    def show(self, number: int, viewer: Viewer, checkpoints: Mapping[int, Table]) -> Recall:
        """Return a round by its number, also the one in play."""
        stream = stream_of(self._table)
        span = find_round(self._store, self._table, number)
        upto = min(span.last, span.first + MAX_STEPS - 1)
        records = tuple(self._store.read(stream, span.first - 1, upto))
        postings = tuple(self._store.postings(stream, span.first - 1, upto))
        if viewer.audience not in SEES_NAMES and viewer.patron not in _patrons(postings):
            raise NotPlayed
        before = self._before(span, checkpoints)
        return Recall(
            table=self._table,
            round=number,
            rulebook=self._rules.rulebook,
            shoe=before.seal.shoe + _sealed_before_the_deal(records),
            began=milliseconds(records[0].at),
            ended=milliseconds(records[-1].at) if records[-1].name == "round_ended" else None,
            steps=tuple(self._steps(before, records, postings, viewer)),
            made_or_lost=sum(posting.cents for posting in postings),
        )

    def _before(self, span: Span, checkpoints: Mapping[int, Table]) -> Table:
        """Return the table before a round: from a checkpoint, or replayed from the first event."""
        if span.first - 1 in checkpoints:
            return checkpoints[span.first - 1]
        changed = self._over_time if self._over_time and self._over_time.changed else None
        table = new_table(rules_of(changed.at(1)) if changed else self._rules)
        for record in self._store.read(stream_of(self._table), 0, span.first - 1):
            change = changed.starting_at(record.version) if changed and record.version > 1 else None
            table = evolve(under(table, rules_of(change)) if change else table, decode(record))
        return table

    def _steps(
        self, before: Table, records: Iterable[Recorded], postings: tuple[Posted, ...], viewer: Viewer
    ) -> Iterator[RecallStep]:
        words = words_of(before.rules)
        mirror = Mirror(before.rules)
        mirror.table = before
        held = _held_before(postings)
        chain = b""
        for record in records:
            mirror.version = record.version - 1
            chain = chain or self._chain_before(record)
            happened = mirror.take(record.version, decode(record), record.at, record.command_id, record.chain)
            for posting in postings:
                if posting.version == record.version:
                    held[posting.account] = posting.after
            yield self._step(mirror, happened, record, held, chain, words, viewer)
            chain = record.chain

    def _step(
        self,
        mirror: Mirror,
        happened: Happened,
        record: Recorded,
        held: Mapping[str, Cents],
        chain: bytes,
        words: Words,
        viewer: Viewer,
    ) -> RecallStep:
        said = tell(happened, viewer.audience, words, viewer.names)
        company = Company(viewer.names, _seated(mirror.table), frozenset(), frozenset())
        return RecallStep(
            version=record.version,
            at=milliseconds(record.at),
            name=record.name,
            says=said.says if said else "",
            clauses=said.clauses if said else (),
            by=viewer.behind(record.command_id),
            own=happened.own,
            mark=_mark(happened),
            event=said.event if said else {},
            felt=make_felt(mirror, viewer.audience, words, company, None),
            accounts=tuple(self._accounts(mirror.table, held, viewer)),
            before=chain.hex(),
            receipt=record.chain.hex(),
        )

    def _chain_before(self, record: Recorded) -> bytes:
        stream = stream_of(self._table)
        before = next(iter(self._store.read(stream, record.version - 2, record.version - 1)), None)
        return before.chain if before is not None and record.version > 1 else b""

    def _accounts(self, table: Table, held: Mapping[str, Cents], viewer: Viewer) -> Iterator[AccountLine]:
        """Yield the patrons by their seats, then the bank and the meters."""
        inside = viewer.audience in SEES_NAMES
        for name in sorted({name for name in _patrons_of(held) if inside or name == viewer.patron}):
            called = viewer.names(name) or name
            yield AccountLine(account_of(name), called, _on_felt(table, name), held[account_of(name)])
        if inside:
            for account in (at_table(self._table, BANK), *(at_table(self._table, meter(name)) for name in METERS)):
                if account in held:
                    called = account.rpartition("/")[2].replace("_", " ").replace(BANK, "tray").capitalize()
                    yield AccountLine(account, called, 0, held[account])


def _mark(happened: Happened) -> Mark:
    kind = kind_of(happened.event)
    if isinstance(happened.event, e.CardsCut | e.CutDeclined | e.BankDeclined):
        return "choice"
    return "call" if kind == "trouble" else kind


def _held_before(postings: Iterable[Posted]) -> dict[str, Cents]:
    held: dict[str, Cents] = {}
    for posting in postings:
        held.setdefault(posting.account, posting.after - posting.cents)
    return held


def _patrons(postings: Iterable[Posted]) -> Iterator[str]:
    yield from _patrons_of({posting.account: 0 for posting in postings})


def _patrons_of(accounts: Mapping[str, Cents]) -> Iterator[str]:
    prefix = account_of("")
    yield from (account.removeprefix(prefix) for account in accounts if account.startswith(prefix))


def _seated(table: Table) -> frozenset[str]:
    return frozenset(box.patron for box in table.boxes)


def _on_felt(table: Table, patron: str) -> Cents:
    """Return a patron's chips on the layout; locked side wagers are in the inventory."""
    return sum(
        bettor.stakes[wager]
        for box in table.boxes
        for bettor in box.bettors
        if bettor.patron == patron
        for wager in LAYOUT
    )


def _sealed_before_the_deal(records: Iterable[Recorded]) -> int:
    """Count the shoes sealed before the deal, since a round's records begin when the last round ended."""
    before = takewhile(lambda record: record.name != "no_more_bets_called", records)
    return sum(record.name == "shoe_sealed" for record in before)
