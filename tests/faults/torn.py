"""A log cut short or spoiled in places, as a power cut might leave it: the store opens at a whole command."""

import random
import shutil
from collections.abc import Iterator
from pathlib import Path

import apsw
import msgspec

from tests.faults.auditor import Auditor
from tests.faults.driver import Driver
from wartable.store import StoreBroken, open_store

HEADER, FRAME_HEADER, PAGE = 32, 24, 4096
"""How SQLite writes its log: a header, and then frames of a header and a page."""
FRAME = FRAME_HEADER + PAGE
LAST = 16 * 1024
SECTOR = 512
ANSWERS = 40
CHECKPOINTED = 20


class Torn(msgspec.Struct, frozen=True):
    """What was tried, and what was found."""

    tried: int
    whole: int
    """How often the store opened at a whole command."""
    said: int
    """How often it said that it is broken."""
    fewest: int
    most: int
    """How many commands were there, at the least and at the most."""


class Log:
    """A store and its log, taken from under a running process."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.clients = folder / "clients"
        self.clients.mkdir()
        self.taken = folder / "taken"
        self.taken.mkdir()
        address = f"sqlite:///{folder / 'war.db'}"
        Driver(address, self.clients, seed=1, run="before").drive(tables=2, answers=CHECKPOINTED)
        holding = apsw.Connection(str(folder / "war.db"))  # so that closing the store leaves the log as it is
        list(holding.execute("SELECT count(*) FROM events"))
        Driver(address, self.clients, seed=2, run="torn").drive(tables=2, answers=ANSWERS)
        shutil.copy(folder / "war.db", self.taken)
        self.log = (folder / "war.db-wal").read_bytes()
        holding.close()
        self._tried = 0

    def frames(self) -> list[int]:
        """Where each frame of the log begins, and where the last one ends."""
        return list(range(HEADER, len(self.log) + 1, FRAME))

    def open_with(self, log: bytes) -> int | None:
        """How many whole commands are there with this log; nothing, where the store says that it is broken."""
        copy = self.folder / f"copy{self._tried}"
        self._tried += 1
        shutil.copytree(self.taken, copy)
        try:
            (copy / "war.db-wal").write_bytes(log)
            address = f"sqlite:///{copy / 'war.db'}"
            try:
                open_store(address).close()
            except StoreBroken:
                return None
            auditor = Auditor(address, self.clients)
            auditor.look(promises=False)
            return auditor.commands
        finally:
            shutil.rmtree(copy)

    def try_cuts(self, lengths: Iterator[int]) -> Torn:
        """End the log at each of these ascending lengths: the longer it is, the more commands are there."""
        found = self.try_all(self.log[:length] for length in lengths)
        if list(found) != sorted(found, key=lambda commands: commands or 0):
            raise AssertionError("a longer log gave fewer commands")
        return summary(found)

    def try_all(self, logs: Iterator[bytes]) -> list[int | None]:
        """Open with each of these logs; a half-applied command, or an error that is not ours, is raised."""
        return [self.open_with(log) for log in logs]


def summary(found: list[int | None]) -> Torn:
    whole = [commands for commands in found if commands is not None]
    return Torn(len(found), len(whole), len(found) - len(whole), min(whole), max(whole))


def spoiled(log: bytes, times: int, rng: random.Random) -> Iterator[bytes]:
    """The log with one sector that never reached the disk: zeros, something older, or one bit turned."""
    for _ in range(times):
        at = rng.randrange(len(log) // SECTOR) * SECTOR
        older = rng.randrange(len(log) // SECTOR) * SECTOR
        sector = bytearray(log[at : at + SECTOR])
        match rng.randrange(3):
            case 0:
                sector = bytearray(len(sector))
            case 1:
                sector = bytearray(log[older : older + len(sector)])
            case _:
                sector[rng.randrange(len(sector))] ^= 1 << rng.randrange(8)
        yield log[:at] + bytes(sector) + log[at + len(sector) :]


def every_byte(log: Log) -> Iterator[int]:
    """Every length within the last sixteen kilobytes, and the whole."""
    return iter(range(len(log.log) - LAST, len(log.log) + 1))


def near_the_frames(log: Log, frames: int, stride: int) -> Iterator[int]:
    """Two bytes around each of the last frames, and a length now and then within the last sixteen kilobytes."""
    around = {start + step for start in log.frames()[-frames:] for step in range(-2, 3)}
    sampled = set(range(len(log.log) - LAST, len(log.log), stride))
    return iter(sorted(length for length in around | sampled if length <= len(log.log)))
