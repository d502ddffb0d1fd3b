"""`wartable serve` as a process of its own on loopback, for browsers to look at."""

import io
import os
import re
import signal
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import wartable
from tests.patience import PATIENCE
from wartable.cli.storage import Storage
from wartable.cli.users import StaffRole, users

LONG = 3_000
"""Seconds that never pass in a test."""
PASSWORD = "a password of the tests"
START = """
import random, signal, sys
from wartable.cli import main
from wartable.live import moments
from wartable.live.driving import driver

seal, now, make = driver.seal_shoe, moments.SteadyClock.now, driver.Driver.__init__
hours, drivers = [], []

def seal_alike(table_id, table, version, vault, _):
    return seal(table_id, table, version, vault, random.Random(f"{table_id}/{table.seal.shoe}").randbytes)

def make_and_keep(self, *given, **named):
    make(self, *given, **named)
    drivers.append(self)

def pass_an_hour(*_):
    hours.append(3600 * moments.SECOND)
    for one in drivers:
        one.nudge()

driver.seal_shoe = seal_alike
driver.Driver.__init__ = make_and_keep
moments.SteadyClock.now = lambda self: now(self) + sum(hours)
signal.signal(signal.SIGUSR1, pass_an_hour)
sys.exit(main())
"""
"""The command as it is, but a table's shoes have the same seeds in every run, and a test moves the house's clock."""


def table(name: str, house: str = "", /, **settings: object) -> str:
    """One table of a floor plan, dealt without a pause; people have more time than any test takes."""
    waits = dict.fromkeys(("bets", "war_wagers", "look", "cut", "bank"), LONG)
    chosen = {"pace": 0, **{f"{wait}_seconds": seconds for wait, seconds in waits.items()}, **settings}
    if chosen.get("dealer") == "person" and "floor" not in chosen:
        chosen |= {"floor": "automatic", "practice": True}  # one person runs the table, which only practice allows
    lines = [f'table = "{name}"', f'house = "{house or name}"']
    lines += [f"{key} = {_toml(value)}" for key, value in chosen.items()]
    return "[[tables]]\n" + "\n".join(lines) + "\n"


def _toml(value: object) -> str:
    match value:
        case dict():
            return "{ " + ", ".join(f"{key} = {_toml(inside)}" for key, inside in value.items()) + " }"
        case str():
            return f'"{value}"'
        case bool():
            return str(value).lower()
    return str(value)


class House:
    """A house that is open, in a folder of its own."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        plan = tomllib.loads((folder / "plan.toml").read_text())
        self.files: dict[str, str] = {table["table"]: table["house"] for table in plan["tables"]}
        """The house file of each table."""
        self.port = 0
        self.players: dict[str, list[Any]] = {}
        self.dealers: dict[str, Any] = {}
        """Who is at which table, each in a browser of their own."""
        self._process: subprocess.Popen[str] | None = None

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def open(self) -> None:
        """Start it, on the port it had before if it was open."""
        self._process = subprocess.Popen(
            [sys.executable, "-c", START, "serve", "--plan", "plan.toml", "--port", str(self.port)],
            cwd=self.folder,
            stdout=subprocess.PIPE,
            text=True,
            env=environment(),
        )
        assert self._process.stdout is not None
        said = self._process.stdout.readline()
        found = re.search(r"http://127\.0\.0\.1:(\d+)/", said)
        assert found, said
        self.port = int(found[1])

    def kill(self) -> None:
        """Kill it with SIGKILL."""
        assert self._process is not None
        self._process.send_signal(signal.SIGKILL)
        self.close()

    def lets_an_hour_pass(self) -> None:
        """Move the house's clock; every table looks at it. The tests of a shared house must not do this."""
        assert self._process is not None
        self._process.send_signal(signal.SIGUSR1)

    def close(self) -> None:
        """Wait until it is gone."""
        if self._process is None:
            return
        self._process.terminate()
        self._process.wait(PATIENCE)
        assert self._process.stdout is not None
        self._process.stdout.close()
        self._process = None

    def hire(self, name: str, role: StaffRole) -> None:
        """An account for a person who works here, made as an operator makes it."""
        store = Storage(f"sqlite:///{self.folder}/wartable.db")
        typed, sys.stdin = sys.stdin, io.StringIO(f"{PASSWORD}\n")
        try:
            with ThreadPoolExecutor(1) as desk:  # the browser's own loop runs in this thread
                assert desk.submit(users, "add", name, role=role, password_stdin=True, storage=store).result() == 0
        finally:
            sys.stdin = typed


def environment() -> dict[str, str]:
    """The environment of a command that runs the sources under test."""
    return {**os.environ, "PYTHONPATH": str(Path(wartable.__file__).parents[1])}


ROOMY = """
[limits]
requests_per_second = 10000
guests_per_minute = 10000
sign_ins_per_minute = 10000
"""
"""All people of all tests come from one address, and a quick machine lets them come faster than a house would."""


@contextmanager
def open_house(
    folder: Path, *tables: str, staff: dict[str, StaffRole] | None = None, operator: str = "Larkspur"
) -> Iterator[House]:
    """A house with these tables and these people."""
    (folder / "plan.toml").write_text("\n".join((f'operator = "{operator}"', *tables, ROOMY)))
    house = House(folder)
    house.open()
    try:
        for name, role in (staff or {}).items():
            house.hire(name, role)
        yield house
    finally:
        house.close()
