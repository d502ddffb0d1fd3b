"""From bytes to a document: TOML or JSON, of limited size, every key written once."""

import json
import tomllib
from codecs import BOM_UTF8
from typing import Any, NoReturn

from wartable.rulebook import MAX_KEY_PARTS, longest_key
from wartable.settle.errors import BadScenario

MAX_DOCUMENT_BYTES = 256 * 1024
"""The longest possible round takes about a tenth of this."""
HALF_REASON = 80
"""A longer reason is cut to its beginning and its end."""
MAX_REASON = 2 * HALF_REASON


def read_document(data: bytes, *, is_json: bool = False) -> object:
    """Read a document from bytes. A text that opens with a brace is JSON, since no TOML does."""
    if len(data) > MAX_DOCUMENT_BYTES:
        raise BadScenario(f"expected at most {MAX_DOCUMENT_BYTES} bytes")
    data = data.removeprefix(BOM_UTF8)
    return read_json(data) if is_json or data.lstrip()[:1] == b"{" else read_toml(_text(data))


def read_json(data: bytes, *, first_line: int = 1) -> object:
    """Read a JSON document, or say where it stops being one. Its first line may be a later one of the input."""
    text = _text(data.removeprefix(BOM_UTF8), first_line)
    try:
        document = json.loads(text, object_pairs_hook=_table, parse_constant=_refuse_constant)
        if "\\u" in text:
            json.dumps(document, ensure_ascii=False).encode()  # half of a surrogate pair is no text
    except RecursionError:
        raise BadScenario("JSON: nested too deeply") from None
    except json.JSONDecodeError as error:
        raise BadScenario(
            f"JSON: {error.msg} (at line {first_line + error.lineno - 1}, column {error.colno})"
        ) from None
    except UnicodeEncodeError:
        raise BadScenario("JSON: expected Unicode text, got half of a surrogate pair") from None
    except BadScenario:
        raise
    except ValueError:
        raise BadScenario("JSON: a number has too many digits") from None
    return document


def _table(pairs: list[tuple[str, object]]) -> dict[str, object]:
    table: dict[str, object] = {}
    for key, value in pairs:
        if key in table:
            raise BadScenario(f"JSON: the key {_cut(json.dumps(key))} is written twice in {_cut(json.dumps(table))}")
        table[key] = value
    return table


def _refuse_constant(name: str) -> NoReturn:
    raise BadScenario(f"JSON: {name} is not a JSON value")


def read_toml(text: str) -> dict[str, Any]:
    """Read a TOML document, or say where it stops being one."""
    parts, line = longest_key(text)  # checked first, because tomllib needs memory with the square of this number
    if parts > MAX_KEY_PARTS:
        raise BadScenario(f"TOML: a key has at most {MAX_KEY_PARTS} parts (at line {line})")
    try:
        return tomllib.loads(text)
    except RecursionError:
        raise BadScenario("TOML: nested too deeply") from None
    except tomllib.TOMLDecodeError as error:
        raise BadScenario(f"TOML: {_cut(str(error))}") from None
    except ValueError:
        raise BadScenario("TOML: a number has too many digits") from None


def _text(data: bytes, first_line: int = 1) -> str:
    try:
        return data.decode()
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + first_line
        raise BadScenario(f"expected UTF-8 text (at line {line})") from None


def _cut(message: str) -> str:
    """Put a message on one line and cut its middle: parsers repeat what was written, of any length."""
    line = " ".join(message.split())
    return line if len(line) <= MAX_REASON else f"{line[:HALF_REASON]} … {line[-HALF_REASON:]}"
