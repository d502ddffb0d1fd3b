"""What is counted, for metrics and health: by this process, and by all processes behind one address together.

Each process writes its figures every second on a board that all of them see, because a request reaches only one.
"""

import mmap
from collections.abc import Iterable
from zlib import crc32

import msgspec

from wartable.live import BOUNDS_MS, Counters, Room

SLOT_BYTES = 64 * 1024
"""For the figures of one process; what is counted has few names, so they need a small part of it."""
HEAD = 8
NUMBER = 4
NO_TIMES = [0] * (len(BOUNDS_MS) + 1)


class Figures(msgspec.Struct):
    """How much there is now, and how much there was in all."""

    driven: int = 0
    stopped: int = 0
    """Tables that an internal error has stopped, private ones whose record cannot be read, and those that are not
    served here and whose records are not proved."""
    waiting: int = 0
    """Tables that wait for the store."""
    unsigned: int = 0
    """Whether the process that signs heads cannot."""
    differing: int = 0
    """Wallets that do not hold what their postings come to."""
    sockets: int = 0
    watchers: int = 0
    seats: int = 0
    """Taken, at the tables that are driven."""
    counted: dict[str, dict[str, int]] = {}
    """By name and label."""
    took: list[int] = msgspec.field(default_factory=NO_TIMES.copy)
    """Commands by how long they took; the bounds are those of the counters."""
    took_us: int = 0


def figures_of(room: Room, sockets: int, *, unsigned: bool = False) -> Figures:
    """Return what this process counts."""
    tables = tuple(room.tables.values())
    driven = [live for live in tables if live.driving]
    counted: dict[str, dict[str, int]] = {}
    for (name, label), value in room.counters.total.items():
        counted.setdefault(name, {})[label] = value
    return Figures(
        driven=len(driven),
        stopped=sum(bool(live.stopped) for live in tables) + len(room.private.refused) + len(room.unserved),
        waiting=sum(live.driver.waits_for_store for live in tables),
        unsigned=int(unsigned),
        differing=len(room.integrity.differing),
        sockets=sockets,
        watchers=sum(len(live.gallery.subscribers) for live in tables),
        seats=sum(bool(box.patron) for live in driven for box in live.table.boxes),
        counted=counted,
        took=room.counters.took_by_bound.copy(),
        took_us=room.counters.took_us,
    )


def go_on_from(counters: Counters, before: Figures) -> None:
    """Continue the counters of a process that died, so that no total decreases."""
    for name, labels in before.counted.items():
        for label, value in labels.items():
            counters.count(name, label, value)
    counters.took_by_bound = before.took.copy()
    counters.took_us = before.took_us


def add(all_of_them: Iterable[Figures]) -> Figures:
    """Add up the figures of several processes."""
    total = Figures()
    for one in all_of_them:
        for name in (
            "driven",
            "stopped",
            "waiting",
            "unsigned",
            "differing",
            "sockets",
            "watchers",
            "seats",
            "took_us",
        ):
            setattr(total, name, getattr(total, name) + getattr(one, name))
        for name, labels in one.counted.items():
            sums = total.counted.setdefault(name, {})
            for label, value in labels.items():
                sums[label] = sums.get(label, 0) + value
        total.took = [ours + theirs for ours, theirs in zip(total.took, one.took, strict=True)]
    return total


_encode = msgspec.msgpack.Encoder().encode
_decode = msgspec.msgpack.Decoder(Figures).decode


class Board:
    """Memory that processes share which come from the same one: a slot for each of them."""

    def __init__(self, count: int) -> None:
        self._memory = mmap.mmap(-1, count * SLOT_BYTES)
        self._count = count

    def write(self, number: int, figures: Figures) -> None:
        """Replace a process's figures; figures that are too long are dropped."""
        data = _encode(figures)
        if len(data) <= SLOT_BYTES - HEAD:
            head = len(data).to_bytes(NUMBER) + crc32(data).to_bytes(NUMBER)
            self._memory[number * SLOT_BYTES : number * SLOT_BYTES + HEAD + len(data)] = head + data

    def read(self, number: int) -> Figures:
        """Return what a process wrote last; no figures while it is writing."""
        start = number * SLOT_BYTES
        slot = self._memory[start : start + SLOT_BYTES]
        size, check = int.from_bytes(slot[:NUMBER]), int.from_bytes(slot[NUMBER:HEAD])
        data = slot[HEAD : HEAD + size]
        return _decode(data) if size and crc32(data) == check else Figures()

    def rest(self, number: int) -> None:
        """Keep the totals of a process that died, without its current values."""
        before = self.read(number)
        self.write(number, Figures(counted=before.counted, took=before.took, took_us=before.took_us))

    def others(self, number: int) -> list[Figures]:
        return [self.read(other) for other in range(self._count) if other != number]
