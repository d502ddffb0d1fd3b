"""The cut-card effect counted exactly, where at most one hand of the table goes to war.

Call a round tied when that hand ties with the dealer. The hand and the dealer have one pair of cards in each round, any
pair is as good as any other, and war cards are like burned ones: they only use up the shoe. So after r rounds the cover
card has not come out if at most k of r pairs were tied, and k follows from r. The chance that t given pairs are tied,
together with some hand in one more round, is a count over the ranks: with c cards of a rank, j tied pairs of it can be
drawn in c (c - 1) ... (c - 2j + 1) ways. By inclusion and exclusion over t, the sum over all rounds becomes one sum
over t with whole coefficients.
"""

from collections.abc import Sequence
from fractions import Fraction
from math import comb

from wartable.cards import DECK_SIZE, RANKS, SUITS
from wartable.odds import falling
from wartable.sim import layout
from wartable.sim.plan import SimPlan

RANK_COUNT, SUIT_COUNT = len(RANKS), len(SUITS)
TWO_RANKS = RANK_COUNT * (RANK_COUNT - 1)

Ways = Sequence[int]
"""By the number of tied pairs, in how many ways they can be drawn."""


def count_rounds(plan: SimPlan) -> tuple[Fraction, tuple[Fraction, ...]]:
    """Return the mean rounds of a shoe, and what the cover card adds to the chances, in the order of `looks.weigh`."""
    weights = _weights(plan)
    rounds, of_shoe = _counts(plan.decks, weights)
    _, of_round = _counts(plan.decks, [1])
    return rounds, tuple(count / rounds - chance for count, chance in zip(of_shoe, of_round, strict=True))


def _weights(plan: SimPlan) -> list[int]:
    """By t: the coefficient of the chance of t tied pairs in the sum over rounds of the chance that one begins."""
    fights = layout.GO_TO_WAR in plan.choices
    taken = plan.war_burns + plan.war_burns_each + 2
    weights = [0] * plan.most_rounds
    for before in range(plan.most_rounds):
        weights[0] += 1
        room = plan.front - plan.burn_first - before * (plan.hands + 1)
        most_ties = room // taken if fights and before else before
        for ties in range(most_ties + 1, before + 1):
            weights[ties] += (-1) ** (ties - most_ties) * comb(ties - 1, most_ties) * comb(before, ties)
    return weights


def _counts(decks: int, weights: Sequence[int]) -> tuple[Fraction, tuple[Fraction, ...]]:
    """The weighted sum for rounds, and for each hand that a round can make."""
    of_rank, cards = SUIT_COUNT * decks, decks * DECK_SIZE
    full, two_less, four_less = (_of_rank(of_rank - less, len(weights)) for less in (0, 2, 4))
    pair, suited, next_pair = falling(of_rank, 2), SUIT_COUNT * falling(decks, 2), falling(of_rank - 2, 2)
    eleven = _power(full, RANK_COUNT - 2)
    twelve = _times(eleven, full)
    one_rank, one_rank_twice = _times(two_less, twelve), _times(four_less, twelve)
    two_ranks = _times(_times(two_less, two_less), eleven)

    def total(ways: Ways, times: int, drawn: int) -> Fraction:
        """Return the sum over all t, with `drawn` cards drawn beside the t pairs; one denominator, for speed."""
        last = 2 * (len(weights) - 1) + drawn
        found = sum(
            weight * ways[ties] * falling(cards - 2 * ties - drawn, last - 2 * ties - drawn)
            for ties, weight in enumerate(weights)
        )
        return Fraction(times * found, falling(cards, last))

    rounds = total(_times(twelve, full), 1, 0)
    tied, tied_suited = total(one_rank, RANK_COUNT * pair, 2), total(one_rank, RANK_COUNT * suited, 2)
    four = total(one_rank_twice, RANK_COUNT * falling(of_rank, 4), 4)
    double = four + total(two_ranks, TWO_RANKS * pair**2, 4)
    suited_four = total(one_rank_twice, RANK_COUNT * SUIT_COUNT * falling(decks, 4), 4)
    suits = SUIT_COUNT * (SUIT_COUNT - 1)
    both_suited = total(one_rank_twice, RANK_COUNT * suits * falling(decks, 2) ** 2, 4)
    suited_double = both_suited + total(two_ranks, TWO_RANKS * suited**2, 4)
    then_any = total(one_rank_twice, RANK_COUNT * suited * next_pair, 4)
    then_any += total(two_ranks, TWO_RANKS * suited * pair, 4)
    plain_four = four - both_suited - suited_four
    return rounds, (
        rounds - tied,
        tied - tied_suited - (double - then_any),
        tied_suited - then_any,
        double - suited_double - suited_four - plain_four,
        plain_four,
        suited_double,
        suited_four,
        tied - tied_suited,
        tied_suited,
    )


def _of_rank(cards: int, size: int) -> list[int]:
    """The ways to draw 0, 1, 2 … tied pairs of one rank."""
    return [falling(cards, 2 * ties) for ties in range(size)]


def _times(one: Ways, other: Ways) -> list[int]:
    """The product: some of the pairs are of the one, the others of the other."""
    return [
        sum(comb(ties, some) * one[some] * other[ties - some] for some in range(ties + 1) if one[some])
        for ties in range(len(one))
    ]


def _power(ways: Ways, times: int) -> list[int]:
    found = [1] + [0] * (len(ways) - 1)
    for _ in range(times):
        found = _times(ways, found)
    return found
