"""Commands good and bad: for each kind of command, one that might be asked at this table now."""

import random
from collections.abc import Callable, Mapping
from typing import get_args

from wartable.cards import DECK, Card
from wartable.money import MAX_CENTS
from wartable.rulebook.rules import MeterName
from wartable.table import Table
from wartable.table import commands as c
from wartable.table.commands import Command
from wartable.table.procedures.betting import open_wagers
from wartable.table.procedures.meters import side_wagers
from wartable.table.state import bettor_at
from wartable.table.turns import next_to_ask
from wartable.table.words import Wager

PATRONS = tuple(f"patron-{name}" for name in ("ada", "ben", "cleo", "dov", "eve"))
BEHIND = tuple(f"behind-{name}" for name in ("uma", "vic", "wes"))
NAMES = (*PATRONS, *PATRONS, "", "x" * 65)
REASONS = ("the floor saw it", "the floor saw it", " ", "x" * 201)
AMOUNTS = (1000, 1000, 2000, 500, 2500, 1050, 1001, 10, 1, 0, -1000, 10**14, 10**14 + 2)
INSTRUMENTS = ("chips",) * 12 + ("plaques", "cash", "a watch")
STEPS = (
    "shuffle",
    "stack",
    "riffle",
    "strip",
    "plug",
    "turn",
    "wash",
    "machine_shuffle",
    "empty_device",
    "no such step",
)

WAGERS: tuple[Wager, ...] = get_args(Wager)
METERS: tuple[MeterName, ...] = get_args(MeterName)
RATES = ("0.20", "0.1", "0.333", "a fifth")


class Asker:
    """Draws what to ask; `rng` is any source of chance, so that a failure can be found again."""

    def __init__(self, table: Table, rng: random.Random) -> None:
        self.table = table
        self.rng = rng

    def draw(self, kind: type[Command]) -> Command:
        """A command of this kind, which may well be refused."""
        return DRAWN[kind](self) if kind in DRAWN else kind()

    def sometimes(self, percent: int) -> bool:
        return self.rng.randrange(100) < percent

    def seat(self) -> int:
        """A seat of the table, most often one that matters now."""
        seats = [box.seat for box in self.table.boxes if box.patron]
        if seats and self.sometimes(70):
            return self.rng.choice(seats)
        return self.rng.randint(0 if self.sometimes(10) else 1, len(self.table.boxes) + self.sometimes(10))

    def card(self) -> Card:
        """A card that the decks still hold, often of a rank that lies on the layout, so that hands tie."""
        if self.sometimes(2):
            return self.rng.choice((Card("1x"), Card("??"), Card("")))
        left = self.cards_left()
        used_up = [card for card in DECK if card not in left]
        if not left or (used_up and self.sometimes(10)):
            return self.rng.choice(used_up)
        liked = self._liked(left)
        return self.rng.choice(liked if liked and self.sometimes(70) else left)

    def _liked(self, left: tuple[Card, ...]) -> list[Card]:
        """Cards that tie or, where side bets are made, tie in suit or turn the wheel."""
        laid = [card for box in self.table.boxes for card in box.hand] + list(self.table.round.dealer_hand)
        if self.table.rules.progressive and laid and self.sometimes(75):
            return [card for card in left if card == laid[0]]
        spin = self.table.rules.bonus_spin
        if spin and self.sometimes(50):
            return [card for card in left if spin.trigger.falls(card)]
        return [card for card in left if any(card[0] == other[0] for other in laid)]

    def cards_left(self) -> tuple[Card, ...]:
        """Every card that the decks still hold, once."""
        seen = self.table.cards.seen
        return tuple(card for place, card in enumerate(DECK) if seen[place] < self.table.rules.decks)

    def reason(self) -> str:
        return self.rng.choice(REASONS)

    def amount(self) -> int:
        return self.rng.choice(AMOUNTS)

    def stake(self, wager: Wager) -> int:
        """A stake that is offered, mostly."""
        rules = self.table.rules
        side_bet = {"progressive": rules.progressive, "bonus_spin": rules.bonus_spin}.get(wager)
        return self.rng.choice(side_bet.stakes) if side_bet and self.sometimes(85) else self.amount()

    def meter(self) -> MeterName:
        return self.rng.choice(METERS)

    def bettor(self, seat: int) -> str:
        """The seated player, a bettor behind, or somebody who is not there."""
        box = self.table.box(seat)
        names = [bettor.name for bettor in box.bettors] if box else []
        if self.table.rules.bank.backline_max or self.sometimes(5):
            names += ["", *self.rng.sample(BEHIND, 2)]
        if self.sometimes(2):
            names.append("x" * 65)
        return self.rng.choice(names) if names else ""


def _sit(ask: Asker) -> Command:
    return c.Sit(ask.seat(), ask.rng.choice(NAMES))


def _wager(ask: Asker) -> Command:
    seat = ask.seat()
    bettor = ask.bettor(seat)
    box = ask.table.box(seat)
    there = bettor_at(box, bettor) if box else None
    open_now = [wager for wager in open_wagers(ask.table, bettor) if not (there and getattr(there, wager))]
    wager = ask.rng.choice(open_now if open_now and ask.sometimes(80) else WAGERS)
    if there is None and ask.sometimes(80):
        wager = "initial"
    hands = ask.table.rules.electronic.community_cards if ask.table.rules.electronic else 0
    hand = ask.rng.randint(0 if ask.sometimes(5) else 1, hands) if hands and wager == "initial" else 0
    return c.PlaceWager(seat, wager, ask.stake(wager), bettor, ask.rng.choice(INSTRUMENTS), hand)


