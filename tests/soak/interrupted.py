"""Every phase of every kind of house, each time the table comes to it, stopped in every way."""

from collections import Counter

from tests.faults.interrupted import STOPS
from tests.faults.outcomes import interrupt_all
from tests.table.houses import HOUSES

MOST_ROUNDS = 60


def interrupted(tries: int, seed: int) -> str:
    """At least this many stops, evening after evening in house after house."""
    told: Counter[str] = Counter()
    pairs: set[tuple[str, str, str]] = set()
    evenings = 0
    while told.total() < tries:
        house = sorted(HOUSES)[evenings % len(HOUSES)]
        for one in interrupt_all(house, seed + evenings, MOST_ROUNDS, every=evenings >= len(HOUSES)):
            told[one.outcome] += 1
            pairs.add((house, one.phase, one.stop))
        evenings += 1
    outcomes = ", ".join(f"{number} {outcome}" for outcome, number in sorted(told.items()))
    return (
        f"{told.total()} stops of {len(STOPS)} kinds, {len(pairs)} pairs of phase and stop in"
        f" {min(evenings, len(HOUSES))} houses: {outcomes}; 0 without an outcome"
    )
