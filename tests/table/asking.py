"""Commands good and bad: for each kind of command, one that might be asked at this table now."""

import random
from collections.abc import Callable, Mapping, Sequence
from typing import Literal, TypeVar, get_args

from tests.told import seal_of
from wartable.cards import DECK, Card
from wartable.money import MAX_CENTS
from wartable.rulebook.rules import MeterName, Ruling
from wartable.rulebook.wagers import WAGERS, Wager
from wartable.table import Table
from wartable.table import commands as c
from wartable.table.commands import Command
from wartable.table.procedures.betting import open_wagers
from wartable.table.procedures.counting import accepted, side_wagers
from wartable.table.procedures.misplaced import entered_cards
from wartable.table.procedures.seal import commitment_of
from wartable.table.side_bets import meters_hit
from wartable.table.state import bettor_at
from wartable.table.stock import cover_cards_with
from wartable.table.turns import hands_to_pick_up, next_to_ask, next_to_deal
from wartable.table.words import DEALER_SEAT, Misread

PATRONS = tuple(f"patron-{name}" for name in ("ada", "ben", "cleo", "dov", "eve"))
BEHIND = tuple(f"behind-{name}" for name in ("uma", "vic", "wes"))
BAD_NAMES = ("", " ", "x" * 65)
REASONS = ("the floor saw it",)
BAD_REASONS = (" ", "x" * 201)
AMOUNTS = (10_00, 10_00, 20_00, 5_00, 25_00)
BAD_AMOUNTS = (12_00, 10_50, 10_01, 10, 1, 0, -10_00, 6000_00, 10**14, 10**14 + 2)
BAD_INSTRUMENTS = ("plaques", "cash", "a watch")
STEPS = (
    "shuffle",
    "stack",
    "riffle",
    "strip",
    "plug",
    "turn",
    "machine_shuffle",
    "empty_device",
    "jam_control",
    "no such step",
)
RULINGS: tuple[Ruling, ...] = get_args(Ruling)
METERS: tuple[MeterName, ...] = get_args(MeterName)
CHECKED: tuple[Literal["verify_hand", "check_light"], ...] = ("verify_hand", "check_light")
RATES = ("0.20", "0.10")
BAD_RATES = ("0.333", "a fifth")
BAD_SYMBOLS = ("none", "no such symbol")
SEEDS = tuple(bytes([number]) * 32 for number in range(3))
BAD_SEEDS = ("7" * 64, "no seed")
BAD_COMMITMENTS = ("no commitment", "F" * 64)
WORDS = ("", "", "seven")
BAD_WORDS = ("w" * 201, "\ud800")
MISREAD: tuple[Misread, ...] = get_args(Misread)

T = TypeVar("T")


