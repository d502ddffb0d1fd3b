"""Reading what the user names: a file, or standard input."""

import sys
from io import BufferedReader
from pathlib import Path
from typing import Annotated, Self, cast

from cyclopts import Parameter

from wartable.cli.errors import InputError

STANDARD_INPUT = "-"

FileName = Annotated[str, Parameter(allow_leading_hyphen=True)]
"""A file, or `-`, which would otherwise be taken for an option."""


class Input:
    """The bytes of a file or of standard input; every error names it."""

    def __init__(self, file: str) -> None:
        if file.startswith("-") and file != STANDARD_INPUT:
            raise InputError(f"unknown option {file}; see wartable --help")
        if not file:
            raise InputError("'': expected the name of a file, or - for standard input")
        self._owned = file != STANDARD_INPUT
        self.name = file if self._owned else "standard input"
        try:
            self._stream = Path(file).open("rb") if self._owned else _standard_input()  # noqa: SIM115
        except (OSError, ValueError) as error:
            raise self.wrong(error) from None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self._owned:
            self._stream.close()

    def read1(self, size: int, /) -> bytes:
        """Return what is there, up to a size, without waiting for more."""
        try:
            return self._stream.read1(size)
        except OSError as error:
            raise self.wrong(error) from None

    def read_all(self, most: int) -> bytes:
        """Return everything; refuse an input that is too long or never ends."""
        parts = []
        length = 0
        while length <= most and (part := self.read1(most + 1 - length)):
            parts.append(part)
            length += len(part)
        if length > most:
            raise InputError(f"{self.name}: expected at most {most} bytes")
        return b"".join(parts)

    def wrong(self, error: Exception) -> InputError:
        """Return the same error with the name of the input in front."""
        return InputError(f"{self.name}: {getattr(error, 'strerror', None) or error}")


def _standard_input() -> BufferedReader:
    if sys.stdin is None:
        raise OSError("is closed")
    if sys.stdin.isatty():
        print("wartable: reading from the terminal; end with Ctrl-D on a line of its own", file=sys.stderr)
    return cast("BufferedReader", sys.stdin.buffer)
