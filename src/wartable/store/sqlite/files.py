"""The files of an open store. SQLite goes on writing to a file that was removed, and that is lost at the end."""

import os
from pathlib import Path
from threading import Lock

from wartable.store.errors import StoreDown
from wartable.store.sqlite.connect import BESIDE

SUFFIXES = ("", *BESIDE)
"""The file, its log and the index of the log: all of them stay for as long as a connection is open."""

LOG_MAGIC = (b"\x37\x7f\x06\x82", b"\x37\x7f\x06\x83")
LOG_HEADER_BYTES = 32
"""How SQLite's log begins. Each time it begins again, its header has other random bytes."""


class StoreFiles:
    """The files as they were when the store was opened. Checking them takes about 20 microseconds."""

    def __init__(self, path: Path) -> None:
        self._path = path
        file = path.resolve()  # where SQLite puts the other two, also behind a link
        self._names = [path.absolute(), *(Path(f"{file}{suffix}") for suffix in SUFFIXES[1:])]
        self._files = [_identity(name)[:2] for name in self._names]
        self._size = 0
        self._log = self._found_log()
        self._lock = Lock()  # a reader that opens must not compare with what the writer saw later

    def check(self) -> None:
        """Raise StoreDown if a file was removed, renamed, replaced or truncated since it was opened."""
        with self._lock:
            found = [_identity(name) for name in self._names]
            for suffix, file, now in zip(SUFFIXES, self._files, found, strict=True):
                if now[:2] != file:
                    raise StoreDown(f"{self._path}{suffix} was removed or replaced while the store was open")
            size = found[0][2]
            if size < self._size:
                raise StoreDown(f"{self._path} was truncated while the store was open")
            log = self._found_log()
            if not self._follows(*log):
                raise StoreDown(f"{self._path}-wal was truncated while the store was open")
            self._size, self._log = size, log

    def _found_log(self) -> tuple[bytes, int]:
        """Return the header and the size of the log. SQLite holds no lock on this file that closing it would drop."""
        try:
            log = os.open(self._names[1], os.O_RDONLY)
        except OSError:
            return b"", 0
        try:
            header = os.read(log, LOG_HEADER_BYTES)
            size = os.fstat(log).st_size  # after the header: another process may empty the log meanwhile
            return header[:size], size
        finally:
            os.close(log)

    def _follows(self, header: bytes, size: int) -> bool:
        """Whether SQLite made the log what it is now: the same and no shorter, empty, or begun again."""
        before, least = self._log
        return size >= least if header == before else not header or header.startswith(LOG_MAGIC)


def _identity(name: Path) -> tuple[int, int, int]:
    """Return the device, number and size of a file; zeros if it is missing."""
    try:
        found = name.stat()
    except OSError:
        return 0, 0, 0
    return found.st_dev, found.st_ino, found.st_size