class Asker:
    """Draws what to ask; `rng` is any source of chance, so that a failure can be found again."""

    def __init__(self, table: Table, rng: random.Random, *, careful: bool = False) -> None:
        self.table = table
        self.rng = rng
        self.careful = careful
        """A careful walker makes no mistake in what is asked, though it may still be the wrong moment for it."""

    def draw(self, kind: type[Command]) -> Command:
        """A command of this kind, which may well be refused."""
        return DRAWN[kind](self) if kind in DRAWN else kind()

    def sometimes(self, percent: int) -> bool:
        return self.rng.randrange(100) < percent

    def by_mistake(self, percent: int) -> bool:
        return not self.careful and self.sometimes(percent)

    def one_of(self, good: Sequence[T], bad: Sequence[T], percent: int = 40) -> T:
        """Something good or, by mistake, something bad."""
        return self.rng.choice(bad if not good or self.by_mistake(percent) else good)

    def seat(self) -> int:
        """A seat of the table, most often one that a player sits at."""
        taken = [box.seat for box in self.table.boxes if box.patron]
        if taken and (self.careful or self.sometimes(70)):
            return self.rng.choice(taken)
        return self.rng.randint(0 if self.by_mistake(10) else 1, len(self.table.boxes) + self.by_mistake(10))

    def card(self) -> Card:
        """A card that the decks still hold, often of a rank that lies on the layout, so that hands tie."""
        if self.by_mistake(10):
            return self.rng.choice((Card("1x"), Card("??"), Card("")))
        left = self.cards_left()
        used_up = [card for card in DECK if card not in left]
        if not left or (used_up and self.by_mistake(30)):
            return self.rng.choice(used_up)
        liked = self._liked(left)
        return self.rng.choice(liked if liked and self.sometimes(70) else left)

    def _liked(self, left: tuple[Card, ...]) -> list[Card]:
        """Cards that tie or, where side bets are made, tie in suit or turn the wheel."""
        laid = [card for box in self.table.boxes for card in box.hand] + list(self.table.round.dealer_hand)
        spin = self.table.rules.bonus_spin
        if spin and self.table.phase == "dealing" and next_to_deal(self.table) == DEALER_SEAT and self.sometimes(50):
            return [card for card in left if spin.trigger.falls(card)]
        if self.table.rules.progressive and laid and self.sometimes(70):
            alike = self.rng.choice(laid)
            return [card for card in left if card == alike]
        return [card for card in left if any(card[0] == other[0] for other in laid)]

    def cards_left(self) -> tuple[Card, ...]:
        """Every card that the decks still hold, once."""
        seen = self.table.cards.seen
        return tuple(card for place, card in enumerate(DECK) if seen[place] < self.table.rules.decks)

    def reason(self) -> str:
        return self.one_of(REASONS, BAD_REASONS, 20)

    def amount(self) -> int:
        return self.one_of(AMOUNTS, BAD_AMOUNTS)

    def name(self) -> str:
        return self.one_of(PATRONS, BAD_NAMES, 10)

    def stake(self, wager: Wager) -> int:
        """A stake that is offered, mostly."""
        offered = WAGERS[wager].stakes(self.table.rules)
        return self.one_of(offered, AMOUNTS, 30) if offered else self.amount()

    def meter(self) -> MeterName:
        return self.one_of([name for name in METERS if name in self.table.meters], METERS, 20)

    def bettor(self, seat: int) -> str:
        """The seated player, a bettor behind, or a player who is not there."""
        box = self.table.box(seat)
        names = [bettor.name for bettor in box.bettors] if box else []
        if self.by_mistake(5):
            names.append("x" * 65)
        if self.table.rules.bank.backline_max or self.by_mistake(5):
            names += ["", *BEHIND] if names or not self.careful else []
        return self.rng.choice(names) if names else ""


def _sit(ask: Asker) -> Command:
    free = [box.seat for box in ask.table.boxes if not box.patron]
    return c.Sit(ask.rng.choice(free) if free and (ask.careful or ask.sometimes(50)) else ask.seat(), ask.name())


def _wager(ask: Asker) -> Command:
    betting = [box.seat for box in ask.table.boxes if box.patron not in ("", ask.table.banker.patron)]
    seat = ask.rng.choice(betting) if betting and not ask.by_mistake(30) else ask.seat()
    bettor = ask.bettor(seat)
    box = ask.table.box(seat)
    there = bettor_at(box, bettor) if box else None
    open_now = [wager for wager in open_wagers(ask.table, bettor) if not (there and there.stakes[wager])]
    if there is None and "initial" in open_now:
        open_now = ["initial"]
    wager = ask.one_of(open_now, tuple(WAGERS), 30)
    hands = ask.table.rules.electronic.community_cards if ask.table.rules.electronic else 0
    hand = ask.rng.randint(1, hands) if hands and wager == "initial" else 0
    instrument = ask.one_of(ask.table.rules.wager.instruments, BAD_INSTRUMENTS, 10)
    patron = ask.rng.choice(("", *PATRONS)) if bettor else ""
    hand = 9 if ask.by_mistake(5) else hand
    words = ask.one_of(WORDS, BAD_WORDS, 10) if ask.table.seal.terms and not ask.careful else ""
    return c.PlaceWager(seat, wager, ask.stake(wager), bettor, instrument, hand, patron, words)


