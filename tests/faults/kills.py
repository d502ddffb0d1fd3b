"""Kill a process that plays, again and again, and audit what it leaves: `ADDRESS FOLDER KILLS SEED`, one JSON line.

The process is forked from this one, which holds no thread and no connection, so that a new one is up in no time.
"""

import os
import random
import signal
import sys
import time
from collections import Counter
from pathlib import Path

import msgspec

from tests.faults.auditor import Auditor
from tests.faults.driver import DISK_POINTS, POINTS, Driver, Fault
from tests.patience import PATIENCE

SHORT_S, LONG_S = 0.05, 0.7
"""How long a process lives that is killed at random, from its first answer on."""
SERVED_TURNS = 60


class Result(msgspec.Struct, frozen=True):
    """What was tried, and what was found."""

    kills: int
    points: dict[str, int]
    promises: int
    events: int
    slowest_start_ms: int
    """From the start of a process to its first answer."""


class NotHit(AssertionError):
    """A process lived longer than any fault should let it."""


def run_kills(address: str, folder: Path, kills: int, seed: int) -> Result:
    """This many kills on one store, with an audit after each and one of everything at the end."""
    rng = random.Random(seed)
    auditor, points, slowest = Auditor(address, folder), Counter[str](), 0.0
    (folder / "promised").touch()
    for turn in range(kills):
        fault = _draw(rng, address, turn)
        slowest = max(slowest, _kill_one(address, folder, f"{seed}-{turn}", fault, rng))
        points[fault.point if fault else "at random"] += 1
        auditor.look()
    whole = Auditor(address, folder)
    whole.look()
    if (whole.events, whole.promises) != (auditor.events, auditor.promises):
        raise AssertionError("a second look found something else")
    return Result(kills, dict(points), whole.promises, whole.events, round(slowest * 1000))


def _draw(rng: random.Random, address: str, turn: int) -> Fault | None:
    """Half of the kills come at random; the others take the points in turn."""
    if turn % 2:
        return None
    points = POINTS + (DISK_POINTS if address.startswith("sqlite") else ())
    return Fault(points[turn // 2 % len(points)], rng.randrange(1, SERVED_TURNS))


def _kill_one(address: str, folder: Path, run: str, fault: Fault | None, rng: random.Random) -> float:
    before = (folder / "promised").stat().st_size
    begun = time.monotonic()
    child = os.fork()
    if child == 0:
        _drive(address, folder, run, fault)
    first = _wait_for_answer(folder, before, child, begun)
    until = time.monotonic() + (PATIENCE if fault else rng.uniform(SHORT_S, LONG_S))
    while time.monotonic() < until:
        ended, status = os.waitpid(child, os.WNOHANG)
        if ended:
            _was_killed(status, run)
            return first
        time.sleep(0.005)
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    if fault:
        raise NotHit(f"{run} did not come to {fault.point} number {fault.turn}")
    return first


def _wait_for_answer(folder: Path, before: int, child: int, begun: float) -> float:
    while (folder / "promised").stat().st_size == before and time.monotonic() < begun + PATIENCE:
        if os.waitid(os.P_PID, child, os.WEXITED | os.WNOWAIT | os.WNOHANG):
            break
        time.sleep(0.002)
    return time.monotonic() - begun


def _was_killed(status: int, run: str) -> None:
    if not os.WIFSIGNALED(status) or os.WTERMSIG(status) != signal.SIGKILL:
        raise AssertionError(f"{run} ended by itself with the status {status}")


def _drive(address: str, folder: Path, run: str, fault: Fault | None) -> None:
    """In the child: play until killed, and never come back."""
    try:
        Driver(address, folder, run, fault, run).drive()
    except BaseException as error:
        print(f"{type(error).__name__}: {error}", file=sys.stderr, flush=True)
    finally:
        os._exit(1)


def main(arguments: list[str]) -> int:
    address, folder, kills, seed = arguments
    result = run_kills(address, Path(folder), int(kills), int(seed))
    print(msgspec.json.encode(result).decode())
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
