"""A table to learn at: real rules, patrons who bet, and every act with what was told before it."""

import random
from collections.abc import Iterator
from typing import NamedTuple

from wartable.cards import DECK_SIZE, Card
from wartable.money import Cents
from wartable.rulebook import Rules
from wartable.shoe.deal import Act, acts
from wartable.shoe.order import fresh
from wartable.shoe.source import Empty, InOrder
from wartable.table import Actor, Command, Event, Refused, Table, act, decide, new_table, next_of_the_house
from wartable.table import commands as c
from wartable.table import events as e
from wartable.table.actors import DEALER, FLOOR
from wartable.table.procedures.betting import open_wagers
from wartable.table.state import bettor_at
from wartable.table.words import Seat, Wager

STAKES: tuple[Cents, ...] = (5_00, 10_00, 15_00, 20_00, 25_00, 40_00, 50_00, 75_00, 100_00)
WAGERS: tuple[Wager, ...] = ("initial", "tie", "war_tie")
NAMES = ("Ann", "Bob", "Cleo", "Dan", "Eve", "Finn", "Gus")
WAR = 0.6
"""How often a tied patron goes to war."""
BANK: Cents = 2_000_00
PATRONS = 3
"""Enough for an order of seats, few enough to see at once."""
MATCHED = 0.3
"""How often a card is put where it makes a tie; left to chance they would be too rare to learn from."""


class Moment(NamedTuple):
    """One act: the table before it, and what had happened in the round, or the day, by then."""

    before: Table
    done: Act
    told: tuple[Event, ...]


def opening(rules: Rules) -> Iterator[Moment]:
    """The beginning of a day, until the table waits for bets or for a bank."""
    table = new_table(rules)
    told: tuple[Event, ...] = ()
    by: Actor = FLOOR
    command: Command = c.OpenTable("Dana")
    while True:
        done = do(table, by, command)
        yield Moment(table, done, told)
        table, told = done.table, told + done.events
        if table.phase in ("betting", "banking"):
            return
        by, command = _usual(table)


def rounds(rules: Rules, rng: random.Random) -> Iterator[Moment]:
    """The rounds of one shoe, act by act. Cards do not come back, so a continuous shuffler runs out of them."""
    table = _with_patrons(rules, rng)
    told: tuple[Event, ...] = ()
    source = InOrder(_order(rules.decks, rng), table.cut.behind)
    try:
        for done in acts(table, source, Learners(rng)):
            yield Moment(table, done, told)
            table, told = done.table, _of_the_round(told + done.events)
    except Empty:
        return


def _of_the_round(told: tuple[Event, ...]) -> tuple[Event, ...]:
    ended = [place for place, event in enumerate(told) if isinstance(event, e.RoundEnded)]
    return told[ended[-1] + 1 :] if ended else told


def do(table: Table, by: Actor, command: Command) -> Act:
    """What the house does is never refused, or this is our mistake."""
    done = act(table, command, by)
    if isinstance(done, Refused):
        raise RuntimeError(f"{command} by the {by.role} in {table.phase} was refused: {done}")
    return Act(by, command, done[1], done[0])


class Learners(NamedTuple):
    """Patrons who bet all sorts of amounts that the house takes, and decide by chance."""

    rng: random.Random

    def wager(self, table: Table) -> c.PlaceWager | None:
        for box in table.boxes:
            bettor = bettor_at(box, "")
            if not box.patron or box.patron == table.banker.patron:
                continue
            for wager in WAGERS:
                made = bettor is not None and (getattr(bettor, wager) or self._declines(table, box.seat, wager))
                if wager in open_wagers(table) and not made and (placed := self._taken(table, box.seat, wager)):
                    return placed
        return None

    def _declines(self, table: Table, seat: Seat, wager: Wager) -> bool:
        """One patron in three makes the tie wager, the same one whenever it is asked in a round."""
        return wager == "tie" and (table.round.number + seat) % PATRONS > 0

    def _taken(self, table: Table, seat: Seat, wager: Wager) -> c.PlaceWager | None:
        hands = table.rules.electronic.community_cards if table.rules.electronic and wager == "initial" else 0
        hand = (seat - 1) % hands + 1 if hands else 0
        for stake in self.rng.sample(STAKES, len(STAKES)):
            placed = c.PlaceWager(seat, wager, stake, hand=hand)
            if not isinstance(decide(table, placed, DEALER), Refused):
                return placed
        return None

    def goes_to_war(self, _table: Table, _seat: Seat, _bettor: str) -> bool:
        return self.rng.random() < WAR

    def cuts(self, table: Table, _seat: Seat) -> c.CutCards:
        return c.CutCards(table.rules.stack // 2)

    def banks(self, _table: Table, _seat: Seat) -> Cents:
        return BANK


def _with_patrons(rules: Rules, rng: random.Random) -> Table:
    table = new_table(rules)
    for moment in opening(rules):
        table = moment.done.table
    seats = sorted(rng.sample(range(1, len(table.boxes) + 1), min(PATRONS, len(table.boxes))))
    for seat, name in zip(seats, rng.sample(NAMES, len(seats)), strict=True):
        table = do(table, DEALER, c.Sit(seat, name)).table
    return table


def _order(decks: int, rng: random.Random) -> list[Card]:
    """All cards of the decks, now and then one of the rank of a card just before it."""
    left = fresh(decks)
    rng.shuffle(left)
    order: list[Card] = []
    while left:
        near = [card[0] for card in order[-PATRONS:]]
        alike = [at for at, card in enumerate(left[:DECK_SIZE]) if card[0] in near] if rng.random() < MATCHED else []
        order.append(left.pop(alike[0] if alike else 0))
    return order


def _usual(table: Table) -> tuple[Actor, Command]:
    if due := next_of_the_house(table):
        return due
    raise RuntimeError(f"nobody knows what comes next in {table.phase}")
