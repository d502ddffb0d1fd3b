"""Walking the records of every stream: versions without a gap, every chain value from the one before.

The arithmetic is written out here once more, field by field, and not taken from the store that wrote the rows: a
million records have to go by in seconds, and a check should not share the mistakes of the writer.
"""

from collections.abc import Iterable, Iterator, Sequence
from hashlib import sha256
from itertools import groupby
from operator import itemgetter

import msgspec

from wartable.audit.finding import Finding
from wartable.audit.heads import Witness, Witnesses, not_extended
from wartable.store import Row

TAG = b"wartable chain 1\0"

NOT_WHAT_A_RECORD_IS = (AttributeError, TypeError, OverflowError, UnicodeError)
"""What Python says where a column holds something of another type."""


class Walked(msgspec.Struct):
    """One stream as far as it holds, and what is wrong where it stops."""

    stream: str
    version: int
    chain: bytes
    seal: int = 0
    """A sum over the last record of every command, for comparison with the commands that are kept."""
    stray: Row | None = None
    """The first record that does not follow."""
    wrong: Finding | None = None
    contradicted: Finding | None = None
    """What the first witness saw whom the stream contradicts."""
    vouched: int = 0
    """The last version that a witness saw as it is."""


def nothing_of(stream: str) -> Walked:
    return Walked(stream, 0, first(stream))


def walk(rows: Iterable[Row], witnesses: Witnesses) -> Iterator[Walked]:
    """Walk every stream of rows in the order of stream and version."""
    for stream, records in groupby(rows, key=itemgetter(0)):
        name = text(stream)
        yield StreamWalk(name, witnesses.of(name)).over(records)


class StreamWalk:
    """One stream, up to its end or to its first wrong record."""

    def __init__(self, stream: str, witnesses: Sequence[Witness] = ()) -> None:
        self._walked = nothing_of(stream)
        self._waiting = list(reversed(witnesses))
        self._good: Witness | None = None

    def over(self, rows: Iterable[Row]) -> Walked:
        """Walk the records. This runs once for every record in the store, so it is written out in one piece."""
        walked = self._walked
        version, chain, seal = 0, walked.chain, 0
        named, kinds, middle = field(walked.stream.encode()), dict[tuple[str, int], bytes](), b""
        last_id, last_at = None, 0
        awaited = self._awaited()
        for row in rows:
            _, found, name, schema, body, at, command_id, value = row
            try:
                kind = kinds.get((name, schema)) or kinds.setdefault(
                    (name, schema), field(name.encode()) + number(schema)
                )
                if command_id != last_id or at != last_at:
                    seal += seal_of(last_id, walked.stream, version, chain, last_at) if last_id else 0
                    middle, last_id, last_at = number(at) + field(command_id.encode()), command_id, at
                parts = (TAG, chain, named, number(found), kind, middle, len(body).to_bytes(4), body)
                follows = found == version + 1 and sha256(b"".join(parts)).digest() == value
            except NOT_WHAT_A_RECORD_IS:
                follows = False
            if not follows:
                walked.stray, walked.wrong = row, wrong(walked.stream, version, chain, row)
                if isinstance(found, int) and found < 1:
                    continue  # it comes before all others, and says nothing about them
                break
            version, chain = found, value
            if version == awaited:
                awaited = self._ask(chain)
        seal += seal_of(last_id, walked.stream, version, chain, last_at) if version else 0
        walked.version, walked.chain, walked.seal = version, chain, seal
        self._ask_the_rest()
        return walked

    def _awaited(self) -> int:
        return self._waiting[-1].version if self._waiting else 0

    def _ask(self, chain: bytes) -> int:
        """Compare the stream with all witnesses of this version."""
        version = self._awaited()
        while self._awaited() == version:
            witness = self._waiting.pop()
            if witness.chain == chain:
                self._good, self._walked.vouched = witness, version
            else:
                self._contradict(witness, "it holds another record there")
        return self._awaited()

    def _ask_the_rest(self) -> None:
        """Report witnesses of a version that no longer exists, unless another finding explains it."""
        if self._waiting and self._walked.wrong is None:
            self._contradict(self._waiting[-1], f"it ends at version {self._walked.version}")

    def _contradict(self, witness: Witness, found: str) -> None:
        if self._walked.contradicted is None:
            self._walked.contradicted = not_extended(witness, self._good, found)


def wrong(stream: str, version: int, chain: bytes, row: Row) -> Finding:
    """Say what is wrong with the first record that does not follow this version and chain value."""
    found, due = row[1], version + 1
    if not isinstance(found, int):
        return Finding(stream, due, "unreadable", f"its version is {text(found)}, not a whole number")
    if found < 1:
        return Finding(stream, found, "inserted", "a record has this version, and the first is 1")
    if found > due:
        return Finding(stream, due, "missing", f"this record is missing; the next one is version {found}")
    if found < due:
        return Finding(stream, found, "inserted", "a second record has this version")
    if link(chain, stream, due, row) is None:
        return Finding(stream, due, "unreadable", "a column holds something that is not of its type")
    return Finding(stream, due, "changed", "the record was changed: its chain value does not follow from it")


# The arithmetic of the chain


def first(stream: str) -> bytes:
    """Return the chain value before the first record of a stream."""
    return sha256(TAG + stream.encode()).digest()


def link(before: bytes, stream: str, version: int, row: Row) -> bytes | None:
    """Return the chain value of a row as this version of this stream; None where the row has no such content."""
    _, _, name, schema, body, at, command_id, _ = row
    try:
        told = field(stream.encode()) + number(version) + field(name.encode())
        content = number(schema) + number(at) + field(command_id.encode()) + field(body)
        return sha256(TAG + before + told + content).digest()
    except NOT_WHAT_A_RECORD_IS:
        return None


def field(data: bytes) -> bytes:
    """Return one field: its length in four bytes, the highest first, and its bytes."""
    return len(data).to_bytes(4) + data


def number(value: int) -> bytes:
    """Return a whole number as a field: its decimal digits."""
    digits = b"%d" % value
    return len(digits).to_bytes(4) + digits


def seal_of(command_id: object, stream: str, version: int, chain: bytes, at: int) -> int:
    """Return what one command's last record in a stream adds to the sum."""
    return hash((command_id, stream, version, chain, at))


def text(value: object) -> str:
    """Return a name as it is stored; bytes that are not text are escaped."""
    return value if isinstance(value, str) else repr(value)
