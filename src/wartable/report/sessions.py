"""The evening a report tells of: the smallest wager the house allows, for four hours."""

import msgspec

from wartable.money import Cents
from wartable.odds import Exact, SessionOdds, SessionPlan, session
from wartable.rulebook import Rules, stakes_on

PER_HOUR = 100
HOURS = 4
BANKROLL_UNITS = 40
TARGET_UNITS = 60
LEAST: Cents = 10_00
"""The wager where the house gives no limit."""


class Evening(msgspec.Struct, frozen=True):
    """A session, and what it costs on average."""

    odds: SessionOdds
    cost: Exact


def play_evening(rules: Rules) -> Evening:
    unit = rules.limits.min if rules.limits.min is not None else LEAST
    if unit % 2:
        unit *= 2  # an initial wager has a half
    plan = SessionPlan(
        rounds=PER_HOUR * HOURS,
        stakes=stakes_on(initial=unit),
        bankroll=unit * BANKROLL_UNITS,
        target=unit * TARGET_UNITS,
        per_hour=PER_HOUR,
    )
    odds = session(rules, plan)
    return Evening(odds, Exact.of(-odds.expected.exact))
