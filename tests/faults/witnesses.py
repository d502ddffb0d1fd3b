"""Five clients of a real server, who write down every call, while a tester kills, freezes and sets clocks."""

import asyncio
import os
import random
import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import msgspec

import wartable
from bench.postgres import Postgres
from tests.faults.histories import Call, Truth, truth_of
from tests.patience import PATIENCE
from wartable.audit import verify_store
from wartable.server.door.sessions import COOKIE
from wartable.store import open_store

TABLE = "wisconsin"
PLAN = f"""
guest_chips = 1000000

[[tables]]
table = "{TABLE}"
house = "{TABLE}"
pace = 0
bets_seconds = 5
war_wagers_seconds = 5
look_seconds = 5
cut_seconds = 5
practice = true
choices.decision.timeout_s = 5
away_seconds = 3600

[limits]
requests_per_second = 100000
guests_per_minute = 100000
"""
START = """
import os, sys, time
off, now = int(os.environ["CLOCK_OFF"]), time.time_ns
time.time_ns = lambda: now() + off * 10**9
from wartable.cli import main
sys.exit(main())
"""
"""The server with the machine's clock set forward or back."""
CLIENTS = 5
CHIPS = 10_000_00
HOUR = 3_600
UNKNOWN = ("outcome_unknown", "elsewhere", "going_down", "too_many")


class Door:
    """A server that is started again and again, always at the same place."""

    def __init__(self, folder: Path, database: str) -> None:
        (folder / "plan.toml").write_text(PLAN)
        self._folder, self._database = folder, database
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self._process: subprocess.Popen[str] | None = None

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def start(self, clock_off: int = 0) -> None:
        command = [sys.executable, "-c", START, "serve", "--plan", "plan.toml", "--port", str(self.port)]
        source = str(Path(wartable.__file__).parents[1])
        env = {**os.environ, "PYTHONPATH": source, "CLOCK_OFF": str(clock_off)}
        command += ["--db", self._database]
        self._process = subprocess.Popen(command, cwd=self._folder, stdout=subprocess.PIPE, text=True, env=env)
        assert self._process.stdout is not None
        said = self._process.stdout.readline()
        assert re.search(r"http://127\.0\.0\.1:\d+/", said), said

    def signal(self, number: int) -> None:
        assert self._process is not None
        self._process.send_signal(number)

    def kill(self) -> None:
        if self._process is not None and self._process.stdout is not None:
            self._process.kill()
            self._process.wait(PATIENCE)
            self._process.stdout.close()
            self._process = None


@contextmanager
def served(folder: Path, database: str) -> Iterator[Door]:
    door = Door(folder, database)
    door.start()
    try:
        yield door
    finally:
        door.kill()


