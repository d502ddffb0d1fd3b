"""A real server killed after a bet, and its database changed before the next start: the bet is what was put down."""

import asyncio
import json
from pathlib import Path

from tests.live.forging import with_meter, with_wager
from tests.server.running import LONG
from tests.server.test_kill import LOG, Process, serving
from tests.store.rows import raw
from wartable.audit import replay_store, state_bytes
from wartable.audit.reading.rules import rules_of
from wartable.live.history.loading import load_mirror, rules_in_log
from wartable.live.history.mirror import stream_of
from wartable.store import decode, open_store
from wartable.table import Table
from wartable.table import events as e

TABLE = "maryland"
STREAM = stream_of(TABLE)
PLAN = f"""
[[tables]]
table = "{TABLE}"
house = "{TABLE}"
practice = true
choices = {{ limits.min = "5.00", decision.timeout_s = 600 }}
pace = 0
bets_seconds = {LONG}
look_seconds = {LONG}
cut_seconds = {LONG}
"""


async def bet(server: Process) -> str:
    """5.00 on the layout, and signal 9."""
    cookie = await server.door.guest()
    async with server.door.client(cookie) as client:
        await client.watch(TABLE)
        await client.settles_in(TABLE, 1)
        await client.must(TABLE, command="put_wagers", seat=1, wagers={"initial": 5_00})
        server.kill()
    return cookie


async def finish(server: Process, cookie: str) -> int:
    """The round to its end; gives the reading of the progressive meter."""
    async with server.door.client(cookie) as client:
        await client.watch(TABLE)
        await client.ready(TABLE)
        while not any(said["event"]["event"] == "round_ended" for said in client.events):
            if client.you.get("choice"):
                await client.do(TABLE, command="surrender", seat=1)
            await client.next()
        return int(client.felt["meters"][0]["reading"])


def forge(address: str, meter: int) -> tuple[Table, int]:
    """A row at the head's version in which the wager is 300.00 and the meter is high; gives the true table."""
    store = open_store(address)
    over_time, version, _ = rules_in_log(store, TABLE)
    assert over_time is not None
    true = load_mirror(store, TABLE, rules_of(over_time.at(version + 1)), over_time).table
    store.close()
    false = state_bytes(with_meter(with_wager(true, 300_00), meter))
    with raw(address) as database:
        database.run(
            "INSERT OR REPLACE INTO snapshots VALUES (?, ?, ?, ?, ?)", STREAM, version, false, b"{}", bytes(32)
        )
    return true, version


def test_a_wager_of_5_00_is_paid_as_5_00_anything_that_a_forged_snapshot_says(tmp_path: Path) -> None:
    address = f"sqlite:///{tmp_path / 'wartable.db'}"
    with serving(tmp_path, plan=PLAN) as first:
        cookie = asyncio.run(bet(first))
    true, version = forge(address, 10_000_003_99)
    with serving(tmp_path, plan=PLAN) as second:
        reading = asyncio.run(finish(second, cookie))
    lines = [json.loads(line) for line in (tmp_path / LOG).read_text().splitlines()]
    (said,) = [line for line in lines if "integrity_failed" in line.values()]
    assert said["why"] == f"the snapshot of {STREAM} at version {version} does not have the seal of this house"
    store = open_store(address)
    try:
        (settled,) = [decode(record) for record in store.named(STREAM, ("wager_settled",))]
        assert isinstance(settled, e.WagerSettled)
        assert settled.staked == 5_00
        assert true.meters["progressive"].reading <= reading < 10_100_00
        assert not replay_store(store).findings
        assert len(list(store.named("house", ("integrity_failed",)))) == 1
    finally:
        store.close()
