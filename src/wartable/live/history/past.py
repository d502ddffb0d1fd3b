"""The past of a table, read from its log: rounds in a line, and shoes that were revealed."""

from collections.abc import Iterable, Iterator

import msgspec

from wartable.audit import RulesOverTime, all_put_in_force, rules_of
from wartable.live.history.bound import the_record
from wartable.live.history.mirror import happened_in, stream_of
from wartable.live.history.rounds import RoundOver, summarise
from wartable.live.history.shoe import retrace
from wartable.live.moments import Moment
from wartable.rulebook import Rules
from wartable.shoe import Revealed1, Revealed2
from wartable.store import Recorded, Store, decode
from wartable.table import events as e
from wartable.table import new_table

ENDED = ("round_ended",)
SEALS = ("shoe_sealed", "shoe_revealed")


def last_rounds(store: Store, table: str, before: int | None, limit: int) -> Iterator[RoundOver]:
    """Yield rounds that are over, the newest first, before a round's number if one is given."""
    stream = stream_of(table)
    ends = store.named(stream, ENDED, backwards=True)
    shown = 0
    later: Recorded | None = None
    for record in ends:
        if later is not None:
            yield _round_over(store, stream, record.version, later)
            shown += 1
            if shown == limit:
                return
        number = _round_of(record)
        later = record if before is None or number < before else None
    if later is not None:
        yield _round_over(store, stream, 0, later)


def _round_of(record: Recorded) -> int:
    ended: e.RoundEnded = decode(record)
    return ended.round


def _round_over(store: Store, stream: str, after: int, ended: Recorded) -> RoundOver:
    events = (decode(record) for record in store.read(stream, after, ended.version))
    return summarise(events, _round_of(ended), after + 1, ended.version, ended.at)


# Shoes


class PastShoe(msgspec.Struct, frozen=True):
    """A shoe that was sealed."""

    shoe: int
    commitment: str
    sealed_at: int
    at: Moment
    revealed_at: int | None
    seed: str | None
    ended: str | None
    terms: str = ""
    """Of protocol 2."""


def shoes(store: Store, table: str, limit: int) -> tuple[PastShoe, ...]:
    """Return the last shoes, the newest first."""
    records = list(store.named(stream_of(table), SEALS, backwards=True, limit=2 * limit + 1))
    return tuple(_paired(reversed(records)))[::-1][:limit]


def find_shoe(store: Store, table: str, number: int) -> PastShoe | None:
    """Find a shoe by its number."""
    sealed = store.named(stream_of(table), SEALS)
    return next((shoe for shoe in _paired(sealed) if shoe.shoe == number), None)


def _paired(records: Iterable[Recorded]) -> Iterator[PastShoe]:
    """Pair each seal with its reveal, if it has come; no shoe is sealed before the last is revealed."""
    waiting: PastShoe | None = None
    for record in records:
        event = decode(record)
        if isinstance(event, e.ShoeSealed):
            if waiting is not None:
                yield waiting
            waiting = PastShoe(event.shoe, event.commitment, record.version, record.at, None, None, None, event.terms)
        elif isinstance(event, e.ShoeRevealed) and waiting is not None:
            yield msgspec.structs.replace(waiting, revealed_at=record.version, seed=event.seed, ended=event.reason)
            waiting = None
    if waiting is not None:
        yield waiting


def document_of(store: Store, table: str, rules: Rules, shoe: PastShoe) -> Revealed1 | Revealed2:
    """The document that proves a shoe, made from the log and the revealed seed alone.

    A shoe of protocol 2 is told under the rules in force when it was sealed, which the log has: later ones may have
    other decks, or another wheel. The log does not keep the order of the symbols on a wheel of protocol 1, so such a
    shoe is told under the rules that are given.
    """
    if shoe.seed is None or shoe.revealed_at is None:
        raise LookupError("the shoe is not revealed")
    history = tuple(happened_in(store.read(stream_of(table), shoe.sealed_at - 1, shoe.revealed_at - 1)))
    revealed = decode(the_record(store, stream_of(table), shoe.revealed_at))
    said = [change for change in all_put_in_force(store) if change.table == table] if shoe.terms else []
    rules = rules_of(RulesOverTime(said).at(shoe.sealed_at)) if said else rules
    played = retrace(table, new_table(rules), bytes.fromhex(shoe.seed), shoe.shoe, history)
    return played.document(revealed.reason)
