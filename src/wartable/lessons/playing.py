"""Playing a situation at a real table, and reading what it did to one player's chips."""

from collections.abc import Iterator
from math import lcm

import msgspec
from msgspec.structs import replace

from wartable.cards import Card
from wartable.ledger import balances, patron
from wartable.lessons.situations import LessonSituation, hands_of
from wartable.money import Cents, say_cents
from wartable.rulebook import WAGERS, Rules, Wager
from wartable.runner import FixedPolicy, Runner, Source, open_table
from wartable.table import (
    DEALER,
    DEALER_SEAT,
    Event,
    Refused,
    Seat,
    Table,
    Words,
    bettor_at,
    decide,
    next_card_for,
    say,
    wheel_of,
    words_of,
)
from wartable.table import commands as c
from wartable.table import events as e

YOU: Seat = 1
NEIGHBOUR: Seat = 2
STAKES: tuple[Cents, ...] = (10_00, 20_00, 5_00, 25_00, 50_00, 100_00, 1_00)
"""Amounts that are easy to compare; the first that the table accepts is bet."""
OTHER_HANDS = Card("3c")
"""A community card on which no player of the example bets."""
BANK: Cents = 1_000_000_00
TOLD = (e.TieSurrendered, e.WarDeclared, e.WagerReturned, e.WagerSettled, e.RoomFeeTaken)


class NoExample(RuntimeError):
    """A situation cannot be played under these rules."""


class ExampleStake(msgspec.Struct, frozen=True):
    """Chips that lie in front of you."""

    wager: Wager
    word: str
    amount: Cents


class PlayedExample(msgspec.Struct, frozen=True):
    """A round that was played: your cards and the dealer's, your stakes, what happened to them, and your result."""

    title: str
    cards: tuple[Card, ...]
    dealer: tuple[Card, ...]
    stakes: tuple[ExampleStake, ...]
    says: tuple[str, ...]
    net: Cents
    others: tuple[Card, ...] = ()
    """The cards of the other player in the example."""


def play_situation(rules: Rules, situation: LessonSituation, coupons: tuple[Cents, ...]) -> PlayedExample:
    """Play a situation to its end, and tell it to the player at the first seat."""
    played = _Situation(rules, situation, coupons)
    events = tuple(played.round())
    words = replace(words_of(rules), you=True)
    return PlayedExample(
        title=situation.title,
        cards=played.cards[YOU],
        dealer=played.cards[DEALER_SEAT],
        stakes=tuple(_stakes(events, words)),
        says=tuple(_sentences(events, words, short=situation.bank_is_short)),
        net=balances(events).get(patron(_name(YOU)), 0),
        others=played.cards[NEIGHBOUR],
    )


def _name(seat: Seat) -> str:
    return f"seat {seat}"


def _stakes(events: tuple[Event, ...], words: Words) -> Iterator[ExampleStake]:
    for event in events:
        if isinstance(event, e.WagerPlaced) and event.seat == YOU:
            word = words.initial.removesuffix(" wager") if event.wager == "initial" else WAGERS[event.wager].short
            yield ExampleStake(event.wager, word, event.amount)
        elif isinstance(event, e.WarDeclared) and event.seat == YOU:
            yield ExampleStake("war", WAGERS["war"].short, event.stake)


def _sentences(events: tuple[Event, ...], words: Words, *, short: bool) -> Iterator[str]:
    for event in events:
        if isinstance(event, e.BankPosted) and short:
            yield f"The bank holds {say_cents(event.amount)}."
        elif isinstance(event, e.WheelSpun):
            yield _stopped(event, words.rules)
        elif isinstance(event, TOLD) and event.seat == YOU:
            uncited = replace(event, clauses=()) if hasattr(event, "clauses") else event
            yield say(uncited, words)


def _stopped(event: e.WheelSpun, rules: Rules) -> str:
    """Where the wheel stopped, with the house's names of its meters."""
    symbols = rules.bonus_spin.symbols if rules.bonus_spin else None
    names = {"primary": symbols.primary, "secondary": symbols.secondary} if symbols else {}
    where = "your place" if event.hot_seat == YOU else f"seat {event.hot_seat}"
    ring = f"the community ring shows {event.community}"
    return f"The wheel stops at {where}, on {names.get(event.hot, event.hot)}; {ring}."


