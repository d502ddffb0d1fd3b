"""From bytes to a document: TOML or JSON, of limited size, every key written once."""

import re
import tomllib
from typing import Any

import msgspec

from wartable.rulebook.house import MAX_KEY_PARTS
from wartable.rulebook.toml_lines import longest_key
from wartable.settle.duplicates import find_duplicate
from wartable.settle.errors import BadScenario

MAX_DOCUMENT_BYTES = 256 * 1024
"""The longest possible round takes about a tenth of this."""

HALF_REASON = 80
"""Of a longer one the beginning and the end are told."""
MAX_REASON = 2 * HALF_REASON

_decode = msgspec.json.Decoder().decode


def read_document(data: bytes, *, json: bool = False) -> object:
    """A document from bytes. A text that opens with a brace is JSON, since no TOML does."""
    if len(data) > MAX_DOCUMENT_BYTES:
        raise BadScenario(f"expected at most {MAX_DOCUMENT_BYTES} bytes")
    data = data.removeprefix(b"\xef\xbb\xbf")
    if json or data.lstrip()[:1] == b"{":
        return read_json(data)
    return read_toml(read_text(data))


def read_json(data: bytes) -> object:
    """A JSON document, or where it stops being one."""
    try:
        document = _decode(data)
        # Each key brings one colon. More colons than keys: a colon inside a text, or a key that was written twice.
        doubtful = data.count(b":") != _count_keys(document)
    except RecursionError:
        raise BadScenario("JSON is nested too deep") from None
    except UnicodeDecodeError:
        raise BadScenario("expected UTF-8") from None
    except msgspec.MsgspecError as error:
        raise BadScenario(_one_json_line(data, str(error))) from None
    if doubtful and (twice := find_duplicate(data.decode())) is not None:
        raise BadScenario(f"{twice.key}: is written twice (at line {twice.line}, column {twice.column})")
    return document


def read_toml(text: str) -> dict[str, Any]:
    """A TOML document, or where it stops being one."""
    parts, line = longest_key(text)  # tomllib needs memory with the square of this number, so it is asked first
    if parts > MAX_KEY_PARTS:
        raise BadScenario(f"TOML: a key has at most {MAX_KEY_PARTS} parts (at line {line})")
    try:
        return tomllib.loads(text)
    except RecursionError:
        raise BadScenario("TOML is nested too deep") from None
    except tomllib.TOMLDecodeError as error:
        raise BadScenario(f"TOML: {_cut(str(error))}") from None
    except ValueError:
        raise BadScenario("TOML: a number has too many digits") from None


def read_text(data: bytes) -> str:
    """Bytes as text."""
    try:
        return data.decode()
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise BadScenario(f"expected UTF-8 text (at line {line})") from None


def _one_json_line(data: bytes, message: str) -> str:
    """The decoder's words, with a line and a column in place of a byte number."""
    match = re.search(r"\(byte ([0-9]+)\)", message)
    if match is None:
        return "JSON: a number is too large" if "out of range" in message else "JSON: the text breaks off"
    before = data[: int(match[1])]
    line, column = before.count(b"\n") + 1, len(before) - before.rfind(b"\n")
    return f"JSON: {message[: match.start()].removeprefix('JSON is malformed: ')}(near line {line}, column {column})"


def _cut(message: str) -> str:
    """The parser's words on one line; it repeats what was written, however long, and puts the place at the end."""
    line = " ".join(message.split())
    return line if len(line) <= MAX_REASON else f"{line[:HALF_REASON]} … {line[-HALF_REASON:]}"


def _count_keys(document: object) -> int:
    """How many keys the tables of a document have together; the list grows while it is walked."""
    count = 0
    todo = [document]
    for item in todo:
        if type(item) is dict:
            count += len(item)
            todo += item.values()
        elif type(item) is list:
            todo += item
    return count
