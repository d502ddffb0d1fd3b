"""kill -9 in the middle of rounds: what was answered is there, once, and everything still adds up."""

import subprocess
import sys
from pathlib import Path

import msgspec

from bench.postgres import Postgres
from tests.faults.kills import Result
from tests.faults.outages import run_outages

KILLS = 15


def test_every_answer_is_kept_once_whenever_the_process_is_killed(lasting: str, folder: Path) -> None:
    command = [sys.executable, "-m", "tests.faults.kills", lasting, str(folder), str(KILLS), "2026"]
    done = subprocess.run(command, check=False, capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")
    result = msgspec.json.decode(done.stdout, type=Result)
    assert result.kills == KILLS
    assert result.points.keys() >= {"at random", "before append", "between append and answer", "after answer"}
    assert result.promises > KILLS
    assert result.events > result.promises


def test_a_database_that_is_killed_stopped_or_cut_under_load_comes_back_and_loses_nothing(
    mortal: Postgres, folder: Path
) -> None:
    found = run_outages(mortal, folder, outages=4, seed=3)
    assert (found.kills, found.stops) == (2, 1)
    assert found.cuts > 0
    assert found.promises > 0