class Witness:
    """A client who writes down every call."""

    def __init__(self, door: Door, seat: int, rng: random.Random) -> None:
        self._door, self._seat, self._rng = door, seat, rng
        self.history: list[Call] = []
        self.patron = ""
        self._number = 0
        self._http = httpx.AsyncClient(base_url=door.url, timeout=PATIENCE, verify=False, trust_env=False)

    async def enter(self) -> None:
        answer = await self._http.post("/api/guest", json={"name": f"guest {self._seat}"})
        self._http.cookies.set(COOKIE, str(answer.cookies[COOKIE]))
        self.patron = (await self._http.get("/api/me")).json()["patron"]

    async def live(self, calls: int) -> None:
        await self._write({"command": "sit", "seat": self._seat})
        while len(self.history) < calls:
            view = await self._read()
            if view and self._rng.random() < 0.6:
                await self._write(self._next(view))
        await self._http.aclose()

    def _next(self, view: dict[str, Any]) -> dict[str, Any]:
        you = view["you"] or {}
        if you.get("look"):
            return {"command": "confirm_step", "step": "look"}
        if you.get("cut"):
            return {"command": "decline_cut"}
        if choice := you.get("choice"):
            return {"command": "go_to_war", "seat": choice["seat"], "bettor": choice["bettor"]}
        stake = self._rng.choice((0, 10_00, 20_00, 50_00))
        return {"command": "put_wagers", "seat": self._seat, "wagers": {"initial": stake} if stake else {}}

    async def _read(self) -> dict[str, Any] | None:
        began = time.monotonic()
        view = await self._call("GET", f"/api/tables/{TABLE}/view")
        ended = time.monotonic()
        if view is None or "felt" not in view:
            return None
        felt, you = view["felt"], view["you"] or {}
        seen = {"version": view["version"], "phase": felt["phase"], "round": felt["round"]}
        self.history.append(Call(self.patron, "read", began, ended, balance=you["balance"], **seen))
        return view

    async def _write(self, command: dict[str, Any]) -> None:
        """Send until the answer says something, a few times; then it stays unknown."""
        self._number += 1
        id_, began = f"{self._seat}-{self._number}", time.monotonic()
        call = Call(self.patron, "write", began, began, f"{self.patron}/{id_}", known=False)
        for _ in range(self._rng.randint(1, 4)):
            answer = await self._call("POST", f"/api/tables/{TABLE}/commands", {"id": id_, "command": command})
            why = (answer.get("refused") or answer).get("why") if answer else "outcome_unknown"
            if answer is not None and (answer.get("ok") or why not in UNKNOWN):
                call = msgspec.structs.replace(
                    call,
                    known=True,
                    ok=bool(answer.get("ok")),
                    version=answer.get("version", 0),
                    receipt=answer.get("receipt", ""),
                )
                break
        self.history.append(msgspec.structs.replace(call, ended=time.monotonic()))

    async def _call(self, method: str, path: str, body: object = None) -> dict[str, Any] | None:
        try:
            answer = await self._http.request(method, path, json=body, headers={"Origin": self._door.url})
            read: dict[str, Any] = answer.json()
        except (httpx.HTTPError, ValueError):
            await asyncio.sleep(0.05)
            return None
        return read if answer.status_code < 500 else None


async def _trouble(door: Door, server: Postgres | None, rng: random.Random) -> str:
    """Cause one trouble, and end it."""
    kind = rng.choice(("kill", "freeze", "database" if server is not None else "kill"))
    await asyncio.sleep(rng.uniform(0.2, 1.0))
    if kind == "freeze":
        door.signal(signal.SIGSTOP)
        await asyncio.sleep(rng.uniform(0.2, 2.0))
        door.signal(signal.SIGCONT)
    elif kind == "kill":
        await asyncio.to_thread(door.kill)
        await asyncio.to_thread(door.start, rng.randint(-HOUR, HOUR))
    elif server is not None:
        await asyncio.to_thread(rng.choice((server.kill, server.stop)))
        server.start()  # here and in no other thread: a database goes with the thread that started it
    return kind


async def _observe(
    door: Door, server: Postgres | None, calls: int, troubles: int, rng: random.Random
) -> tuple[list[Witness], list[str]]:
    people = [Witness(door, seat, random.Random(rng.random())) for seat in range(1, CLIENTS + 1)]
    for person in people:
        await person.enter()
    living = [asyncio.create_task(person.live(calls // CLIENTS)) for person in people]
    told: list[str] = []
    while len(told) < troubles and not all(task.done() for task in living):
        told.append(await _trouble(door, server, rng))
    await asyncio.gather(*living)
    return people, told


class Observed(msgspec.Struct, frozen=True):
    """What the clients saw in one run, and the truth about it."""

    history: list[Call]
    truth: Truth
    troubles: list[str]


def observe(folder: Path, database: str, server: Postgres | None, calls: int, troubles: int, seed: int) -> Observed:
    """One run of this many calls, and of at most this many troubles."""
    rng = random.Random(seed)
    with served(folder, database) as door:
        people, told = asyncio.run(_observe(door, server, calls, troubles, rng))
    store = open_store(database)
    try:
        assert verify_store(store).holds
        truth = truth_of(store, TABLE, {person.patron: CHIPS for person in people})
    finally:
        store.close()
    return Observed([call for person in people for call in person.history], truth, told)
