"""War or surrender for somebody who is tied now: which is better, and by how much, with the cards seen so far.

`decision` proves that the margin is a straight line in the chance that the war deal ties. Here that chance is the one
of the cards nobody has seen yet.
"""

from fractions import Fraction
from typing import Literal

import msgspec

from wartable.odds.composition import Composition
from wartable.odds.exact import Exact
from wartable.odds.rounds import base_net, settle_apart, unit_stakes
from wartable.rulebook import Rules


class Advice(msgspec.Struct, frozen=True):
    """What a practice table may say at a tie."""

    better: Literal["war", "surrender", "even"]
    by: Exact
    """How much better, per unit of the initial wager and on average; never below nothing."""
    war_tie: Exact
    """The chance that the war deal ties."""


def advise(rules: Rules, unseen: Composition) -> Advice:
    """Weigh war against surrender where exactly these cards are unseen."""
    courses = settle_apart(rules, unit_stakes(rules))
    won, lost = base_net(courses["tie_war_win"]), base_net(courses["tie_war_lose"])
    tied, given_up = base_net(courses["double_tie"]), base_net(courses["tie_surrender"])
    ties = tie_chance(unseen)
    margin = (won + lost) / 2 * (1 - ties) + tied * ties - given_up
    better: Literal["war", "surrender", "even"] = "war" if margin > 0 else "surrender" if margin else "even"
    return Advice(better, Exact.of(abs(margin)), Exact.of(ties))


def tie_chance(unseen: Composition) -> Fraction:
    """The chance that two unseen cards are of one rank; none where there are no two."""
    pairs = unseen.total * (unseen.total - 1)
    return Fraction(sum(many * (many - 1) for many in unseen.ranks), pairs) if pairs else Fraction(0)
