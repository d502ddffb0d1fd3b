"""War or surrender for a tied player: which is better, and by how much, given the cards seen so far.

`decision` proves that the margin is linear in the chance that the war deal ties. Here that chance is computed over
the unseen cards.
"""

from fractions import Fraction
from typing import Literal

import msgspec

from wartable.odds.composition import Composition
from wartable.odds.exact import Exact
from wartable.odds.rounds import base_net, settle_apart, unit_stakes
from wartable.rulebook import Rules


class Advice(msgspec.Struct, frozen=True):
    """Advice at a tie, for a practice table."""

    better: Literal["war", "surrender", "even"]
    by: Exact
    """The expected advantage per unit of the initial wager; never negative."""
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
    """Return the chance that two unseen cards are of one rank: 0 with fewer than two cards."""
    pairs = unseen.total * (unseen.total - 1)
    return Fraction(sum(many * (many - 1) for many in unseen.ranks), pairs) if pairs else Fraction(0)
