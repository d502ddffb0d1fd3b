"""The wheel's rings: their stops are drawn in proportion to the weights of their symbols."""

from collections.abc import Collection, Sequence
from typing import NamedTuple

from wartable.rulebook import MAX_SYMBOL, MAX_WEIGHT
from wartable.shoe.order import Below

MAX_SEATS = 64
MAX_SYMBOLS = 32

Ring = Sequence[tuple[str, int]]
"""Symbols with their weights, in the order of the house file."""


class Stop(NamedTuple):
    """Where the rings stopped."""

    seat: int
    hot: str
    community: str


def spin(below: Below, seats: int, hot: Ring, community: Ring, unbet: Collection[int] = ()) -> Stop:
    """Turn the wheel, and turn it again while it stops at a seat in `unbet`; return its last stop."""
    return stops(below, seats, hot, community, unbet)[-1]


def stops(below: Below, seats: int, hot: Ring, community: Ring, unbet: Collection[int] = ()) -> tuple[Stop, ...]:
    """Return every stop of the wheel: those at seats in `unbet`, after which it is turned again, and the last."""
    if not set(range(1, seats + 1)) - set(unbet):
        raise ValueError("the wheel would never stop: no seat has a wager")
    made: list[Stop] = []
    while not made or made[-1].seat in unbet:
        made.append(Stop(below(seats) + 1, _symbol(below, hot), _symbol(below, community)))
    return tuple(made)


def _symbol(below: Below, ring: Ring) -> str:
    drawn = below(sum(weight for _, weight in ring))
    for symbol, weight in ring:
        if drawn < weight:
            return symbol
        drawn -= weight
    raise ValueError("the weights of a ring must be positive")


def find_wheel_problem(seats: int, hot: Ring, community: Ring, unbet: Collection[int]) -> str | None:
    """Return what is wrong with a wheel, if anything."""
    if not 1 <= seats <= MAX_SEATS:
        return f"a wheel has 1 to {MAX_SEATS} seats"
    if not all(1 <= seat <= seats for seat in unbet) or len(set(unbet)) == seats:
        return f"the seats without a wager are among 1 to {seats}, and not all of them"
    for ring in (hot, community):
        if not 1 <= len(ring) <= MAX_SYMBOLS:
            return f"a ring has 1 to {MAX_SYMBOLS} symbols"
        if not all(1 <= len(symbol) <= MAX_SYMBOL and 1 <= weight <= MAX_WEIGHT for symbol, weight in ring):
            return f"a symbol has 1 to {MAX_SYMBOL} characters and a weight from 1 to {MAX_WEIGHT}"
    return None
