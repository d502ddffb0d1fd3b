"""Finding a round by its number, table, seat, patron, moment, receipt or card."""

import re
from collections.abc import Callable, Iterator, Sequence

import msgspec

from wartable.audit import AuditRefused, find_round
from wartable.cards import is_card
from wartable.live.history.bound import the_record
from wartable.live.history.mirror import stream_of
from wartable.live.history.past import ENDED, last_rounds
from wartable.live.history.rounds import RoundOver
from wartable.live.moments import Moment, milliseconds
from wartable.live.wire import Milliseconds
from wartable.store import Store, decode

LOOK_BACK_EVENTS = 20_000
LOOK_BACK_ROUNDS = 200
SHORTEST_RECEIPT = 8


class Found(msgspec.Struct, frozen=True):
    """A round that fits."""

    table: str
    round: int
    version: int
    says: str
    at: Milliseconds


class Sought(msgspec.Struct, frozen=True):
    """What a round is searched by."""

    text: str
    near: Moment | None = None
    """About when."""


def find(
    store: Store, tables: Sequence[str], sought: Sought, limit: int, names: Callable[[str], str] = str
) -> tuple[Found, ...]:
    """Find rounds, the likeliest first. A round has to match everything that is sought besides its number."""
    asked = sought.text.strip().lower().replace(",", "")
    seats = [int(seat) for seat in re.findall(r"\bseat (\d)\b", asked)]
    asked = re.sub(r"\bseat \d\b|\bround\b|\b\d{1,2}:\d\d\b", " ", asked)
    chosen = [table for table in tables if table in asked.split()] or list(tables)
    words = [word for word in asked.split() if word not in chosen]
    numbers = [int(word) for word in words if re.fullmatch(r"\d{1,15}", word)]
    digits = "".join(words)
    cards = [card for word in words if is_card(card := word[:1].upper() + word[1:])]
    people = " ".join(word for word in words if not word.isdigit() and word[:1].upper() + word[1:] not in cards)
    found: list[Found] = []
    if len(digits) >= SHORTEST_RECEIPT and re.fullmatch(r"[0-9a-f]+", digits):
        found += [one for table in chosen for one in _by_receipt(store, table, digits)]
        people = ""
    found += [one for table in chosen for number in numbers for one in _by_number(store, table, number)]
    if cards or seats or people or sought.near is not None:
        fits = _Fits(tuple(cards), tuple(seats), people, sought.near, names)
        found += [one for table in chosen for one in _by_play(store, table, fits)]
    elif not found and chosen != list(tables):
        found += [one for table in chosen for one in _latest(store, table, limit)]
    return tuple(found[:limit])


class _Fits(msgspec.Struct, frozen=True):
    cards: tuple[str, ...]
    seats: tuple[int, ...]
    people: str
    near: Moment | None
    names: Callable[[str], str]

    def __call__(self, over: RoundOver) -> bool:
        dealt = [*over.dealer_cards, *(card for hand in over.hands for card in hand.cards)]
        seats = {hand.seat for hand in over.hands}
        people = {name.lower() for hand in over.hands for name in (hand.patron, self.names(hand.patron))}
        return (
            all(card in dealt for card in self.cards)
            and seats.issuperset(self.seats)
            and (not self.people or self.people in people)
            and (self.near is None or over.at >= self.near)
        )


def _by_number(store: Store, table: str, number: int) -> Iterator[Found]:
    try:
        span = find_round(store, table, number)
    except AuditRefused:
        return
    record = the_record(store, stream_of(table), span.first)
    yield Found(table, number, span.first, f"Round {number}.", milliseconds(record.at))


def _by_receipt(store: Store, table: str, digits: str) -> Iterator[Found]:
    """Find the record whose chain value begins with these digits, and its round."""
    stream = stream_of(table)
    head = store.head(stream).version
    for record in store.read(stream, max(0, head - LOOK_BACK_EVENTS)):
        if record.chain.hex().startswith(digits):
            ended = next(store.named(stream, ENDED, record.version - 1, limit=1), None)
            before = next(store.named(stream, ENDED, upto=record.version - 1, backwards=True, limit=1), None)
            number = decode(ended).round if ended else (decode(before).round + 1 if before else 1)
            says = f"Receipt of event {record.version}, {record.name.replace('_', ' ')}."
            yield Found(table, number, record.version, says, milliseconds(record.at))


def _by_play(store: Store, table: str, fits: _Fits) -> Iterator[Found]:
    """Find rounds by what was played; for a moment, the round in play then."""
    looked = list(last_rounds(store, table, None, LOOK_BACK_ROUNDS))
    fitting = [over for over in looked if fits(over)]
    if fits.near is not None:  # whether the oldest that was looked at is the one, only the log's first round tells
        fitting = [over for over in fitting[-1:] if over is not looked[-1] or over.first == 1]
    for over in fitting:
        yield Found(table, over.round, over.first, _in_words(over, fits.names), milliseconds(over.at))


def _in_words(over: RoundOver, names: Callable[[str], str]) -> str:
    hands = (f"seat {hand.seat} {names(hand.patron)} {' '.join(hand.cards)}".strip() for hand in over.hands)
    said = f"{'; '.join(hands)}; dealer {' '.join(over.dealer_cards)}{', void' if over.voided else ''}."
    return said[:1].upper() + said[1:]  # names and cards keep their capitals


def _latest(store: Store, table: str, limit: int) -> Iterator[Found]:
    for over in last_rounds(store, table, None, limit):
        yield Found(table, over.round, over.first, f"Round {over.round}.", milliseconds(over.at))
