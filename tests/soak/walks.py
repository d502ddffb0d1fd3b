"""Random walks over the table, house after house."""

from tests.table.houses import HOUSES
from tests.table.reached import EVERYTHING, seen_by
from tests.table.walker import walk

STEPS_OF_A_WALK = 2_000
ENOUGH = 500_000
"""After this number of steps, all that a table can come to has been met."""


def table(steps: int, seed: int) -> str:
    """This many commands, good and bad, in walks through every house in turn."""
    houses = sorted(HOUSES)
    walked, rounds, events = 0, 0, 0
    missing = set(EVERYTHING)
    while walked < steps:
        walks = walked // STEPS_OF_A_WALK
        length = min(STEPS_OF_A_WALK, steps - walked)
        walker = walk(houses[walks % len(houses)], f"{seed}/{walks}", length)
        walked += length
        rounds += walker.watch.table.round.number
        events += len(walker.watch.events)
        missing -= seen_by([walker])
    assert walked < ENOUGH or not missing, f"never met: {', '.join(sorted(map(str, missing)))}"
    return f"{walked} steps in {len(houses)} houses, {rounds} rounds, {events} events, 0 violations"
