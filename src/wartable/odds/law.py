"""The distribution of one round: what a patron with given wagers nets, in whole cents, and the chance of each net."""

from collections import defaultdict
from collections.abc import Mapping
from fractions import Fraction
from math import gcd, lcm

import msgspec

from wartable.money import Cents
from wartable.odds.deals import Chances
from wartable.odds.rounds import Courses, settle_courses
from wartable.rulebook import CHIPS, WAGERS, Rules, Stakes


class RoundLaw(msgspec.Struct, frozen=True):
    """Every net a round can have, in cents, with its chance; each round is dealt from a full shoe."""

    chances: dict[Cents, Fraction]

    @property
    def mean(self) -> Fraction:
        """The average net of a round, in cents."""
        return sum((net * chance for net, chance in self.chances.items()), Fraction(0))

    @property
    def variance(self) -> Fraction:
        """The variance of the net, in square cents."""
        square = sum((net * net * chance for net, chance in self.chances.items()), Fraction(0))
        return square - self.mean**2

    @property
    def lowest(self) -> Cents:
        """The lowest net of a round."""
        return min(self.chances)

    @property
    def step(self) -> Cents:
        """All nets differ by multiples of this."""
        return gcd(*(net - self.lowest for net in self.chances)) or 1

    def weights(self) -> tuple[dict[int, int], int]:
        """Return the chances as integers and their denominator, by the net's distance in steps from the lowest."""
        whole = lcm(*(chance.denominator for chance in self.chances.values()))
        step, lowest = self.step, self.lowest
        return {(net - lowest) // step: int(chance * whole) for net, chance in self.chances.items()}, whole


class PatronLaws(msgspec.Struct, frozen=True):
    """A patron's round as far as the money goes: with surrender, at war, and at war with the war tie wager."""

    stakes: Stakes
    war: RoundLaw
    surrender: RoundLaw
    before: Cents
    """What the patron must have to bet at all."""
    to_war: Cents
    """What the patron must have at the deal to be able to make every wager of `war` after a tie."""
    wagered: Fraction
    """What is put up in a round on average, in cents, by a patron who always goes to war."""
    plain_war: RoundLaw | None = None
    """A war without the war tie wager, for which there is less money; None where no such wager is made."""

    def by_money(self) -> tuple[tuple[Cents, RoundLaw], ...]:
        """Return each distribution with the least money for which the round has it, poorest first."""
        plain_war = () if self.plain_war is None else ((self._to_plain_war, self.plain_war),)
        return (self.before, self.surrender), *plain_war, (self.to_war, self.war)

    @property
    def _to_plain_war(self) -> Cents:
        return max(self.to_war - self.stakes["war_tie"], self.before)


def patron_laws(rules: Rules, stakes: Stakes, found: Chances) -> PatronLaws:
    """Return the distribution of a patron's round with these wagers, settled by the table, meters at their resets."""
    courses = settle_courses(rules, stakes)
    reset = rules.progressive.reset if rules.progressive else 0
    before = sum(stakes[wager] for wager in CHIPS if WAGERS[wager].placed_in == "betting")
    on_tie = courses["tie_war_lose"]
    back = on_tie["tie"].returned + on_tie["tie"].paid if stakes["tie"] else 0
    wagered = sum(
        (chance * sum(line.staked for line in courses[course].values()) for course, chance in found.war.items()),
        Fraction(0),
    )
    plain = settle_courses(rules, {**stakes, "war_tie": 0}) if stakes["war_tie"] else None
    return PatronLaws(
        stakes,
        war=_law(courses, found.war, reset),
        surrender=_law(courses, found.surrender, reset),
        before=before,
        to_war=max(before + stakes["initial"] + stakes["war_tie"] - back, before),
        wagered=wagered,
        plain_war=None if plain is None else _law(plain, found.war, reset),
    )


def _law(courses: Courses, chances: Mapping[str, Fraction], reset: Cents) -> RoundLaw:
    nets: dict[Cents, Fraction] = defaultdict(Fraction)
    for course, chance in chances.items():
        if chance:
            nets[sum(line.net_at(reset) for line in courses[course].values())] += chance
    return RoundLaw(dict(sorted(nets.items())))
