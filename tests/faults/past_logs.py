"""Logs that past releases wrote, as they were sent to the store: they replay to the same tables for ever.

    python -m tests.faults.past_logs

writes down what this release keeps of a few rounds in every state. Do it once for a release, and never change it.
"""

import asyncio
import sys
from concurrent.futures import Future
from pathlib import Path
from random import Random

import msgspec

from tests.live.rooms import Lines
from tests.server.running import quick_plan, room_settings
from tests.simulated.evening import TIMES, Person
from tests.simulated.loop import LoopClock, run
from tests.simulated.world import from_seed
from tests.told import RULEBOOKS
from wartable import __version__
from wartable.audit import replay_store
from wartable.live.history.mirror import stream_of
from wartable.live.room import Room
from wartable.store import Batch, Kept, MemoryStore, Store

FOLDER = Path(__file__).parent / "logs"
SEED = 2026


class Ends(msgspec.Struct, frozen=True):
    """Where a log came to: each stream's version and chain, each table's state, and every balance."""

    heads: dict[str, tuple[int, str]]
    states: dict[str, str]
    balances: dict[str, int]


class Recording(MemoryStore):
    """A store that remembers what it was sent and kept."""

    def __init__(self) -> None:
        super().__init__()
        self.batches: list[Batch] = []

    def submit(self, batch: Batch) -> Future[Kept]:
        kept = super().submit(batch)
        if kept.exception() is None and not kept.result().repeated:
            self.batches.append(batch)
        return kept


def ends_of(store: Store) -> Ends:
    """Return the state of everything; raise where a replay finds a difference."""
    replayed = replay_store(store)
    if replayed.findings:
        raise AssertionError(str(replayed.findings[0]))
    heads = {stream: store.head(stream) for stream in store.streams()}
    return Ends(
        {stream: (head.version, head.chain.hex()) for stream, head in heads.items()},
        {one.table: one.state for one in replayed.tables},
        store.balances(),
    )


async def _play(rounds: int, tables: tuple[str, ...]) -> list[Batch]:
    """This many rounds of three people at each table."""
    store = Recording()
    clock = LoopClock(asyncio.get_running_loop())
    settings = room_settings(quick_plan(*tables, **TIMES), clock, entropy=Random(SEED).randbytes)
    room = Room(store, settings, Lines())
    await room.start()
    people = [Person(seat, table) for table in tables for seat in (1, 2, 3)]
    for person in people:
        await room.desk.give(person.speaker.patron, 1_000_000_00)
        room.tables[person.table].watch(person)
    while min(len(list(store.named(stream_of(table), ("round_ended",)))) for table in tables) < rounds:
        await asyncio.sleep(1)
        for person in people:
            await person.act(room)
    await room.stop()
    return store.batches


def played(rounds: int, tables: tuple[str, ...] = RULEBOOKS) -> list[Batch]:
    """What a store is sent in this many rounds."""
    with from_seed(SEED):
        return run(_play(rounds, tables))


def keep(batches: list[Batch], store: Store) -> None:
    """The same again, to another store."""
    for future in [store.submit(batch) for batch in batches]:
        future.result()


def read(path: Path) -> tuple[Ends, list[Batch]]:
    """A log as it was written down: where it came to first, and then what was sent."""
    first, *lines = path.read_bytes().splitlines()
    return msgspec.json.decode(first, type=Ends), [msgspec.json.decode(line, type=Batch) for line in lines]


def write(path: Path, batches: list[Batch]) -> None:
    store = MemoryStore()
    keep(batches, store)
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(b"".join(msgspec.json.encode(line) + b"\n" for line in (ends_of(store), *batches)))


if __name__ == "__main__":
    target = FOLDER / f"{__version__}.jsonl"
    if target.exists():
        sys.exit(f"{target}: this release has its log already")
    write(target, played(3))
