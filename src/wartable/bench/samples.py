"""What bots and watchers see, put together by table and version."""

import msgspec

MAX_REMEMBERED = 256
"""Versions of one table that still wait for an answer or a watcher."""


class Found(msgspec.Struct, frozen=True):
    """What was measured, in nanoseconds."""

    answers: tuple[int, ...]
    watched: tuple[int, ...]
    events: int
    updates: int
    """Messages that reached a watcher."""
    refused: int


class _Meeting:
    """An answer and those who are to see what it led to."""

    __slots__ = ("answered", "last", "seen")

    def __init__(self) -> None:
        self.answered = self.last = self.seen = 0


class Samples:
    """From an answer to the last watcher of its table; nothing where all of them had seen it before the answer came."""

    def __init__(self, watchers: int = 1) -> None:
        self._watchers = watchers
        self.clear()

    def clear(self) -> None:
        """Begin anew."""
        self._answers: list[int] = []
        self._watched: list[int] = []
        self._events = self._updates = self._refused = 0
        self._meetings: dict[str, dict[int, _Meeting]] = {}

    def take(self) -> Found:
        """Everything so far."""
        return Found(tuple(self._answers), tuple(self._watched), self._events, self._updates, self._refused)

    def count(self, events: int) -> None:
        """So many events happened."""
        self._events += events

    def refused(self) -> None:
        """A bot was told no."""
        self._refused += 1

    def answered(self, table: str, version: int, took: int, now: int) -> None:
        """A bot has its answer."""
        self._answers.append(took)
        self._meeting(table, version).answered = now
        self._close(table, version)

    def seen(self, table: str, version: int, now: int) -> None:
        """A watcher has the table at this version; it hears of it again when somebody comes or goes."""
        self._updates += 1
        meeting = self._meeting(table, version)
        meeting.last, meeting.seen = now, meeting.seen + 1
        self._close(table, version)

    def _meeting(self, table: str, version: int) -> _Meeting:
        at_table = self._meetings.setdefault(table, {})
        meeting = at_table.get(version)
        if meeting is None:
            meeting = at_table[version] = _Meeting()
            if len(at_table) > MAX_REMEMBERED:
                del at_table[next(iter(at_table))]
        return meeting

    def _close(self, table: str, version: int) -> None:
        meeting = self._meetings[table][version]
        if meeting.answered and meeting.seen == self._watchers:
            self._watched.append(max(0, meeting.last - meeting.answered))
