"""The chance of each course of a round, counted over the composition of the shoe in whole numbers.

A heads-up round takes two cards, and two more for a war. Every order of the unseen cards is equally likely, so any two
positions of the shoe are as good as the first two. Burned cards between the deals change nothing, and neither do other
seats' cards while they are unseen. For the same reason the player's card and the dealer's may be exchanged, so a win
and a loss are equally likely in every shoe, on either deal.
"""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import lcm
from typing import Any, NamedTuple

from wartable.cards import RANKS
from wartable.odds.composition import Composition

LEAST_CARDS = 4
"""Two for the deal and two for a war."""


class Ties(NamedTuple):
    """Ordered deals out of a shoe, by what ties: of two cards, and of four cards taken as two pairs."""

    total: int
    pairs: int
    """Two cards of a rank."""
    suited_pairs: int
    """Two cards of a rank and a suit."""
    double: int
    """Two pairs in a row."""
    suited_then_any: int
    """Two pairs in a row, the first of them suited."""
    suited_double: int
    """Two pairs in a row, both suited."""
    suited_in_one_rank: int
    """The same, all of one rank and the pairs of different suits."""
    four: int
    """Four cards of a rank."""
    suited_four: int
    """Four cards of a rank and a suit."""


def falling(count: int, cards: int) -> int:
    """Return the number of ordered ways to take `cards` cards out of `count`."""
    ways = 1
    for taken in range(cards):
        ways *= count - taken
    return ways


def count_ties(counts: Sequence[int]) -> Ties:
    """Count every kind of tie by rank and suit from the number of each card, without enumeration."""
    size = len(RANKS)
    cards = [count * (count - 1) for count in counts]
    total = pairs = suited_pairs = 0
    squares = card_squares = suited_in_one_rank = four = suited_four = first_suited = 0
    for rank in range(size):
        count, suited, square = sum(counts[rank::size]), sum(cards[rank::size]), 0
        for card in range(rank, len(counts), size):
            square += cards[card] ** 2
            suited_four += cards[card] * (counts[card] - 2) * (counts[card] - 3)
        pair, next_pair = count * (count - 1), (count - 2) * (count - 3)
        total += count
        pairs += pair
        squares += pair * pair
        four += pair * next_pair
        suited_pairs += suited
        card_squares += square
        suited_in_one_rank += suited * suited - square
        first_suited += suited * (next_pair - pair)
    return Ties(
        total=total,
        pairs=pairs,
        suited_pairs=suited_pairs,
        double=pairs * pairs - squares + four,
        # The first pair's own rank has two cards fewer for the second.
        suited_then_any=suited_pairs * pairs + first_suited,
        suited_double=suited_pairs * suited_pairs - card_squares + suited_four,
        suited_in_one_rank=suited_in_one_rank,
        four=four,
        suited_four=suited_four,
    )


class Chances(NamedTuple):
    """The chance of each course for a player who always goes to war, and for one who always surrenders."""

    war: dict[str, Fraction]
    surrender: dict[str, Fraction]
    tie: Fraction
    war_tie: Fraction
    """The chance that the war deal ties, given a tie on the original deal."""


class Hands(NamedTuple):
    """Ordered deals of four cards, by what they are to a player who always goes to war."""

    decided: int
    tie: int
    """A tie of two suits whose war does not tie."""
    suited_tie: int
    double_tie: int
    four_of_a_kind: int
    suited_double_tie: int
    suited_four_of_a_kind: int


def count_hands(ties: Ties) -> Hands:
    """Count every hand once, as the highest it is."""
    after = falling(ties.total - 2, 2)
    unsuited_four = ties.four - ties.suited_in_one_rank - ties.suited_four
    return Hands(
        decided=falling(ties.total, 4) - ties.pairs * after,
        tie=(ties.pairs - ties.suited_pairs) * after - (ties.double - ties.suited_then_any),
        suited_tie=ties.suited_pairs * after - ties.suited_then_any,
        double_tie=ties.double - ties.suited_double - unsuited_four,
        four_of_a_kind=unsuited_four,
        suited_double_tie=ties.suited_double - ties.suited_four,
        suited_four_of_a_kind=ties.suited_four,
    )


class CourseWays(NamedTuple):
    """Ordered deals by their course, for a player who always goes to war and for one who always surrenders."""

    war: dict[str, int]
    surrender: dict[str, int]
    out_of: int


def course_ways(ties: Ties) -> CourseWays:
    """Count every course in whole numbers: each four cards are counted twice, so that a half of them is whole too."""
    hands = count_hands(ties)
    after = falling(ties.total - 2, 2)
    base = {"win": hands.decided, "lose": hands.decided}
    war = {
        **base,
        "tie_war_win": hands.tie,
        "tie_war_lose": hands.tie,
        "suited_tie_war_win": hands.suited_tie,
        "suited_tie_war_lose": hands.suited_tie,
        "double_tie": 2 * hands.double_tie,
        "four_of_a_kind": 2 * hands.four_of_a_kind,
        "suited_double_tie": 2 * hands.suited_double_tie,
        "suited_four_of_a_kind": 2 * hands.suited_four_of_a_kind,
    }
    surrender = {
        **base,
        "tie_surrender": 2 * (ties.pairs - ties.suited_pairs) * after,
        "suited_tie_surrender": 2 * ties.suited_pairs * after,
    }
    return CourseWays(war, surrender, 2 * falling(ties.total, 4))


def chances(shoe: Composition) -> Chances:
    """Return the exact chance of every course; each player's chances add up to one."""
    if shoe.total < LEAST_CARDS:
        raise ValueError(f"expected a shoe of at least {LEAST_CARDS} cards")
    ties = count_ties(shoe.counts)
    ways = course_ways(ties)
    return Chances(
        war={course: Fraction(count, ways.out_of) for course, count in ways.war.items()},
        surrender={course: Fraction(count, ways.out_of) for course, count in ways.surrender.items()},
        tie=Fraction(ties.pairs, falling(ties.total, 2)),
        war_tie=Fraction(ties.double, ties.pairs * falling(ties.total - 2, 2)) if ties.pairs else Fraction(0),
    )


def mean_net(ways: Mapping[Any, int], out_of: int, nets: Mapping[Any, Fraction]) -> Fraction:
    """Return the mean of nets over ways, in whole numbers until the last division."""
    unit = lcm(*(nets[name].denominator for name in ways))
    return Fraction(sum(count * int(nets[name] * unit) for name, count in ways.items()), out_of * unit)
