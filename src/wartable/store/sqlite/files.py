"""The files of an open store. What SQLite writes to a file that was removed or overwritten is lost at the end."""

import os
import time
from pathlib import Path
from typing import Literal, NamedTuple

import apsw

from wartable.store.errors import StoreDown
from wartable.store.sqlite.connect import BESIDE, trouble

SUFFIXES = ("", *BESIDE)
"""The file, its log and the index of the log: all of them stay for as long as a connection is open."""

LOG_BYTE_ORDER: dict[bytes, Literal["little", "big"]] = {b"\x37\x7f\x06\x82": "little", b"\x37\x7f\x06\x83": "big"}
"""How SQLite's log begins, and the byte order of its checksums."""
LOG_HEADER_BYTES, FRAME_HEADER_BYTES = 32, 24
SALTS_OF_LOG, SALTS_OF_FRAME = slice(16, 24), slice(8, 16)
"""A log that begins again has other salts than before, and each of its frames repeats them before its page."""

PAUSES = (0.01, 0.1, 0.4, 1.0)
"""Seconds after which the files are looked at again: another process may have been copying the log into the file."""


class _Log(NamedTuple):
    """The log beside the file, as SQLite counts it and as it lies there."""

    frames: int
    copied: int
    """How many of the frames are in the file already."""
    header: bytes
    size: int
    last: bytes
    """The header of the last frame."""

    @property
    def frame_bytes(self) -> int:
        return FRAME_HEADER_BYTES + int.from_bytes(self.header[8:12])

    @property
    def end(self) -> int:
        """The size that the frames need."""
        return LOG_HEADER_BYTES + self.frames * self.frame_bytes if self.frames else 0


class _Seen(NamedTuple):
    size: int
    written: int
    """The time of the last write to the file, by its system."""
    log: _Log


class StoreFiles:
    """The files as they were when the store last looked. A look takes about 30 microseconds.

    In a log that goes on, the frames that were written stay. The file itself is written to only where the log is copied
    into it, and SQLite counts that.
    """

    def __init__(self, path: Path, connection: apsw.Connection) -> None:
        self._path = path
        file = path.resolve()  # where SQLite puts the other two, also behind a link
        self._names = [path.absolute(), *(Path(f"{file}{suffix}") for suffix in SUFFIXES[1:])]
        self._files = self._identities()
        self._refused: _Seen | None = None
        self.note(connection)

    @property
    def frames(self) -> int:
        """How many frames the log had at the last look."""
        return self._seen.log.frames

    def note(self, connection: apsw.Connection) -> None:
        """Take the files as they are now."""
        self._seen = self._look(connection)

    def check_names(self) -> None:
        """Raise StoreDown if a file was removed, renamed or replaced since it was opened."""
        for suffix, file, now in zip(SUFFIXES, self._files, self._identities(), strict=True):
            if now != file:
                raise StoreDown(f"{self._path}{suffix} was removed or replaced while the store was open")

    def check(self, connection: apsw.Connection) -> None:
        """Raise StoreDown if a file is not what SQLite has made of it since the last look."""
        for pause in (*PAUSES, None):
            self.check_names()
            now = self._look(connection)
            wrong = self._find_wrong(now)
            if not wrong:
                self._seen, self._refused = now, None
                return
            if pause is None or now == self._refused:
                self._refused = now
                raise StoreDown(f"{self._path}{wrong} while the store was open")
            time.sleep(pause)

    def _find_wrong(self, now: _Seen) -> str:
        before = self._seen
        if now.size < before.size:
            return " was truncated"
        if now.log.size < now.log.end:
            return "-wal was truncated"
        if not self._is_sound(now.log):
            return "-wal was overwritten"
        is_copied = (now.log.copied, now.log.header) != (before.log.copied, before.log.header)
        if now.written != before.written and not is_copied:
            return " was overwritten"
        return ""

    def _is_sound(self, now: _Log) -> bool:
        """Whether SQLite made the log: its frames belong to its header, and a log that goes on keeps them."""
        if now.header == self._seen.log.header and self._frame(self._seen.log) != self._seen.log.last:
            return False
        return not now.frames or (_is_header(now.header) and now.last[SALTS_OF_FRAME] == now.header[SALTS_OF_LOG])

    def _look(self, connection: apsw.Connection) -> _Seen:
        try:
            frames, copied = connection.wal_checkpoint(mode=apsw.SQLITE_CHECKPOINT_NOOP)
            file = self._names[0].stat()
        except (apsw.Error, OSError) as error:
            raise StoreDown(str(trouble(error, self._path))) from error
        header, size = self._read(0, LOG_HEADER_BYTES)
        log = _Log(max(0, frames), max(0, copied), header, size, b"")
        return _Seen(file.st_size, file.st_mtime_ns, log._replace(last=self._frame(log)))

    def _frame(self, log: _Log) -> bytes:
        return self._read(log.end - log.frame_bytes, FRAME_HEADER_BYTES)[0] if log.frames else b""

    def _read(self, offset: int, count: int) -> tuple[bytes, int]:
        """Return bytes of the log, and its size. SQLite holds no lock on this file that closing it would drop."""
        try:
            log = os.open(self._names[1], os.O_RDONLY)
        except OSError:
            return b"", 0
        try:
            found = os.pread(log, count, offset)
            size = os.fstat(log).st_size  # after the bytes: another process may empty the log meanwhile
            return found[: max(0, size - offset)], size
        finally:
            os.close(log)

    def _identities(self) -> list[tuple[int, int]]:
        return [_identity(name) for name in self._names]


def _is_header(header: bytes) -> bool:
    """Whether this is how SQLite begins a log, with the checksum over what is before it."""
    order = LOG_BYTE_ORDER.get(header[:4])
    if order is None or len(header) != LOG_HEADER_BYTES:
        return False
    words = [int.from_bytes(header[at : at + 4], order) for at in range(0, 24, 4)]
    first = second = 0
    for one, other in zip(words[::2], words[1::2], strict=True):
        first = (first + one + second) % 2**32
        second = (second + other + first) % 2**32
    return header[24:] == first.to_bytes(4) + second.to_bytes(4)


def _identity(name: Path) -> tuple[int, int]:
    """Return the device and the number of a file; zeros if it is missing."""
    try:
        found = name.stat()
    except OSError:
        return 0, 0
    return found.st_dev, found.st_ino
