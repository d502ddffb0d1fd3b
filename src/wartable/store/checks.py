"""The limits of a batch: what no store could keep is refused before it waits for a commit."""

from functools import lru_cache

from wartable.store.errors import BadBatch
from wartable.store.port import Batch

MAX_TEXT = 300
MAX_CACHED = 4_096
MAX_BYTES = 1 << 20
MAX_EVENTS = 4_096
MAX_MOVES = 16_384
MAX_NUMBER = (1 << 63) - 1


def check(batch: Batch) -> None:
    """Raise BadBatch for a batch that exceeds a limit or refers to an event that it does not write."""
    _check_text("a command id", batch.command_id)
    _check_number("a moment", batch.at)
    _check_bytes("an answer", batch.answer)
    _check_bytes("a body", batch.body)
    counts = {write.stream: len(write.events) for write in batch.writes}
    if len(counts) < len(batch.writes):
        raise BadBatch("a batch writes to a stream only once")
    if sum(counts.values()) > MAX_EVENTS or len(batch.moves) > MAX_MOVES:
        raise BadBatch(f"a batch has at most {MAX_EVENTS} events and {MAX_MOVES} moves")
    for write in batch.writes:
        _check_name("a stream", write.stream)
        _check_number("a version", write.expected)
        if not write.events:
            raise BadBatch(f"nothing is written to {write.stream}")
        for event in write.events:
            _check_kind(event.name, event.schema)
            _check_bytes("an event", event.body)
    for account, _ in batch.seen:
        _check_name("an account", account)
    for move in batch.moves:
        _check_name("an account", move.account)
        if not -MAX_NUMBER <= move.cents <= MAX_NUMBER:
            raise BadBatch("the amount is too large")
        if not 0 <= move.index < counts.get(move.stream, 0):
            raise BadBatch(f"a move belongs to event {move.index} of {move.stream}, which is not written here")


def _check_text(what: str, text: str) -> None:
    if not 0 < len(text) <= MAX_TEXT or not text.isprintable():
        raise BadBatch(f"{what} has 1 to {MAX_TEXT} printable characters")


def _check_number(what: str, number: int) -> None:
    if not 0 <= number <= MAX_NUMBER:
        raise BadBatch(f"{what} is a whole number from 0")


def _check_bytes(what: str, held: bytes) -> None:
    if len(held) > MAX_BYTES:
        raise BadBatch(f"{what} has at most {MAX_BYTES} bytes")


# The same names come again and again. Errors are not cached.
_check_name = lru_cache(MAX_CACHED)(_check_text)


@lru_cache(MAX_CACHED)
def _check_kind(name: str, schema: int) -> None:
    _check_text("an event's name", name)
    _check_number("a schema", schema)
