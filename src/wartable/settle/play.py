"""Playing a written-down round through the table, command by command, as if it were happening now."""

from collections.abc import Iterator

import msgspec
from msgspec import UNSET
from msgspec.structs import asdict

from wartable.cards import Card
from wartable.money import Cents
from wartable.settle.errors import NotSettled
from wartable.settle.ready import ready_table
from wartable.settle.scenario import Amount, Backline, Scenario, SeatEntry
from wartable.table import Actor, Event, Table, act, next_of_the_house
from wartable.table import commands as c
from wartable.table.actors import DEALER, METER, SHOE
from wartable.table.commands import Command
from wartable.table.procedures.meters import FEEDS
from wartable.table.refusals import Refused
from wartable.table.turns import next_to_ask, wars
from wartable.table.words import Wager


class Refusal(NotSettled):
    """The round could not have happened at this table."""


class Played(msgspec.Struct, frozen=True):
    """A round that was played: what was written, every event, and the burns of its war."""

    scenario: Scenario
    events: tuple[Event, ...]
    war_burns: int
    meters: dict[str, Cents]


def play(scenario: Scenario) -> Played:
    """Play the round from the first wager to the last card picked up."""
    hand = _Hand(scenario, ready_table(scenario.rulebook, scenario.house))
    hand.sit_down()
    hand.read_meters()
    hand.bet()
    hand.deal()
    hand.settle()
    hand.decide()
    hand.fight()
    return hand.finish()