class _Situation(FixedPolicy, Source):
    """The people, the cards and the wheel of a situation."""

    def __init__(self, rules: Rules, situation: LessonSituation, coupons: tuple[Cents, ...]) -> None:
        super().__init__(war=situation.goes_to_war)
        self.rules, self.situation, self.coupons = rules, situation, coupons
        hands = hands_of(rules, situation)
        self.cards = {YOU: hands.yours, NEIGHBOUR: hands.neighbours, DEALER_SEAT: hands.dealers}
        self._bank = max(rules.bank.least, STAKES[0]) if situation.bank_is_short else BANK
        self.runner = Runner(open_table(rules, YOU), self, self, self._stop)

    def round(self) -> Iterator[Event]:
        """Play the round. A player who banks, or a second one with the same wagers, sits down first."""
        if self.situation.neighbours or self.rules.bank.by == "player":
            self.runner.do(c.Sit(NEIGHBOUR, _name(NEIGHBOUR)))
        for done in self.runner.round():
            yield from done.events

    # The people

    def wager(self, table: Table, /) -> c.PlaceWager | None:
        """Return the next wager of a player that is not made yet, at the first amount that the table accepts."""
        for seat in (YOU, NEIGHBOUR)[: 1 + bool(self.situation.neighbours)]:
            box = table.boxes[seat - 1]
            bettor = bettor_at(box, "")
            for wager in ("initial", *self.situation.beside):
                at_war = WAGERS[wager].placed_in == "war_wagers"
                if at_war == (table.phase == "war_wagers") and not (bettor and bettor.stakes[wager]):
                    return self._accepted(table, seat, wager)
        return None

    def _accepted(self, table: Table, seat: Seat, wager: Wager) -> c.PlaceWager:
        hand = self.hand_of(table, seat) if wager == "initial" else 0
        for amount in self._amounts(wager):
            placed = c.PlaceWager(seat, wager, amount, hand=hand)
            if not isinstance(decide(table, placed, DEALER), Refused):
                return placed
        raise NoExample(f"{wager}: the table accepts no amount")

    def _amounts(self, wager: Wager) -> tuple[Cents, ...]:
        """What may be bet, the best example first; more than the bank where the bank is short."""
        row = WAGERS[wager]
        fixed = self.coupons if row.kind == "coupon" else row.stakes(self.rules)
        if fixed or row.kind == "coupon":
            return fixed
        low, high = row.limits.values(self.rules.limits)
        halves = lcm(2, self.rules.limits.step or 1)
        usual = (*STAKES, low or 0, -(-(low or 1) // halves) * halves, high or 0)
        return tuple(amount for amount in usual if not self.situation.bank_is_short or amount > self._bank)

    def banks(self, _table: Table, seat: Seat, /) -> Cents:
        return self._bank if seat == NEIGHBOUR else 0

    # The cards and the wheel

    def next_card(self) -> Card:
        """Return the card of the hand that is dealt next."""
        table = self.runner.table
        war = table.phase == "war_dealing"
        cards = self.cards.get(next_card_for(table) or DEALER_SEAT, ())
        return cards[war] if len(cards) > war else OTHER_HANDS

    def hear(self, event: Event) -> None:
        """A burned card is not part of the example."""

    def _stop(self, _table: Table) -> c.SpinWheel:
        """Stop at the place and at the symbols that pay: the meter, or the smallest amounts of the rings."""
        wheel, pays = wheel_of(self.rules), self.rules.settlement
        if wheel is None:
            raise NoExample("there is no wheel")
        meters = [symbol for symbol, _ in wheel.hot if pays[f"hot.{symbol}.bonus_spin"].meter]
        amounts = [(pays[f"hot.{symbol}.bonus_spin"].amount, symbol) for symbol, _ in wheel.hot if symbol not in meters]
        community = [(pays[f"community.{symbol}.community"].amount, symbol) for symbol, _ in wheel.community]
        on_meter = self.situation.stop == "meter"
        if not (meters if on_meter else amounts):
            raise NoExample("the wheel has no such symbol")
        seat = NEIGHBOUR if self.situation.stop == "neighbour" else YOU
        return c.SpinWheel(seat, meters[0] if on_meter else min(amounts)[1], min(community)[1])
