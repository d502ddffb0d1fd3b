"""Many rounds, one JSON document per line: answered in order, in bounded memory, for any input."""

from collections.abc import Callable, Iterable, Iterator
from typing import BinaryIO, NamedTuple, Protocol

import msgspec

from wartable.settle.document import MAX_DOCUMENT_BYTES, read_json
from wartable.settle.errors import BadScenario, NotSettled

CHUNK_BYTES = 64 * 1024

Settle = Callable[[object], dict[str, object]]


class LineSource(Protocol):
    """What lines are read from: `read1` gives what is there and does not wait for more."""

    def read1(self, size: int, /) -> bytes: ...


class RefusedLines(NamedTuple):
    """How many lines were refused, and the number of the first."""

    total: int = 0
    first: int | None = None

    def with_line(self, number: int) -> "RefusedLines":
        return RefusedLines(self.total + 1, self.first or number)


def settle_lines(source: LineSource, sink: BinaryIO, settle: Settle) -> RefusedLines:
    """Answer every line and return which were refused. A reason begins with the line's number in the input.

    Answers leave as soon as the lines that have arrived are settled, so a program may ask line by line and wait.
    """
    refused = RefusedLines()
    number = 0
    encode = msgspec.json.Encoder().encode
    for lines in _read_lines(source):
        answers = []
        for line in lines:
            number += 1
            if line is not None and not line.strip():
                continue
            try:
                answers.append(encode(settle(_read_line(line, number))))
            except NotSettled as error:
                refused = refused.with_line(number)
                answers.append(encode({"error": f"line {number}: {error}"}))
        if answers:
            sink.write(b"\n".join(answers) + b"\n")
            sink.flush()
    return refused


def _read_line(line: bytes | None, number: int) -> object:
    if line is None:
        raise BadScenario(f"expected at most {MAX_DOCUMENT_BYTES} bytes in a line")
    return read_json(line, first_line=number)


def _read_lines(source: LineSource) -> Iterator[Iterable[bytes | None]]:
    """The lines of each chunk; None stands for a line that was too long to be kept."""
    rest: bytes | None = b""
    while chunk := source.read1(CHUNK_BYTES):
        first, *others = chunk.split(b"\n")
        rest = _extend(rest, first)
        if others:
            yield [rest, *others[:-1]]
            rest = others[-1]
    yield [rest]


def _extend(rest: bytes | None, more: bytes) -> bytes | None:
    """A line that goes on in the next chunk, given up once it is longer than a document may be."""
    if rest is None or len(rest) + len(more) > MAX_DOCUMENT_BYTES:
        return None
    return rest + more
