"""A PostgreSQL to try things on leaves nothing behind, however its process ends."""

import signal
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

from bench.postgres import PREFIX, make_folder

START = "from bench.postgres import Postgres; server = Postgres(); print(server.url('x'), flush=True); input()"


def folders(of: int) -> list[Path]:
    return list(Path(tempfile.gettempdir()).glob(f"{PREFIX}{of}-*"))


def test_what_a_killed_process_left_is_swept_away_by_the_next(monkeypatch: pytest.MonkeyPatch) -> None:
    gone = subprocess.Popen([sys.executable, "-c", ""])
    gone.wait()
    monkeypatch.setattr("os.getpid", lambda: gone.pid)
    left = make_folder()
    assert left in folders(gone.pid)
    monkeypatch.undo()
    mine = make_folder()
    assert folders(gone.pid) == []
    assert mine.is_dir()
    mine.rmdir()


def test_a_server_goes_with_the_process_that_started_it() -> None:
    with subprocess.Popen(
        [sys.executable, "-c", START], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
    ) as process:
        assert process.stdout is not None
        said = process.stdout.readline().decode()
        if not said:
            pytest.fail("there is no PostgreSQL here")
        (data,) = [folder / "data" for folder in folders(process.pid) if (folder / "data").is_dir()]
        server = int((data / "postmaster.pid").read_text().splitlines()[0])
        process.send_signal(signal.SIGKILL)
        process.wait()
    while alive(server):
        pass
    make_folder().rmdir()
    assert folders(process.pid) == []


def alive(process: int) -> bool:
    """Whether a process runs; one that is only still listed does not."""
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False
