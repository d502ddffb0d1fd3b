"""Records that are bound to the chain before a server acts on them."""

from typing import Any

from wartable.store import Receipt, Recorded, Store, UnknownEvent, decode, first_link, is_next_link


class LogBroken(RuntimeError):
    """A log that fails verification. The text names the record."""

    def __init__(self, stream: str, version: int, why: str = "this record was altered or taken away") -> None:
        super().__init__(f"{stream} version {version}: {why}; see wartable audit verify")


def hold(before: bytes, version: int, record: Recorded) -> None:
    """Refuse a record that does not follow this version and chain value; the chain value is empty before the first."""
    if record.version != version + 1 or not is_next_link(before or first_link(record.stream), record):
        raise LogBroken(record.stream, version + 1)


def read(record: Recorded) -> Any:
    """Decode a record; raise LogBroken where it is unreadable."""
    try:
        return decode(record)
    except (UnknownEvent, ValueError) as error:
        raise LogBroken(record.stream, record.version, str(error)) from None


def the_record(store: Store, stream: str, version: int) -> Recorded:
    """Return one record that has to be there."""
    for record in store.read(stream, version - 1, version):
        return record
    raise LogBroken(stream, version)


def read_bound(store: Store, head: Receipt, first: int) -> list[Recorded]:
    """The records of a stream from the first to the head, each of which leads to the head's chain value.

    The chain value before the first is taken as it is stored: another one would not lead to the head.
    """
    stream, version = head.stream, max(first - 2, 0)
    records = list(store.read(stream, version, head.version))
    before = b""
    if first > 1 and records:
        before, version = records.pop(0).chain, first - 1
    for record in records:
        hold(before, version, record)
        before, version = record.chain, record.version
    if (version, before) != (head.version, head.chain):
        raise LogBroken(stream, min(version + 1, head.version))
    return records