def _take_back(ask: Asker) -> Command:
    seat = ask.seat()
    return c.TakeBackWager(seat, ask.rng.choice(WAGERS), ask.bettor(seat))


def _depth(ask: Asker) -> int:
    stack = ask.table.rules.stack
    return ask.rng.choice((stack // 2, stack // 2, stack // 3, 0, 1, 5, 52, stack - 1, stack, stack + 1, -1))


def _asked(ask: Asker) -> tuple[int, str]:
    """Mostly whose turn it is."""
    turn = next_to_ask(ask.table)
    if turn and ask.sometimes(80):
        return turn[0].seat, turn[1].name
    seat = ask.seat()
    return seat, ask.bettor(seat)


def _face_up(ask: Asker) -> Command:
    """One card, several, or as many as it takes to empty a shoe."""
    if ask.sometimes(30):
        return c.ReportFaceUpCards(ask.cards_left()[: max(1, ask.table.cards.in_shoe)])
    return c.ReportFaceUpCards(tuple(ask.card() for _ in range(ask.rng.choice((0, 1, 1, 1, 2, 3)))))


def _step(ask: Asker) -> Command:
    known = [step for step, _ in ask.table.todo] + list(ask.table.rules.shuffle.sequence)
    return c.ConfirmStep(ask.rng.choice((*known, *STEPS)))


def _ruling(ask: Asker) -> Command:
    open_now = ask.table.call.choices if ask.table.call else ()
    return c.Rule(ask.rng.choice((*open_now, *open_now, "void", "wait", "lost", "forward")), ask.reason())


def _released(ask: Asker) -> Command:
    return c.ReleasePlayers(tuple(ask.seat() for _ in range(ask.rng.choice((0, 1, 1, 2)))), ask.reason())


def _count(ask: Asker) -> Command:
    return c.CountSideWagers(len(side_wagers(ask.table)) + (1 if ask.sometimes(10) else 0))


def _validated(ask: Asker) -> Command:
    return c.ValidateWin(ask.table.wins[0].seat if ask.table.wins and ask.sometimes(80) else ask.seat())


def _spin(ask: Asker) -> Command:
    rows = [row.split(".")[:2] for row in ask.table.rules.settlement]
    hot = [symbol for ring, symbol in rows if ring == "hot"] + ["none", "no such symbol"]
    community = [symbol for ring, symbol in rows if ring == "community"] + ["no such symbol"]
    return c.SpinWheel(ask.seat(), ask.rng.choice(hot), ask.rng.choice(community))


def _reading(ask: Asker, name: MeterName) -> int:
    now = ask.table.meters[name].reading if name in ask.table.meters else 1000
    return ask.rng.choice((now + 100, now + 1, now, now // 2, 0, -1, MAX_CENTS + 1))


def _sync(ask: Asker) -> Command:
    name = ask.meter()
    return c.SyncMeter(name, _reading(ask, name), ask.sometimes(30))


def _correct(ask: Asker) -> Command:
    name = ask.meter()
    return c.CorrectMeter(name, _reading(ask, name), ask.reason())


DRAWN: Mapping[type[Command], Callable[[Asker], Command]] = {
    c.OpenTable: lambda ask: c.OpenTable(ask.rng.choice(NAMES)),
    c.ConfirmStep: _step,
    c.TakeOver: lambda ask: c.TakeOver(ask.rng.choice(NAMES)),
    c.Sit: _sit,
    c.Leave: lambda ask: c.Leave(ask.seat()),
    c.CutCards: lambda ask: c.CutCards(_depth(ask)),
    c.ReinsertCoverCard: lambda ask: c.ReinsertCoverCard(_depth(ask)),
    c.OrderRecut: lambda ask: c.OrderRecut(ask.reason(), ask.sometimes(50)),
    c.PostBank: lambda ask: c.PostBank(ask.amount() * ask.rng.choice((1, 1, 2, 50))),
    c.TakeRoomFee: lambda ask: c.TakeRoomFee(ask.seat()),
    c.PlaceWager: _wager,
    c.TakeBackWager: _take_back,
    c.TurnCard: lambda ask: c.TurnCard(ask.card()),
    c.Surrender: lambda ask: c.Surrender(*_asked(ask)),
    c.GoToWar: lambda ask: c.GoToWar(*_asked(ask)),
    c.ReportFaceUpCards: _face_up,
    c.ReportDrawnCard: lambda ask: c.ReportDrawnCard(ask.card() if ask.sometimes(50) else None),
    c.ReportMisdelivery: lambda ask: c.ReportMisdelivery(ask.seat(), ask.card()),
    c.ReportMissedHand: lambda ask: c.ReportMissedHand(ask.seat()),
    c.CountSideWagers: _count,
    c.ValidateWin: _validated,
    c.SpinWheel: _spin,
    c.SyncMeter: _sync,
    c.CorrectMeter: _correct,
    c.ChangeRate: lambda ask: c.ChangeRate(ask.meter(), ask.rng.choice(RATES)),
    c.CoverDevice: lambda ask: c.CoverDevice(ask.rng.choice(("covered", "sign"))),
    c.ReportAbsence: lambda ask: c.ReportAbsence(ask.seat()),
    c.Rule: _ruling,
    c.ReleasePlayers: _released,
    c.VoidRound: lambda ask: c.VoidRound(ask.reason()),
}
