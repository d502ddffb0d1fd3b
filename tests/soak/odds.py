"""Odds of random shoes, compared with every order they can be dealt in, and laws compared with slower ones."""

import random
from collections.abc import Sequence

import numpy as np

from tests.odds.rules import house_of
from tests.odds.small import law, shoe
from tests.odds.test_seats import course
from tests.soak.laws import hold, law_of, pick_law
from wartable.cards import DECK
from wartable.odds import Composition, RoundLaw, distribution, patron_laws, ties_in_a_row
from wartable.odds.deals import chances
from wartable.odds.distribution import by_transform
from wartable.odds.pairs import pair_chances
from wartable.rulebook.wagers import stakes_on

MILLION = 1_000_000
BITS = 120
"""Digits of the fixed point, in twos."""
DROPPED = 20
"""Coefficients that are shorter than this many bits are left out."""


class Differs(AssertionError):
    """Two ways to compute the same do not agree."""


def odds(tries: int, seed: int) -> str:
    """This many small shoes and this many laws; and once, a million rounds in fixed point."""
    chance = random.Random(seed)
    for _ in range(tries):
        kinds = chance.sample(DECK, chance.randint(1, 4))
        _hold_shoe([chance.choice(kinds) for _ in range(chance.randint(6, 8))])
        law_of_chance, rounds = pick_law(chance)
        hold(by_transform(law_of_chance, rounds), law_of(law_of_chance, rounds), chance)
    away, error = _hold_a_million()
    return f"{tries} shoes in every order, {tries} laws; a million rounds are off by {away:.1e} of a proven {error:.1e}"


def _hold_shoe(cards: Sequence[str]) -> None:
    whole = shoe(cards)
    one = {name: share for name, share in chances(whole).war.items() if share}
    two = {pair: share for pair, share in pair_chances(whole).items() if share}

    def both(first: str, second: str, dealer: str, war_first: str, war_second: str, war_dealer: str) -> tuple[str, str]:
        return course(first, dealer, war_first, war_dealer), course(second, dealer, war_second, war_dealer)

    if one != law(cards, 4, course) or two != law(cards, 6, both):
        raise Differs(f"a shoe of {' '.join(cards)}")
    tied = chances(whole)
    if ties_in_a_row(whole, 2)[1:] != [tied.tie, tied.tie * tied.war_tie]:
        raise Differs(f"ties in a row of {' '.join(cards)}")


def _hold_a_million() -> tuple[float, float]:
    """A million rounds by squaring in fixed point: no characteristic function, no transform, no decimals."""
    one = patron_laws(house_of("wisconsin"), stakes_on(initial=10_00), chances(Composition.of_decks(6))).war
    near = distribution(one, MILLION)
    start, scaled = _fixed_power(one, MILLION)
    first = (one.lowest * MILLION - near.lowest) // one.step + start
    found = np.zeros(len(near.chances))
    for place, coefficient in enumerate(scaled):
        if 0 <= first + place < len(found):
            found[first + place] = coefficient / (1 << BITS)
    away = float(np.abs(found - near.chances).sum())
    if away > near.error:
        raise Differs(f"a million rounds: {away} is more than {near.error}")
    return away, near.error


def _fixed_power(one: RoundLaw, rounds: int) -> tuple[int, list[int]]:
    weights, whole = one.weights()
    base = [(weights.get(place, 0) << BITS) // whole for place in range(max(weights) + 1)]
    start, found = 0, [1 << BITS]
    for bit in bin(rounds)[2:]:
        start, found = _trimmed(2 * start, _product(found, found))
        if bit == "1":
            start, found = _trimmed(start, _product(found, base))
    return start, found


def _product(one: list[int], other: list[int]) -> list[int]:
    """Two polynomials as two great whole numbers, each coefficient in a field wide enough for the sums."""
    width = (2 * BITS + max(len(one), len(other)).bit_length()) // 8 + 2
    packed = [int.from_bytes(b"".join(c.to_bytes(width, "little") for c in poly), "little") for poly in (one, other)]
    size = len(one) + len(other) - 1
    fields = (packed[0] * packed[1]).to_bytes(width * size, "little")
    return [int.from_bytes(fields[at : at + width], "little") >> BITS for at in range(0, width * size, width)]


def _trimmed(start: int, found: list[int]) -> tuple[int, list[int]]:
    """Without the thinnest tails, which are below any digit that is compared."""
    low = next(place for place, coefficient in enumerate(found) if coefficient.bit_length() > DROPPED)
    high = next(place for place in range(len(found), 0, -1) if found[place - 1].bit_length() > DROPPED)
    return start + low, found[low:high]
