"""How likely each course of a round is: counted over the composition of the shoe, in whole numbers.

A heads-up round takes two cards, and two more for a war. Every order of the unseen cards is equally likely, so any two
positions of the shoe are as good as the first two: burned cards between the deals change nothing, and neither does
where other seats' cards came from, as long as nobody has seen them. For the same reason the player's card and the
dealer's may be exchanged, so a win and a loss are equally likely in every shoe there is, on either deal.
"""

from fractions import Fraction
from typing import NamedTuple

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
    """The ordered ways to take so many cards out of a count."""
    ways = 1
    for taken in range(cards):
        ways *= count - taken
    return ways


def count_ties(shoe: Composition) -> Ties:
    """Count every kind of tie by ranks and suits; nothing is enumerated."""
    by_rank = [falling(count, 2) for count in shoe.ranks]
    by_card = [[falling(count, 2) for count in suits] for suits in shoe.suits]
    suited_by_rank = [sum(cards) for cards in by_card]
    pairs, suited_pairs = sum(by_rank), sum(suited_by_rank)
    four = sum(falling(count, 4) for count in shoe.ranks)
    suited_four = sum(falling(count, 4) for count in shoe.counts)
    suited_in_one_rank = sum(sum(cards) ** 2 - sum(card**2 for card in cards) for cards in by_card)
    # The pair's own rank has two cards fewer for the second pair.
    suited_then_any = sum(
        suited * (pairs - pair + falling(count - 2, 2))
        for suited, pair, count in zip(suited_by_rank, by_rank, shoe.ranks, strict=True)
    )
    return Ties(
        total=shoe.total,
        pairs=pairs,
        suited_pairs=suited_pairs,
        double=pairs**2 - sum(pair**2 for pair in by_rank) + four,
        suited_then_any=suited_then_any,
        suited_double=suited_pairs**2 - sum(card**2 for cards in by_card for card in cards) + suited_four,
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
    """That the war deal ties, once the original deal has."""


def chances(shoe: Composition) -> Chances:
    """The chance of every course, exactly; each player's add up to one."""
    ties = count_ties(shoe)
    if ties.total < LEAST_CARDS:
        raise ValueError(f"expected a shoe of at least {LEAST_CARDS} cards")
    two, four = falling(ties.total, 2), falling(ties.total, 4)
    after = falling(ties.total - 2, 2)
    decided = Fraction(two - ties.pairs, 2 * two)
    suited_plain = ties.suited_pairs * after - ties.suited_then_any
    plain = (ties.pairs - ties.suited_pairs) * after - (ties.double - ties.suited_then_any)
    unsuited_four = ties.four - ties.suited_in_one_rank - ties.suited_four
    base = {"win": decided, "lose": decided}
    war = {
        **base,
        "tie_war_win": Fraction(plain, 2 * four),
        "tie_war_lose": Fraction(plain, 2 * four),
        "suited_tie_war_win": Fraction(suited_plain, 2 * four),
        "suited_tie_war_lose": Fraction(suited_plain, 2 * four),
        "double_tie": Fraction(ties.double - ties.suited_double - unsuited_four, four),
        "four_of_a_kind": Fraction(unsuited_four, four),
        "suited_double_tie": Fraction(ties.suited_double - ties.suited_four, four),
        "suited_four_of_a_kind": Fraction(ties.suited_four, four),
    }
    surrender = {
        **base,
        "tie_surrender": Fraction(ties.pairs - ties.suited_pairs, two),
        "suited_tie_surrender": Fraction(ties.suited_pairs, two),
    }
    war_tie = Fraction(ties.double, ties.pairs * after) if ties.pairs else Fraction(0)
    return Chances(war, surrender, Fraction(ties.pairs, two), war_tie)
