"""A whole table: seats that share the dealer's cards, and the variance of the table's hold from round to round."""

from collections.abc import Mapping
from fractions import Fraction
from math import sqrt

import msgspec

from wartable.odds.composition import Composition
from wartable.odds.deals import CourseWays, count_ties, course_ways, mean_net
from wartable.odds.exact import Exact
from wartable.odds.pairs import WAR_CARDS, Pair, pair_ways
from wartable.odds.progressive import progressive_net
from wartable.odds.rounds import Courses, base_net, tie_net
from wartable.rulebook import Rules

MAX_SEATS = 12
"""No rulebook has more betting positions."""
ROUNDS = (1_000, 10_000, 100_000, 1_000_000, 10_000_000)
CONFIDENCES = (90, 95, 99)
"""In percent."""


class Shared(msgspec.Struct, frozen=True):
    """One wager at several seats, all of them betting one unit and always going to war."""

    wager: str
    variance: Exact
    """Of one seat, per round."""
    covariance: Exact | None
    """Between two seats, which share the dealer's cards; null where the shoe holds too few cards for two."""
    correlation: float | None
    table_variance: Exact
    """Of all seats together, per round."""
    table_deviation: float


class HoldAfter(msgspec.Struct, frozen=True):
    """The spread of the table's hold on initial wagers after a number of rounds, by the normal distribution."""

    rounds: int
    deviation: float
    """One standard deviation of the hold, as a share of the initial wagers."""
    within: dict[str, float]
    """With this confidence in percent the hold is within this distance of its theory."""


class TableOdds(msgspec.Struct, frozen=True):
    """The table with a given number of seats taken."""

    seats: int
    wagers: tuple[Shared, ...]
    hold: Exact
    """The bank's share of the initial wagers, which does not depend on the seats."""
    hold_after: tuple[HoldAfter, ...]


def table_odds(rules: Rules, seats: int, courses: Courses, shoe: Composition) -> TableOdds:
    """Return the table's variance, wager by wager, and its hold."""
    by_wager = nets_by_course(rules, courses)
    see_that_cards_suffice(rules, seats, shoe)
    ways = course_ways(count_ties(shoe.counts))
    pairs = pair_ways(shoe) if shoe.total >= WAR_CARDS else None
    shared = tuple(shared_wager(wager, nets, seats, ways, pairs) for wager, nets in by_wager.items())
    initial = shared[0]
    deviation = initial.table_deviation / seats
    mean = mean_net(ways.war, ways.out_of, by_wager["initial"])
    return TableOdds(seats, shared, Exact.of(-mean), tuple(_hold(rounds, deviation) for rounds in ROUNDS))


def see_that_cards_suffice(rules: Rules, seats: int, shoe: Composition) -> None:
    """Reject a shoe too small for every hand and the dealer to go to war: two cards each."""
    hands = min(seats, rules.electronic.community_cards) if rules.electronic else seats
    needed = 2 * (hands + 1)
    if shoe.total < needed:
        raise ValueError(f"expected a shoe of at least {needed} cards for {seats} seat{'s' if seats > 1 else ''}")


def _hold(rounds: int, per_round: float) -> HoldAfter:
    deviation = per_round / sqrt(rounds)
    return HoldAfter(rounds, deviation, {str(percent): two_sided(percent) * deviation for percent in CONFIDENCES})


def two_sided(percent: int) -> float:
    """Return how many standard deviations hold this percentage of the normal distribution."""
    from statistics import NormalDist

    return NormalDist().inv_cdf((1 + percent / 100) / 2)


def nets_by_course(rules: Rules, courses: Courses) -> dict[str, dict[str, Fraction]]:
    """Return the net of a unit on each wager in each course, with the progressive's meter at its reset."""
    nets = {
        "initial": {course: base_net(lines) for course, lines in courses.items()},
        "tie": {course: tie_net(lines) for course, lines in courses.items()},
    }
    if rules.progressive is not None:
        reset = rules.progressive.reset
        nets["progressive"] = {name: progressive_net(lines["progressive"], reset) for name, lines in courses.items()}
    return nets


def shared_wager(
    wager: str, nets: Mapping[str, Fraction], seats: int, ways: CourseWays, pairs: tuple[Mapping[Pair, int], int] | None
) -> Shared:
    """Return one wager at one seat, at two, and at all of them."""
    mean = mean_net(ways.war, ways.out_of, nets)
    squares = {course: nets[course] ** 2 for course in ways.war}
    variance = mean_net(ways.war, ways.out_of, squares) - mean**2
    covariance = covariance_of(nets, mean, *pairs) if pairs else None
    table = seats * variance + seats * (seats - 1) * (covariance or 0)
    return Shared(
        wager=wager,
        variance=Exact.of(variance),
        covariance=None if covariance is None else Exact.of(covariance),
        correlation=None if covariance is None else float(covariance / variance) if variance else 0.0,
        table_variance=Exact.of(table),
        table_deviation=sqrt(table),
    )


def covariance_of(nets: Mapping[str, Fraction], mean: Fraction, pairs: Mapping[Pair, int], out_of: int) -> Fraction:
    """Return the covariance of the nets of two seats."""
    products = {(one, other): nets[one] * nets[other] for one, other in pairs}
    return mean_net(pairs, out_of, products) - mean**2
