"""The files of an open store. What SQLite writes to a file that was removed or overwritten is lost at the end."""

from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from wartable.store.errors import StoreDown
from wartable.store.sqlite.connect import BESIDE

SUFFIXES = ("", *BESIDE)
"""The file, its log and the index of the log: all of them stay for as long as a connection is open."""


class _File(NamedTuple):
    """What the system says about a file; zeros if it is missing."""

    identity: tuple[int, int] = (0, 0)
    size: int = 0
    written: int = 0
    """The time of the last write."""
    changed: int = 0
    """The time of the last change of anything, such as of the time above."""


class _Files(NamedTuple):
    file: _File
    log: _File
    shared: _File
    """The index of the log. It is written to in memory, so only its identity says something."""

    def is_written(self, before: "_Files") -> bool:
        """Whether the database itself was written to."""
        return self.file != before.file

    def is_log_written(self, before: "_Files") -> bool:
        """Whether its log was. Each connection that root opens sets the log's owner, which changes it otherwise."""
        return (self.log.size, self.log.written) != (before.log.size, before.log.written)


class StoreFiles:
    """The files as this process left them. To look at them takes about 10 microseconds.

    This process writes to the log in each commit, and to the file only where it copies the log. Any other write is by
    something else: perhaps another program that also uses SQLite, perhaps an older copy that was put in place. So the
    content is then proved.
    """

    def __init__(self, path: Path, prove: Callable[[bool, bool], None]) -> None:
        """`prove` raises an error if the content is not what was kept; it is told what was written to: file, log."""
        self._path, self._prove = path, prove
        file = path.resolve()  # where SQLite puts the other two, also behind a link
        self._names = [path.absolute(), *(Path(f"{file}{suffix}") for suffix in BESIDE)]
        self._seen = self._look()

    def note(self) -> None:
        """Take what this process itself wrote to the file and its log. A file that was replaced stays noticed."""
        pairs = zip(self._seen, self._look(), strict=True)
        self._seen = _Files(*(now if now.identity == before.identity else before for before, now in pairs))

    def note_log(self) -> None:
        """Take what this process itself wrote to the log."""
        before = self._seen
        self.note()
        self._seen = self._seen._replace(file=before.file)

    def check_names(self) -> None:
        """Raise StoreDown if a file was removed, renamed or replaced since the store was opened."""
        self._find()

    def check(self) -> None:
        """Raise an error if something else wrote to the file or its log, and what was kept is no longer in them."""
        found = self._find()
        written = found.is_written(self._seen), found.is_log_written(self._seen)
        if any(written):
            self._prove(*written)
            self.note()

    def _find(self) -> _Files:
        found = self._look()
        for suffix, before, now in zip(SUFFIXES, self._seen, found, strict=True):
            if now.identity != before.identity:
                raise StoreDown(f"{self._path}{suffix} was removed or replaced while the store was open")
        return found

    def _look(self) -> _Files:
        return _Files(*map(_look_at, self._names))


def _look_at(name: Path) -> _File:
    try:
        found = name.stat()
    except OSError:
        return _File()
    return _File((found.st_dev, found.st_ino), found.st_size, found.st_mtime_ns, found.st_ctime_ns)
