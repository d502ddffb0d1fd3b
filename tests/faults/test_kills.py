"""kill -9 in the middle of rounds: whatever was answered is there, once, and everything still adds up."""

import subprocess
import sys
import threading
import time
from pathlib import Path

import msgspec
import psycopg

from tests.faults.auditor import Auditor
from tests.faults.driver import Driver
from tests.faults.kills import Result
from wartable.bench.postgres import Postgres

KILLS = 15
HEALED_S = 10
CUT = "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity WHERE application_name = 'wartable'"


def test_every_answer_is_kept_once_whenever_the_process_is_killed(lasting: str, folder: Path) -> None:
    command = [sys.executable, "-m", "tests.faults.kills", lasting, str(folder), str(KILLS), "2026"]
    done = subprocess.run(command, check=False, capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")
    result = msgspec.json.decode(done.stdout, type=Result)
    assert result.kills == KILLS
    assert result.points.keys() >= {"at random", "before append", "between append and answer", "after answer"}
    assert result.promises > KILLS
    assert result.events > result.promises


def answered(folder: Path) -> int:
    return (folder / "promised").stat().st_size


def wait_for_an_answer(folder: Path, driver: Driver) -> float:
    """How long it takes until somebody is answered again."""
    before, begun = answered(folder), time.monotonic()
    while answered(folder) == before:
        assert not driver.errors, driver.errors
        assert time.monotonic() - begun < HEALED_S, "nobody was answered again"
        time.sleep(0.01)
    return time.monotonic() - begun


def test_a_database_that_is_killed_stopped_or_cut_under_load_comes_back_and_loses_nothing(
    mortal: Postgres, folder: Path
) -> None:
    address = mortal.url("postgres")
    driver = Driver(address, folder, seed=3, run="under load")
    playing = threading.Thread(target=driver.drive)
    playing.start()
    try:
        for end in (mortal.kill, mortal.stop, mortal.kill):
            wait_for_an_answer(folder, driver)
            end()
            time.sleep(0.1)
            mortal.start()
            wait_for_an_answer(folder, driver)
        with psycopg.connect(address, autocommit=True) as connection:
            for _ in range(20):
                connection.execute(CUT)
                time.sleep(0.02)
        wait_for_an_answer(folder, driver)
    finally:
        driver.stop.set()
        playing.join()
    assert not driver.errors
    auditor = Auditor(address, folder)
    auditor.look()
    assert auditor.promises > 10
