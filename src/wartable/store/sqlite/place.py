"""Where the files of a store lie. SQLite goes on writing to a file that was removed, and that is lost at the end."""

from pathlib import Path

from wartable.store.errors import StoreDown

SUFFIXES = ("", "-wal", "-shm")
"""The file, its log and the index of the log: all of them stay for as long as a connection is open."""


class Place:
    """The files of a store as they were when it was opened. Looking at them again takes a few microseconds."""

    def __init__(self, path: Path) -> None:
        self._path = path
        file = path.resolve()  # where SQLite puts the others, also where a link leads to it
        self._names = [path.absolute(), *(Path(f"{file}{suffix}") for suffix in SUFFIXES[1:])]
        self._files = [_identity(name)[:2] for name in self._names]
        self._size = 0

    def check(self) -> None:
        """Raise StoreDown where a file was removed, renamed, replaced or cut short since it was opened."""
        found = [_identity(name) for name in self._names]
        for suffix, file, now in zip(SUFFIXES, self._files, found, strict=True):
            if now[:2] != file:
                raise StoreDown(f"{self._path}{suffix} was removed or replaced while the store was open")
        size = found[0][2]
        if size < self._size:
            raise StoreDown(f"{self._path} was cut short while the store was open")
        self._size = size


def _identity(name: Path) -> tuple[int, int, int]:
    """Device, number and size of a file; zeros where there is none."""
    try:
        found = name.stat()
    except OSError:
        return 0, 0, 0
    return found.st_dev, found.st_ino, found.st_size
