"""Finding a round from what somebody remembers of it: its number, its table, a receipt, a card."""

import re
from collections.abc import Iterator, Sequence

import msgspec

from wartable.audit import AuditRefused
from wartable.audit.rounds import find_round
from wartable.cards import is_card
from wartable.live.mirror import stream_of
from wartable.live.moments import Moment
from wartable.live.past import last_rounds
from wartable.store import Store, decode

LOOK_BACK_EVENTS = 20_000
LOOK_BACK_ROUNDS = 200
SHORTEST_RECEIPT = 8
ENDED = ("round_ended",)


class FoundRound(msgspec.Struct, frozen=True):
    """A round that fits."""

    table: str
    round: int
    version: int
    says: str
    at: Moment


def find(store: Store, tables: Sequence[str], text: str, limit: int) -> tuple[FoundRound, ...]:
    """Rounds that fit a text, the likeliest first."""
    asked = text.strip().lower().replace(",", "")
    chosen = [table for table in tables if table in asked.split()] or list(tables)
    numbers = [int(word) for word in re.findall(r"\b\d{1,15}\b", asked)]
    digits = asked.replace(" ", "")
    cards = [word[0].upper() + word[1:] for word in asked.split() if is_card(word[:1].upper() + word[1:])]
    found: list[FoundRound] = []
    if len(digits) >= SHORTEST_RECEIPT and re.fullmatch(r"[0-9a-f]+", digits):
        found += [one for table in chosen for one in _by_receipt(store, table, digits)]
    found += [one for table in chosen for number in numbers for one in _by_number(store, table, number)]
    if cards:
        found += [one for table in chosen for one in _by_cards(store, table, cards)]
    if not found and chosen != list(tables):
        found += [one for table in chosen for one in _latest(store, table, limit)]
    return tuple(found[:limit])


def _by_number(store: Store, table: str, number: int) -> Iterator[FoundRound]:
    try:
        span = find_round(store, table, number)
    except AuditRefused:
        return
    record = next(iter(store.read(stream_of(table), span.first - 1, span.first)))
    yield FoundRound(table, number, span.first, f"Round {number}.", record.at)


def _by_receipt(store: Store, table: str, digits: str) -> Iterator[FoundRound]:
    """The record whose chain value begins like this, and the round it belongs to."""
    stream = stream_of(table)
    head = store.head(stream).version
    for record in store.read(stream, max(0, head - LOOK_BACK_EVENTS)):
        if record.chain.hex().startswith(digits):
            ended = next(store.named(stream, ENDED, record.version - 1, limit=1), None)
            before = next(store.named(stream, ENDED, upto=record.version - 1, backwards=True, limit=1), None)
            number = decode(ended).round if ended else (decode(before).round + 1 if before else 1)
            says = f"Receipt of event {record.version}, {record.name.replace('_', ' ')}."
            yield FoundRound(table, number, record.version, says, record.at)


def _by_cards(store: Store, table: str, cards: Sequence[str]) -> Iterator[FoundRound]:
    for over in last_rounds(store, table, None, LOOK_BACK_ROUNDS):
        dealt = [*over.dealer_cards, *(card for hand in over.hands for card in hand.cards)]
        if all(card in dealt for card in cards):
            yield FoundRound(table, over.round, over.first, f"Round {over.round} with {' '.join(cards)}.", over.at)


def _latest(store: Store, table: str, limit: int) -> Iterator[FoundRound]:
    for over in last_rounds(store, table, None, limit):
        yield FoundRound(table, over.round, over.first, f"Round {over.round}.", over.at)
