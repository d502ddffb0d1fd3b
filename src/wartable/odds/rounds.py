"""Settlement by the table itself: one heads-up round for each course, and the result of every wager.

No pay is written in this package. A house with other pays, another reading or a payout limit gives other nets here
because its table settles differently, and for no other reason.
"""

from collections.abc import Mapping
from fractions import Fraction
from math import lcm
from typing import Literal, NamedTuple

from msgspec.structs import replace

from wartable.odds.dealing import WagerResult, deal_round, lines_of, open_table, seat_players
from wartable.rulebook import Rules, Stakes, stakes_on
from wartable.runner import FixedPolicy

Choice = Literal["war", "surrender"]


class Course(NamedTuple):
    """How a heads-up round goes: the player's card and the dealer's, the choice on a tie, and the war cards."""

    deal: tuple[str, str]
    choice: Choice | None = None
    war: tuple[str, str] = ("", "")

    @property
    def cards(self) -> tuple[str, ...]:
        """All cards, in the order they are turned."""
        return (*self.deal, *self.war) if self.choice == "war" else self.deal


COURSES: Mapping[str, Course] = {
    "win": Course(("3c", "2d")),
    "lose": Course(("2d", "3c")),
    "tie_surrender": Course(("7c", "7d"), "surrender"),
    "suited_tie_surrender": Course(("7c", "7c"), "surrender"),
    "tie_war_win": Course(("7c", "7d"), "war", ("3c", "2d")),
    "tie_war_lose": Course(("7c", "7d"), "war", ("2d", "3c")),
    "suited_tie_war_win": Course(("7c", "7c"), "war", ("3c", "2d")),
    "suited_tie_war_lose": Course(("7c", "7c"), "war", ("2d", "3c")),
    "double_tie": Course(("7c", "7d"), "war", ("9c", "9d")),
    "four_of_a_kind": Course(("7c", "7d"), "war", ("7h", "7s")),
    "suited_double_tie": Course(("7c", "7c"), "war", ("9d", "9d")),
    "suited_four_of_a_kind": Course(("7c", "7c"), "war", ("7c", "7c")),
}
"""Every course of a heads-up round that any wager can tell apart, each with cards that produce it."""

BANK_UNITS = 1_000
"""A player's bank of this multiple of the stakes covers every outcome."""

Lines = Mapping[str, WagerResult]
Courses = Mapping[str, Lines]


def unit_stakes(rules: Rules) -> Stakes:
    """Return a stake on every wager offered, large enough that all its pays are in whole cents."""
    unit = 2 * lcm(*(odds.staked for odds in rules.pays.values())) * 100
    if rules.payout.limit_per_hand is not None and rules.limits.min is not None:
        unit = rules.limits.min  # a limit in dollars binds a stake in dollars
    return stakes_on(
        initial=unit,
        tie=unit,
        war_tie=unit if rules.tie.on_war_deal else 0,
        progressive=rules.progressive.stakes[0] if rules.progressive else 0,
    )


def settle_apart(rules: Rules, stakes: Stakes) -> Courses:
    """Settle every course, with each wager as if it were the only one beside the initial wager.

    Wagers do not touch each other, unless the house limits what one position is paid in a round. Then the initial wager
    with its war, and the tie wager on the war deal, are settled in rounds of their own, where no other pay
    cuts theirs; the tie wager and the progressive are taken from the round in which all wagers are made.
    """
    together = settle_courses(rules, stakes)
    if rules.payout.limit_per_hand is None:
        return together
    base = settle_courses(rules, stakes_on(initial=stakes["initial"]))
    war_tie = settle_courses(rules, stakes_on(initial=stakes["initial"], war_tie=stakes["war_tie"]))
    return {
        course: lines | base[course] | {wager: line for wager, line in war_tie[course].items() if wager == "war_tie"}
        for course, lines in together.items()
    }


def settle_courses(rules: Rules, stakes: Stakes) -> dict[str, dict[str, WagerResult]]:
    """Return every course, settled by a table under these rules; the wheel is settled apart."""
    opened = open_table(replace(rules, electronic=None, bonus_spin=None))
    seated = seat_players(opened, 1, BANK_UNITS * (stakes["initial"] + stakes["tie"]))
    made = tuple((wager, amount) for wager, amount in stakes.items() if amount and wager != "bonus_spin")
    return {
        name: lines_of(deal_round(seated, course.cards, FixedPolicy(made, war=course.choice == "war")))
        for name, course in COURSES.items()
    }


def base_net(lines: Lines) -> Fraction:
    """Return the result of the initial wager and its war together, in units of the initial wager."""
    return Fraction(sum(line.net for line in _base(lines)), lines["initial"].staked)


def tie_net(lines: Lines) -> Fraction:
    """Return the result of the tie wager, in its own units."""
    return Fraction(lines["tie"].net, lines["tie"].staked)


def base_staked(lines: Lines) -> Fraction:
    """Return the total put up on the initial wager and its war, in units of the initial wager."""
    return Fraction(sum(line.staked for line in _base(lines)), lines["initial"].staked)


def _base(lines: Lines) -> list[WagerResult]:
    return [lines[wager] for wager in ("initial", "war") if wager in lines]
