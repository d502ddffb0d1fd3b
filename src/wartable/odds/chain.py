"""Ties in a row: the chance that the first pairs out of a shoe all tie, for any number of pairs."""

from fractions import Fraction
from math import comb

from wartable.odds.composition import Composition
from wartable.odds.deals import falling


def ties_in_a_row(shoe: Composition, most: int) -> list[Fraction]:
    """Return the chance that the first 0, 1, 2 … pairs each tie.

    Of k pairs, j may fall to one rank in any of comb(k, j) orders, and take 2j of its cards one after the other. Ranks
    are added one by one, so that the ways for k pairs over all ranks come out at the end.
    """
    ways = [1] + [0] * most
    for count in shoe.ranks:
        own = [falling(count, 2 * pairs) if count >= 2 * pairs else 0 for pairs in range(most + 1)]
        ways = [
            sum(comb(pairs, mine) * own[mine] * ways[pairs - mine] for mine in range(pairs + 1))
            for pairs in range(most + 1)
        ]
    if shoe.total < 2 * most:
        raise ValueError(f"expected a shoe of at least {2 * most} cards")
    return [Fraction(count, falling(shoe.total, 2 * pairs)) for pairs, count in enumerate(ways)]