class _Hand:
    """The round while it is played: the table as it stands, and what has happened."""

    def __init__(self, scenario: Scenario, table: Table) -> None:
        self.scenario = scenario
        self.seats = scenario.placed()
        self.table = table
        self.events: list[Event] = []
        self.war_burns = 0

    def do(self, where: str, command: Command, by: Actor = DEALER) -> None:
        done = act(self.table, command, by)
        if isinstance(done, Refused):
            raise Refusal(f"{where}: {done}")
        self.table, events = done
        self.events.extend(events)

    def sit_down(self) -> None:
        """Everybody takes their seat; where a player banks, the offer goes round until it reaches the one who did."""
        for where, entry in self.seats:
            self.do(f"{where}.seat", c.Sit(entry.seat, f"seat {entry.seat}"))
        bank = self.scenario.bank
        if self.table.phase != "banking":
            if bank is not UNSET:
                raise Refusal("bank: no player banks under this rulebook, so [bank] is left out")
            return
        if bank is UNSET:
            raise Refusal("bank: a player banks under this rulebook, so [bank] with seat and amount is needed")
        self.do("bank.seat", c.Sit(bank.seat, f"seat {bank.seat}"))
        self.do("bank.seat", c.OfferBank())
        while self.table.banker.offer != bank.seat:
            self.do("bank.seat", c.DeclineBank())
        self.do("bank.amount", c.PostBank(int(bank.amount)))

    def read_meters(self) -> None:
        """The meters stand where they were written down: exactly those of the wagers that are offered."""
        written = asdict(self.scenario.meters)
        for meter in FEEDS:
            reading = int(written[meter])
            if reading and meter not in self.table.meters:
                raise Refusal(f"meters.{meter}: the house offers no wager with this meter")
            if not reading and meter in self.table.meters:
                raise Refusal(f"meters.{meter}: is missing; the reading before the round is needed")
            if reading:
                self.do(f"meters.{meter}", c.SyncMeter(meter, reading, paid_elsewhere=True), METER)

    def bet(self) -> None:
        """The wagers go down, then the betting closes."""
        for where, entry in self.seats:
            if not entry.hand and self.table.rules.electronic is not None:
                raise Refusal(f"{where}.hand: is missing; the number of a community card is needed")
            initial = c.PlaceWager(entry.seat, "initial", int(entry.initial), hand=entry.hand)
            self.do(f"{where}.{'hand' if entry.hand else 'initial'}", initial)
            self._bet(where, entry.seat, "", "tie", entry.tie)
            self._bet(where, entry.seat, "", "progressive", entry.progressive)
            self._bet(where, entry.seat, "", "bonus_spin", entry.bonus_spin)
            self._bet(where, entry.seat, "", "match_play", entry.match_play)
            for behind, bettor in enumerate(entry.backline):
                self._bet(f"{where}.backline[{behind}]", entry.seat, bettor.name, "initial", bettor.initial)
                self._bet(f"{where}.backline[{behind}]", entry.seat, bettor.name, "tie", bettor.tie)
        self.do("seats", c.CallNoMoreBets())
        self._go_on("counting")

    def _bet(self, where: str, seat: int, bettor: str, wager: Wager, amount: Amount) -> None:
        """A bettor behind a seat may have any name, so the money is told apart by the place."""
        if amount:
            patron = f"behind seat {seat}: {bettor}" if bettor else ""
            self.do(f"{where}.{wager}", c.PlaceWager(seat, wager, int(amount), bettor, patron=patron))

    def deal(self) -> None:
        """One card for each seat with an initial wager, or every community card, then the dealer's."""
        electronic = self.table.rules.electronic
        hands = electronic.community_cards if electronic else len(self.scenario.seats)
        self._turn("cards.deal", self.scenario.cards.deal, hands)

    def _turn(self, where: str, cards: tuple[Card, ...], hands: int) -> None:
        if len(cards) != hands + 1:
            raise Refusal(f"{where}: expected {hands + 1} cards, one for each hand and one for the dealer")
        for place, card in enumerate(cards):
            self._go_on("picking_up", "dealing", "war_dealing")
            self.do(f"{where}[{place}]", c.TurnCard(card), SHOE)

    def settle(self) -> None:
        """Every hand is compared and settled."""
        self._go_on("settling", "validating")
        self._spin()

    def decide(self) -> None:
        """Tied bettors are asked in order; a decision is written exactly where one was asked for."""
        asked: set[tuple[int, str]] = set()
        while self.table.phase == "deciding" and (turn := next_to_ask(self.table)):
            seat, name = turn[0].seat, turn[1].name
            asked.add((seat, name))
            where, entry = self._entry(seat, name)
            if entry.on_tie is UNSET:
                raise Refusal(f'{where}.on_tie: the card ties, so "war" or "surrender" is needed')
            command = c.GoToWar(seat, name) if entry.on_tie == "war" else c.Surrender(seat, name)
            self.do(f"{where}.on_tie", command)
            self._go_on("validating")
        for seat, name, where, entry in self._bettors():
            if entry.on_tie is not UNSET and (seat, name) not in asked:
                raise Refusal(f"{where}.on_tie: no choice was offered here, so none is written")

    def _bettors(self) -> Iterator[tuple[int, str, str, SeatEntry | Backline]]:
        for where, entry in self.seats:
            yield entry.seat, "", where, entry
            for behind, bettor in enumerate(entry.backline):
                yield entry.seat, bettor.name, f"{where}.backline[{behind}]", bettor

    def _entry(self, seat: int, name: str) -> tuple[str, SeatEntry | Backline]:
        for at, bettor, where, entry in self._bettors():
            if (at, bettor) == (seat, name):
                return where, entry
        raise LookupError(f"nobody called {name!r} is at seat {seat}")

    def fight(self) -> None:
        """The wars are wagered, dealt and settled."""
        hands, cards = len({box.community or box.seat for box in wars(self.table)}), self.scenario.cards.war
        if not cards and not hands:
            return
        if not hands:
            raise Refusal("cards.war: nobody is at war, so no war cards are written")
        if not cards:
            raise Refusal(f"cards.war: expected {hands + 1} cards, one for each hand at war and one for the dealer")
        self._go_on("picking_up")
        for where, entry in self.seats:
            self._bet(where, entry.seat, "", "war_tie", entry.war_tie)
        self._go_on("war_wagers")
        self._turn("cards.war", cards, hands)
        self.war_burns = self.table.round.war_burns
        self._go_on("war_settling", "validating")

    def _go_on(self, *phases: str) -> None:
        """Do the steps that need nobody's choice while the table is in one of these phases."""
        while self.table.phase in phases and (turn := next_of_the_house(self.table)):
            by, command = turn
            self.do("the table", command, by)

    def _spin(self) -> None:
        """The wheel stops where it was written down, if the house turns it now."""
        if self.table.phase == "side_bets":
            self._go_on("validating", "side_bets")
            spin = self.scenario.spin
            if self.table.phase == "side_bets":
                if spin is UNSET:
                    raise Refusal("spin: the wheel was turned, so [spin] with hot_seat, hot and community is needed")
                self.do("spin", c.SpinWheel(spin.hot_seat, spin.hot, spin.community), SHOE)
                self._go_on("validating", "side_bets")

    def finish(self) -> Played:
        """The side bets are settled, the cards are picked up and the round is over."""
        self._spin()
        if self.scenario.spin is not UNSET and self.table.round.spun is None:
            raise Refusal("spin: the wheel was not turned, so no [spin] is written")
        self._go_on("picking_up")
        readings = {name: meter.reading for name, meter in self.table.meters.items()}
        return Played(self.scenario, tuple(self.events), self.war_burns, readings)
