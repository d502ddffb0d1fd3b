"""Two seats against one dealer: the chance of each pair of courses, for the covariance of seats.

The seats have cards of their own and the dealer's card in common, on either deal. A table's result is the sum of its
seats', and a sum's variance needs its terms two at a time and never three: so two seats are enough for any number.
"""

from collections import defaultdict
from collections.abc import Iterator
from fractions import Fraction
from functools import lru_cache
from itertools import chain, product
from typing import NamedTuple

from wartable.odds.composition import Composition
from wartable.odds.deals import falling

Pair = tuple[str, str]
Ways = dict[Pair, int]

WAR_CARDS = 6
"""The cards that a pair at war takes out of the shoe, the dealer's two included."""

_SAME, _OTHER, _HIGHER, _LOWER = "same", "other", "win", "lose"
"""A war card against the dealer's: the same card, the same rank in another suit, above, or below."""

Fight = tuple[str, str]


def pair_chances(shoe: Composition) -> dict[Pair, Fraction]:
    """Return the chance of each pair of courses for two players who always go to war; they add up to one."""
    ways, out_of = pair_ways(shoe)
    return {pair: Fraction(count, out_of) for pair, count in ways.items()}


def pair_ways(shoe: Composition) -> tuple[Ways, int]:
    """Return the same in whole numbers: ordered deals of six cards by pair of courses, and their total."""
    total = shoe.total
    if total < WAR_CARDS:
        raise ValueError(f"expected a shoe of at least {WAR_CARDS} cards for two seats")
    # A pair of courses takes three, five or six cards; what is not needed of the six may be any cards.
    sixth = total - 5
    ways: Ways = {pair: count * (total - 3) * (total - 4) * sixth for pair, count in _no_war(shoe).items()}
    for (fights, rests), count in _one_war(shoe).items():
        ways[fights, rests] = ways[rests, fights] = count * sixth
    both: Ways = defaultdict(int)
    for pair, count in chain(_both_elsewhere(shoe), _both_at_home(shoe)):
        both[pair] += count
    return ways | both, falling(total, WAR_CARDS)


def _no_war(shoe: Composition) -> Ways:
    """Three cards, neither player's of the dealer's rank."""
    ways: Ways = defaultdict(int)
    below, above = 0, shoe.total
    for count in shoe.ranks:
        above -= count
        ways["win", "win"] += count * above * (above - 1)
        ways["lose", "lose"] += count * below * (below - 1)
        ways["win", "lose"] += count * above * below
        below += count
    ways["lose", "win"] = ways["win", "lose"]
    return ways


def _one_war(shoe: Composition) -> Ways:
    """Five cards: a tie and its war, and another player's card of another rank.

    For each rank of the tie and each rank of the other card the wars are counted as for one seat, with that other card
    out of the shoe.
    """
    ways: Ways = defaultdict(int)
    pairs = sum(falling(count, 2) for count in shoe.ranks)
    suited = [sum(falling(count, 2) for count in suits) for suits in shoe.suits]
    all_suited = sum(suited)
    wars = falling(shoe.total - 3, 2)
    for tied, (count, suits) in enumerate(zip(shoe.ranks, shoe.suits, strict=True)):
        first_any, first_suited = falling(count, 2), suited[tied]
        at_home = falling(count - 2, 2)
        home_suited_four = sum(falling(n, 4) for n in suits)
        home_suited_two = first_suited**2 - sum(falling(n, 2) ** 2 for n in suits)
        home_four = falling(count, 4) - home_suited_two - home_suited_four
        for other, (others, other_suits) in enumerate(zip(shoe.ranks, shoe.suits, strict=True)):
            if other == tied or not others:
                continue
            result = "win" if other > tied else "lose"
            # A pair that does not use the tied rank, with the other card out: by rank, then by card, over its suits.
            away = others * (pairs - first_any - falling(others, 2) + falling(others - 1, 2))
            away_suited = others * (all_suited - first_suited) - sum(n * 2 * (n - 1) for n in other_suits)
            for war, first in (("suited_tie_war", first_suited), ("tie_war", first_any - first_suited)):
                plain = first * (others * (wars - at_home) - away)
                ways[f"{war}_win", result] += plain
                ways[f"{war}_lose", result] += plain
            ways["double_tie", result] += first_any * away - first_suited * away_suited
            ways["suited_double_tie", result] += first_suited * away_suited + others * home_suited_two
            ways["four_of_a_kind", result] += others * home_four
            ways["suited_four_of_a_kind", result] += others * home_suited_four
    for pair in ways:
        if "_war_" in pair[0]:
            ways[pair] //= 2
    return ways


