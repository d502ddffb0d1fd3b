"""Inclusion and exclusion: from "all of these have it" to "exactly this number have it"."""

from fractions import Fraction
from math import comb


def exactly(together: list[Fraction]) -> list[Fraction]:
    """Return the chance of exactly 0, 1, 2 … from the mean number of groups of 0, 1, 2 … that all have it.

    A round in which m have it holds comb(m, k) groups of k, so the means follow from the chances, and the chances from
    the means by inclusion and exclusion.
    """
    return [
        sum(
            ((-1) ** (more - count) * comb(more, count) * together[more] for more in range(count, len(together))),
            Fraction(0),
        )
        for count in range(len(together))
    ]
