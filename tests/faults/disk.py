"""A disk that is full from the n-th write on, under a real SQLite."""

from collections.abc import Iterator
from contextlib import contextmanager

import apsw

BENEATH = apsw.vfs_names()[0]
"""How SQLite reaches files on this machine."""


class Disk:
    """How many writes still fit; without a number, as many as there are."""

    def __init__(self) -> None:
        self.left: int | None = None
        self.refused = 0
        self.half = False
        """Whether the write that does not fit leaves its first half behind."""

    def take(self) -> bool:
        """Whether one more write fits."""
        if self.left is None:
            return True
        self.left -= 1
        if self.left >= 0:
            return True
        self.refused += 1
        return False


class _File(apsw.VFSFile):
    def __init__(self, name: str | apsw.URIFilename | None, flags: list[int], disk: Disk) -> None:
        super().__init__(BENEATH, name, flags)
        self._disk = disk

    def xWrite(self, data: bytes, offset: int) -> None:  # noqa: N802 (SQLite's own name)
        if self._disk.take():
            super().xWrite(data, offset)
            return
        if self._disk.half:
            super().xWrite(data[: len(data) // 2], offset)
        raise apsw.FullError("the disk is full")


class _Files(apsw.VFS):
    def __init__(self, disk: Disk) -> None:
        super().__init__("filling", "", makedefault=True)
        self._disk = disk

    def xOpen(self, name: str | apsw.URIFilename | None, flags: list[int]) -> _File:  # noqa: N802
        return _File(name, flags, self._disk)


@contextmanager
def filling_disk() -> Iterator[Disk]:
    """Every file that SQLite opens meanwhile lies on this disk."""
    disk = Disk()
    files = _Files(disk)
    try:
        yield disk
    finally:
        files.unregister()
