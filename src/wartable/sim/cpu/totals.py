"""Sums over lanes and shoes, kept in columns while they fit and then added to the tally."""

import numpy as np
from numpy.typing import NDArray

from wartable.sim import layout
from wartable.sim.cpu.compiled import part
from wartable.sim.cpu.lanes import LANES, Column, Mask, bump, load, store

Row = NDArray[np.int64]

SIZE = len(layout.CLASSES)
SHOE_PRODUCTS = layout.ROUND_MOMENTS - layout.SHOE_MOMENTS
ROUND_PRODUCTS = layout.ROUNDS_IN_SHOE - layout.ROUND_MOMENTS

GROUPS = 1 << 14
"""Groups of shoes after which the columns are emptied: eight decks hold 384 hands, so no sum passes 2**32."""


@part
def count(counts: Column, found: int, who: Mask) -> None:
    """Add one where the mask is set."""
    store(counts, found * LANES, bump(load(counts, found * LANES), who))


@part
def add_products(counts: Column, size: int, products: Column) -> None:
    """Add the products of every lane's counts, each pair once."""
    place = 0
    for one in range(size):
        left = load(counts, one * LANES)
        for other in range(one, size):
            right = load(counts, other * LANES)
            store(products, place * LANES, load(products, place * LANES) + left * right)
            place += 1


@part
def add_columns(columns: Column, number: int, row: Row, where: int) -> None:
    """Empty columns into a tally, one place after the other."""
    for column in range(number):
        total = np.int64(0)
        for lane in range(LANES):
            total += columns[column * LANES + lane]
            columns[column * LANES + lane] = 0
        row[where + column] += total


@part
def count_shoes(rounds: Column, row: Row) -> None:
    """Count sixteen finished shoes, by their rounds."""
    row[layout.SHOES] += LANES
    for lane in range(LANES):
        row[layout.ROUNDS] += rounds[lane]
        row[layout.ROUNDS_IN_SHOE + rounds[lane]] += 1
