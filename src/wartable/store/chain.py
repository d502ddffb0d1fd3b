"""The hash chain of a stream: each event's value covers the event and everything before it.

    chain[0] = SHA-256(TAG ‖ stream)
    chain[n] = SHA-256(TAG ‖ chain[n-1] ‖ stream ‖ version ‖ name ‖ schema ‖ at ‖ command id ‖ body)

TAG is the 17 bytes "wartable chain 1" and a zero. In the second line each field after chain[n-1] is its length as four
bytes, the highest first, and then its bytes: texts in UTF-8, whole numbers in decimal digits, the body as it is kept.
"""

from functools import lru_cache
from hashlib import sha256

from wartable.store.port import At, NewEvent, Recorded

TAG = b"wartable chain 1\0"
MAX_CACHED = 4_096


def first_link(stream: str) -> bytes:
    """Return the value before a stream's first event."""
    return sha256(TAG + stream.encode()).digest()


def next_link(before: bytes, stream: str, version: int, event: NewEvent, at: At, command_id: str) -> bytes:
    """Return the value after one more event, which gets this version."""
    kind = _kind(event.name, event.schema)
    parts = (TAG, before, _text(stream), _number(version), kind, _number(at), _field(command_id.encode()))
    return sha256(b"".join((*parts, _field(event.body)))).digest()


def is_next_link(before: bytes, recorded: Recorded) -> bool:
    """Return whether a record's value follows from the value before it."""
    event = NewEvent(recorded.name, recorded.schema, recorded.body)
    due = next_link(before, recorded.stream, recorded.version, event, recorded.at, recorded.command_id)
    return due == recorded.chain


def _field(data: bytes) -> bytes:
    return len(data).to_bytes(4) + data


def _number(value: int) -> bytes:
    return _field(b"%d" % value)


@lru_cache(MAX_CACHED)
def _text(text: str) -> bytes:
    return _field(text.encode())


@lru_cache(MAX_CACHED)
def _kind(name: str, schema: int) -> bytes:
    return _field(name.encode()) + _number(schema)
