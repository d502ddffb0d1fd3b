"""The hash chain of a stream: each event's value covers the event and everything before it.

    chain[0] = SHA-256(TAG ‖ stream)
    chain[n] = SHA-256(TAG ‖ chain[n-1] ‖ stream ‖ version ‖ name ‖ schema ‖ at ‖ command id ‖ body)

TAG is the 17 bytes "wartable chain 1" and a zero. In the second line each field after chain[n-1] is its length as four
bytes, the highest first, and then its bytes: texts in UTF-8, whole numbers in decimal digits, the body as it is kept.
"""

from collections.abc import Iterable
from hashlib import sha256

from wartable.store.port import At, NewEvent, Receipt, Recorded

TAG = b"wartable chain 1\0"


def first(stream: str) -> bytes:
    """The value before a stream's first event."""
    return sha256(TAG + stream.encode()).digest()


def link(before: bytes, stream: str, version: int, event: NewEvent, at: At, command_id: str) -> bytes:
    """The value after one more event."""
    return sha256(TAG + before + _fields(stream, version, event, at, command_id)).digest()


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


def _fields(stream: str, version: int, event: NewEvent, at: At, command_id: str) -> bytes:
    named, number = stream.encode(), b"%d" % version
    name, schema = event.name.encode(), b"%d" % event.schema
    moment, command, body = b"%d" % at, command_id.encode(), event.body
    return b"".join(
        (
            *(len(named).to_bytes(4), named),
            *(len(number).to_bytes(4), number),
            *(len(name).to_bytes(4), name),
            *(len(schema).to_bytes(4), schema),
            *(len(moment).to_bytes(4), moment),
            *(len(command).to_bytes(4), command),
            *(len(body).to_bytes(4), body),
        )
    )
