"""One round as it was: every card, choice, wager, pay and balance, each with the record that says so.

A recalled round is a document: money is text with two decimals, moments are UTC, clauses are told in words. What was
reversed stays visible, beside what reversed it; what was altered is shown as it is stored, and marked as altered.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Literal

import msgspec

from wartable.audit import moments
from wartable.audit.finding import Finding
from wartable.audit.steps import Kind, kind_of, sentence
from wartable.cards import Card
from wartable.money import Cents, format_cents
from wartable.rulebook import Rules, find_clause
from wartable.store import Recorded, UnknownEvent, decode
from wartable.table import Event, Words, words_of
from wartable.table import events as e

Choice = Literal["war", "surrender"]


class ClauseInWords(msgspec.Struct, frozen=True):
    """A clause, and what it asks."""

    id: str
    says: str


class DealtCard(msgspec.Struct, frozen=True):
    """A card that was turned; seat 0 is the dealer's own place."""

    version: int
    seat: int
    deal: str
    card: Card


class Chosen(msgspec.Struct, frozen=True):
    """What a tied bettor chose, or who chose instead."""

    version: int
    seat: int
    bettor: str
    choice: Choice
    by: str


class SettledWager(msgspec.Struct, frozen=True):
    """One wager, settled."""

    version: int
    seat: int
    bettor: str
    patron: str
    wager: str
    result: str
    staked: str
    collected: str
    returned: str
    paid: str
    clauses: tuple[ClauseInWords, ...]
    reversed_at: int | None = None
    """The version of the counter-entry, where there is one."""


class Balance(msgspec.Struct, frozen=True):
    """A patron's wallet before this round first touched it and after it last did."""

    patron: str
    before: str
    after: str
    moved: str
    """By this round; where the two differ by more, the patron's money moved elsewhere in between."""


class RecalledStep(msgspec.Struct, frozen=True):
    """One record, told."""

    version: int
    at: str
    event: str
    kind: Kind
    says: str


class RecalledRound(msgspec.Struct, frozen=True):
    """A round with everything that was recorded of it."""

    proved: bool
    findings: tuple[Finding, ...]
    """What is wrong with the records it depends on; empty where it is proved."""
    witnesses: int
    """How many heads and receipts saw the table at the last of those records or after it."""
    table: str
    round: int
    rulebook: str
    first_version: int
    last_version: int
    began: str
    ended: str
    finished: bool
    voided: str | None
    """Why the round was voided, if it was."""
    community: bool
    """Whether the players' hands are community cards, as in the electronic form; a card's seat is then its number."""
    cards: tuple[DealtCard, ...]
    burned: int
    choices: tuple[Chosen, ...]
    lines: tuple[SettledWager, ...]
    balances: tuple[Balance, ...]
    bank: str
    """What the bank won or lost in the round, after the bank was posted."""
    steps: tuple[RecalledStep, ...]
    receipt: str
    """The chain value of the last record."""


Wallets = Mapping[str, tuple[Cents, Cents, Cents]]
"""By patron: what was there before, what was there after, and what this round moved."""


class Told(msgspec.Struct, frozen=True):
    """What a round is told from: its records, which begin after the end of the round before, and what proves them."""

    table: str
    round: int
    records: Sequence[Recorded]
    wallets: Wallets
    findings: tuple[Finding, ...]
    witnesses: int


def recalled(told: Told, rules: Rules) -> RecalledRound:
    records = told.records
    read = [_read(record) for record in records]
    events = [(record.version, event) for record, event in zip(records, read, strict=True) if isinstance(event, Event)]
    words = words_of(rules)
    return RecalledRound(
        proved=not told.findings,
        findings=told.findings,
        witnesses=told.witnesses,
        table=told.table,
        round=told.round,
        rulebook=rules.rulebook,
        first_version=records[0].version,
        last_version=records[-1].version,
        began=moments.told(records[0].at),
        ended=moments.told(records[-1].at),
        finished=records[-1].name == "round_ended",
        voided=next((event.reason for _, event in events if isinstance(event, e.RoundVoided)), None),
        community=rules.electronic is not None,
        cards=tuple(_cards(events)),
        burned=sum(isinstance(event, e.CardBurned) for _, event in events),
        choices=tuple(_choices(events)),
        lines=tuple(_settlements(events, rules.rulebook)),
        balances=tuple(Balance(patron, *map(format_cents, sums)) for patron, sums in sorted(told.wallets.items())),
        bank=format_cents(sum(_won(event) for _, event in events)),
        steps=tuple(_step(record, event, words) for record, event in zip(records, read, strict=True)),
        receipt=records[-1].chain.hex(),
    )


def _read(record: Recorded) -> Event | UnknownEvent:
    """Decode a record, or return why it is unreadable."""
    try:
        event: Event = decode(record)
    except UnknownEvent as error:
        return error
    return event


def _step(record: Recorded, event: Event | UnknownEvent, words: Words) -> RecalledStep:
    at = moments.told(record.at)
    if isinstance(event, UnknownEvent):
        return RecalledStep(record.version, at, record.name, "trouble", f"This record cannot be read: {event}")
    return RecalledStep(record.version, at, record.name, kind_of(event), sentence(event, words))


Numbered = Iterable[tuple[int, Event]]


def _cards(events: Numbered) -> Iterable[DealtCard]:
    for version, event in events:
        if isinstance(event, e.CardDealt):
            yield DealtCard(version, event.seat, event.deal, event.card)


def _choices(events: Numbered) -> Iterable[Chosen]:
    for version, event in events:
        match event:
            case e.WarDeclared():
                yield Chosen(version, event.seat, event.bettor, "war", "player")
            case e.TieSurrendered():
                yield Chosen(version, event.seat, event.bettor, "surrender", event.by)


def _settlements(events: Numbered, rulebook: str) -> Iterable[SettledWager]:
    """Return every settlement with its reversal. Of several equal ones, the last is reversed first."""
    lines: list[SettledWager] = []
    open_lines: list[tuple[e.WagerSettled, int]] = []
    for version, event in events:
        match event:
            case e.WagerSettled():
                open_lines.append((event, len(lines)))
                lines.append(_line(version, event, rulebook))
            case e.SettlementReversed():
                place = next((place for line, place in reversed(open_lines) if line == event.line), None)
                if place is not None:
                    open_lines.remove((event.line, place))
                    lines[place] = msgspec.structs.replace(lines[place], reversed_at=version)
    return lines


def _line(version: int, event: e.WagerSettled, rulebook: str) -> SettledWager:
    known = {clause: find_clause(rulebook, clause) for clause in event.clauses}
    return SettledWager(
        version=version,
        seat=event.seat,
        bettor=event.bettor,
        patron=event.patron,
        wager=event.wager,
        result=event.result,
        staked=format_cents(event.staked),
        collected=format_cents(event.collected),
        returned=format_cents(event.returned),
        paid=format_cents(event.paid),
        clauses=tuple(ClauseInWords(clause, found.says if found else "") for clause, found in known.items()),
    )


def _won(event: Event) -> Cents:
    match event:
        case e.WagerSettled():
            return event.collected - event.paid
        case e.SettlementReversed():
            return event.line.paid - event.line.collected
        case _:
            return 0
