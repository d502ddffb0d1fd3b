"""What waits to be sent on one socket: bounded, so that a slow client does not slow others.

While the wire takes more, nothing waits. Otherwise answers and the like are kept. Updates of a table are left out when
too much waits; the client then gets the whole table as soon as it has taken the rest.

A whole table costs the server most, so one socket gets the same table whole at most once in WHOLE_SECONDS. A client
that asks more often gets one, when the time is over, for all that it asked meanwhile.
"""

from collections import deque
from collections.abc import Callable
from functools import partial
from typing import Protocol

from wartable.server.limits import MAX_WAITING_BYTES, MAX_WAITING_MESSAGES, WHOLE_SECONDS

Later = Callable[[float, Callable[[], None]], object]
"""Calls something after some seconds, as an event loop does."""


class Takes(Protocol):
    """Where messages go."""

    @property
    def takes(self) -> bool:
        """Whether more can be written now."""
        ...

    def write(self, message: bytes) -> None: ...


class Outbox:
    """Messages in order; `whole` gives a table's present state when its updates were left out."""

    def __init__(
        self, wire: Takes, whole: Callable[[str], bytes | None], overfull: Callable[[], None], later: Later
    ) -> None:
        self._wire = wire
        self._whole = whole
        self._overfull = overfull
        """Called when even without updates too much waits."""
        self._waiting: deque[tuple[str, bytes]] = deque()
        self._bytes = 0
        self._later = later
        self._behind: dict[str, None] = {}
        """Tables of which nothing more is sent before they are sent whole."""
        self._resting: set[str] = set()
        """Tables that were sent whole a moment ago."""

    @property
    def held(self) -> int:
        return self._bytes

    def put(self, message: bytes) -> None:
        """Queue a message that must not be left out."""
        if not self._waiting and self._wire.takes:
            self._wire.write(message)
        else:
            self._add(message)

    def push(self, table: str, message: bytes) -> None:
        if table in self._behind:
            return
        if not self._waiting and self._wire.takes:
            self._wire.write(message)
        elif self._fits(message):
            self._keep(table, message)
        else:
            self._leave_out(table)

    def resync(self, table: str) -> None:
        """Send this table whole, after all that waits, and not too soon after the last time."""
        self._behind[table] = None
        self.send()

    def forget(self, table: str) -> None:
        """Stop sending this table; the time it was last sent whole still counts."""
        self._behind.pop(table, None)

    def send(self) -> None:
        """Send as much as the wire takes: what waits first, then what was left out."""
        while self._wire.takes:
            if self._waiting:
                _, message = self._waiting.popleft()
                self._bytes -= len(message)
                self._wire.write(message)
            elif (table := next((one for one in self._behind if one not in self._resting), None)) is not None:
                self._send_whole(table)
            else:
                return

    def _send_whole(self, table: str) -> None:
        whole = self._whole(table)
        del self._behind[table]
        if whole is not None:
            self._resting.add(table)
            self._later(WHOLE_SECONDS, partial(self._end_rest, table))
            self._wire.write(whole)

    def _end_rest(self, table: str) -> None:
        self._resting.discard(table)
        if table in self._behind:
            self.send()

    def _fits(self, message: bytes) -> bool:
        return len(self._waiting) < MAX_WAITING_MESSAGES and self._bytes + len(message) <= MAX_WAITING_BYTES

    def _add(self, message: bytes) -> None:
        if not self._fits(message):
            self._leave_out()
            if not self._fits(message):
                self._overfull()
                return
        self._keep("", message)

    def _keep(self, table: str, message: bytes) -> None:
        self._waiting.append((table, message))
        self._bytes += len(message)

    def _leave_out(self, *tables: str) -> None:
        """Drop every update that waits, and remember its table."""
        self._behind.update(dict.fromkeys(tables))
        self._behind.update((table, None) for table, _ in self._waiting if table)
        self._waiting = deque((table, message) for table, message in self._waiting if not table)
        self._bytes = sum(len(message) for _, message in self._waiting)
