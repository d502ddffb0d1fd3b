"""A round dealt at a real table, with the cards and choices this package asks for."""

from collections.abc import Iterable

import msgspec
from msgspec.structs import replace

from wartable.cards import Card
from wartable.money import Cents
from wartable.rulebook.rules import Limits, Rules
from wartable.table import Actor, Event, Refused, Table, act, new_table, next_of_the_house
from wartable.table import commands as c
from wartable.table.actors import DEALER, FLOOR, SHOE
from wartable.table.commands import Command
from wartable.table.events import MeterPaid, WagerReturned, WagerSettled

DECKS = 8
"""Enough for every round asked for. How a hand is settled does not depend on how many cards are left in the shoe."""


class NoTable(ValueError):
    """The table does not take such a round; the text is its own reason."""


class Line(msgspec.Struct, frozen=True):
    """What one wager came to, in cents; `meter` is the part of what was paid that came out of a meter."""

    result: str
    staked: Cents
    returned: Cents
    paid: Cents
    meter: Cents = 0

    @property
    def net(self) -> Cents:
        """What the player has more or less than before."""
        return self.returned + self.paid - self.staked

    def net_at(self, reading: Cents) -> Cents:
        """The same with the meter at a reading, whatever it stood at when the round was settled."""
        return self.net + (reading - self.meter if self.meter else 0)


def open_table(rules: Rules) -> Table:
    """A table that waits for people. Limits say what may be bet and not how it is settled, so there are none here."""
    dealing = Dealing(new_table(replace(rules, decks=DECKS, limits=Limits())))
    dealing.do(c.OpenTable("dealer"), FLOOR)
    dealing.go_on()
    return dealing.table


class Dealing:
    """A round while it is dealt: the table as it stands, and what has happened."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.events: list[Event] = []

    def do(self, command: Command, by: Actor = DEALER) -> None:
        """One command; a refusal is an error, because only rounds that can happen are asked for."""
        done = act(self.table, command, by)
        if isinstance(done, Refused):
            raise NoTable(str(done))
        self.table, events = done
        self.events.extend(events)

    def seat(self, seats: Iterable[int], bank: Cents) -> None:
        """Players take their seats and, where a player banks, one more posts this bank at the next seat."""
        last = 0
        for last in seats:
            self.do(c.Sit(last, f"seat {last}"))
        if self.table.phase != "banking":
            return
        self.do(c.Sit(last + 1, "bank"))
        self.do(c.OfferBank())
        while self.table.banker.offer != last + 1:
            self.do(c.DeclineBank())
        self.do(c.PostBank(bank))

    def turn(self, cards: Iterable[str]) -> None:
        """Cards in the order they fall, each after whatever the house does before it."""
        for card in cards:
            self.go_on()
            self.do(c.TurnCard(Card(card)), SHOE)
        self.go_on()

    def go_on(self) -> None:
        """Do what the house does by itself, until somebody has to choose, to bet on a war, or a card has to come."""
        while self.table.phase != "war_wagers" and (turn := next_of_the_house(self.table)) is not None:
            by, command = turn
            self.do(command, by)

    def lines(self, seat: int = 1) -> dict[str, Line]:
        """What every wager of a seat came to; a part that went back early counts as returned."""
        meter = sum(event.amount for event in self.events if isinstance(event, MeterPaid) and event.seat == seat)
        lines: dict[str, Line] = {}
        early: dict[str, Cents] = {}
        for event in self.events:
            if isinstance(event, WagerReturned) and event.seat == seat:
                early[event.wager] = early.get(event.wager, 0) + event.amount
            elif isinstance(event, WagerSettled) and event.seat == seat:
                before = early.get(event.wager, 0)
                share = meter if event.wager in ("progressive", "bonus_spin") else 0
                lines[event.wager] = Line(
                    event.result, event.staked + before, event.returned + before, event.paid, min(share, event.paid)
                )
        return lines
