"""The life of a progressive meter: rounds from one meter hand to the next, and what each hit takes.

Meter hands are so rare that the fast kernels search for them: ranges of shoes without one are skipped, and only those
with a hit are dealt round by round.
"""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from math import sqrt

import msgspec
import numpy as np

from wartable.money import format_cents
from wartable.odds import Composition, hits_at_once
from wartable.rulebook import Rules
from wartable.sim import cpu, layout
from wartable.sim.cpu import TRACE_CLASSES
from wartable.sim.plan import BadPlan, Row, SimPlan

PIECE = 1 << 12
FEWEST = 2
"""The fewest lives for statistics."""
PARTS = 8
"""The number of parts in which a range of shoes with a hit is searched again."""
QUANTILES = (5, 25, 50, 75, 95, 99)
"""In percent."""


class MeterLife(msgspec.Struct, frozen=True):
    """Lives of a meter that every seat feeds; a life ends with the round of a hit. Amounts are in dollars."""

    rounds: int
    lives: int
    mean_rounds: float
    mean_rounds_error: float
    exact_mean_rounds: float | None
    rounds_quantiles: dict[str, int]
    mean_reading: str
    """The average amount of the first hit of a round."""
    highest_reading: str
    several_hits: int
    """Rounds with more than one meter hand."""


class Hits(msgspec.Struct, frozen=True):
    """A range of shoes: its rounds, and the number of meter hands in each round that has one."""

    rounds: int
    hits: tuple[tuple[int, int], ...]


def meter_life(rules: Rules, plan: SimPlan, seed: int, shoes: int, threads: int = 1) -> MeterLife | None:
    """Search shoes for meter hands; a meter that was not hit twice has no statistics."""
    progressive = rules.progressive
    if progressive is None:
        raise BadPlan("the house does not offer the progressive, so there is no meter")
    before, hits = 0, []
    for piece in _look(plan, seed, shoes, threads):
        hits += [(before + place, hands) for place, hands in piece.hits]
        before += piece.rounds
    if len(hits) < FEWEST:
        return None
    lives = np.diff(np.array([place for place, _ in hits], dtype=np.int64), prepend=-1)
    fed = progressive.rate.of(progressive.stakes[0]) * plan.seats
    readings = progressive.reset + fed * lives
    return MeterLife(
        rounds=before,
        lives=len(lives),
        mean_rounds=float(lives.mean()),
        mean_rounds_error=float(lives.std()) / sqrt(len(lives)),
        exact_mean_rounds=_exact_rounds(plan),
        rounds_quantiles={
            str(percent): int(np.quantile(lives, percent / 100, method="lower")) for percent in QUANTILES
        },
        mean_reading=format_cents(int(readings.mean())),
        highest_reading=format_cents(int(readings.max())),
        several_hits=sum(hands > 1 for _, hands in hits),
    )


def _look(plan: SimPlan, seed: int, shoes: int, threads: int) -> Iterator[Hits]:
    row = plan.row()
    with ThreadPoolExecutor(threads) as pool:
        yield from pool.map(
            lambda first: find_hits(row, seed, first, min(PIECE, shoes - first)), range(0, shoes, PIECE)
        )


def find_hits(row: Row, seed: int, first: int, shoes: int) -> Hits:
    tally = cpu.deal(row, seed, first, shoes)
    size = len(layout.CLASSES)
    every = tally[layout.HAND_CLASSES + layout.SUITED_FOUR_OF_A_KIND : layout.SHOE_MOMENTS : size]
    rounds = int(tally[layout.ROUNDS])
    if not every.sum():
        return Hits(rounds, ())
    if shoes <= cpu.LANES:
        seen = cpu.trace(row, seed, first, rounds)[:, TRACE_CLASSES:] == layout.SUITED_FOUR_OF_A_KIND
        hands = seen.sum(axis=1)
        return Hits(rounds, tuple((int(place), int(hands[place])) for place in np.flatnonzero(hands)))
    part = max(cpu.LANES, shoes // PARTS)
    before, hits = 0, []
    for start in range(first, first + shoes, part):
        found = find_hits(row, seed, start, min(part, first + shoes - start))
        hits += [(before + place, hands) for place, hands in found.hits]
        before += found.rounds
    return Hits(before, tuple(hits))


def _exact_rounds(plan: SimPlan) -> float | None:
    """Mean rounds between rounds with a meter hand, for players who always go to war or never."""
    choices = [plan.choices[hand] for hand in plan.bet_hands]
    if layout.BY_COUNT in choices:
        return None
    none = hits_at_once(Composition.of_decks(plan.decks), choices.count(layout.GO_TO_WAR))[0]
    return None if none == 1 else float(1 / (1 - none))
