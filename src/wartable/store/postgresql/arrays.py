"""Arrays in PostgreSQL's own binary form, packed at once: the driver would look at every value by itself."""

from collections.abc import Iterable, Sequence
from struct import Struct
from typing import ClassVar

from psycopg import Connection
from psycopg.adapt import Dumper
from psycopg.pq import Format
from psycopg.rows import TupleRow

_NOTHING = Struct(">iiI")
_HEADER = Struct(">iiIii")
_EIGHT = (8).to_bytes(4)


class Texts(tuple[str, ...]):
    """A text[]."""

    __slots__ = ()


class Numbers(tuple[int, ...]):
    """A bigint[]."""

    __slots__ = ()


class Blobs(tuple[bytes, ...]):
    """A bytea[]."""

    __slots__ = ()


class _TextsDumper(Dumper):
    format = Format.BINARY
    oid = 1009
    element: ClassVar[int] = 25

    def dump(self, obj: Texts) -> bytes:
        return _pack(self.element, [text.encode() for text in obj])


class _BlobsDumper(Dumper):
    format = Format.BINARY
    oid = 1001
    element: ClassVar[int] = 17

    def dump(self, obj: Blobs) -> bytes:
        return _pack(self.element, obj)


class _NumbersDumper(Dumper):
    format = Format.BINARY
    oid = 1016
    element: ClassVar[int] = 20

    def dump(self, obj: Numbers) -> bytes:
        fields = [part for number in obj for part in (_EIGHT, number.to_bytes(8, signed=True))]
        return _header(self.element, len(obj)) + b"".join(fields)


def teach_arrays(connection: Connection[TupleRow]) -> None:
    """From now on this connection takes them as parameters."""
    for kind, dumper in ((Texts, _TextsDumper), (Numbers, _NumbersDumper), (Blobs, _BlobsDumper)):
        connection.adapters.register_dumper(kind, dumper)


def _pack(element: int, values: Sequence[bytes]) -> bytes:
    fields: Iterable[bytes] = (part for value in values for part in (len(value).to_bytes(4), value))
    return _header(element, len(values)) + b"".join(fields)


def _header(element: int, count: int) -> bytes:
    """One dimension that counts from 1, and nothing in it is null; an empty array has no dimension."""
    return _HEADER.pack(1, 0, element, count, 1) if count else _NOTHING.pack(0, 0, element)
