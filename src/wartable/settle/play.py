"""Playing a written-down round through the table, command by command, as if it were happening now."""

from collections.abc import Iterator

import msgspec
from msgspec import UNSET
from msgspec.structs import asdict

from wartable.cards import Card
from wartable.money import Cents
from wartable.rulebook import FEEDS, WAGERS, Wager
from wartable.runner import CannotGoOn, FixedPolicy, Runner, Source
from wartable.settle.errors import NotSettled
from wartable.settle.ready import ready_table
from wartable.settle.scenario import BESIDE, Amount, Backline, Scenario, SeatEntry
from wartable.table import METER, Event, Refusal, Seat, Table, wars
from wartable.table import commands as c
from wartable.table import events as e


class RoundRefused(NotSettled):
    """The round could not have happened at this table."""


class Played(msgspec.Struct, frozen=True):
    """A round that was played: what was written, every event, and the burns of its war."""

    scenario: Scenario
    events: tuple[Event, ...]
    war_burns: int
    meters: dict[str, Cents]


def play(scenario: Scenario) -> Played:
    """Play the round from the first wager to the last card picked up."""
    written = _Written(scenario)
    try:
        written.sit_down()
        written.read_meters()
        written.runner.round()
    except CannotGoOn as error:
        allowed = f"; expected 1 to {written.runner.table.rules.seats}" if error.why == Refusal.NO_SUCH_SEAT else ""
        about_the_hand = error.why.startswith(Refusal.NO_SUCH_HAND)  # a wager names its amount and its hand
        where = written.where.removesuffix("initial") + "hand" if about_the_hand else written.where
        raise RoundRefused(f"{where}: {error.why}{allowed}") from None
    return written.finish()


