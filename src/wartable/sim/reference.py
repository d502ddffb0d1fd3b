"""The reference: the same plan through the real table, command by command, with the cards of the same stream.

It is slow, and it knows nothing of the kernels; they are held against it round by round.
"""

from collections.abc import Callable, Iterator
from fractions import Fraction

import msgspec

from wartable.cards import DECK, RANKS, SUITS, Card, rank
from wartable.money import MAX_CENTS, Cents
from wartable.rulebook import Rules
from wartable.settle.ready import make_ready
from wartable.sim import layout
from wartable.sim.plan import Plan, Row
from wartable.sim.stream import Shoe, card_of
from wartable.sim.tally import Counter
from wartable.sim.wagers import Stakes, usual_stakes
from wartable.table import Actor, Command, Event, Refused, Table, act, next_of_the_house
from wartable.table import commands as c
from wartable.table import events as e
from wartable.table.actors import DEALER, SHOE
from wartable.table.side_bets import progressive_hand, spin_triggered
from wartable.table.state import is_continuous
from wartable.table.turns import next_to_ask, wars
from wartable.table.words import Seat, Wager

BANK: Cents = MAX_CENTS // 10
"""More than any round can ask of a player who banks."""

Cards = Callable[[int], Callable[[], Iterator[Card]]]
"""By the number of a shoe, what gives the cards of its next deal."""
Choose = Callable[[Table, int], bool]
"""Whether a hand goes to war."""


def stream_cards(plan: Plan, seed: int) -> Cards:
    """The cards of the stream that the kernels deal from."""

    def of_shoe(number: int) -> Callable[[], Iterator[Card]]:
        shoe = Shoe(seed, number, plan.decks)
        return lambda: map(card_of, shoe.deal())

    return of_shoe


def plan_choice(plan: Plan) -> Choose:
    """What each hand's strategy says, a count being taken of what the table has seen."""

    def choose(table: Table, hand: int) -> bool:
        if plan.choices[hand] != layout.BY_COUNT:
            return plan.choices[hand] == layout.GO_TO_WAR
        unseen = [plan.decks * len(SUITS)] * len(RANKS)
        for card, seen in zip(DECK, table.cards.seen, strict=True):
            unseen[rank(card)] -= seen
        cards = sum(unseen)
        return Fraction(sum(n * (n - 1) for n in unseen), cards * (cards - 1)) >= Fraction(*plan.count)

    return choose


class RoundSeen(msgspec.Struct, frozen=True):
    """What the table did in one round."""

    shoe: int
    classes: tuple[int, ...]
    """The outcome class of each hand; -1 where nobody bet."""
    trigger: bool
    gone: int
    """Cards that have left the shoe, burned ones included."""
    last: bool
    """Whether the cards are shuffled after it."""
    lines: tuple[e.WagerSettled, ...]
    meter_paid: dict[Seat, Cents]
    """What each seat took of the progressive meter."""


class RefusedByTable(RuntimeError):
    """The table refused what the plan asked: our mistake."""