def _late(ask: Asker) -> Command:
    asked = _wager(ask)
    assert isinstance(asked, c.PlaceWager)
    wager = (asked.seat, asked.wager, asked.amount, ask.reason(), asked.bettor, asked.instrument)
    return c.EnterLateWager(*wager, patron=asked.patron)


def _take_back(ask: Asker) -> Command:
    lying = [
        (box.seat, wager, bettor.name)
        for box in ask.table.boxes
        for bettor in box.bettors
        for wager in open_wagers(ask.table)
        if bettor.stakes[wager]
    ]
    if lying and not ask.by_mistake(40):
        return c.TakeBackWager(*ask.rng.choice(lying), ask.one_of(("", *REASONS), BAD_REASONS, 10))
    seat = ask.seat()
    return c.TakeBackWager(seat, ask.rng.choice(tuple(WAGERS)), ask.bettor(seat))


def _missed(ask: Asker) -> Command:
    betting = [box.seat for box in ask.table.boxes if box.bettors]
    if betting and ask.sometimes(50):
        return c.ReportMissedHand(ask.rng.choice(betting))
    due = next_to_deal(ask.table) if ask.table.phase == "dealing" else None
    return c.ReportMissedHand(due if due and not ask.by_mistake(50) else ask.seat())


def _misdelivered(ask: Asker) -> Command:
    """A new card, or one that was entered for a hand."""
    entered = [card for box in ask.table.boxes for card in box.hand] + list(ask.table.round.dealer_hand)
    card = ask.rng.choice(entered) if entered and ask.sometimes(50) else ask.card()
    return c.ReportMisdelivery(ask.seat(), card, another=ask.sometimes(10))


def _forgotten(ask: Asker) -> Command:
    card = ask.card() if ask.sometimes(50) else None
    return c.ReportForgottenBurn(card, ask.rng.choice((1, 1, 1, 2, 3, 0)), called=ask.sometimes(50))


def _of_the_missed(ask: Asker) -> int | None:
    seats = [box.seat for box in ask.table.boxes if box.patron in ask.table.found.included]
    return ask.rng.choice(seats) if seats else None


