"""The files of an open store. SQLite goes on writing to a file that was removed, and that is lost at the end."""

from pathlib import Path

from wartable.store.errors import StoreDown
from wartable.store.sqlite.connect import BESIDE

SUFFIXES = ("", *BESIDE)
"""The file, its log and the index of the log: all of them stay for as long as a connection is open."""


class StoreFiles:
    """The files as they were when the store was opened. Checking them takes a few microseconds."""

    def __init__(self, path: Path) -> None:
        self._path = path
        file = path.resolve()  # where SQLite puts the other two, also behind a link
        self._names = [path.absolute(), *(Path(f"{file}{suffix}") for suffix in SUFFIXES[1:])]
        self._files = [_identity(name)[:2] for name in self._names]
        self._size = 0

    def check(self) -> None:
        """Raise StoreDown if a file was removed, renamed, replaced or truncated since it was opened."""
        found = [_identity(name) for name in self._names]
        for suffix, file, now in zip(SUFFIXES, self._files, found, strict=True):
            if now[:2] != file:
                raise StoreDown(f"{self._path}{suffix} was removed or replaced while the store was open")
        size = found[0][2]
        if size < self._size:
            raise StoreDown(f"{self._path} was truncated while the store was open")
        self._size = size


def _identity(name: Path) -> tuple[int, int, int]:
    """Return the device, number and size of a file; zeros if it is missing."""
    try:
        found = name.stat()
    except OSError:
        return 0, 0, 0
    return found.st_dev, found.st_ino, found.st_size
