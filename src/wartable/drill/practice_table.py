"""A table for practice: real rules, patrons who bet, and every act with the events before it."""

import random
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from wartable.cards import DECK_SIZE, Card
from wartable.money import Cents
from wartable.rulebook import LAYOUT, WAGERS, Rules, Wager
from wartable.runner import Act, Empty, FixedPolicy, InOrder, Runner
from wartable.shoe import fresh
from wartable.table import DEALER, Event, Refused, Seat, Table, bettor_at, decide, new_table, open_wagers
from wartable.table import commands as c
from wartable.table import events as e

STAKES: tuple[Cents, ...] = (5_00, 10_00, 15_00, 20_00, 25_00, 40_00, 50_00, 75_00, 100_00)
DRILLED = tuple(wager for wager in LAYOUT if WAGERS[wager].placed_in)
NAMES = ("Ann", "Bob", "Cleo", "Dan", "Eve", "Finn", "Gus")
WAR = 0.6
"""The share of tied patrons that go to war."""
BANK: Cents = 2_000_00
PATRONS = 3
"""Enough patrons for an order of seats, few enough to see at once."""
MATCHED = 0.3
"""How often a card is placed to make a tie; random ties would be too rare to learn from."""


class PracticeStep(NamedTuple):
    """One act: the table before it, and the earlier events of the round or the day."""

    before: Table
    done: Act
    told: tuple[Event, ...]


def opening(rules: Rules, seat: Seat = 1, patron: str = NAMES[0]) -> Iterator[PracticeStep]:
    """Yield the beginning of a day with its first player, until the table waits for bets or for a bank."""
    table = new_table(rules)
    for moment in _moments(table, Runner(table).open(seat, patron, "Dana")):
        yield moment
        if moment.done.table.phase in ("betting", "banking"):
            return


def rounds(rules: Rules, rng: random.Random) -> Iterator[PracticeStep]:
    """Yield the rounds of one shoe, act by act. Cards do not come back, so a continuous shuffler runs out of them."""
    seats = sorted(rng.sample(range(1, rules.seats + 1), min(PATRONS, rules.seats)))
    names = rng.sample(NAMES, len(seats))
    *_, opened = opening(rules, seats[0], names[0])
    runner = Runner(opened.done.table, InOrder(_order(rules.decks, rng)), Learners(rng))
    for seat, name in zip(seats[1:], names[1:], strict=True):
        runner.do(c.Sit(seat, name))
    try:
        yield from _moments(runner.table, runner.shoe())
    except Empty:
        return


def _moments(table: Table, acts: Iterable[Act]) -> Iterator[PracticeStep]:
    told: tuple[Event, ...] = ()
    for done in acts:
        yield PracticeStep(table, done, told)
        table, told = done.table, _of_the_round(told + done.events)


def _of_the_round(told: tuple[Event, ...]) -> tuple[Event, ...]:
    ended = [place for place, event in enumerate(told) if isinstance(event, e.RoundEnded)]
    return told[ended[-1] + 1 :] if ended else told


class Learners(FixedPolicy):
    """Patrons who bet various amounts within the limits, and decide at random."""

    def __init__(self, rng: random.Random) -> None:
        super().__init__(bank=BANK)
        self.rng = rng

    def wager(self, table: Table, /) -> c.PlaceWager | None:
        for box in table.boxes:
            bettor = bettor_at(box, "")
            if not box.patron or box.patron == table.banker.patron:
                continue
            for wager in DRILLED:
                made = bettor is not None and (bettor.stakes[wager] or self._declines(table, box.seat, wager))
                if wager in open_wagers(table) and not made and (placed := self._taken(table, box.seat, wager)):
                    return placed
        return None

    def _declines(self, table: Table, seat: Seat, wager: Wager) -> bool:
        """One patron in three makes the tie wager, the same one throughout a round."""
        return wager == "tie" and (table.round.number + seat) % PATRONS > 0

    def _taken(self, table: Table, seat: Seat, wager: Wager) -> c.PlaceWager | None:
        hand = self.hand_of(table, seat) if wager == "initial" else 0
        for stake in self.rng.sample(STAKES, len(STAKES)):
            placed = c.PlaceWager(seat, wager, stake, hand=hand)
            if not isinstance(decide(table, placed, DEALER), Refused):
                return placed
        return None

    def goes_to_war(self, _table: Table, _seat: Seat, _bettor: str, /) -> bool:
        return self.rng.random() < WAR


def _order(decks: int, rng: random.Random) -> list[Card]:
    """All cards of the decks, sometimes a card followed by one of its rank."""
    left = fresh(decks)
    rng.shuffle(left)
    order: list[Card] = []
    while left:
        near = [card[0] for card in order[-PATRONS:]]
        alike = [at for at, card in enumerate(left[:DECK_SIZE]) if card[0] in near] if rng.random() < MATCHED else []
        order.append(left.pop(alike[0] if alike else 0))
    return order
