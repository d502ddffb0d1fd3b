"""The initial wager of players who chose as they did: a share of the ties was given up, and the rest went to war.

A choice is made before the war cards are dealt, so it cannot follow them; and a seat's war comes out the same whether
its neighbour is at war or not. So each seat nets, course by course, what it would have netted either way, weighed by
the share, and two seats have the courses of two players at war.
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
    """What the bank keeps of a unit, and how much that moves, by itself and with a second seat."""

    surrendered: Exact
    """The share of tied wagers that was given up."""
    edge: Exact
    variance: Exact
    covariance: Exact


class Choices:
    """The initial wager under rules, from a full shoe; what does not depend on the choices is reckoned once."""

    def __init__(self, rules: Rules) -> None:
        shoe = shoe_of(rules.decks, {})
        courses = settle_apart(rules, unit_stakes(rules))
        self._ways = course_ways(count_ties(shoe.counts))
        self._pairs = pair_ways(shoe)
        self._nets = {course: base_net(lines) for course, lines in courses.items()}

    def when(self, surrendered: Fraction) -> ChosenOdds:
        """With this share of the ties given up, from 0 for nobody to 1 for everybody."""
        if not 0 <= surrendered <= 1:
            raise ValueError("expected a share from 0 to 1")
        nets = self._mixed(self._nets, surrendered)
        squares = self._mixed({course: net**2 for course, net in self._nets.items()}, surrendered)
        mean = mean_net(self._ways.war, self._ways.out_of, nets)
        variance = mean_net(self._ways.war, self._ways.out_of, squares) - mean**2
        covariance = covariance_of(nets, mean, *self._pairs)
        return ChosenOdds(*map(Exact.of, (surrendered, -mean, variance, covariance)))

    def _mixed(self, values: dict[str, Fraction], surrendered: Fraction) -> dict[str, Fraction]:
        """Each course of a player at war, with its share of what giving up would have come to."""
        given_up = values["tie_surrender"]
        return {
            course: values[course] if course in NO_TIE else (1 - surrendered) * values[course] + surrendered * given_up
            for course in self._ways.war
        }
