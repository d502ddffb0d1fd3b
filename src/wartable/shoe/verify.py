"""The proof of revealed shoes: each by itself, and all of them together."""

from collections.abc import Collection, Iterator, Sequence
from itertools import pairwise
from typing import Literal

import msgspec

from wartable.cards import DECK_SIZE, Card
from wartable.shoe.continuous import Mixer
from wartable.shoe.order import cut
from wartable.shoe.reveal import FACE_DOWN, Revealed, Revealed1, Revealed2
from wartable.shoe.seal import order_of, order_stream, wheel_stream
from wartable.shoe.wheel import spin
from wartable.table import commitment_of as commit

SURE = 8
"""This number of cards in a row proves another cut; fewer could match by chance."""

Kind = Literal["reveal", "commitment", "late", "words", "card", "cut", "spin", "cover_card", "reused", "gap", "order"]


class ShoeFinding(msgspec.Struct, frozen=True):
    """A sign that a shoe was not honest."""

    table: str
    shoe: int
    kind: Kind
    message: str


def verify(shoes: Sequence[Revealed], seen: Collection[str] = ()) -> tuple[ShoeFinding, ...]:
    """Return the first problem of each shoe, then the problems between shoes; nothing where all are verified.

    Where the caller gives commitments that were seen before the wagers, each shoe must have one of them.
    """
    alone = [finding for shoe in shoes if (finding := verify_one(shoe)) is not None]
    return (*_find_unseen(shoes, seen), *alone, *_find_reused(shoes), *_find_gaps(shoes))


def verify_one(shoe: Revealed) -> ShoeFinding | None:
    """Return the first problem of one shoe."""
    if shoe.seed is None:
        return ShoeFinding(shoe.table, shoe.shoe, "reveal", "missing reveal: the commitment was never opened")
    for kind, message in _find(shoe, bytes.fromhex(shoe.seed)):
        return ShoeFinding(shoe.table, shoe.shoe, kind, message)
    return None


Wrong = Iterator[tuple[Kind, str]]


def _find(shoe: Revealed, seed: bytes) -> Wrong:
    due = commit(seed, shoe.terms)
    if due != shoe.commitment:
        yield "commitment", f"commitment: {_of_what(shoe)} is {due}, published was {shoe.commitment}"
    yield from _find_late(shoe)
    if isinstance(shoe, Revealed2):
        yield from _find_wrong_words(shoe)
    yield from _find_wrong_card(shoe, seed)
    yield from _find_wrong_spin(shoe, seed)
    before_cover_card = shoe.decks * DECK_SIZE - shoe.behind
    if shoe.ended == "cover_card" and len(shoe.drawn) < before_cover_card:
        yield "cover_card", f"cover card: met after {len(shoe.drawn)} cards, but {before_cover_card} lay before it"


def _of_what(shoe: Revealed) -> str:
    return "the seed's, with these decks and this wheel," if shoe.terms else "the seed's"


def _find_late(shoe: Revealed) -> Wrong:
    """A seal proves something only if it came first."""
    if shoe.first_wager_at is not None and shoe.first_wager_at <= shoe.sealed_at:
        yield "late", f"late commitment: sealed at event {shoe.sealed_at}, first wager at event {shoe.first_wager_at}"
    if shoe.cut_at is not None and shoe.cut_at <= shoe.sealed_at:
        yield "late", f"late commitment: sealed at event {shoe.sealed_at}, cut and words at event {shoe.cut_at}"
    if shoe.cut_at is None and (shoe.cut or (isinstance(shoe, Revealed1) and shoe.words)):
        yield "late", "cut_at: nothing says when the cards were cut and the words given"
    if shoe.first_wager_at is None and any(card != FACE_DOWN for card in shoe.drawn):
        yield "late", "first_wager_at: cards were shown, and nothing says when the first wager was made"


def _find_wrong_words(shoe: Revealed2) -> Wrong:
    """Every word came after the seal and before the order was fixed, and no card was turned without one."""
    closed = shoe.closed_at
    before = shoe.sealed_at
    for at, _ in shoe.words:
        if at <= before:
            where = f"the seal at event {before}" if before == shoe.sealed_at else f"those of event {before}"
            yield "words", f"words: those of event {at} do not come after {where}"
        before = at
    last = max(before, shoe.cut_at or 0, shoe.first_wager_at or 0)
    if closed is not None and closed <= last:
        yield "words", f"closed_at: the first bets were closed at event {closed}, but event {last} came before that"
    dealt = any(card != FACE_DOWN for card in shoe.drawn) or bool(shoe.spins)
    if dealt and closed is None:
        yield "words", "closed_at: cards were shown, and nothing says when the first bets were closed"
    if dealt and not shoe.words:
        yield "words", "words: cards were shown, and no player had added words"
    if dealt and before < (shoe.cut_at or 0):
        yield "words", f"words: cards were shown, and no player had added words since the cut at event {shoe.cut_at}"


