"""The reference: the same plan through the real table, command by command, with the cards of the same stream.

It is slow and shares no code with the kernels; the tests compare them with it round by round.
"""

from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import count

import msgspec

from wartable.cards import DECK, RANKS, SUITS, Card, rank
from wartable.money import MAX_CENTS, Cents
from wartable.rulebook import Rules, Stakes
from wartable.runner import FixedPolicy, Runner, Source, open_table
from wartable.sim import layout
from wartable.sim.plan import Row, SimPlan
from wartable.sim.stream import Shoe, card_of
from wartable.sim.tally import Counter
from wartable.sim.wagers import usual_stakes
from wartable.table import Event, Seat, Table, is_continuous, progressive_hand, spin_fell
from wartable.table import commands as c
from wartable.table import events as e

BANK: Cents = MAX_CENTS // 10
"""More than any round can ask of a player who banks."""

DealtCards = Callable[[int], Callable[[], Iterator[Card]]]
"""For a shoe's number, the source of the cards of its next deal."""
Choose = Callable[[Table, int], bool]
"""Whether a hand goes to war."""


def stream_cards(plan: SimPlan, seed: int) -> DealtCards:
    """Return the cards of the stream that the kernels deal from."""

    def of_shoe(number: int) -> Callable[[], Iterator[Card]]:
        shoe = Shoe(seed, number, plan.decks)
        return lambda: map(card_of, shoe.deal())

    return of_shoe


def plan_choice(plan: SimPlan) -> Choose:
    """Return each hand's strategy; a counter counts the cards that the table has seen."""

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
    """The result of one round at the table."""

    shoe: int
    classes: tuple[int, ...]
    """The outcome class of each hand; -1 without a wager."""
    trigger: bool
    gone: int
    """Cards that have left the shoe, burned ones included."""
    last: bool
    """Whether the cards are shuffled after it."""
    lines: tuple[e.WagerSettled, ...]
    meter_paid: dict[Seat, Cents]
    """The amount of the progressive meter that each seat won."""


class _Cards(Source):
    """The cards of shoe after shoe; every deal, original or war, begins anew."""

    def __init__(self, cards: DealtCards) -> None:
        self._cards = cards
        self._deal: Iterator[Card] = iter(())

    def take(self, shoe: int) -> None:
        self._next_deal = self._cards(shoe)

    def next_card(self) -> Card:
        return next(self._deal)

    def hear(self, event: Event) -> None:
        if isinstance(event, e.NoMoreBetsCalled | e.WarWagersConfirmed):
            self._deal = self._next_deal()


class _Plan(FixedPolicy):
    def __init__(self, plan: SimPlan, stakes: Stakes, choose: Choose) -> None:
        super().__init__(tuple((wager, stake) for wager, stake in stakes.items() if stake), bank=BANK)
        self._plan = plan
        self._choose = choose

    def bettors(self, table: Table) -> list[Seat]:
        return [box.seat for box in table.boxes if box.patron and box.seat != table.banker.seat][: self._plan.seats]

    def hand_of(self, table: Table, seat: Seat) -> int:
        return self._hand(table, seat) + 1 if table.rules.electronic else 0

    def goes_to_war(self, table: Table, seat: Seat, _bettor: str, /) -> bool:
        return self._choose(table, self._hand(table, seat))

    def _hand(self, table: Table, seat: Seat) -> int:
        return self._plan.hand_of[self.bettors(table).index(seat)]

    def spin(self, table: Table) -> c.SpinWheel:
        """Stop the wheel at the first seat and the first symbols; the simulation does not draw the wheel."""
        rows = table.rules.settlement
        hot = next(row.split(".")[1] for row, line in rows.items() if row.startswith("hot.") and line.amount)
        community = next(row.split(".")[1] for row in rows if row.startswith("community."))
        return c.SpinWheel(self.bettors(table)[0], hot, community)


class Reference:
    """A table at which a plan is played, shoe after shoe."""

    def __init__(self, rules: Rules, plan: SimPlan, stakes: Stakes, cards: DealtCards, choose: Choose) -> None:
        self.plan = plan
        self._events: list[Event] = []
        self._source = _Cards(cards)
        self._policy = _Plan(plan, stakes, choose)
        self._runner = Runner(open_table(rules), self._source, self._policy, self._policy.spin)
        for seat in range(2, plan.seats + 1 + (rules.bank.by == "player")):
            self._runner.do(c.Sit(seat, f"seat {seat}"))

    def play(self, first_shoe: int) -> Iterator[RoundSeen]:
        """Yield rounds without end, from the first of this shoe on."""
        for shoe in count(first_shoe):
            self._source.take(shoe)
            seen = None
            while not seen or not seen.last:
                seen = self._play_round(shoe)
                yield seen

    def _play_round(self, shoe: int) -> RoundSeen:
        self._events = []
        finished = before = self._runner.table
        for done in self._runner.round():
            self._events.extend(done.events)
            finished, before = before, done.table
        return self._seen(shoe, finished)

    def _seen(self, shoe: int, finished: Table) -> RoundSeen:
        """What the round came to, from the table's events and the state before its last cards were picked up."""
        table = self._runner.table
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
        for place, seat in enumerate(self._policy.bettors(finished)):
            name = class_name(original[seat], war.get(seat), progressive_hand(finished, finished.boxes[seat - 1]))
            classes[self.plan.hand_of[place]] = layout.CLASSES.index(name)
        return tuple(classes)


_WORDS = {"lower": "lose", "higher": "win"}


def class_name(original: str, war: str | None, hand: str) -> str:
    """Return the outcome class, from the outcomes the table settled by and the progressive hand it saw."""
    if original != "equal":
        return _WORDS[original]
    if war is None:
        return f"{hand}_surrender"
    return hand if war == "equal" else f"{hand}_war_{_WORDS[war]}"


def deal_at_table(rules: Rules, plan: SimPlan, seed: int, first: int, shoes: int, limit: int = 0) -> Row:
    """Return the tally of a range of shoes, dealt at the table; each for at most `limit` rounds (0: to its end)."""
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
