"""Houses whose heads are signed, begun and left as a server does."""

import asyncio
from pathlib import Path

import pytest

from tests.audit.histories import NOON
from tests.clock import SetClock
from tests.live.rooms import Lines
from tests.server.running import quick_plan, room_settings
from wartable.audit import (
    HeadsFile,
    HeadWriter,
    signing_key,
)
from wartable.live.room import Room
from wartable.server.running.signing import hold_heads, sign_heads
from wartable.store import Receipt, Store

PLAN = quick_plan("washington")
LATER = Receipt("table/washington", 10_000, b"\1" * 32)


@pytest.fixture
def place(tmp_path: Path) -> Path:
    return tmp_path / "war.heads"


def room_on(store: Store) -> Room:
    return Room(store, room_settings(PLAN, SetClock()), Lines())


async def begin(store: Store, place: Path, *, accepts: bool = False) -> tuple[Room, HeadWriter]:
    room = room_on(store)
    signed = await held(place, room, accepts=accepts)
    await room.start()
    return room, await sign_heads(signed, room)


async def held(place: Path, room: Room, *, accepts: bool = False) -> HeadsFile:
    """Compare the store with its heads, before anything else."""
    return await hold_heads(place, room, accepts_restored=accepts, alone=True)


async def live(store: Store, place: Path, *, accepts: bool = False) -> Room:
    """A server that comes and goes cleanly."""
    room, heads = await begin(store, place, accepts=accepts)
    await room.stop()
    await asyncio.to_thread(heads.close)
    return room


def sign_later(place: Path) -> None:
    """Heads of a store that had gone on, so that the one at hand is an older copy."""
    HeadsFile(place, signing_key(place.with_suffix(".heads-key"))).append(NOON, [LATER])