def _depth(ask: Asker) -> int:
    stack = ask.table.rules.stack
    return ask.one_of((stack // 2, stack // 3), (-1, 0, 1, 5, 9, 51, 77, stack - 1, stack, stack + 1))


def _cut(ask: Asker) -> Command:
    seat = ask.table.cut.offer or 0
    words = "" if ask.careful else ask.one_of(WORDS, BAD_WORDS, 10)
    return c.CutCards(_depth(ask), words, ask.seat() if ask.by_mistake(10) else seat)


def _seal(ask: Asker) -> Command:
    rules = ask.table.rules
    return c.SealShoe(ask.one_of([seal_of(rules, seed).commitment for seed in SEEDS], BAD_COMMITMENTS, 20))


def _reveal(ask: Asker) -> Command:
    """The seed that was sealed, if one was."""
    seal = ask.table.seal
    sealed = [seed.hex() for seed in SEEDS if commitment_of(seed, seal.terms) == seal.commitment]
    return c.RevealShoe(ask.one_of(sealed, BAD_SEEDS, 20))


def _misread(ask: Asker) -> Command:
    return c.ReportMisread(ask.rng.choice((ask.card(), "1x", "x" * 70)), ask.rng.choice(MISREAD))


def _undo(ask: Asker) -> Command:
    if not ask.sometimes(50):
        return c.UndoCard(ask.reason())
    return c.UndoCard(ask.reason(), ask.seat() % 8, "original" if ask.table.round.number % 2 else None)


def _asked(ask: Asker) -> tuple[int, str]:
    """Mostly whose turn it is."""
    turn = next_to_ask(ask.table)
    if turn and not ask.by_mistake(30):
        return turn[0].seat, turn[1].name
    seat = ask.seat()
    return seat, ask.bettor(seat)


def _face_up(ask: Asker) -> Command:
    """One card that was dealt, one from the shoe, several, or as many as it takes to empty a shoe."""
    dealt = tuple(entered_cards(ask.table, racked=True))
    if dealt and ask.table.round.number % 3 == 1:
        seat, card, deal, _ = dealt[ask.table.cards.in_shoe % len(dealt)]
        return c.ReportFaceUpCards((card,), seat, deal)
    if ask.sometimes(30):
        return c.ReportFaceUpCards(ask.cards_left()[: max(1, ask.table.cards.in_shoe)])
    return c.ReportFaceUpCards(tuple(ask.card() for _ in range(ask.rng.choice((0, 1, 1, 1, 2, 3)))))


def _step(ask: Asker) -> Command:
    known = [step for step, _ in ask.table.todo] + list(ask.table.rules.shuffle.sequence)
    return c.ConfirmStep(ask.rng.choice((*known, *STEPS)))


def _ruling(ask: Asker) -> Command:
    open_now = ask.table.call.choices if ask.table.call else ()
    ruling = ask.one_of(open_now, RULINGS)
    lying = side_wagers(ask.table)
    if ruling != "return_wager" or not lying or ask.by_mistake(20):
        return c.Rule(ruling, ask.reason())
    seat, wager, _ = ask.rng.choice(lying)
    return c.Rule(ruling, ask.reason(), seat, wager)


def _picked_up(ask: Asker) -> Command:
    """In the order of the prompt, in another, or by mistake with a hand that is not there."""
    seats = [seat for seat, _ in hands_to_pick_up(ask.table)]
    ask.rng.shuffle(seats)
    wrong = [ask.seat()] if ask.by_mistake(30) else []
    return c.PickUpCards((*seats, *wrong) if ask.sometimes(50) else ())


def _released(ask: Asker) -> Command:
    return c.ReleasePlayers(tuple(ask.seat() for _ in range(ask.rng.choice((0, 1, 1, 2)))), ask.reason())


def _count(ask: Asker) -> Command:
    """Mostly the right count of each kind; by mistake one chip more or less, or one kind alone."""
    right = accepted(ask.table)
    if ask.by_mistake(20):
        return c.CountSideWagers(counts=right[:1])
    off = ask.rng.choice((-1, 1))
    return c.CountSideWagers(counts=tuple((wager, max(0, chips + off * ask.by_mistake(50))) for wager, chips in right))


def _checked(ask: Asker) -> Command:
    seat = ask.table.wins[0].seat if ask.table.wins and not ask.by_mistake(40) else ask.seat()
    return c.CheckWin(seat, ask.rng.choice(CHECKED), holds=ask.sometimes(50))


def _validated(ask: Asker) -> Command:
    seat = ask.table.wins[0].seat if ask.table.wins and not ask.by_mistake(40) else ask.seat()
    return c.ValidateWin(seat, ask.sometimes(70), ask.reason())


def _spin(ask: Asker) -> Command:
    rows = [row.split(".")[:2] for row in ask.table.rules.settlement]
    hot = [symbol for ring, symbol in rows if ring == "hot" and symbol != "none"]
    community = [symbol for ring, symbol in rows if ring == "community"]
    drawn = ask.table.round.hot_seat
    stop = drawn or ask.seat(), ask.one_of(hot, BAD_SYMBOLS, 30), ask.one_of(community, BAD_SYMBOLS, 30)
    return c.SpinWheel(*stop, passed=((ask.seat(), hot[0], "25"),) if hot and ask.by_mistake(30) else ())


def _reading(ask: Asker, name: MeterName) -> int:
    now = ask.table.meters[name].reading if name in ask.table.meters else 1000
    return ask.one_of((now + 100, now + 1, now, now // 2, 0), (-1, MAX_CENTS + 1), 20)


def _sync(ask: Asker) -> Command:
    name = ask.meter()
    return c.SyncMeter(name, _reading(ask, name), ask.sometimes(50))


def _correct(ask: Asker) -> Command:
    """Any meter, or the one from which a win waits to be paid."""
    name = next(iter(meters_hit(ask.table)), ask.meter())
    return c.CorrectMeter(name, _reading(ask, name), ask.reason())


def _received(ask: Asker) -> Command:
    rules, batch = ask.table.rules, ask.table.todo[0][1] if ask.table.todo else 0
    sealed = ("Card Works", "" if ask.by_mistake(40) else "4711") if ask.sometimes(30) else ("", "")
    return c.ReceiveDecks(
        rules.decks - ask.by_mistake(20), cover_cards_with(rules, batch) + ask.by_mistake(20), *sealed
    )


DRAWN: Mapping[type[Command], Callable[[Asker], Command]] = {
    c.OpenTable: lambda ask: c.OpenTable(ask.name()),
    c.ConfirmStep: _step,
    c.ReceiveDecks: _received,
    c.ReportJam: lambda ask: c.ReportJam(ask.one_of((None, 0, 1), (2,), 30)),
    c.ReportDeviceFailure: lambda ask: c.ReportDeviceFailure(ask.rng.choice((None, True, False))),
    c.ReportDefect: lambda ask: c.ReportDefect(ask.reason()),
    c.TakeOver: lambda ask: c.TakeOver(ask.name()),
    c.TakeDuty: lambda ask: c.TakeDuty(ask.name()),
    c.LeaveDuty: lambda ask: c.LeaveDuty(ask.name()),
    c.Sit: _sit,
    c.MeetCoverCard: lambda ask: c.MeetCoverCard(ask.seat() if ask.by_mistake(50) else None),
    c.Leave: lambda ask: c.Leave(ask.seat()),
    c.SealShoe: _seal,
    c.RevealShoe: _reveal,
    c.CutCards: _cut,
    c.AskForShuffle: lambda ask: c.AskForShuffle(ask.name()),
    c.AskForFaceUp: lambda ask: c.AskForFaceUp(ask.name()),
    c.ReinsertCoverCard: lambda ask: c.ReinsertCoverCard(_depth(ask)),
    c.OrderRecut: lambda ask: c.OrderRecut(ask.reason(), ask.sometimes(50)),
    c.PostBank: lambda ask: c.PostBank(ask.amount() * ask.rng.choice((1, 1, 2, 50))),
    c.TakeRoomFee: lambda ask: c.TakeRoomFee(ask.seat()),
    c.PlaceWager: _wager,
    c.EnterLateWager: _late,
    c.TakeBackWager: _take_back,
    c.TurnCard: lambda ask: c.TurnCard(ask.card()),
    c.UndoCard: _undo,
    c.Surrender: lambda ask: c.Surrender(*_asked(ask)),
    c.ConfirmWarWager: lambda ask: c.ConfirmWarWager(ask.seat(), ask.sometimes(70)),
    c.DeclineWarTie: lambda ask: c.DeclineWarTie(ask.seat()),
    c.GoToWar: lambda ask: c.GoToWar(*_asked(ask)),
    c.ReportFaceUpCards: _face_up,
    c.ReportDrawnCard: lambda ask: c.ReportDrawnCard(ask.card() if ask.sometimes(50) else None),
    c.ReportMisdelivery: _misdelivered,
    c.ReportForgottenBurn: _forgotten,
    c.ReportTouchedCard: lambda ask: c.ReportTouchedCard(ask.seat(), ask.card() if ask.sometimes(50) else None),
    c.DeclineInclusion: lambda ask: c.DeclineInclusion(_of_the_missed(ask) or ask.seat()),
    c.ReportMisread: _misread,
    c.ReportMissedHand: _missed,
    c.CountSideWagers: _count,
    c.PickUpCards: _picked_up,
    c.CheckWin: _checked,
    c.ValidateWin: _validated,
    c.DrawHotSeat: lambda ask: c.DrawHotSeat(ask.seat()),
    c.SpinWheel: _spin,
    c.SyncMeter: _sync,
    c.CorrectMeter: _correct,
    c.ChangeRate: lambda ask: c.ChangeRate(ask.meter(), ask.one_of(RATES, BAD_RATES, 50)),
    c.CoverDevice: lambda ask: c.CoverDevice(ask.rng.choice(("covered", "sign"))),
    c.ReportAbsence: lambda ask: c.ReportAbsence(ask.seat()),
    c.Rule: _ruling,
    c.ReleasePlayers: _released,
    c.VoidRound: lambda ask: c.VoidRound(ask.reason()),
}