class _Against(NamedTuple):
    """One card and two cards of its rank, or one, or none: by whether they are of its suit."""

    one: int
    same: int
    other: int
    same_same: int
    same_other: int
    other_other: int

    def tied(self) -> Iterator[tuple[tuple[bool, bool], int]]:
        """Both cards of the rank, each by whether it is of the first one's suit."""
        yield (True, True), self.same_same
        yield (True, False), self.same_other
        yield (False, True), self.same_other
        yield (False, False), self.other_other

    def fights(self, above: int, below: int) -> Iterator[tuple[Fight, int]]:
        """Any two cards against the first, out of a shoe with `above` cards above it and `below` cards below."""
        for (one, other), ways in self.tied():
            yield (_SAME if one else _OTHER, _SAME if other else _OTHER), ways
        for result, pool in ((_HIGHER, above), (_LOWER, below)):
            for suit, ways in ((_SAME, self.same), (_OTHER, self.other)):
                yield (suit, result), ways * pool
                yield (result, suit), ways * pool
            yield (result, result), self.one * pool * (pool - 1)
        yield (_HIGHER, _LOWER), self.one * above * below
        yield (_LOWER, _HIGHER), self.one * above * below


@lru_cache(maxsize=256)
def _against(suits: tuple[int, ...]) -> _Against:
    count = sum(suits)
    return _Against(
        one=count,
        same=sum(falling(n, 2) for n in suits),
        other=sum(n * (count - n) for n in suits),
        same_same=sum(falling(n, 3) for n in suits),
        same_other=sum(falling(n, 2) * (count - n) for n in suits),
        other_other=sum(n * falling(count - n, 2) for n in suits),
    )


def _both_elsewhere(shoe: Composition) -> Iterator[tuple[Pair, int]]:
    """Six cards: both tie, and the dealer's war card is of another rank than the tie."""
    for tied, suits in enumerate(shoe.suits):
        fights: dict[Fight, int] = defaultdict(int)
        below, above = 0, shoe.total - 3
        for wars, (count, war_suits) in enumerate(zip(shoe.ranks, shoe.suits, strict=True)):
            here = count - 3 if wars == tied else count
            above -= here
            if wars != tied:
                for fight, ways in _against(war_suits).fights(above, below):
                    fights[fight] += ways
            below += here
        for (suited_one, suited_other), first in _against(suits).tied():
            if first:
                for (one, other), ways in fights.items():
                    yield (_away(one, suited=suited_one), _away(other, suited=suited_other)), first * ways


def _both_at_home(shoe: Composition) -> Iterator[tuple[Pair, int]]:
    """Six cards: both tie, and the dealer's war card is of the same rank again."""
    below = 0
    for count, suits in zip(shoe.ranks, shoe.suits, strict=True):
        above = shoe.total - below - count
        for first, second, same, ways in _at_home(suits):
            for (one, other), fights in second.fights(above, below):
                mine, theirs = _home(one, suited=first[0], same=same), _home(other, suited=first[1], same=same)
                yield (mine, theirs), ways * fights
        below += count


AtHome = tuple[tuple[bool, bool], _Against, bool, int]


@lru_cache(maxsize=256)
def _at_home(suits: tuple[int, ...]) -> tuple[AtHome, ...]:
    """The first three cards of a rank, suit by suit, with the dealer's war card of the same rank after them.

    Ways that look alike are added up: whether each player's card is of the dealer's suit, whether the dealer's war card
    is of that suit again, and what is left to tie with it.
    """
    places = range(len(suits))
    found: dict[tuple[tuple[bool, bool], int, int, bool], int] = defaultdict(int)
    for dealers, one, other in product(places, repeat=3):
        left = list(suits)
        first = 1
        for suit in (dealers, one, other):
            first *= left[suit]
            left[suit] -= 1
        if first:
            count = sum(left)
            for wars in places:
                if left[wars]:
                    kind = ((one == dealers, other == dealers), left[wars] - 1, count - left[wars], wars == dealers)
                    found[kind] += first * left[wars]
    return tuple(
        (suited, _one_against(same, others), again, ways) for (suited, same, others, again), ways in found.items()
    )


def _one_against(same: int, others: int) -> _Against:
    """One card, with `same` cards left equal to it and `others` of its rank in other suits."""
    return _Against(1, same, others, falling(same, 2), same * others, falling(others, 2))


def _away(fight: str, *, suited: bool) -> str:
    """The course of a seat whose war was fought over another rank."""
    if fight in (_HIGHER, _LOWER):
        return f"{'suited_tie' if suited else 'tie'}_war_{fight}"
    return "suited_double_tie" if suited and fight == _SAME else "double_tie"


def _home(fight: str, *, suited: bool, same: bool) -> str:
    """The course of a seat whose war was fought over the tie's own rank; `same` is the dealer's suit again."""
    if fight in (_HIGHER, _LOWER):
        return _away(fight, suited=suited)
    if suited and fight == _SAME:
        return "suited_four_of_a_kind" if same else "suited_double_tie"
    return "four_of_a_kind"
