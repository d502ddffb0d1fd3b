"""Any round of a long day recalled, on both stores: how long it takes."""

import random
import tempfile
import time

from bench.postgres import Postgres
from tests.faults.past_logs import keep, played
from wartable.audit import recall as recall_round
from wartable.store import Batch, open_store

TABLE = "maryland"
RECALLED = 500


def recall(rounds: int, seed: int) -> str:
    """Rounds drawn from this many; how long each takes, in milliseconds."""
    batches = played(rounds, (TABLE,))
    with tempfile.TemporaryDirectory() as folder:
        sqlite = _recall(f"sqlite:///{folder}/war.db", batches, rounds, seed)
    with Postgres() as server, server.database() as address:
        postgresql = _recall(address, batches, rounds, seed)
    return f"{RECALLED} of {rounds} rounds recalled; sqlite: {sqlite}; postgresql: {postgresql}"


def _recall(address: str, batches: list[Batch], rounds: int, seed: int) -> str:
    rng = random.Random(seed)
    store = open_store(address)
    took: list[float] = []
    try:
        keep(batches, store)
        for _ in range(RECALLED):
            begun = time.perf_counter()
            recall_round(store, TABLE, rng.randint(1, rounds))
            took.append((time.perf_counter() - begun) * 1_000)
    finally:
        store.close()
    took.sort()
    return f"p50 {took[RECALLED // 2]:.1f} ms, p99 {took[RECALLED * 99 // 100]:.1f} ms"