def _find_wrong_card(shoe: Revealed, seed: bytes) -> Wrong:
    order = _order(shoe, seed)
    for number, card in enumerate(shoe.drawn):
        expected = order[number] if number < len(order) else "none"
        if card not in (FACE_DOWN, expected) or expected == "none":
            if (depth := _other_cut(shoe, order)) is not None:
                yield "cut", f"cut: these are the cards of a cut of depth {depth}, not {shoe.cut}"
            yield "card", f"card number {number + 1}: expected {expected}, was {card}"


def _order(shoe: Revealed, seed: bytes) -> list[Card]:
    """The cards in the order in which they had to leave, at least as many as did."""
    if shoe.device == "shoe":
        return order_of(seed, shoe.table, shoe.shoe, shoe.decks, shoe.mixed, shoe.cut, shoe.protocol)
    stream = order_stream(seed, shoe.table, shoe.shoe, shoe.decks, shoe.mixed, shoe.protocol)
    mixer = Mixer(shoe.decks, stream.below)
    returns = frozenset(shoe.returns)
    order: list[Card] = []
    while len(order) < len(shoe.drawn) and mixer.inside:
        order.append(mixer.draw())
        if len(order) in returns:
            mixer.take_back()
    return order


def _other_cut(shoe: Revealed, order: list[Card]) -> int | None:
    """The depth of a cut under which all of the cards would be right, if there is one."""
    known = [(place, card) for place, card in enumerate(shoe.drawn) if card != FACE_DOWN]
    if shoe.device != "shoe" or len(known) < SURE or len(shoe.drawn) > len(order):
        return None
    for more in range(1, len(order)):
        moved = cut(order, more)
        if all(moved[place] == card for place, card in known):
            return (shoe.cut + more) % len(order)
    return None


def _find_wrong_spin(shoe: Revealed, seed: bytes) -> Wrong:
    for spun in shoe.wheels:
        stream = wheel_stream(seed, shoe.table, shoe.shoe, spun.round, shoe.mixed, shoe.protocol)
        stop = spin(stream.below, spun.seats, spun.hot, spun.community, spun.unbet if spun.respin else ())
        if stop != spun.result:
            yield "spin", f"spin of round {spun.round}: expected {_told(stop)}, was {_told(spun.result)}"


def _told(stop: tuple[int, str, str]) -> str:
    return f"seat {stop[0]}, hot {stop[1]}, community {stop[2]}"


def _find_unseen(shoes: Sequence[Revealed], seen: Collection[str]) -> Iterator[ShoeFinding]:
    """A document can be made afterwards, for any cards, unless its commitment was known before."""
    for shoe in shoes:
        if seen and shoe.commitment not in seen:
            message = f"commitment: {shoe.commitment} is none of those you gave"
            yield ShoeFinding(shoe.table, shoe.shoe, "commitment", message)


def _find_reused(shoes: Sequence[Revealed]) -> Iterator[ShoeFinding]:
    """A seed may be used once: the reveal of one shoe would open the other."""
    seen: dict[str, Revealed] = {}
    for shoe in shoes:
        for word, value in (("seed", shoe.seed), ("commitment", shoe.commitment)):
            first = seen.setdefault(f"{word} {value}", shoe)
            if value is not None and first is not shoe:
                message = f"reused {word}: it is that of shoe {first.shoe} of table {first.table}"
                yield ShoeFinding(shoe.table, shoe.shoe, "reused", message)
                break


def _find_gaps(shoes: Sequence[Revealed]) -> Iterator[ShoeFinding]:
    """The shoes of one table are numbered without a gap, and sealed in this order."""
    for before, shoe in pairwise(sorted(shoes, key=lambda shoe: (shoe.table, shoe.shoe))):
        if before.table != shoe.table:
            continue
        if before.shoe == shoe.shoe:
            yield ShoeFinding(shoe.table, shoe.shoe, "gap", f"shoe {shoe.shoe} comes twice")
        elif before.shoe + 1 != shoe.shoe:
            yield ShoeFinding(shoe.table, shoe.shoe, "gap", f"gap: shoe {before.shoe} comes before shoe {shoe.shoe}")
        elif before.sealed_at >= shoe.sealed_at:
            yield ShoeFinding(shoe.table, shoe.shoe, "order", f"order: sealed before shoe {before.shoe}")
        elif before.protocol > shoe.protocol:
            message = f"order: sealed by protocol {shoe.protocol}, after shoe {before.shoe} by {before.protocol}"
            yield ShoeFinding(shoe.table, shoe.shoe, "order", message)
