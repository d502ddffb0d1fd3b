"""A real server is killed with signal 9 again and again while people play: what was answered is there, once.

The people keep every answer they were given. After each kill the store is looked at from outside: each answer is found
again with its receipt, every chain and posting holds, no cent is missing, and the next server goes on from there.
"""

import asyncio
import random
import tempfile
from contextlib import suppress
from pathlib import Path
from typing import Any

from websockets.exceptions import WebSocketException

from tests.server.running import Client, Server
from tests.server.test_kill import TABLE, serving
from wartable.audit import verify_store
from wartable.live.history.mirror import stream_of
from wartable.store import Store, open_store

PEOPLE = 3
SHORTEST_MS, LONGEST_MS = 100, 1_500
STAKE = 10_00


class Promise:
    """An answer that a person was given."""

    def __init__(self, person: str, answer: dict[str, Any]) -> None:
        self.command_id = f"{person}/{answer['id']}"
        self.version = int(answer["version"])
        self.chain = str(answer["receipt"])


class Patron:
    """A person who comes back after every crash, with the same cookie, and plays on."""

    def __init__(self, cookie: str, seat: int) -> None:
        self.cookie = cookie
        self.seat = seat
        self.promises: list[Promise] = []

    async def play(self, door: Server) -> None:
        """Until the server is gone."""
        with suppress(WebSocketException, OSError, TimeoutError):
            async with door.client(self.cookie) as client:
                await client.watch(TABLE)
                while True:
                    await self._act(client)
                    await client.next()

    async def _act(self, client: Client) -> None:
        felt, you = client.felt, client.you
        if not you["seats"]:
            await self._do(client, command="sit", seat=self.seat)
        elif you["cut"]:
            await self._do(client, command="cut_cards", depth=you["cut"]["least"])
        elif you["choice"]:
            await self._do(client, command="go_to_war", seat=self.seat)
        elif felt["phase"] == "betting" and not felt["seats"][self.seat - 1]["bettors"]:
            await self._do(client, command="put_wagers", seat=self.seat, wagers={"initial": STAKE})
        elif you["may_be_ready"]:
            await client.ready(TABLE)

    async def _do(self, client: Client, **command: Any) -> None:
        answer = await client.do(TABLE, **command)
        if answer["ok"] and answer["receipt"]:
            self.promises.append(Promise(client.you["patron"], answer))


def servers(tries: int, seed: int) -> str:
    """Kill this many servers."""
    rng = random.Random(seed)
    with tempfile.TemporaryDirectory(prefix="wt-soak-") as name:
        folder = Path(name)
        people: list[Patron] = []
        for _ in range(tries):
            with serving(folder) as process:
                if not people:
                    people += [Patron(asyncio.run(process.door.guest()), seat) for seat in range(1, PEOPLE + 1)]
                asyncio.run(_play(process, people, rng.uniform(SHORTEST_MS, LONGEST_MS) / 1_000))
            _audit(folder, people)
        promises = sum(len(one.promises) for one in people)
        rounds = _rounds(folder)
    return f"{tries} kills, {promises} answers kept by {PEOPLE} people over {rounds} rounds, none missing, no cent off"


async def _play(process: Any, people: list[Patron], seconds: float) -> None:
    playing = [asyncio.create_task(one.play(process.door)) for one in people]
    await asyncio.sleep(seconds)
    process.kill()
    for task in playing:
        task.cancel()
    await asyncio.gather(*playing, return_exceptions=True)


def _audit(folder: Path, people: list[Patron]) -> None:
    store = open_store(f"sqlite:///{folder / 'wartable.db'}")
    try:
        verified = verify_store(store)
        if not verified.holds:
            raise AssertionError(str(verified.findings[0]))
        if sum(store.balances().values()):
            raise AssertionError("money was made or lost")
        for one in people:
            for promise in one.promises:
                _find(store, promise)
    finally:
        store.close()


def _find(store: Store, promise: Promise) -> None:
    kept = store.find(promise.command_id)
    if kept is None or kept.receipts[0].version != promise.version or kept.receipts[0].chain.hex() != promise.chain:
        raise AssertionError(f"the answer to {promise.command_id} is not there as it was given")
    record = next(iter(store.read(stream_of(TABLE), promise.version - 1, promise.version)))
    if record.command_id != promise.command_id or record.chain.hex() != promise.chain:
        raise AssertionError(f"the event of {promise.command_id} is not there as it was answered")


def _rounds(folder: Path) -> int:
    store = open_store(f"sqlite:///{folder / 'wartable.db'}")
    try:
        return len(list(store.named(stream_of(TABLE), ("round_ended",))))
    finally:
        store.close()
