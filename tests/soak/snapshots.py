"""Forged snapshots, over and over: none is believed, a replay names each, and a true one is used."""

import asyncio
import random
from collections import Counter

from tests.live.forging import FORGERIES, OpenStore, flipped, house_snapshots, sealed, with_meter, with_wager
from tests.live.rooms import Human, open_house
from tests.live.test_restart import step
from wartable.audit import replay_store, state_bytes
from wartable.live.history.bound import LogBroken
from wartable.live.history.loading import load_mirror
from wartable.live.history.mirror import Mirror, stream_of
from wartable.live.history.snapshots import SnapshotRefused
from wartable.store import Snapshot

TABLE = "massachusetts"
STREAM = stream_of(TABLE)
STEPS = 40


def forge_snapshots(tries: int, seed: int) -> str:
    """This many forgeries of a table in play, each read as a server reads it at its start."""
    rng = random.Random(seed)
    store, true = asyncio.run(_played(rng))
    rules = true.table.rules
    tried: Counter[str] = Counter()
    while tried.total() < tries:
        kind, forged = _forge(true, rng)
        store.save_snapshot(forged)
        try:
            load_mirror(store, TABLE, rules, None, house_snapshots(store))
        except SnapshotRefused:
            tried[kind] += 1
        else:
            raise AssertionError(f"a snapshot {kind} was believed")
        named = [(found.stream, found.version) for found in replay_store(store).findings]
        differs = (forged.version, forged.body) != (true.version, state_bytes(true.table))
        assert named == ([(STREAM, forged.version)] if differs else []), f"{kind} was told as {named}"
    _never_refuse(store, true)
    _witness(store, true, rng)
    return f"{tried.total()} forged snapshots ({len(tried)} kinds), none believed, those of another state named"


async def _played(rng: random.Random) -> tuple[OpenStore, Mirror]:
    store = OpenStore()
    async with open_house(TABLE, store=store, entropy=rng.randbytes) as house:
        human: Human = await house.guest(TABLE, 2)
        for _ in range(STEPS):
            await step(house, human, TABLE)
        return store, house.live(TABLE).log.mirror


def _forge(true: Mirror, rng: random.Random) -> tuple[str, Snapshot]:
    false = rng.choice((with_wager, with_meter))(true.table, rng.randrange(1, 10**12))
    kind = rng.choice((*FORGERIES, "with a flipped bit"))
    if kind in FORGERIES:
        return kind, FORGERIES[kind](TABLE, true, false)
    return kind, rng.choice(list(flipped(sealed(TABLE, true))))


def _never_refuse(store: OpenStore, true: Mirror) -> None:
    """The house's own snapshot is used, and comes to the same table."""
    house_snapshots(store).save(TABLE, true)
    loaded = load_mirror(store, TABLE, true.table.rules, None, house_snapshots(store))
    assert (loaded.table, loaded.version, loaded.moved) == (true.table, true.version, true.moved)
    assert not replay_store(store).findings


def _witness(store: OpenStore, true: Mirror, rng: random.Random) -> None:
    """It also sees a log that was written anew, chain and all, before it."""
    placed = rng.choice(list(store.named(STREAM, ("wager_placed",))))
    store.rewrite(STREAM, placed.version, placed.body.replace(b'"amount":', b'"amount":9'))
    try:
        load_mirror(store, TABLE, true.table.rules, None, house_snapshots(store))
    except LogBroken:
        return
    raise AssertionError(f"a log written anew from version {placed.version} was believed")
