"""How a command ends when something is wrong: one line on standard error and an exit code, never a traceback."""

import os
import re
import sys
from collections.abc import Iterable
from typing import TextIO

DONE = 0
NO = 1
"""The answer is "no": a check found problems."""
WRONG_INPUT = 2
INTERRUPTED = 130
HUNG_UP = 129
"""The terminal went away: what a shell reports for the signal."""
CLOSED_PIPE = 141
"""The reader went away: what a shell reports for the signal."""


class InputError(Exception):
    """The input was wrong; the text names the file, the key and what was expected.

    Where one line cannot name everything, the findings are told above it, a line each.
    """

    def __init__(self, says: str, findings: Iterable[str] = ()) -> None:
        super().__init__(says)
        self.findings = tuple(findings)


LONGEST_WORD = 300
"""Longer words of what was typed are told by their beginning and their end."""


def complain(text: str, findings: Iterable[str] = ()) -> int:
    """Say what is wrong with the input."""
    for finding in findings:
        print(one_line(finding), file=sys.stderr)
    print(f"wartable: {_LONG.sub(_shorten, one_line(text))}", file=sys.stderr)
    return WRONG_INPUT


_LONG = re.compile(rf"\S{{{LONGEST_WORD + 1},}}")


def _shorten(word: re.Match[str]) -> str:
    return f"{word[0][:100]}...{word[0][-100:]}"


def one_line(text: str) -> str:
    """Text that stays on its line and sends nothing to the terminal but itself."""
    return "".join(char if char.isprintable() else repr(char)[1:-1] for char in text)


def give_up_output(*streams: TextIO) -> None:
    """Send what is still unwritten nowhere, so that Python does not complain about it on its way out."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    for stream in streams or (sys.stdout,):
        os.dup2(nowhere, stream.fileno())
    os.close(nowhere)
