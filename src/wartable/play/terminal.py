"""The terminal as the table uses it: one that vanishes ends the table."""

import asyncio
import select
import threading
from collections.abc import Callable
from contextlib import suppress
from typing import IO, TYPE_CHECKING, Any, cast

from textual.drivers.linux_driver import LinuxDriver

if TYPE_CHECKING:
    from textual.app import App


VANISHED = 2
"""The app's own result, beside those of the library: 0 for done and 1 for an error."""


class TerminalDriver(LinuxDriver):
    """Draws on a terminal, and exits when there is none any more.

    A process that the terminal's end does not kill, because it ignores the hang-up or is no child of that terminal,
    would otherwise read an endless end of file.
    """

    def __init__(self, app: "App[Any]", **options: Any) -> None:
        super().__init__(app, **options)
        if self._file is not None:
            self._file = cast("Any", _Surviving(self._file, self._vanished))
        self._loop = asyncio.get_running_loop()
        threading.Thread(target=self._watch, name="terminal", daemon=True).start()

    def run_input_thread(self) -> None:
        """Read keys until the end, or until nothing can be read."""
        try:
            super().run_input_thread()
        except OSError:
            self._vanished()

    def _watch(self) -> None:
        """Wait until the other side of the terminal is closed; keys do not wake this."""
        poll = select.poll()
        poll.register(self.fileno, 0)
        if any(state & (select.POLLHUP | select.POLLERR) for _, state in poll.poll()):
            self._vanished()

    def _vanished(self) -> None:
        self.exit_event.set()  # the input thread stops reading
        with suppress(RuntimeError):  # the table is left already
            self._loop.call_soon_threadsafe(self._leave)

    def _leave(self) -> None:
        self._app.exit(return_code=VANISHED)


class _Surviving:
    """A stream whose writer goes on when the reader is gone: what waits for the writer must not wait for ever."""

    def __init__(self, stream: IO[str], on_gone: Callable[[], None]) -> None:
        self._stream = stream
        self._on_gone = on_gone

    def write(self, text: str) -> None:
        self._try(lambda: self._stream.write(text))

    def flush(self) -> None:
        self._try(self._stream.flush)

    def fileno(self) -> int:
        return self._stream.fileno()

    def _try(self, do: Callable[[], object]) -> None:
        try:
            do()
        except OSError:
            self._on_gone()
