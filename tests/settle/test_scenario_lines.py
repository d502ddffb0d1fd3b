"""Rounds by the line: every line has its answer, in order, no matter what stood on it and however it arrived."""

import io
import json

import pytest

from wartable.settle.document import MAX_DOCUMENT_BYTES
from wartable.settle.errors import NotSettled
from wartable.settle.lines import CHUNK_BYTES, settle_lines


def echo(document: object) -> dict[str, object]:
    """Stands for the table: gives the document back, and refuses what says so."""
    if not isinstance(document, dict):
        raise NotSettled("expected a table")
    if document.get("refuse"):
        raise NotSettled("refused")
    return document


class Drip:
    """A source that hands out a few bytes at a time, as a slow pipe does."""

    def __init__(self, data: bytes, size: int) -> None:
        self.stream = io.BytesIO(data)
        self.size = size

    def read1(self, size: int, /) -> bytes:
        return self.stream.read(min(size, self.size))


def answers(data: bytes, size: int = CHUNK_BYTES) -> tuple[int, list[object]]:
    sink = io.BytesIO()
    refused = settle_lines(Drip(data, size), sink, echo)
    return refused.total, [json.loads(line) for line in sink.getvalue().splitlines()]


@pytest.mark.parametrize("size", [1, 2, 7, CHUNK_BYTES])
def test_lines_are_answered_in_order_and_blank_lines_skipped_however_they_arrive(size: int) -> None:
    data = b'{"a": 1}\n\n  \t\r\n{"refuse": true}\n[1]\r\n{"a": 2}\n{"b": 3}'
    expected = [{"a": 1}, {"error": "line 4: refused"}, {"error": "line 5: expected a table"}, {"a": 2}, {"b": 3}]
    assert answers(data, size) == (2, expected)


def test_a_byte_order_mark_at_the_beginning_is_skipped() -> None:
    assert answers(b'\xef\xbb\xbf{"a": 1}\n{"a": 2}') == (0, [{"a": 1}, {"a": 2}])


def test_no_input_is_no_output() -> None:
    assert answers(b"") == answers(b"\n\n") == (0, [])


@pytest.mark.parametrize(
    "line",
    [
        b"nonsense",
        b"null",
        b"5",
        b'"text"',
        b'{"a": "\xff"}',
        b"\x00\x01\x02",
        b'{"a": NaN}',
        b'{"a": 1} {"b": 2}',
        b'{"a": 1, "a": 2}',
        b'{"a":' * 20_000,
        b"[" * 100_000,
        b"9" * 5_000,
        b'{"a": "%s"}' % (b"x" * MAX_DOCUMENT_BYTES),
        b"x" * (5 * MAX_DOCUMENT_BYTES),
    ],
    ids=lambda line: repr(line[:12]),
)
def test_a_line_that_is_no_scenario_gets_an_error_and_the_next_line_is_settled(line: bytes) -> None:
    refused, [before, wrong, after] = answers(b'{"a": 1}\n' + line + b'\n{"a": 2}\n')
    assert (refused, before, after) == (1, {"a": 1}, {"a": 2})
    assert isinstance(wrong, dict)
    assert list(wrong) == ["error"]
    assert wrong["error"].isprintable()
    assert len(wrong["error"]) < 200


@pytest.mark.parametrize(
    ("line", "says"),
    [
        (b"nonsense", "line 3: JSON: Expecting value (at line 3, column 1)"),
        (b'{"a" 1}', "line 3: JSON: Expecting ':' delimiter (at line 3, column 6)"),
        (b'{"a": "\xff"}', "line 3: expected UTF-8 text (at line 3)"),
        (b"x" * (2 * MAX_DOCUMENT_BYTES), f"line 3: expected at most {MAX_DOCUMENT_BYTES} bytes in a line"),
    ],
    ids=lambda value: repr(value[:12]),
)
def test_a_refused_line_is_named_by_its_place_in_the_input(line: bytes, says: str) -> None:
    refused, found = answers(b'{"a": 1}\n\n' + line + b'\n{"a": 2}')
    assert (refused, found) == (1, [{"a": 1}, {"error": says}, {"a": 2}])


def test_the_first_refused_line_is_remembered() -> None:
    lines = b"\n{}\nbad\n{}\nbad"
    assert settle_lines(Drip(lines, 3), io.BytesIO(), echo) == (2, 3)
    assert settle_lines(Drip(b"{}\n", 3), io.BytesIO(), echo) == (0, None)


def test_the_longest_line_allowed_is_read() -> None:
    line = b'{"a":"%s"}' % (b"x" * (MAX_DOCUMENT_BYTES - 8))
    assert len(line) == MAX_DOCUMENT_BYTES
    assert answers(line + b"\n")[0] == 0
    assert answers(line + b" \n")[0] == 1


def test_answers_leave_before_the_next_question_is_asked() -> None:
    sink = io.BytesIO()
    seen: list[int] = []

    class Conversation:
        questions = iter([b'{"a": 1}\n', b'{"a": 2}\n', b""])

        def read1(self, _: int, /) -> bytes:
            seen.append(sink.getvalue().count(b"\n"))
            return next(self.questions)

    assert settle_lines(Conversation(), sink, echo).total == 0
    assert seen == [0, 1, 2]
