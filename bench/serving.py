"""The server under measurement: a separate process, whose log is kept for errors."""

import os
import subprocess
import sys
from collections import defaultdict
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import wartable
from bench.postgres import go_with_us
from bench.sockets import Line

LOG = "server.log"
LAST_LINES = 20
ENDING_SECONDS = 60
START = "import sys; from wartable.cli import main; sys.exit(main())"
LIMITS = (
    "connections",
    "sockets",
    "sockets_per_address",
    "requests_per_second",
    "messages_per_second",
    "guests_per_minute",
)


class Finding(Exception):
    """Why a server could not be measured to the end, in plain words."""


@contextmanager
def serving(folder: Path, url: str | None, floor: tuple[Path, int], processes: int) -> Iterator[tuple[int, int]]:
    """Start a server in its own folder, with a number of tables of a house; yield its port and process id."""
    house, tables = floor
    lines = ["[limits]", *(f"{name} = 1000000" for name in LIMITS)]
    for number in range(1, tables + 1):
        lines += ["[[tables]]", f'table = "t{number}"', f"house = {str(house)!r}", "pace = 0", "bets_seconds = 600"]
    (folder / "plan.toml").write_text("\n".join(lines) + "\n")
    command = [sys.executable, "-c", START, "serve", "--plan", "plan.toml", "--port", "0"]
    command += ["--db", url, "--processes", str(processes)] if url else []
    with (folder / LOG).open("wb") as log:
        process = subprocess.Popen(
            command,
            cwd=folder,
            stdout=subprocess.PIPE,
            stderr=log,
            text=True,
            env={**os.environ, "PYTHONPATH": str(Path(wartable.__file__).parents[1])},
            preexec_fn=go_with_us,  # noqa: PLW1509 (one system call, for which no other thread is needed)
        )
    try:
        yield _port_of(process), process.pid
    except Finding as found:
        status = process.poll()
        raise Finding(
            f"{found}; the server had ended with status {status}" if status is not None else str(found)
        ) from None
    finally:
        _end(process)


def _port_of(process: subprocess.Popen[str]) -> int:
    assert process.stdout is not None
    port = process.stdout.readline().partition("http://127.0.0.1:")[2].partition("/")[0]
    if not port.isdecimal():
        process.wait(ENDING_SECONDS)
        raise Finding("the server did not start")
    return int(port)


def _end(process: subprocess.Popen[str]) -> None:
    process.terminate()
    try:
        process.wait(ENDING_SECONDS)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
    if process.stdout is not None:
        process.stdout.close()


def last_lines(folder: Path) -> tuple[str, ...]:
    """Return the last lines of the server's log."""
    log = folder / LOG
    return tuple(log.read_text("utf-8", "replace").splitlines()[-LAST_LINES:]) if log.exists() else ()


def look_for_lost(lines: Sequence[Line], what: str, began: float) -> None:
    """Raise a finding where sockets were lost: how many, when, and why."""
    lost = [line for line in lines if line.lost]
    if not lost:
        return
    reasons: defaultdict[str, list[float]] = defaultdict(list)
    for line in lost:
        reasons[line.why].append(line.lost_at - began)
    told = ", ".join(f"{len(times)} from {min(times):.1f} s on: {why}" for why, times in sorted(reasons.items()))
    raise Finding(f"{len(lost):,} of {len(lines):,} sockets were lost while {what}: {told}")
