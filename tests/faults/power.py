"""A power cut under a running SQLite: of what was not synced, any part is lost, and the rest comes in any order."""

import random
import shutil
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import apsw

from tests.faults.auditor import Auditor
from tests.faults.disk import BENEATH
from tests.faults.driver import Driver

SECTOR = 512

Change = Callable[[bytearray], None]


class Power:
    """What is on the disk for certain, file by file, and what was written since without a sync."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._synced: dict[str, bytearray] = {}
        self._pending: dict[str, list[Change]] = {}

    def write(self, file: str, data: bytes, offset: int) -> None:
        """Sectors are written whole, each by itself."""
        with self._lock:
            for start in range(0, len(data), SECTOR):
                self._change(file, _placed(data[start : start + SECTOR], offset + start))

    def truncate(self, file: str, size: int) -> None:
        def cut(content: bytearray) -> None:
            del content[size:]

        with self._lock:
            self._change(file, cut)

    def sync(self, file: str) -> None:
        with self._lock:
            content = self._synced.setdefault(file, bytearray())
            for change in self._pending.pop(file, []):
                change(content)

    def delete(self, file: str) -> None:
        with self._lock:
            self._synced.pop(file, None)
            self._pending.pop(file, None)

    def _change(self, file: str, change: Change) -> None:
        self._pending.setdefault(file, []).append(change)

    def cut(self, folder: Path, rng: random.Random) -> None:
        """Write into a folder what a disk might hold if the power failed at this moment."""
        with self._lock:
            for file, synced in self._synced.items():
                content = bytearray(synced)
                pending = self._pending.get(file, [])
                survived = [change for change in pending if rng.randrange(2)] if rng.randrange(2) else []
                rng.shuffle(survived)
                for change in survived:
                    change(content)
                (folder / Path(file).name).write_bytes(content)


def _placed(data: bytes, offset: int) -> Change:
    def place(content: bytearray) -> None:
        if len(content) < offset:
            content.extend(bytes(offset - len(content)))
        content[offset : offset + len(data)] = data

    return place


class _File(apsw.VFSFile):
    def __init__(self, name: str | apsw.URIFilename | None, path: str, flags: list[int], power: Power) -> None:
        super().__init__(BENEATH, name, flags)
        self._name, self._power = path, power

    def xWrite(self, data: bytes, offset: int) -> None:  # noqa: N802 (SQLite's own names)
        super().xWrite(data, offset)
        self._power.write(self._name, bytes(data), offset)

    def xTruncate(self, newsize: int) -> None:  # noqa: N802
        super().xTruncate(newsize)
        self._power.truncate(self._name, newsize)

    def xSync(self, flags: int) -> None:  # noqa: N802
        super().xSync(flags)
        self._power.sync(self._name)


class _Files(apsw.VFS):
    def __init__(self, home: Path, power: Power) -> None:
        super().__init__("powered", "", makedefault=True)
        self._home, self._power = home, power

    def xOpen(self, name: str | apsw.URIFilename | None, flags: list[int]) -> apsw.VFSFile:  # noqa: N802
        path = name.filename() if isinstance(name, apsw.URIFilename) else name or ""
        ours = Path(path).parent == self._home
        return _File(name, path, flags, self._power) if ours else apsw.VFSFile(BENEATH, name, flags)

    def xDelete(self, filename: str, syncdir: bool) -> None:  # noqa: N802
        super().xDelete(filename, syncdir)
        self._power.delete(filename)


@contextmanager
def powered(home: Path) -> Iterator[Power]:
    """Watch every file of this folder that SQLite opens meanwhile."""
    power = Power()
    files = _Files(home, power)
    try:
        yield power
    finally:
        files.unregister()


def run_cuts(home: Path, cuts: int, seed: int) -> int:
    """Play, and look at what the disk would hold, again and again; how many answers the last look found."""
    folder = home / "clients"
    folder.mkdir()
    with powered(home) as power:
        driver = Driver(f"sqlite:///{home / 'war.db'}", folder, seed=seed, run="powered")
        playing = threading.Thread(target=driver.drive)
        playing.start()
        rng, found = random.Random(seed), 0
        try:
            for number in range(cuts):
                time.sleep(rng.uniform(0.005, 0.03))
                found = _look(power, folder, home / f"cut{number}", rng)
        finally:
            driver.stop.set()
            playing.join()
    if driver.errors:
        raise driver.errors[0]
    return found


def _look(power: Power, folder: Path, copy: Path, rng: random.Random) -> int:
    """First what was answered, then the disk, then what was asked: so nothing of the last can be missing."""
    copy.mkdir()
    shutil.copy(folder / "promised", copy)
    power.cut(copy, rng)
    shutil.copy(folder / "asked", copy)
    auditor = Auditor(f"sqlite:///{copy / 'war.db'}", copy)
    auditor.look()
    shutil.rmtree(copy)
    return auditor.promises
