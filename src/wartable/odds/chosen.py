"""The initial wager under the choices that players made: a share of the ties surrendered, the rest went to war.

A choice is made before the war cards are dealt, so it cannot depend on them; and a seat's war has the same result
whether its neighbour is at war or not. So each seat nets, course by course, the mean of both choices weighted by the
share, and two seats have the courses of two players at war.
"""

from fractions import Fraction

import msgspec

from wartable.odds.deals import count_ties, course_ways, mean_net
from wartable.odds.exact import Exact
from wartable.odds.pairs import pair_ways
from wartable.odds.rounds import base_net, settle_apart, unit_stakes
from wartable.odds.seats import covariance_of
from wartable.odds.sheet import shoe_of
from wartable.rulebook import Rules

NO_TIE = ("win", "lose")


class ChosenOdds(msgspec.Struct, frozen=True):
    """The bank's share of a unit, its variance, and its covariance with a second seat."""

    surrendered: Exact
    """The share of tied wagers that surrendered."""
    edge: Exact
    variance: Exact
    covariance: Exact


class Choices:
    """The initial wager under rules, from a full shoe; values that do not depend on the choices are computed once."""

    def __init__(self, rules: Rules) -> None:
        shoe = shoe_of(rules.decks, {})
        courses = settle_apart(rules, unit_stakes(rules))
        self._ways = course_ways(count_ties(shoe.counts))
        self._pairs = pair_ways(shoe)
        self._nets = {course: base_net(lines) for course, lines in courses.items()}

    def when(self, surrendered: Fraction) -> ChosenOdds:
        """Return the odds when this share of the ties surrenders: 0 for none, 1 for all."""
        if not 0 <= surrendered <= 1:
            raise ValueError("expected a share from 0 to 1")
        nets = self._mixed(self._nets, surrendered)
        squares = self._mixed({course: net**2 for course, net in self._nets.items()}, surrendered)
        mean = mean_net(self._ways.war, self._ways.out_of, nets)
        variance = mean_net(self._ways.war, self._ways.out_of, squares) - mean**2
        covariance = covariance_of(nets, mean, *self._pairs)
        return ChosenOdds(*map(Exact.of, (surrendered, -mean, variance, covariance)))

    def _mixed(self, values: dict[str, Fraction], surrendered: Fraction) -> dict[str, Fraction]:
        """The mean of war and surrender in each course, weighted by the share."""
        given_up = values["tie_surrender"]
        return {
            course: values[course] if course in NO_TIE else (1 - surrendered) * values[course] + surrendered * given_up
            for course in self._ways.war
        }
