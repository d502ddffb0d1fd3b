"""`wartable serve --processes 2` as an operator meets it: one address, and no process that cannot be lost."""

import asyncio
import json
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.exceptions import WebSocketException

import wartable
from tests.patience import PATIENCE
from tests.postgres import database, postgres, worn_database  # noqa: F401
from tests.server.running import LONG, Client, Server, quick_plan, room_settings
from wartable.audit import public_key, read_heads
from wartable.audit.heads.lines import latest
from wartable.cli import main
from wartable.live.room import Room
from wartable.server.door.guard import DoorSettings
from wartable.server.running import serve as serve_module
from wartable.server.running.processes import Failed, Processes
from wartable.server.running.processes import _tell as tell
from wartable.server.running.serve import Opened, ProcessPlace, ServeSettings, listen
from wartable.store import StoreBroken, open_store

TABLES = ("wisconsin", "washington")
"""Of the shares of the first and the second process."""
START = "import sys; from wartable.cli import main; sys.exit(main())"
PLAN = "".join(
    f'[[tables]]\ntable = "{table}"\nhouse = "{table}"\npace = 0\npractice = true\nchoices.decision.timeout_s = 600\n'
    f"bets_seconds = {LONG}\nwar_wagers_seconds = {LONG}\ncut_seconds = {LONG}\n"
    for table in TABLES
)


class House:
    """A server of two processes, as its operator sees it."""

    def __init__(self, process: subprocess.Popen[str], folder: Path, said: str) -> None:
        self.process, self._folder = process, folder
        self.door = Server.__new__(Server)
        self.door.port = int(said.partition("http://127.0.0.1:")[2].partition("/")[0])

    @property
    def workers(self) -> list[int]:
        return [
            int(pid) for pid in Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children").read_text().split()
        ]

    def logged(self, what: str) -> list[dict[str, Any]]:
        lines = map(json.loads, (self._folder / "log").read_text().splitlines())
        return [line for line in lines if line["what"] == what]


@contextmanager
def serving(folder: Path, url: str) -> Iterator[House]:
    (folder / "plan.toml").write_text(PLAN)
    command = [sys.executable, "-c", START, "serve", "--plan", "plan.toml", "--port", "0", "--db", url]
    env = {**os.environ, "PYTHONPATH": str(Path(wartable.__file__).parents[1])}
    with (folder / "log").open("w") as log:
        process = subprocess.Popen(
            [*command, "--processes", "2"], cwd=folder, stdout=subprocess.PIPE, stderr=log, text=True, env=env
        )
    assert process.stdout is not None
    try:
        said = process.stdout.readline()
        assert said.endswith(", 2 processes)\n"), (folder / "log").read_text()
        yield House(process, folder, said)
    finally:
        process.kill()
        process.wait(PATIENCE)
        process.stdout.close()


def until(what: Callable[[], bool]) -> None:
    over = time.monotonic() + PATIENCE
    while not what():
        assert time.monotonic() < over
        time.sleep(0.02)