class _Written(FixedPolicy, Source):
    """The round as it was written down: its people, its cards and its wheel, and the place of the entry in use."""

    def __init__(self, scenario: Scenario) -> None:
        super().__init__()
        self.scenario = scenario
        self.seats = scenario.placed()
        ready = ready_table(scenario.rulebook, scenario.house, self.seats[0][1].seat)
        self.runner = Runner(ready, self, self, self._spin)
        self.where = ""
        self._events: list[Event] = []
        self._bets = self._first_bets()
        self._cards: Iterator[tuple[str, Card]] = iter(())
        self._asked: set[tuple[Seat, str]] = set()

    def hear(self, event: Event) -> None:
        """Follow the round; a burned card is not written down."""
        self.where = "the table"
        self._events.append(event)
        if isinstance(event, e.NoMoreBetsCalled):
            electronic = self.runner.table.rules.electronic
            hands = electronic.community_cards if electronic else len(self.scenario.seats)
            self._cards, self._bets = self._deal("cards.deal", self.scenario.cards.deal, hands), self._war_bets()
        elif isinstance(event, e.WarWagersConfirmed):
            self._cards = self._deal("cards.war", self.scenario.cards.war, self._hands_at_war())

    # Before the round

    def sit_down(self) -> None:
        """Seat every player, and the one who banks; the table was opened for the first."""
        first = self.runner.table.arrivals[0]
        for where, entry in self.seats:
            self.where, patron = f"{where}.seat", f"seat {entry.seat}"
            if patron != first:
                self.runner.do(c.Sit(entry.seat, patron))
        bank, banking = self.scenario.bank, self.runner.table.phase == "banking"
        if bank is not UNSET and not banking:
            raise RoundRefused("bank: no player banks under this rulebook, so [bank] is left out")
        if bank is UNSET and banking:
            raise RoundRefused("bank: a player banks under this rulebook, so [bank] with seat and amount is needed")
        if bank is not UNSET:
            self.where = "bank.seat"
            self.runner.do(c.Sit(bank.seat, f"seat {bank.seat}"))

    def banks(self, _table: Table, seat: Seat, /) -> Cents:
        """The offer goes round until it reaches the player who banked."""
        self.where, bank = "bank.amount", self.scenario.bank
        return int(bank.amount) if bank and bank.seat == seat else 0

    def read_meters(self) -> None:
        """Set the meters as they were written down: exactly those of the wagers that are offered."""
        written, offered = asdict(self.scenario.meters), self.runner.table.meters
        for meter in FEEDS:
            reading = int(written[meter])
            if reading and meter not in offered:
                raise RoundRefused(f"meters.{meter}: the house offers no wager with this meter")
            if not reading and meter in offered:
                raise RoundRefused(f"meters.{meter}: is missing; the reading before the round is needed")
            if reading:
                self.where = f"meters.{meter}"
                self.runner.do(c.SyncMeter(meter, reading, paid_elsewhere=True), METER)

    # The wagers

    def wager(self, _table: Table, /) -> c.PlaceWager | None:
        self.where, command = next(self._bets, ("seats", None))
        return command

    def _first_bets(self) -> Iterator[tuple[str, c.PlaceWager]]:
        for where, entry in self.seats:
            if not entry.hand and self.runner.table.rules.electronic is not None:
                raise RoundRefused(f"{where}.hand: is missing; the number of a community card is needed")
            initial = c.PlaceWager(entry.seat, "initial", int(entry.initial), hand=entry.hand)
            yield f"{where}.initial", initial
            yield from _bets_beside(where, entry, "betting")
            for behind, bettor in enumerate(entry.backline):
                yield from _bet(f"{where}.backline[{behind}]", entry.seat, bettor.name, "initial", bettor.initial)
                yield from _bet(f"{where}.backline[{behind}]", entry.seat, bettor.name, "tie", bettor.tie)

    def _war_bets(self) -> Iterator[tuple[str, c.PlaceWager]]:
        self._check_choices()
        if not self.scenario.cards.war:
            raise RoundRefused(
                f"cards.war: expected {self._hands_at_war() + 1} cards, one for each hand at war and one for the dealer"
            )
        for where, entry in self.seats:
            yield from _bets_beside(where, entry, "war_wagers")

    # The cards and the wheel

    def next_card(self) -> Card:
        self.where, card = next(self._cards)
        return card

    def _hands_at_war(self) -> int:
        return len({box.community or box.seat for box in wars(self.runner.table)})

    @staticmethod
    def _deal(where: str, cards: tuple[Card, ...], hands: int) -> Iterator[tuple[str, Card]]:
        if len(cards) != hands + 1:
            raise RoundRefused(f"{where}: expected {hands + 1} cards, one for each hand and one for the dealer")
        for place, card in enumerate(cards):
            yield f"{where}[{place}]", card

    def _spin(self, _table: Table) -> c.SpinWheel:
        self.where, spin = "spin", self.scenario.spin
        if spin is UNSET:
            raise RoundRefused("spin: the wheel was turned, so [spin] with hot_seat, hot and community is needed")
        if any(isinstance(event, e.WheelRespun) for event in self._events):
            raise RoundRefused("spin.hot_seat: no wager lies there, so the wheel is turned again; write its last stop")
        return c.SpinWheel(spin.hot_seat, spin.hot, spin.community)

    # The choices

    def goes_to_war(self, _table: Table, seat: Seat, bettor: str, /) -> bool:
        self._asked.add((seat, bettor))
        where, entry = next((at, one) for *who, at, one in self._bettors() if who == [seat, bettor])
        if entry.on_tie is UNSET:
            raise RoundRefused(f'{where}.on_tie: the card ties, so "war" or "surrender" is needed')
        self.where = f"{where}.on_tie"
        return entry.on_tie == "war"

    def _check_choices(self) -> None:
        """A decision is written exactly where one was asked for."""
        for seat, name, where, entry in self._bettors():
            if entry.on_tie is not UNSET and (seat, name) not in self._asked:
                raise RoundRefused(f"{where}.on_tie: no choice was offered here, so none is written")

    def _bettors(self) -> Iterator[tuple[int, str, str, SeatEntry | Backline]]:
        for where, entry in self.seats:
            yield entry.seat, "", where, entry
            for behind, bettor in enumerate(entry.backline):
                yield entry.seat, bettor.name, f"{where}.backline[{behind}]", bettor

    # After the round

    def finish(self) -> Played:
        """Return the round, unless something was written that never happened in it."""
        self._check_choices()
        kinds = [type(event) for event in self._events]
        fought = e.WarWagersConfirmed in kinds
        if self.scenario.cards.war and not fought:
            raise RoundRefused("cards.war: no seat is at war, so no war cards are expected")
        if self.scenario.spin is not UNSET and e.WheelSpun not in kinds:
            raise RoundRefused("spin: the wheel was not turned, so no [spin] is written")
        burns = kinds[kinds.index(e.WarWagersConfirmed) :].count(e.CardBurned) if fought else 0
        readings = {name: meter.reading for name, meter in self.runner.table.meters.items()}
        return Played(self.scenario, tuple(self._events), burns, readings)


def _bets_beside(where: str, entry: SeatEntry, phase: str) -> Iterator[tuple[str, c.PlaceWager]]:
    written = asdict(entry)
    for wager in BESIDE:
        if WAGERS[wager].placed_in == phase:
            yield from _bet(where, entry.seat, "", wager, written[wager])


def _bet(where: str, seat: Seat, bettor: str, wager: Wager, amount: Amount) -> Iterator[tuple[str, c.PlaceWager]]:
    """A bettor behind a seat may have any name, so the money is told apart by the place."""
    if amount:
        patron = f"behind seat {seat}: {bettor}" if bettor else ""
        yield f"{where}.{wager}", c.PlaceWager(seat, wager, int(amount), bettor, patron=patron)
