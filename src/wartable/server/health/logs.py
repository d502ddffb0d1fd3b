"""Structured logs: one JSON object a line. Passwords, seeds, cookies and unseen cards never get here."""

import logging
import sys
import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, TextIO

import msgspec

from wartable.live import Clock, milliseconds

_encode = msgspec.json.Encoder(enc_hook=str).encode
MAX_TEXT = 2_000


class Logger:
    """Writes lines. A trace is told by its places in the code, without the values in it."""

    def __init__(self, clock: Clock, out: TextIO | None = None, process: int | None = None) -> None:
        self._clock = clock
        self._always: dict[str, Any] = {} if process is None else {"process": process}
        self._out = out

    def __call__(self, what: str, **particulars: Any) -> None:
        line: dict[str, Any] = {"at": milliseconds(self._clock.now()), "what": what, **self._always}
        for key, value in particulars.items():
            line[key] = places(value) if isinstance(value, BaseException) else _short(value)
        out = self._out or sys.stderr
        try:
            out.write(_encode(line).decode() + "\n")
            out.flush()
        except (OSError, ValueError):
            return  # the log has no reader any more, which is no reason to stop a table


class _Libraries(logging.Handler):
    """What the libraries under us say, in the form of our own log: the first line, since the rest may quote values."""

    def __init__(self, log: Logger) -> None:
        super().__init__(logging.WARNING)
        self._log = log

    def emit(self, record: logging.LogRecord) -> None:
        error = record.exc_info[1] if record.exc_info else None
        is_clients = error is None or isinstance(error, UnicodeError)  # bytes that are no text: its mistake, not ours
        particulars: dict[str, Any] = {} if is_clients else {"trace": error}
        says = record.getMessage().partition("\n")[0]
        self._log("library", level=record.levelname.lower(), name=record.name, says=says, **particulars)


@contextmanager
def hearing_libraries(log: Logger) -> Iterator[None]:
    """Write warnings and errors of every library into a log, for as long as the block lasts."""
    root, handler = logging.getLogger(), _Libraries(log)
    root.addHandler(handler)
    try:
        yield
    finally:
        root.removeHandler(handler)


def places(error: BaseException) -> list[str]:
    """Return the places of an error, the innermost last."""
    frames = traceback.extract_tb(error.__traceback__)
    return [*(f"{frame.filename}:{frame.lineno} {frame.name}" for frame in frames), type(error).__name__]


def _short(value: Any) -> Any:
    return value[:MAX_TEXT] if isinstance(value, str) else value
