"""Random walks over the table, house after house."""

from tests.table.houses import HOUSES
from tests.table.walker import walk

STEPS_OF_A_WALK = 2_000


def table(steps: int, seed: int) -> str:
    """This many commands, good and bad, in walks through every house in turn."""
    houses = sorted(HOUSES)
    walked, rounds, events = 0, 0, 0
    while walked < steps:
        walks = walked // STEPS_OF_A_WALK
        length = min(STEPS_OF_A_WALK, steps - walked)
        walker = walk(houses[walks % len(houses)], f"{seed}/{walks}", length)
        walked += length
        rounds += walker.watch.table.round.number
        events += len(walker.watch.events)
    return f"{walked} steps in {len(houses)} houses, {rounds} rounds, {events} events, 0 violations"
