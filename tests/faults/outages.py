"""A database that is killed, stopped or cut off under load, again and again, while a person plays."""

import random
import threading
import time
from pathlib import Path

import msgspec
import psycopg

from bench.postgres import Postgres
from tests.faults.auditor import Auditor
from tests.faults.driver import Driver
from tests.patience import PATIENCE

CUTS = 20
"""How often connections are cut in one go."""
CUT = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'wartable'"


class Outages(msgspec.Struct, frozen=True):
    """What was tried, and what was found."""

    kills: int
    stops: int
    cuts: int
    promises: int
    slowest_ms: int
    """From the moment the database answers again to the first answer of ours."""


class Sick(AssertionError):
    """The store did not heal in time."""


def run_outages(server: Postgres, folder: Path, outages: int, seed: int) -> Outages:
    """Play; kill, stop and cut in turn; audit at the end."""
    address, rng = server.url("postgres"), random.Random(seed)
    driver = Driver(address, folder, seed=seed, run="under load")
    playing = threading.Thread(target=driver.drive)
    playing.start()
    slowest, done = 0.0, {"kill": 0, "stop": 0, "cut": 0}
    try:
        wait_for_an_answer(folder, driver)
        for turn in range(outages):
            how = ("kill", "stop", "cut")[turn % 3]
            time.sleep(rng.uniform(0, 0.3))
            _break(server, address, how)
            slowest = max(slowest, wait_for_an_answer(folder, driver))
            done[how] += CUTS if how == "cut" else 1
    finally:
        driver.stop.set()
        playing.join()
    if driver.errors:
        raise driver.errors[0]
    auditor = Auditor(address, folder)
    auditor.look()
    return Outages(done["kill"], done["stop"], done["cut"], auditor.promises, round(slowest * 1000))


def _break(server: Postgres, address: str, how: str) -> None:
    if how == "cut":
        with psycopg.connect(address, autocommit=True) as connection:
            for _ in range(CUTS):
                connection.execute(CUT)
                time.sleep(0.02)
        return
    if how == "kill":
        server.kill()
    else:
        server.stop()
    time.sleep(0.1)
    server.start()


def wait_for_an_answer(folder: Path, driver: Driver) -> float:
    """How long it takes until a client is answered again."""
    promised = folder / "promised"
    before, begun = promised.stat().st_size, time.monotonic()
    while promised.stat().st_size == before:
        if driver.errors:
            raise driver.errors[0]
        if time.monotonic() - begun > PATIENCE:
            raise Sick(f"no client was answered within {PATIENCE} s")
        time.sleep(0.005)
    return time.monotonic() - begun