class Reference:
    """A table at which a plan is played, shoe after shoe."""

    def __init__(self, rules: Rules, plan: Plan, stakes: Stakes, cards: Cards, choose: Choose) -> None:
        self.plan = plan
        self.stakes = stakes
        self._cards = cards
        self._choose = choose
        self._events: list[Event] = []
        self._deal: Iterator[Card] = iter(())
        self.table = make_ready(rules)
        for seat in range(1, plan.seats + 1 + (rules.bank.by == "player")):
            self._do(c.Sit(seat, f"seat {seat}"))

    def play(self, first_shoe: int) -> Iterator[RoundSeen]:
        """Rounds without end, from the first of this shoe on."""
        shoe = first_shoe
        self._deal_from(shoe)
        while True:
            seen = self._play_round(shoe)
            yield seen
            if seen.last:
                shoe += 1
                self._deal_from(shoe)
                self._shuffle()

    def _deal_from(self, shoe: int) -> None:
        self._next_deal = self._cards(shoe)
        self._dealing = ""

    def _turn(self, table: Table) -> Card:
        """The next card; every deal, original or war, begins anew."""
        if self._dealing != f"{table.round.number} {table.phase}":
            self._dealing = f"{table.round.number} {table.phase}"
            self._deal = self._next_deal()
        return next(self._deal)

    def _do(self, command: Command, by: Actor = DEALER) -> None:
        done = act(self.table, command, by)
        if isinstance(done, Refused):
            raise RefusedByTable(f"{command!r} was refused: {done}")
        self.table, events = done
        self._events.extend(events)

    def _play_round(self, shoe: int) -> RoundSeen:
        self._events = []
        self._bank()
        self._bet()
        finished = self.table
        while not any(isinstance(event, e.RoundEnded) for event in self._events[-2:]):
            finished = self.table
            self._go_on()
        return self._seen(shoe, finished)

    def _bank(self) -> None:
        """Where a player banks, whoever is offered the bank takes it; the others bet."""
        while self.table.phase == "banking":
            self._do(c.PostBank(BANK) if self.table.banker.offer else c.OfferBank())

    def _bettors(self, table: Table) -> list[Seat]:
        """The seats that bet, in the order of the plan's seats."""
        return [box.seat for box in table.boxes if box.patron and box.seat != table.banker.seat][: self.plan.seats]

    def _bet(self) -> None:
        electronic = self.table.rules.electronic is not None
        for place, seat in enumerate(self._bettors(self.table)):
            hand = self.plan.hand_of[place] + 1 if electronic else 0
            self._do(c.PlaceWager(seat, "initial", self.stakes.initial, hand=hand))
            wagers: tuple[Wager, ...] = ("tie", "progressive", "bonus_spin")
            for wager in wagers:
                if stake := self.stakes.on(wager):
                    self._do(c.PlaceWager(seat, wager, stake))

    def _go_on(self) -> None:
        """Whatever comes next: a card, a choice, a wager on the war, the wheel, or a step of the house."""
        table = self.table
        if table.phase == "deciding":
            self._decide(table)
        elif table.phase == "war_wagers" and self.stakes.war_tie and not self._war_ties_made(table):
            for box in wars(table):
                self._do(c.PlaceWager(box.seat, "war_tie", self.stakes.war_tie))
        elif table.phase == "side_bets" and spin_triggered(table) and table.round.spun is None:
            self._do(self._spin(table), SHOE)
        elif self._takes_a_card(table) and self._cover_card_is_next(table):
            self._do(c.MeetCoverCard(), SHOE)
        elif (turn := next_of_the_house(table)) is not None:
            by, command = turn
            self._do(command, by)
        else:
            self._do(c.TurnCard(self._turn(table)), SHOE)

    @staticmethod
    def _war_ties_made(table: Table) -> bool:
        return all(bettor.war_tie for box in wars(table) for bettor in box.bettors)

    @staticmethod
    def _takes_a_card(table: Table) -> bool:
        return table.phase in ("dealing", "war_dealing") or bool(table.cards.burns_due)

    @staticmethod
    def _cover_card_is_next(table: Table) -> bool:
        return bool(table.cut.behind) and table.cover_seat is None and table.cards.in_shoe <= table.cut.behind

    def _decide(self, table: Table) -> None:
        turn = next_to_ask(table)
        if turn is None:
            raise RefusedByTable("nobody is asked")
        seat = turn[0].seat
        hand = self.plan.hand_of[self._bettors(table).index(seat)]
        self._do(c.GoToWar(seat) if self._choose(table, hand) else c.Surrender(seat))

    def _spin(self, table: Table) -> c.SpinWheel:
        """Where the wheel stops is another stream's matter; here it stops at the first seat and the first symbols."""
        rows = table.rules.settlement
        hot = next(row.split(".")[1] for row, line in rows.items() if row.startswith("hot.") and line.amount)
        community = next(row.split(".")[1] for row in rows if row.startswith("community."))
        return c.SpinWheel(self._bettors(table)[0], hot, community)

    def _shuffle(self) -> None:
        """The house's steps until bets are made again; whoever is offered the cut cuts in the middle."""
        while self.table.phase in ("shuffling", "cutting", "loading"):
            by, command = next_of_the_house(self.table) or (DEALER, c.CutCards(self.table.rules.stack // 2))
            self._do(command, by)

    def _seen(self, shoe: int, finished: Table) -> RoundSeen:
        """What the round came to, from the table's events and the state before its last cards were picked up."""
        table = self.table
        mixed = is_continuous(table)
        return RoundSeen(
            shoe=shoe,
            classes=self._classes(finished),
            trigger=spin_fell(finished),
            gone=table.rules.stack - finished.cards.in_shoe,
            last=table.phase == "shuffling" or mixed,
            lines=tuple(event for event in self._events if isinstance(event, e.WagerSettled)),
            meter_paid={
                event.seat: event.amount
                for event in self._events
                if isinstance(event, e.MeterPaid) and event.meter == "progressive"
            },
        )

    def _classes(self, finished: Table) -> tuple[int, ...]:
        original: dict[Seat, str] = {}
        war: dict[Seat, str] = {}
        for event in self._events:
            if isinstance(event, e.HandSettled):
                (war if event.deal == "war" else original)[event.seat] = event.outcome
        classes = [-1] * self.plan.hands
        for place, seat in enumerate(self._bettors(finished)):
            name = class_name(original[seat], war.get(seat), progressive_hand(finished, finished.boxes[seat - 1]))
            classes[self.plan.hand_of[place]] = layout.CLASSES.index(name)
        return tuple(classes)


_WORDS = {"lower": "lose", "higher": "win"}


def class_name(original: str, war: str | None, hand: str) -> str:
    """The outcome class, from the outcomes the table settled by and the progressive hand it saw."""
    if original != "equal":
        return _WORDS[original]
    if war is None:
        return f"{hand}_surrender"
    return hand if war == "equal" else f"{hand}_war_{_WORDS[war]}"


def spin_fell(table: Table) -> bool:
    """Whether the dealer's first card was the one that turns the wheel."""
    spin, card = table.rules.bonus_spin, table.round.dealer_card
    return spin is not None and card is not None and spin.trigger.falls(card)


def deal_at_table(rules: Rules, plan: Plan, seed: int, first: int, shoes: int, limit: int = 0) -> Row:
    """The tally of a range of shoes, dealt at the table; each for so many rounds at most (0: to its end)."""
    counter = Counter(plan)
    table = Reference(rules, plan, usual_stakes(rules), stream_cards(plan, seed), plan_choice(plan))
    rounds = 0
    for seen in table.play(first):
        rounds += 1
        counter.count(seen.classes, trigger=seen.trigger, last=seen.last)
        if limit and rounds == limit and not seen.last:
            break
        if seen.last:
            rounds = 0
            if seen.shoe == first + shoes - 1:
                break
    return counter.finish()