def is_alive(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


async def play(client: Client, table: str) -> None:
    """A round at seat 1."""
    await client.watch(table)
    if not client.felt["seats"][0]["taken"]:
        await client.must(table, command="sit", seat=1)
    await client.play_round(table, 1)


async def play_somehow(door: Server, cookie: str, table: str) -> None:
    """As a page does it: where the connection is lost, it connects again."""
    async with asyncio.timeout(PATIENCE):
        while True:
            try:
                async with door.client(cookie, table) as client:
                    await play(client, table)
                    return
            except (WebSocketException, OSError, EOFError):
                await asyncio.sleep(0.1)


def test_either_process_may_be_killed_and_the_tables_go_on_with_every_cent(
    tmp_path: Path,
    database: str,  # noqa: F811
) -> None:
    async def story(house: House) -> None:
        cookies = {table: await house.door.guest() for table in TABLES}
        for killed in house.workers:
            for table, cookie in cookies.items():
                await play_somehow(house.door, cookie, table)
            os.kill(killed, signal.SIGKILL)
            for table, cookie in cookies.items():
                await play_somehow(house.door, cookie, table)

    with serving(tmp_path, database) as house:
        first = house.workers
        assert len(first) == 2
        asyncio.run(story(house))
        until(lambda: len(house.workers) == 2 and len(house.logged("process_started")) == 2)
        assert not set(first) & set(house.workers)
        assert [line["process"] for line in house.logged("process_ended")] == [0, 1]
        assert {(line["table"], line["process"]) for line in house.logged("table_taken")} >= set(
            zip(TABLES, (0, 1), strict=True)
        )
        house.process.send_signal(signal.SIGTERM)
        assert house.process.wait(PATIENCE) == 0
    store = open_store(database)
    try:
        assert sum(store.balances().values()) == 0
        assert store.owners() == {}, "all of them left their tables to the next servers"
        signed = latest(read_heads(tmp_path / "wartable.heads", public_key(tmp_path / "wartable.heads-key")))
        assert {name: head.version for name, head in signed.items()} == {
            name: store.head(name).version for name in store.streams()
        }
    finally:
        store.close()
    heads = ["--heads", str(tmp_path / "wartable.heads"), "--key", str(tmp_path / "wartable.heads-key")]
    assert main(["audit", "verify", "--db", database, *heads]) == 0


def test_a_word_to_the_first_process_ends_all_of_them(tmp_path: Path, database: str) -> None:  # noqa: F811
    with serving(tmp_path, database) as house:
        workers = house.workers
        assert house.process.stdout is not None
        assert "First start. Sign in as floor" in house.process.stdout.readline()
        house.process.send_signal(signal.SIGTERM)
        out, _ = house.process.communicate(timeout=PATIENCE)
        assert out.endswith("Closed. Everything that was answered is kept.\n"), (tmp_path / "log").read_text()
        assert house.process.returncode == 0
        assert not any(map(is_alive, workers))
        assert {line["what"] for line in map(json.loads, (tmp_path / "log").read_text().splitlines())} == {
            "table_taken"
        }


def test_processes_whose_parent_was_killed_end_by_themselves(tmp_path: Path, database: str) -> None:  # noqa: F811
    with serving(tmp_path, database) as house:
        workers = house.workers
        house.process.kill()
        house.process.wait(PATIENCE)
        until(lambda: not any(map(is_alive, workers)))
        with pytest.raises(httpx.ConnectError):
            httpx.get(f"{house.door.url}/health", trust_env=False)


def test_a_database_that_cannot_be_used_is_said_in_one_line(tmp_path: Path) -> None:
    command = [sys.executable, "-c", START, "serve", "--port", "0", "--processes", "2"]
    env = {**os.environ, "PYTHONPATH": str(Path(wartable.__file__).parents[1])}
    away = subprocess.run(
        [*command, "--db", "postgresql://nobody@127.0.0.1:1/no"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        env=env,
        check=False,
    )
    assert (away.returncode, away.stdout, away.stderr.count("\n")) == (2, "", 1)
    assert away.stderr.startswith("wartable: --db: the database does not answer")


def test_two_things_that_a_process_says_in_one_breath_are_heard_one_after_the_other() -> None:
    ready: list[Opened] = []
    settings = ServeSettings("memory:", room_settings(quick_plan()), DoorSettings())
    with listen("127.0.0.1", 0) as sock:
        processes = Processes(settings, sock, 1, ready.append)
        (slot,) = processes._slots  # noqa: SLF001
        slot.pid = os.getpid()
        slot.told, theirs = socket.socketpair()
        for told in (Opened(2), Failed("the store is gone")):
            tell(theirs, told)
        processes._hear(slot)  # noqa: SLF001
        slot.end()
        for end in (theirs, *slot.inbox):
            end.close()
    assert ready == [Opened(2)]


def test_a_process_that_cannot_open_the_house_says_so_at_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    waited: list[object] = []

    async def wait(place: ProcessPlace | None) -> None:
        waited.append(place)

    async def fail(_room: Room) -> None:
        raise StoreBroken("altered")

    monkeypatch.setattr(serve_module, "_let_the_others_end", wait)
    monkeypatch.setattr(Room, "start", fail)
    settings = ServeSettings("memory:", room_settings(quick_plan()), DoorSettings(), tmp_path / "house.heads")
    with listen("127.0.0.1", 0) as sock, pytest.raises(StoreBroken, match="altered"):
        asyncio.run(serve_module.serve(settings, sock, lambda _: None))
    assert waited == []
