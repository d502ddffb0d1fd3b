"""Evenings at live tables in every kind of house: room after room on the same store, and the books are always right."""

import asyncio
import random

from tests.live.test_houses import evening
from tests.table.houses import HOUSES
from wartable.store import MemoryStore

ACTS = (20, 200)
EVENINGS = 6
"""Rooms that come and go at one table."""


def evenings(tries: int, seed: int) -> str:
    """Play at this many tables."""
    rng = random.Random(seed)
    rounds = events = 0
    for _ in range(tries):
        name = rng.choice(sorted(HOUSES))
        store = MemoryStore()
        try:
            played = [asyncio.run(evening(store, name, rng.randint(*ACTS))) for _ in range(EVENINGS)]
        except Exception as error:
            error.add_note(f"in the house {name!r}")
            raise
        rounds += played[-1][0].table.round.number
        events += len(played[-1][1])
    return f"{tries} tables, {tries * EVENINGS} rooms, {rounds} rounds, {events} events, every book right"
