"""What a simulation has to say in a report, whoever dealt it."""

from collections.abc import Sequence

import msgspec


class Dealt(msgspec.Struct, frozen=True):
    """One figure as it was dealt, beside the exact one."""

    figure: str
    exact: float
    value: float
    low: float
    high: float
    z: float | None
    """Standard errors between the two; nothing where the figure cannot stray."""


class Evidence(msgspec.Struct, frozen=True):
    """A simulation that anybody can run again."""

    command: str
    backend: str
    seed: int
    rounds: int
    shoes: int
    seats: int
    confidence: int
    """Of the intervals, in percent."""
    checksum: str
    """Of the whole tally, in hexadecimal digits."""
    software: str
    dealt: Sequence[Dealt]
