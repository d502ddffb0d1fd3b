"""Calling the command `wartable`: in this process, or in one of its own where streams and signals matter."""

import io
import subprocess
import sys
from collections.abc import Callable
from typing import IO, Any, NamedTuple

COMMAND = [sys.executable, "-m", "wartable"]


class Answer(NamedTuple):
    code: int
    out: str
    err: str


Wartable = Callable[..., Answer]


def text_stream(data: bytes) -> io.TextIOWrapper:
    """Standard input with these bytes waiting."""
    return io.TextIOWrapper(io.BytesIO(data), encoding="utf-8")


def start(*tokens: str, stdout: int | IO[Any] | None = subprocess.PIPE, **options: Any) -> "subprocess.Popen[bytes]":
    """The command in a process of its own."""
    return subprocess.Popen(
        [*COMMAND, *tokens], stdin=subprocess.PIPE, stdout=stdout, stderr=subprocess.PIPE, **options
    )
