"""What waits to be sent on one socket: bounded, so that a slow client costs nobody anything.

Answers and the like are kept. Updates of a table are left out when too much waits; the client then gets the whole table
as soon as it has taken the rest.
"""

import asyncio
from collections import deque
from collections.abc import Callable

from wartable.server.limits import MAX_WAITING_BYTES, MAX_WAITING_MESSAGES


class Overfull(Exception):
    """Even without updates too much waits."""


class Outbox:
    """Messages in order; `whole` gives a table's present state when its updates were left out."""

    def __init__(self, whole: Callable[[str], bytes | None]) -> None:
        self._whole = whole
        self._waiting: deque[tuple[str, bytes]] = deque()
        self._bytes = 0
        self._behind: dict[str, None] = {}
        self._some = asyncio.Event()
        self.full = False
        self.resyncs = 0

    def __len__(self) -> int:
        return len(self._waiting)

    @property
    def held(self) -> int:
        """Bytes that wait."""
        return self._bytes

    def put(self, message: bytes) -> None:
        """Something that must not be left out."""
        self._add("", message)

    def push(self, table: str, message: bytes) -> None:
        """An update of a table."""
        if table in self._behind:
            return
        if self._fits(message):
            self._add(table, message)
        else:
            self._leave_out(table)

    def resync(self, table: str) -> None:
        """Send this table whole, after everything that waits."""
        self._behind[table] = None
        self._some.set()

    def forget(self, table: str) -> None:
        """This table is not watched any more."""
        self._behind.pop(table, None)

    def _fits(self, message: bytes) -> bool:
        return len(self._waiting) < MAX_WAITING_MESSAGES and self._bytes + len(message) <= MAX_WAITING_BYTES

    def _add(self, table: str, message: bytes) -> None:
        if not self._fits(message):
            self._leave_out()
            if not self._fits(message):
                self.full = True
                self._some.set()
                return
        self._waiting.append((table, message))
        self._bytes += len(message)
        self._some.set()

    def _leave_out(self, *tables: str) -> None:
        """Drop every update that waits, and remember whose."""
        self._behind.update(dict.fromkeys(tables))
        self._behind.update((table, None) for table, _ in self._waiting if table)
        self._waiting = deque((table, message) for table, message in self._waiting if not table)
        self._bytes = sum(len(message) for _, message in self._waiting)
        self._some.set()

    async def next(self) -> bytes:
        """The next message to send."""
        while True:
            if self.full:
                raise Overfull
            if self._waiting:
                _, message = self._waiting.popleft()
                self._bytes -= len(message)
                return message
            while self._behind:
                table = next(iter(self._behind))
                del self._behind[table]
                message_or_none = self._whole(table)
                if message_or_none is not None:
                    self.resyncs += 1
                    return message_or_none
            self._some.clear()
            await self._some.wait()
