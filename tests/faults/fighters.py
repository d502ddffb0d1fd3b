"""Two servers that are told to drive the same tables, and one that is frozen with an append in its hand.

`ADDRESS FOLDER NAME` is one server: it drives every table it can claim, until it is told to end. Where it finds a file
called `freeze` it stops itself, a command decided and not yet sent, and is thawed by another process much later.
"""

import os
import random
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

import msgspec

from tests.faults.auditor import Auditor
from tests.faults.driver import Driver, Player, patiently
from tests.patience import PATIENCE
from wartable.store import Batch, Fence, NotOwner, Store, open_store

TABLES = ("T1", "T2")
LEASE_S = 1
FREEZE = "freeze"
REFUSED = "refused"


class Fight(msgspec.Struct, frozen=True):
    """What was tried, and what was found."""

    freezes: int
    refused: int
    """How often a server was told that it does not drive a table any more."""
    promises: int
    events: int
    slowest_ms: int
    """From the freeze to the first command of the other server."""


# One server


class Server(Driver):
    """Plays every table that it can get hold of."""

    def __init__(self, address: str, folder: Path, name: str) -> None:
        super().__init__(address, folder, seed=name, run=name)
        self.name, self.folder = name, folder

    def _safely(self, table: str) -> None:
        try:
            self._fight(table)
        except BaseException as error:
            self.errors.append(error)
            self.stop.set()

    def _fight(self, table: str) -> None:
        player = Player(self, table, random.Random(f"{self.name}/{table}"))
        while not self.stop.is_set():
            fence = patiently(lambda: self.store.claim(table, self.name, LEASE_S))
            if fence is None:
                time.sleep(0.02)
                continue
            player.fence = fence
            self._hold_on(player, fence)

    def _hold_on(self, player: Player, fence: Fence) -> None:
        """Play for as long as the table is ours."""
        player.load()
        renewed = time.monotonic()
        while not self.stop.is_set():
            if time.monotonic() - renewed > LEASE_S / 4:
                if not patiently(lambda: self.store.renew_all([fence])):
                    return
                renewed = time.monotonic()
            try:
                player.go_on()
            except NotOwner:
                self._note(f"{fence.table} {fence.number}\n")
                return
        self.store.release(fence)

    def _note(self, line: str) -> None:
        with (self.folder / REFUSED).open("a", encoding="utf-8") as file:
            file.write(line)

    def before_append(self, batch: Batch) -> None:
        """Here the server may be frozen, with a table's command in its hand."""
        if batch.fence is not None and _take(self.folder / FREEZE):
            # Sent to this very thread: it then stops here, and not a few commands later while another thread is told.
            signal.pthread_kill(threading.get_ident(), signal.SIGSTOP)


def _take(order: Path) -> bool:
    """Whether there is an order; only one of two who find it at once has it, or one would stop after the thaw."""
    try:
        order.unlink()
    except FileNotFoundError:
        return False
    return True


def serve(address: str, folder: Path, name: str) -> int:
    server = Server(address, folder, name)
    signal.signal(signal.SIGTERM, lambda *_: server.stop.set())
    server.drive(tables=len(TABLES))
    return 0


# The fight


def fight(address: str, folder: Path, freezes: int, seed: int) -> Fight:
    """Two servers; one that drives a table is frozen for longer than its lease, again and again."""
    rng = random.Random(seed)
    watching = open_store(address)
    homes = {name: folder / name for name in ("here", "there")}
    servers = {name: _start(address, home, name) for name, home in homes.items()}
    slowest = 0.0
    try:
        for _ in range(freezes):
            time.sleep(rng.uniform(0.1, 0.5))
            owner = _wait(lambda: _owner(watching, rng.choice(TABLES)))
            slowest = max(slowest, _freeze(watching, owner, servers[owner].pid, homes[owner]))
    finally:
        for server in servers.values():
            server.send_signal(signal.SIGCONT)
            server.terminate()
        codes = [server.wait(PATIENCE) for server in servers.values()]
        watching.close()
    if codes != [0, 0]:
        raise AssertionError(f"the servers ended with {codes}")
    auditor = Auditor(address, *homes.values())
    auditor.look()
    return Fight(freezes, sum(map(_refusals, homes.values())), auditor.promises, auditor.events, round(slowest * 1000))


def _start(address: str, home: Path, name: str) -> "subprocess.Popen[bytes]":
    home.mkdir()
    return subprocess.Popen([sys.executable, "-m", "tests.faults.fighters", address, str(home), name])


def _freeze(watching: Store, owner: str, process: int, home: Path) -> float:
    """Freeze a server, let the other take over, thaw the first, and see what it holds in its hand refused."""
    (home / FREEZE).touch()
    _wait(lambda: os.WIFSTOPPED(os.waitpid(process, os.WUNTRACED | os.WNOHANG)[1]))
    begun = time.monotonic()
    heads = _heads(watching)
    _wait(lambda: all(_owner(watching, table) not in ("", owner) for table in TABLES))
    _wait(
        lambda: all(watching.head(f"table/{table}").version > head for table, head in zip(TABLES, heads, strict=True))
    )
    taken, refused = time.monotonic() - begun, _refusals(home)
    os.kill(process, signal.SIGCONT)
    _wait(lambda: _refusals(home) > refused)
    return taken


def _owner(watching: Store, table: str) -> str:
    fence = watching.owners().get(table)
    return fence.owner if fence else ""


def _heads(watching: Store) -> list[int]:
    return [watching.head(f"table/{table}").version for table in TABLES]


def _refusals(home: Path) -> int:
    """How often a server was told that it does not drive a table."""
    noted = home / REFUSED
    return len(noted.read_text(encoding="utf-8").splitlines()) if noted.exists() else 0


T = TypeVar("T")


def _wait(look: Callable[[], T]) -> T:
    until = time.monotonic() + PATIENCE
    while not (seen := look()):
        if time.monotonic() > until:
            raise AssertionError("it took too long")
        time.sleep(0.01)
    return seen


if __name__ == "__main__":
    sys.exit(serve(sys.argv[1], Path(sys.argv[2]), sys.argv[3]))
