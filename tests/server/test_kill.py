"""A real server process killed with signal 9 in the middle of a war: the round goes on, and no cent is missing."""

import asyncio
import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import wartable
from tests.patience import PATIENCE
from tests.server.running import LONG, Client, Server
from wartable.ledger import patron
from wartable.live.history.mirror import stream_of
from wartable.shoe import read_revealed, verify
from wartable.store import decode, open_store

TABLE = "wisconsin"
PLAN = f"""
[[tables]]
table = "{TABLE}"
house = "{TABLE}"
pace = 0
bets_seconds = {LONG}
practice = true
choices = {{ decision.timeout_s = 600 }}
war_wagers_seconds = {LONG}
cut_seconds = {LONG}
"""
LOG = "server.log"
START = "import sys; from wartable.cli import main; sys.exit(main())"


class Process:
    """A server process, and what it said when it came up."""

    def __init__(self, process: subprocess.Popen[str], said: str) -> None:
        self.process = process
        self.said = said
        found = re.search(r"http://127\.0\.0\.1:(\d+)/", said)
        assert found, said
        self.door = Server.__new__(Server)
        self.door.port = int(found[1])

    def kill(self) -> None:
        self.process.send_signal(signal.SIGKILL)
        self.process.wait(PATIENCE)


@contextmanager
def serving(folder: Path, *more: str, plan: str = PLAN, start: str = START) -> Iterator[Process]:
    """`wartable serve` in a folder, on a free port; what it logs goes to a file there."""
    (folder / "plan.toml").write_text(plan)
    command = [sys.executable, "-c", start, "serve", "--plan", "plan.toml", "--port", "0", *more]
    env = {**os.environ, "PYTHONPATH": str(Path(wartable.__file__).parents[1])}
    with (folder / LOG).open("a") as log:
        process = subprocess.Popen(command, cwd=folder, stdout=subprocess.PIPE, stderr=log, text=True, env=env)
    assert process.stdout is not None
    said = process.stdout.readline()
    try:
        yield Process(process, said)
    finally:
        process.kill()
        process.wait(PATIENCE)
        process.stdout.close()


async def go_to_war(client: Client) -> int:
    """Rounds until there is a tie, and the war is declared; gives what was staked in all."""
    while True:
        await client.until_felt(lambda felt: felt["phase"] == "betting" and not felt["seats"][0]["bettors"])
        await client.must(TABLE, command="put_wagers", seat=1, wagers={"initial": 10_00})
        await client.ready(TABLE)
        settled = await client.until_event("hand_settled")
        if settled["event"]["outcome"] == "equal":
            await client.until_felt(lambda felt: felt["phase"] == "deciding")
            await client.must(TABLE, command="go_to_war", seat=1)
            await client.until_felt(lambda felt: felt["phase"] == "war_wagers")
            return int(client.you["balance"])


async def before(first: Process) -> tuple[str, int, dict[str, object], str]:
    cookie = await first.door.guest()
    async with first.door.client(cookie) as client:
        await client.watch(TABLE)
        await client.settles_in(TABLE, 1)
        held = await go_to_war(client)
        first.kill()
        return cookie, held, {**client.felt, "clock": None}, client.you["patron"]


async def after(second: Process, cookie: str, held: int, felt: dict[str, object]) -> int:
    async with second.door.client(cookie) as client:
        await client.watch(TABLE)
        assert {**client.felt, "clock": None} == felt
        assert client.you["balance"] == held
        await client.ready(TABLE)
        await client.until_event("round_ended")
        paid = [hand["net"] for hand in client.you["history"]]
        assert client.you["balance"] == held + 20_00 + paid[0]
        return int(client.you["balance"])


async def reveal(door: Server, password: str) -> object:
    async with door.http() as http:
        answer = await http.post("/api/session", json={"name": "floor", "password": password})
        assert answer.status_code == 200, answer.text
        order = {"id": "again", "command": {"command": "order_reshuffle"}}
        answer = await http.post(f"/api/tables/{TABLE}/commands", json=order)
        assert answer.json()["ok"], answer.text
        while (answer := await http.get(f"/api/tables/{TABLE}/shoes/1")).status_code != 200:
            await asyncio.sleep(0.01)
        return answer.json()


def test_a_server_killed_in_the_middle_of_a_war_comes_back_to_it_with_the_same_cards_and_every_cent(
    tmp_path: Path,
) -> None:
    with serving(tmp_path) as first:
        assert first.process.stdout is not None
        password = first.process.stdout.readline().split()[-1]
        cookie, held, felt, name = asyncio.run(before(first))
    with serving(tmp_path) as second:
        balance = asyncio.run(after(second, cookie, held, felt))
        revealed = read_revealed(asyncio.run(reveal(second.door, password)))
        second.process.send_signal(signal.SIGTERM)
        assert second.process.wait(PATIENCE) == 0
    assert verify(revealed) == ()
    store = open_store(f"sqlite:///{tmp_path / 'wartable.db'}")
    try:
        assert store.balance(patron(name)) == balance
        assert sum(store.balances().values()) == 0
        dealt = [decode(record) for record in store.named(stream_of(TABLE), ("card_dealt",))]
        assert [event.card for event in dealt] == [card for card in revealed[0].drawn if card != "??"]
    finally:
        store.close()
