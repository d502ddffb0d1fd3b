"""Rows as arrays, one for each column."""

from collections.abc import Sequence
from typing import Any

from wartable.store.postgresql.arrays import Blobs, Numbers, Texts

Column = type[Texts] | type[Numbers] | type[Blobs]
COMMAND_COLUMNS: tuple[Column, ...] = (Texts, Blobs, Numbers, Blobs, Blobs)
POSTING_COLUMNS: tuple[Column, ...] = (Texts, Numbers, Numbers, Texts, Numbers, Numbers)
EVENT_COLUMNS: tuple[Column, ...] = (Texts, Numbers, Texts, Numbers, Blobs, Numbers, Texts, Blobs)


def columns(kinds: Sequence[Column], rows: Sequence[tuple[Any, ...]]) -> list[object]:
    """As the database takes them."""
    found = zip(*rows, strict=True) if rows else [()] * len(kinds)
    return [kind(column) for kind, column in zip(kinds, found, strict=True)]
