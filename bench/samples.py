"""The observations of bots and watchers, joined by table and version."""

from collections import Counter, defaultdict

import msgspec


class Found(msgspec.Struct, frozen=True):
    """The measurements, in nanoseconds."""

    answers: tuple[int, ...]
    watched: tuple[int, ...]
    events: int
    updates: int
    """Messages that reached a watcher."""
    refused: int


class _AtTable:
    """The answers of one table whose outcome some watchers have not seen yet."""

    __slots__ = ("answered", "seen", "version")

    def __init__(self) -> None:
        self.answered: list[tuple[int, int]] = []
        """The version of each answer, and its time."""
        self.seen: Counter[int] = Counter()
        """The number of watchers that have seen a version."""
        self.version = 0
        """The last version that all of them have seen."""


class Samples:
    """The time from an answer to the last watcher of its table; 0 where all of them saw it before the answer came."""

    def __init__(self, watchers: int = 1) -> None:
        self._watchers = watchers
        self.clear()

    def clear(self) -> None:
        self._answers: list[int] = []
        self._watched: list[int] = []
        self._events = self._updates = self._refused = 0
        self._tables: defaultdict[str, _AtTable] = defaultdict(_AtTable)

    def take(self) -> Found:
        return Found(tuple(self._answers), tuple(self._watched), self._events, self._updates, self._refused)

    def count(self, events: int) -> None:
        self._events += events

    def refused(self) -> None:
        """Count a refusal to a bot."""
        self._refused += 1

    def answered(self, table: str, version: int, took: int, now: int) -> None:
        """Note a bot's answer."""
        self._answers.append(took)
        at_table = self._tables[table]
        if version <= at_table.version:
            self._watched.append(0)
        else:
            at_table.answered.append((version, now))

    def seen(self, table: str, version: int, now: int) -> None:
        """Note that a watcher has seen this version; rapid events come together."""
        self._updates += 1
        at_table = self._tables[table]
        if version <= at_table.version:
            return
        at_table.seen[version] += 1
        if at_table.seen[version] == self._watchers:
            at_table.version = version
            self._watched += [now - answered for named, answered in at_table.answered if named <= version]
            at_table.answered = [waits for waits in at_table.answered if waits[0] > version]
            at_table.seen = Counter({later: many for later, many in at_table.seen.items() if later > version})
