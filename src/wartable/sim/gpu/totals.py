"""The kernel's row of totals: its layout, and the tally made from it."""

import numpy as np
from numpy.typing import NDArray

from wartable.sim import layout

Row = NDArray[np.int64]

SIDE = 16
"""Sums of products of the shoes' vectors: a square of this side, of which the upper half is filled."""
PRODUCTS_AT = 0
LENGTHS_AT = SIDE * SIDE
TRIGGERS_AT = LENGTHS_AT + layout.MOST_ROUNDS
ROUNDS_AT = TRIGGERS_AT + 1
MISFIT_AT = ROUNDS_AT + layout.ROUND_VECTOR * (layout.ROUND_VECTOR + 1) // 2
CLASSES_AT = MISFIT_AT + 1
TOTALS_SIZE = CLASSES_AT + layout.MAX_HANDS * len(layout.CLASSES)

DEALT = layout.SHOE_VECTOR
"""After the numbers of the shoe the vector has a one for a shoe that was dealt,"""
MORE_WINS = DEALT + 1
"""and the hands won beyond what a byte holds."""


def tally_row(plan: list[int], totals: Row) -> Row:
    products = _products(totals)
    row = np.zeros(layout.TALLY_SIZE, dtype=np.int64)
    lengths = totals[LENGTHS_AT : LENGTHS_AT + layout.MOST_ROUNDS]
    row[layout.ROUNDS] = products[0, DEALT]
    row[layout.SHOES] = lengths.sum()
    row[layout.PARTIAL] = products[DEALT, DEALT] - row[layout.SHOES]
    row[layout.TRIGGERS] = totals[TRIGGERS_AT]
    row[layout.HAND_CLASSES : layout.SHOE_MOMENTS] = _classes(plan, totals, products)
    row[layout.SHOE_MOMENTS : layout.ROUND_MOMENTS] = [products[pair] for pair in layout.pairs(layout.SHOE_VECTOR)]
    row[layout.ROUND_MOMENTS : layout.ROUNDS_IN_SHOE] = totals[ROUNDS_AT:MISFIT_AT]
    row[layout.ROUNDS_IN_SHOE :] = lengths
    if plan[layout.HANDS] == 1:
        layout.fill_round_moments(row)
    return row


def _products(totals: Row) -> Row:
    upper = np.triu(totals[PRODUCTS_AT : PRODUCTS_AT + SIDE * SIDE].reshape(SIDE, SIDE))
    products = upper + np.triu(upper, 1).T
    products[layout.WIN] += products[MORE_WINS]
    products[:, layout.WIN] += products[:, MORE_WINS]
    return products


def _classes(plan: list[int], totals: Row, products: Row) -> Row:
    """Classes by hand. Heads-up the shoes' vectors give them; a hand in no other class has lost."""
    classes = totals[CLASSES_AT:TOTALS_SIZE].reshape(layout.MAX_HANDS, len(layout.CLASSES)).copy()
    if plan[layout.HANDS] == 1:
        classes[0, layout.WIN :] = products[layout.WIN : DEALT, DEALT]
    for hand in range(plan[layout.HANDS]):
        if plan[layout.CHOICE + hand] != layout.NO_BETTOR:
            classes[hand, layout.LOSE] = products[0, DEALT] - classes[hand, layout.WIN :].sum()
    return classes.ravel()
