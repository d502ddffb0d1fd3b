"""Receipts kept by those who were answered: each says which chain value a stream had at a version.

A file of JSON lines. A line is a receipt, or an answer with its `receipts`; other keys are ignored, and
so is a line that speaks of none, such as the answer to coming in: a client keeps its answers as they came.
"""

import base64
import binascii
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec

from wartable.audit.errors import AuditRefused
from wartable.misread import UNREADABLE, tell_misread
from wartable.store import Receipt

MAX_LINE_BYTES = 16 * 1024 * 1024
_CHAIN_BYTES = 32


def read_receipts(file: Path) -> tuple[Receipt, ...]:
    """Read every receipt in a file; an error names the first line that is unreadable or has an invalid one."""
    try:
        with file.open("rb") as source:
            return tuple(_all(file, source))
    except (OSError, ValueError) as error:
        if isinstance(error, AuditRefused):
            raise
        raise AuditRefused(f"{file}: {getattr(error, 'strerror', None) or error}") from None


def _all(file: Path, source: Any) -> Iterator[Receipt]:
    number = 0
    while data := source.readline(MAX_LINE_BYTES + 1):
        number += 1
        if len(data) > MAX_LINE_BYTES:
            raise AuditRefused(f"{file} line {number}: expected at most {MAX_LINE_BYTES} bytes")
        if data.strip():
            yield from _of_line(f"{file} line {number}", data)


def _of_line(place: str, data: bytes) -> Iterator[Receipt]:
    try:
        document = msgspec.json.decode(data)
    except UNREADABLE as error:
        raise AuditRefused(f"{place}: expected a receipt in JSON: {tell_misread(error)}") from None
    for receipt in _spoken_of(document):
        match receipt:
            case {"stream": str(stream), "version": int(version), "chain": str(chain)} if version > 0:
                yield Receipt(stream, version, _chain(place, chain))
            case _:
                raise AuditRefused(f"{place}: expected a receipt with stream, version and chain")


def _spoken_of(document: object) -> list[Any]:
    """Return the receipts in a line; empty for an answer about something else."""
    if not isinstance(document, dict):
        return [document]
    if "receipts" in document:
        inside = document["receipts"]
        return inside if isinstance(inside, list) else [inside]
    return [document] if "stream" in document or "chain" in document else []


def _chain(place: str, text: str) -> bytes:
    """Read a chain value in hexadecimal digits or, as JSON encoders write bytes, in base64."""
    try:
        chain = bytes.fromhex(text) if len(text) == 2 * _CHAIN_BYTES else base64.b64decode(text, validate=True)
    except (ValueError, binascii.Error):
        chain = b""
    if len(chain) != _CHAIN_BYTES:
        raise AuditRefused(f"{place}: expected a chain value of 64 hexadecimal digits")
    return chain
