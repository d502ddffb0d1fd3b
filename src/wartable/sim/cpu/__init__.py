"""The CPU kernels: any range of shoes, sixteen at a time where possible."""

import numpy as np

from wartable.sim import layout
from wartable.sim.cpu import looks
from wartable.sim.cpu.heads_up import deal_heads_up
from wartable.sim.cpu.lanes import LANES
from wartable.sim.cpu.looks import FloatGrid, Floats
from wartable.sim.cpu.many_hands import deal_many_hands
from wartable.sim.cpu.plain import TRACE_CLASSES, TRACE_SIZE, Grid, Row, deal_plain, trace_plain


def deal(plan: Row, seed: int, first: int, shoes: int, limit: int = 0) -> Row:
    """Return the tally of a range of shoes, each dealt for at most `limit` rounds (0: to its end)."""
    groups = 0 if limit or _counts(plan) else shoes // LANES
    row = np.zeros(layout.TALLY_SIZE, dtype=np.int64)
    if groups:
        side_by_side = deal_heads_up if plan[layout.HANDS] == 1 else deal_many_hands
        side_by_side(plan, np.uint64(seed), first, groups, row)
        _fill_in(plan, row)
    dealt = groups * LANES
    if dealt < shoes:
        deal_plain(plan, np.uint64(seed), first + dealt, shoes - dealt, limit, row)
    return row


def deal_one_by_one(plan: Row, seed: int, first: int, shoes: int, limit: int = 0) -> Row:
    """Return the same tally by the plain kernel alone, the reference for the others."""
    row = np.zeros(layout.TALLY_SIZE, dtype=np.int64)
    deal_plain(plan, np.uint64(seed), first, shoes, limit, row)
    return row


def trace(plan: Row, seed: int, first: int, rounds: int) -> Grid:
    """Return the first `rounds` rounds from a shoe on, one row for each."""
    seen = np.full((rounds, TRACE_SIZE), -1, dtype=np.int64)
    trace_plain(plan, np.uint64(seed), first, seen)
    return seen


def _counts(plan: Row) -> bool:
    return bool((plan[layout.CHOICE :] == layout.BY_COUNT).any())


def _fill_in(plan: Row, row: Row) -> None:
    """Fill in what the lane kernels leave out: hands lost and, heads-up, the products of a round."""
    size = len(layout.CLASSES)
    for hand in range(int(plan[layout.HANDS])):
        if plan[layout.CHOICE + hand] != layout.NO_BETTOR:
            at = layout.HAND_CLASSES + hand * size
            row[at] = row[layout.ROUNDS] - row[at + 1 : at + size].sum()
    if plan[layout.HANDS] == 1:
        layout.fill_round_moments(row)
