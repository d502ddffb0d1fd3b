"""Settling by the table itself: one heads-up round for each way a round can go, and what every wager made of it.

No pay is written in this package. A house with other pays, another reading or a payout limit gives other nets here
because its table settles differently, and for no other reason.
"""

from collections.abc import Mapping
from fractions import Fraction
from math import lcm
from typing import Literal, NamedTuple

import msgspec
from msgspec.structs import replace

from wartable.cards import Card
from wartable.money import Cents
from wartable.rulebook.rules import Limits, Rules
from wartable.table import Actor, Event, Refused, Table, act, new_table, steps
from wartable.table import commands as c
from wartable.table.commands import Command
from wartable.table.events import MeterPaid, WagerSettled
from wartable.table.words import Role, Wager

Choice = Literal["war", "surrender"]


class Course(NamedTuple):
    """How a heads-up round goes: the player's card and the dealer's, the choice on a tie, and the war cards."""

    deal: tuple[str, str]
    choice: Choice | None = None
    war: tuple[str, str] | None = None


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
"""Every way a heads-up round can go that any wager can tell apart, each with cards that make it so."""

DECKS = 8
"""Enough for four of a card. How a hand is settled does not depend on how many others the shoe holds."""
BANK_UNITS = 1_000
"""A player's bank of so many times the stakes covers everything."""

_DEALER, _SHOE, _FLOOR = Actor("dealer"), Actor("shoe"), Actor("floor")
_HOUSE_ROLES: tuple[Role, ...] = ("dealer", "floor", "shoe")


class Line(msgspec.Struct, frozen=True):
    """What one wager came to, in cents; `meter` is the part of the pay that came out of a meter."""

    result: str
    staked: Cents
    net: Cents
    meter: Cents = 0


Lines = Mapping[str, Line]


class Stakes(msgspec.Struct, frozen=True):
    """What the player puts up, in cents; a wager of nothing is not made."""

    initial: Cents
    tie: Cents = 0
    war_tie: Cents = 0
    progressive: Cents = 0
    match_play: Cents = 0


class NoTable(ValueError):
    """The table does not take such a round; the text is its own reason."""


def unit_stakes(rules: Rules) -> Stakes:
    """A stake on every wager offered, so large that all its pays are in whole cents."""
    unit = 2 * lcm(*(odds.staked for odds in rules.pays.values())) * 100
    if rules.payout.limit_per_hand is not None and rules.limits.min is not None:
        unit = rules.limits.min  # a limit in dollars binds a stake in dollars
    return Stakes(
        unit,
        tie=unit,
        war_tie=unit if rules.tie.on_war_deal else 0,
        progressive=rules.progressive.stakes[0] if rules.progressive else 0,
    )


def settle_courses(rules: Rules, stakes: Stakes) -> dict[str, Lines]:
    """Every course, settled by a table under these rules."""
    table = _seated(_ready(rules), stakes)
    return {name: _lines(_play(table, course, stakes)) for name, course in COURSES.items()}


def base_net(lines: Lines) -> Fraction:
    """What the initial wager and its war came to together, in units of the initial wager."""
    initial = lines["initial"]
    war = lines.get("war")
    return Fraction(initial.net + (war.net if war else 0), initial.staked)


def base_staked(lines: Lines) -> Fraction:
    """What was put up on the initial wager and its war together, in units of the initial wager."""
    initial = lines["initial"]
    war = lines.get("war")
    return Fraction(initial.staked + (war.staked if war else 0), initial.staked)


# The table


def _ready(rules: Rules) -> Table:
    """A table that waits for wagers. Limits say what may be bet and not how it is settled, so there are none here."""
    rules = replace(rules, decks=DECKS, limits=Limits(), electronic=None, bonus_spin=None)
    table, _ = _do(new_table(rules), c.OpenTable("dealer"), _FLOOR)
    return _go_on(table, [])


def _seated(table: Table, stakes: Stakes) -> Table:
    """One player at the first seat and, where a player banks, another behind a bank that covers everything."""
    table, _ = _do(table, c.Sit(1, "player"), _DEALER)
    if table.phase != "banking":
        return table
    table, _ = _do(table, c.Sit(2, "banker"), _DEALER)
    table, _ = _do(table, c.OfferBank(), _DEALER)
    while table.banker.offer != 2:  # noqa: PLR2004
        table, _ = _do(table, c.DeclineBank(), _DEALER)
    return _do(table, c.PostBank(BANK_UNITS * (stakes.initial + stakes.tie)), _DEALER)[0]


def _play(table: Table, course: Course, stakes: Stakes) -> list[Event]:
    events: list[Event] = []
    wagers: tuple[Wager, ...] = ("initial", "tie", "progressive", "match_play")
    for wager in wagers:
        if amount := getattr(stakes, wager):
            table = _act(table, c.PlaceWager(1, wager, amount), _DEALER, events)
    table = _act(table, c.CallNoMoreBets(), _DEALER, events)
    table = _deal(table, course.deal, events)
    if course.choice == "surrender":
        table = _act(table, c.Surrender(1), _DEALER, events)
    elif course.war:
        table = _act(table, c.GoToWar(1), _DEALER, events)
        if table.phase == "picking_up":
            table = _act(table, c.PickUpCards(), _DEALER, events)
        if stakes.war_tie:
            table = _act(table, c.PlaceWager(1, "war_tie", stakes.war_tie), _DEALER, events)
        table = _act(table, c.ConfirmWarWagers(), _DEALER, events)
        table = _deal(table, course.war, events)
    _go_on(table, events)
    return events


def _deal(table: Table, cards: tuple[str, str], events: list[Event]) -> Table:
    for card in cards:
        table = _act(_go_on(table, events), c.TurnCard(Card(card)), _SHOE, events)
    return _go_on(table, events)


def _go_on(table: Table, events: list[Event]) -> Table:
    """Do what the house does by itself, until somebody has to choose or a card has to come."""
    while table.phase != "war_wagers" and (turn := _next_step(table)) is not None:
        table = _act(table, *turn, events)
    return table


def _next_step(table: Table) -> tuple[Command, Actor] | None:
    for step in steps(table):
        if step.command is not None:
            return step.command, Actor(next(role for role in _HOUSE_ROLES if role in step.by))
    return None


def _act(table: Table, command: Command, by: Actor, events: list[Event]) -> Table:
    table, happened = _do(table, command, by)
    events.extend(happened)
    return table


def _do(table: Table, command: Command, by: Actor) -> tuple[Table, tuple[Event, ...]]:
    done = act(table, command, by)
    if isinstance(done, Refused):
        raise NoTable(str(done))
    return done


def _lines(events: list[Event]) -> Lines:
    lines: dict[str, Line] = {}
    meter = sum(event.amount for event in events if isinstance(event, MeterPaid))
    for event in events:
        if isinstance(event, WagerSettled):
            net = event.returned + event.paid - event.staked
            share = meter if event.wager == "progressive" else 0
            lines[event.wager] = Line(event.result, event.staked, net, share)
    return lines
