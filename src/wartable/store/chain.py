"""The hash chain of a stream: each event's value covers the event and everything before it.

    chain[0] = SHA-256(TAG ‖ stream)
    chain[n] = SHA-256(TAG ‖ chain[n-1] ‖ stream ‖ version ‖ name ‖ schema ‖ at ‖ command id ‖ body)

TAG is the 17 bytes "wartable chain 1" and a zero. In the second line each field after chain[n-1] is its length as four
bytes, the highest first, and then its bytes: texts in UTF-8, whole numbers in decimal digits, the body as it is kept.
"""

from collections.abc import Iterable
from functools import lru_cache
from hashlib import sha256

from wartable.store.port import At, NewEvent, Receipt, Recorded

TAG = b"wartable chain 1\0"
MAX_REMEMBERED = 4_096
"""How many names of streams and of kinds of events are kept as fields: the same ones come again and again."""


def first(stream: str) -> bytes:
    """The value before a stream's first event."""
    return sha256(TAG + stream.encode()).digest()


def link(before: bytes, stream: str, version: int, event: NewEvent, at: At, command_id: str) -> bytes:
    """The value after one more event."""
    return links(before, stream, version - 1, (event,), at, command_id)[0]


def links(before: bytes, stream: str, version: int, events: Iterable[NewEvent], at: At, command_id: str) -> list[bytes]:
    """The value after each of the events that one command adds to a stream at this version and value."""
    named, asked = _text(stream), _number(at) + _field(command_id.encode())
    values: list[bytes] = []
    for event in events:
        version += 1
        body = event.body
        kind = _kind(event.name, event.schema)
        parts = (TAG, before, named, _number(version), kind, asked, len(body).to_bytes(4), body)
        before = sha256(b"".join(parts)).digest()
        values.append(before)
    return values


def follows(before: bytes, recorded: Recorded) -> bool:
    """Whether a record's value is the one that comes after this one."""
    event = NewEvent(recorded.name, recorded.schema, recorded.body)
    return link(before, recorded.stream, recorded.version, event, recorded.at, recorded.command_id) == recorded.chain


def walk(head: Receipt, records: Iterable[Recorded]) -> Receipt:
    """The head after these records; a ValueError names the first that does not follow."""
    version, chain = head.version, head.chain
    for record in records:
        if record.version != version + 1 or record.stream != head.stream or not follows(chain, record):
            raise ValueError(f"{head.stream} breaks after version {version}")
        version, chain = record.version, record.chain
    return Receipt(head.stream, version, chain)


def _field(data: bytes) -> bytes:
    return len(data).to_bytes(4) + data


def _number(value: int) -> bytes:
    return _field(b"%d" % value)


@lru_cache(MAX_REMEMBERED)
def _text(text: str) -> bytes:
    return _field(text.encode())


@lru_cache(MAX_REMEMBERED)
def _kind(name: str, schema: int) -> bytes:
    return _field(name.encode()) + _number(schema)
