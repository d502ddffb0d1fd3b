"""Walking a chain, record by record."""

from collections.abc import Iterable

from wartable.store import Receipt, Recorded, is_next_link


def walk_chain(head: Receipt, records: Iterable[Recorded]) -> Receipt:
    """Return the head after these records; raise a ValueError at the first that does not follow."""
    version, chain = head.version, head.chain
    for record in records:
        if record.version != version + 1 or record.stream != head.stream or not is_next_link(chain, record):
            raise ValueError(f"{head.stream} breaks after version {version}")
        version, chain = record.version, record.chain
    return Receipt(head.stream, version, chain)
