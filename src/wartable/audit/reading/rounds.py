"""Where a round lies in its table's stream, found by the index of names and never by looking at everything.

A round's records begin after the end of the round before, so what led up to it is in it: seats taken, cards shuffled,
wagers made. It ends with its own end, or where the stream ends, if it is still in play.
"""

from bisect import bisect_left

import msgspec

from wartable.audit.errors import AuditRefused
from wartable.store import ReadLog, Recorded, decode
from wartable.table import RoundEnded

ENDED = ["round_ended"]
BEGUN = ["no_more_bets_called", "wager_placed", "bank_posted"]
SEATED = ["wager_placed", "wager_settled", "bank_posted"]
"""What shows that a seat took part in a round."""

PAGE = 256
MOST_ROUNDS = 1_000
MOST_NAMED = 20


class Span(msgspec.Struct, frozen=True):
    """The records of one round."""

    round: int
    first: int
    last: int


def stream_with_history(log: ReadLog, table: str) -> str:
    stream = f"table/{table}"
    if not log.head(stream).version:
        known = [name.removeprefix("table/") for name in log.streams("table/")]
        named = f"{', '.join(known[:MOST_NAMED])}{' …' if known[MOST_NAMED:] else ''}"
        there = f"there are {named}" if known else "there is no table"
        raise AuditRefused(f"table {table}: has no history in this store; {there}")
    return stream


def find_round(log: ReadLog, table: str, number: int) -> Span:
    """Find a round by its number, also the one in play."""
    stream = stream_with_history(log, table)
    ended = _end_of(log, stream, number)
    if ended is not None:
        return Span(number, _after_the_one_before(log, stream, ended.version), ended.version)
    last = next(log.named(stream, ENDED, backwards=True, limit=1), None)
    played = _number_of(last) if last else 0
    first = last.version + 1 if last else 1
    if number == played + 1 and next(log.named(stream, BEGUN, first - 1, limit=1), None):
        return Span(number, first, log.head(stream).version)
    there = f"its rounds are 1 to {played}" if played else "no round was played"
    raise AuditRefused(f"table {table}: has no round {number}; {there}")


def last_rounds_of_seat(log: ReadLog, table: str, seat: int, count: int) -> tuple[Span, ...]:
    """Find the last rounds in which a seat took part, the latest first."""
    stream = stream_with_history(log, table)
    spans: list[Span] = []
    upto = log.head(stream).version
    while len(spans) < min(count, MOST_ROUNDS):
        page = list(log.named(stream, SEATED, upto=upto, backwards=True, limit=PAGE))
        if not page:
            break
        rounds = _Rounds(log, stream, page[-1].version, page[0].version)
        for record in page:
            known = spans and record.version >= spans[-1].first
            if not known and _seat_of(record) == seat and len(spans) < count:
                spans.append(rounds.around(record.version))
        upto = page[-1].version - 1
    return tuple(spans)


class _Rounds:
    """The rounds of a stretch of a stream, by their ends."""

    def __init__(self, log: ReadLog, stream: str, first: int, last: int) -> None:
        before = log.named(stream, ENDED, upto=first - 1, backwards=True, limit=1)
        after = log.named(stream, ENDED, last, limit=1)
        self._ends = [*before, *log.named(stream, ENDED, first - 1, last), *after]
        self._versions = [record.version for record in self._ends]
        self._head = log.head(stream).version

    def around(self, version: int) -> Span:
        place = bisect_left(self._versions, version)
        first = self._versions[place - 1] + 1 if place else 1
        if place < len(self._ends):
            return Span(_number_of(self._ends[place]), first, self._versions[place])
        return Span(_number_of(self._ends[-1]) + 1 if self._ends else 1, first, self._head)


def _end_of(log: ReadLog, stream: str, number: int) -> Recorded | None:
    """Find the record that ended a round by bisection, since rounds count up along the stream."""
    low, high = 0, log.head(stream).version
    while low < high:
        middle = (low + high) // 2
        record = next(log.named(stream, ENDED, middle, high, limit=1), None)
        if record is None or _number_of(record) > number:
            high = middle
        elif _number_of(record) < number:
            low = record.version
        else:
            return record
    return None


def _after_the_one_before(log: ReadLog, stream: str, version: int) -> int:
    """Return the first record after the last round that ended before a version."""
    before = next(log.named(stream, ENDED, upto=version - 1, backwards=True, limit=1), None)
    return before.version + 1 if before else 1


def _number_of(record: Recorded) -> int:
    event: RoundEnded = decode(record)
    return event.round


def _seat_of(record: Recorded) -> int:
    seat: int = decode(record).seat
    return seat
