"""A round dealt at a real table, with given cards and choices."""

from collections.abc import Iterable, Sequence

import msgspec
from msgspec.structs import replace

from wartable.cards import Card
from wartable.money import Cents
from wartable.rulebook import SIDE, Limits, Rules
from wartable.runner import CannotGoOn, FixedPolicy, Policy, Runner, TurnedCards, WheelStop
from wartable.runner import open_table as wait_for_people
from wartable.table import Event, MeterPaid, Seat, Table, WagerReturned, WagerSettled
from wartable.table import commands as c

DECKS = 8
"""Enough for every round. Settlement does not depend on the number of cards left in the shoe."""


class NoTable(ValueError):
    """The table rejected a round; the text is the table's reason."""


class WagerResult(msgspec.Struct, frozen=True):
    """The result of one wager in cents; `meter` is the part of the payment that came out of a meter."""

    result: str
    staked: Cents
    returned: Cents
    paid: Cents
    meter: Cents = 0

    @property
    def net(self) -> Cents:
        """The player's gain, negative for a loss."""
        return self.returned + self.paid - self.staked

    def net_at(self, reading: Cents) -> Cents:
        """Return the net as if the meter had stood at this reading."""
        return self.net + (reading - self.meter if self.meter else 0)


def open_table(rules: Rules) -> Table:
    """Return a table that was opened for the player at the first seat.

    It has no limits, since they do not change how a wager is settled, and no chips: a unit stands for a wager whose
    half they can make.
    """
    surrender = replace(rules.surrender, smallest_chip=None)
    bank = replace(rules.bank, least=0)
    return wait_for_people(replace(rules, decks=DECKS, limits=Limits(), surrender=surrender, bank=bank))


class _OneBank(FixedPolicy):
    """One player takes the bank, and the others decline it."""

    def banks(self, table: Table, seat: Seat, /) -> Cents:
        return self.bank if table.boxes[seat - 1].patron == "bank" else 0


def seat_players(table: Table, players: int, bank: Cents = 0) -> Table:
    """Return an opened table with players at the first seats and, where a player banks, this bank at the next seat."""
    runner = Runner(table, policy=_OneBank(bank=bank))
    for seat in range(2, players + 1):
        runner.do(c.Sit(seat, f"seat {seat}"))
    if table.phase == "banking":
        runner.do(c.Sit(players + 1, "bank"))
        for _ in runner.until(lambda done: done.table.phase == "betting"):
            pass
    return runner.table


def deal_round(table: Table, cards: Iterable[str], policy: Policy, wheel: WheelStop | None = None) -> tuple[Event, ...]:
    """Return the events of one round with these cards, in the order they are turned."""
    runner = Runner(table, TurnedCards(map(Card, cards)), policy, wheel)
    try:
        return tuple(event for done in runner.round() for event in done.events)
    except CannotGoOn as error:
        raise NoTable(error.why) from None


def lines_of(events: Sequence[Event], seat: Seat = 1) -> dict[str, WagerResult]:
    """Return the result of every wager of a seat; a part that went back early counts as returned."""
    meter = sum(event.amount for event in events if isinstance(event, MeterPaid) and event.seat == seat)
    lines: dict[str, WagerResult] = {}
    early: dict[str, Cents] = {}
    for event in events:
        if isinstance(event, WagerReturned) and event.seat == seat:
            early[event.wager] = early.get(event.wager, 0) + event.amount
        elif isinstance(event, WagerSettled) and event.seat == seat:
            before = early.get(event.wager, 0)
            share = meter if event.wager in SIDE else 0
            lines[event.wager] = WagerResult(
                event.result, event.staked + before, event.returned + before, event.paid, min(share, event.paid)
            )
    return lines
