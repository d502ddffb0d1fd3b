"""War or surrender: which is better, by how much, and the proof that it holds for every possible shoe.

A tied player's two further cards, the player's and the dealer's, are exchangeable: for any unseen cards, swapping the
two is as likely as not swapping them. So a war is won as often as it is lost, and a shoe decides only `t`, the chance
that the war deal ties. With what the table pays for a war won, lost and tied (w, l, e) and for a surrender (s), going
to war is better by

    D(t) = (1 - t)(w + l)/2 + t e - s,

which is linear in t. A linear function is nowhere smaller than at its ends. So it is enough to look at the smallest and
the largest t that any shoe can have: no shoe, seen or unseen, lies outside the two ends.

With w = 1, l = -2, e = 2 and s = -1/2 the margin is D(t) = 5t/2. It is never negative, and it is zero only where no
two unseen cards are of one rank, which takes a shoe of thirteen cards or fewer.
"""

from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from typing import Literal

import msgspec

from wartable.odds.composition import Composition
from wartable.odds.deals import Chances, falling
from wartable.odds.exact import Exact
from wartable.odds.rounds import Courses, base_net
from wartable.rulebook import Rules

PAIR = 2
"""The number of cards that a tie takes, and that a war takes again."""

Better = Literal["war", "surrender", "depends"]


class Margin(msgspec.Struct, frozen=True):
    """How much better war is than surrender, per unit of the initial wager and once there is a tie."""

    at_least: Exact
    at_most: Exact


class TieDecision(msgspec.Struct, frozen=True):
    """The choice on a tie: the value of each answer in this shoe, and the bounds for every other shoe."""

    better: Better
    """The answer for every shoe; `depends` where some shoes favour the one and some the other."""
    war: Exact
    """What war nets, once there is a tie."""
    surrender: Exact
    by: Exact
    """How much better war is, once there is a tie."""
    by_round: Exact
    """The same for every round dealt, tie or not."""
    war_tie: Exact
    """The chance that the war deal ties: the only property of a shoe that matters for the choice."""
    at_no_tie: Exact
    """The margin where no two unseen cards are of a rank: one end of the range."""
    per_tie: Exact
    """How much the margin grows as that chance goes from 0 to 1."""
    every_shoe: Margin
    least_unseen: int
    """The fewest unseen cards there can be at a war, with the house's cover card and every seat taken."""
    at_this_cover_card: Margin


def decision(rules: Rules, courses: Courses, found: Chances, shoe: Composition, stack: int) -> TieDecision:
    """Compare war with surrender, and bound the margin for every shoe and for every state of this shoe.

    `stack` is the number of cards that were cut; the shoe holds the unseen ones among them.
    """
    won, lost = base_net(courses["tie_war_win"]), base_net(courses["tie_war_lose"])
    tied, given_up = base_net(courses["double_tie"]), base_net(courses["tie_surrender"])
    at_no_tie = (won + lost) / 2 - given_up
    per_tie = tied - (won + lost) / 2
    war = (won + lost) / 2 * (1 - found.war_tie) + tied * found.war_tie

    def margin(ties: Iterable[Fraction]) -> Margin:
        ends = [at_no_tie + per_tie * tie for tie in ties]
        return Margin(Exact.of(min(ends)), Exact.of(max(ends)))

    every = margin((Fraction(0), Fraction(1)))
    unseen = least_unseen(rules, stack, shoe.total)
    return TieDecision(
        better=_better(every),
        war=Exact.of(war),
        surrender=Exact.of(given_up),
        by=Exact.of(war - given_up),
        by_round=Exact.of(found.tie * (war - given_up)),
        war_tie=Exact.of(found.war_tie),
        at_no_tie=Exact.of(at_no_tie),
        per_tie=Exact.of(per_tie),
        every_shoe=every,
        least_unseen=unseen,
        at_this_cover_card=margin(tie_bounds(shoe, unseen)),
    )


def _better(every: Margin) -> Better:
    if every.at_least.exact >= 0:
        return "war"
    return "surrender" if every.at_most.exact <= 0 else "depends"


def least_unseen(rules: Rules, stack: int, left: int) -> int:
    """Return the fewest cards of a stack that can be unseen when a war is dealt, with `left` cards left now.

    The cover card may come out as the first card of a round, and the round is still played: every seat and the dealer
    then take a card from behind it. Where every round is dealt from a full shoe, only those cards are gone.
    """
    taken = (rules.electronic.community_cards if rules.electronic else rules.seats) + 1
    return max(min(cover_card_depth(rules, stack), left) - taken, PAIR)


def cover_card_depth(rules: Rules, stack: int) -> int:
    """Return the fewest cards behind the cover card; all of them where every round is dealt from a full shoe."""
    if rules.shuffler.kind == "continuous" or rules.shuffle.when == "every_round":
        return stack
    depths = [rules.cut.reinsert.in_cards(stack)]
    if rules.shuffler.kind == "batch" and not rules.cut.after_machine:
        depths.append(rules.cut.machine_cover_card.in_cards(stack))
    return min(*depths, stack) - rules.cut.reinsert_tolerance_cards


def tie_bounds(shoe: Composition, unseen: int) -> tuple[Fraction, Fraction]:
    """Return the smallest and the largest chance that two of `unseen` cards tie, after a tie in this shoe.

    The number of pairs is a sum of convex functions of the ranks' counts. Cards given one by one to the scarcest rank
    make it smallest, to the fullest rank that has room make it largest; the tied rank, whichever it is, has two cards
    fewer to give.
    """
    if not PAIR <= unseen <= shoe.total - PAIR:
        raise ValueError(f"expected {PAIR} to {shoe.total - PAIR} unseen cards")
    rooms = {_without_a_pair(shoe.ranks, rank) for rank, count in enumerate(shoe.ranks) if count >= PAIR}
    # Where no rank has two cards nothing ever ties, and all of them may be unseen.
    every = rooms or {shoe.ranks}
    return min(_ties(room, unseen, min) for room in every), max(_ties(room, unseen, max) for room in every)


def _without_a_pair(ranks: Sequence[int], tied: int) -> tuple[int, ...]:
    """The number of cards left of each rank, sorted, since it does not matter which rank it is."""
    return tuple(sorted(count - PAIR * (rank == tied) for rank, count in enumerate(ranks)))


def _ties(room: Sequence[int], unseen: int, pick: Callable[..., int]) -> Fraction:
    counts = [0] * len(room)
    for _ in range(unseen):
        open_ranks = [rank for rank, most in enumerate(room) if counts[rank] < most]
        # Of two ranks that are equally full, the one with more room is filled: it can be filled further.
        counts[pick(open_ranks, key=lambda rank: (counts[rank], room[rank]))] += 1
    return Fraction(sum(falling(count, 2) for count in counts), falling(unseen, 2))
