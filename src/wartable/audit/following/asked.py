"""Which command a record shows. Only what came of a command is kept, so the command itself is worked out from that.

The log names who asked only where it matters for money; otherwise the question is put by a role that may ask it.
"""

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Protocol

from wartable.table import (
    CLOCK,
    DEALER,
    DEALER_SEAT,
    FLOOR,
    METER,
    SHOE,
    Actor,
    CallReason,
    Command,
    Event,
    Phase,
    Table,
    bettor_at,
)
from wartable.table import commands as c
from wartable.table import events as e

Asked = tuple[Actor, Command]
Shown = Mapping[type[Event] | type[None], Callable[[Any], Asked]]


class Coming(Protocol):
    """The records that come next; the one at place 0 is the first that is not explained yet."""

    def peek(self, place: int) -> Event | None:
        """Return the event at a place from here; None after the last."""
        ...


def asked(table: Table, coming: Coming) -> Iterator[Asked]:
    """Yield the commands that may have led to the next records, the likeliest first."""
    head = coming.peek(0)
    if isinstance(head, e.AbsenceEnded):
        yield from _answered(table, coming)
        return
    yield from _before_a_burn(coming)
    alone = SHOWN_BY_THE_FIRST.get(type(head))
    if isinstance(head, e.ShufflerJammed) and isinstance(coming.peek(1), e.DeviceFailed):
        yield DEALER, c.ReportDeviceFailure(shuffling=True)
    if alone is not None:
        yield alone(head)
        if isinstance(head, e.CoverCardMet) and head.seat == DEALER_SEAT:
            yield SHOE, c.MeetCoverCard()
    elif isinstance(head, e.FloorCalled):
        yield from _called(head)
    elif isinstance(head, e.TieSurrendered):
        yield from _surrendered(table, head)
    elif isinstance(head, e.WarTieDeclined):
        yield _declined(table, head)
    elif isinstance(head, e.WagerTakenBack):
        yield from _taken_back(head, coming.peek(1))
        yield from _by_the_last(table, coming)
    else:
        yield from _by_the_last(table, coming)


def _answered(table: Table, coming: Coming) -> Iterator[Asked]:
    """Yield the answer of a player reported absent; it follows the end of the report for each of their boxes."""
    place = 1
    while isinstance(coming.peek(place), e.AbsenceEnded):
        place += 1
    yield from asked(table, _From(coming, place))


class _From:
    """The records from a place on."""

    def __init__(self, coming: Coming, start: int) -> None:
        self._coming, self._start = coming, start

    def peek(self, place: int) -> Event | None:
        return self._coming.peek(self._start + place)


def asked_of_the_day(coming: Coming) -> Iterator[Asked]:
    """Yield commands between rounds with several events: the last player leaves, or wagers go back before a shuffle."""
    head = coming.peek(0)
    left = coming.peek(1) if isinstance(head, e.OfferLapsed) else head
    if isinstance(left, e.PlayerLeft) and isinstance(coming.peek(1 if left is head else 2), e.TableIdled):
        yield FLOOR, c.Leave(left.seat)
    if isinstance(head, e.ShuffleAskedFor):
        yield Actor(head.by, head.patron if head.by == "player" else ""), c.AskForShuffle(head.patron)
    if isinstance(head, e.ReshuffleOrdered) and isinstance(coming.peek(1), e.WagerTakenBack):
        yield Actor(head.by), c.OrderReshuffle()


def _placed(event: e.WagerPlaced) -> Asked:
    """Return the player's own command; one that the dealer enters for a player is decided in the same way."""
    if event.reason:
        late = (event.seat, event.wager, event.amount, event.reason, event.bettor, event.instrument)
        return FLOOR, c.EnterLateWager(*late, patron=event.patron)
    by = DEALER if event.presence == "at_table" else Actor("player", event.patron)
    wager = (event.seat, event.wager, event.amount, event.bettor, event.instrument, event.hand)
    return by, c.PlaceWager(*wager, patron=event.patron, words=event.words)


def _posted(event: e.BankPosted) -> Asked:
    """Return the same for a player who banks."""
    return Actor("player", event.patron), c.PostBank(event.amount, event.words)


def _misdelivered(event: e.CardExposed) -> Command:
    """Return a card that was not entered before, though a hand may have one of the same face."""
    return c.ReportMisdelivery(event.seat or 0, event.card, another=True)


def _checked(event: e.WinChecked) -> Asked:
    if event.check == "validate_win":
        return FLOOR, c.ValidateWin(event.seat, event.holds, event.reason)
    return DEALER, c.CheckWin(event.seat, event.check, event.holds)


SHOWN_BY_THE_FIRST: Shown = {
    e.WagerPlaced: _placed,
    e.NoMoreBetsCalled: lambda _: (DEALER, c.CallNoMoreBets()),
    e.SideWagersCounted: lambda event: (DEALER, c.CountSideWagers(event.wagers, event.counts)),
    e.SideWagersMiscounted: lambda event: (DEALER, c.CountSideWagers(counts=event.counts)),
    e.WinChecked: _checked,
    e.CardDealt: lambda event: (SHOE, c.TurnCard(event.card)),
    e.CardTakenBack: lambda event: (FLOOR, c.UndoCard(event.reason, event.seat, event.deal, event.absent)),
    e.CardBurned: lambda _: (DEALER, c.BurnCard()),
    e.CoverCardMet: lambda event: (SHOE, c.MeetCoverCard(event.seat)),
    e.WarDeclared: lambda event: (Actor("player", event.patron), c.GoToWar(event.seat, event.bettor)),
    e.WarWagerConfirmed: lambda event: (DEALER, c.ConfirmWarWager(event.seat, placed=True, bettor=event.bettor)),
    e.WarWagerNotPlaced: lambda event: (DEALER, c.ConfirmWarWager(event.seat, placed=False, bettor=event.bettor)),
    e.CardsPickedUp: lambda event: (DEALER, c.PickUpCards(tuple(seat for seat, _ in event.hands))),
    e.WinValidated: lambda event: (FLOOR, c.ValidateWin(event.seat)),
    e.HotSeatDrawn: lambda event: (SHOE, c.DrawHotSeat(event.seat)),
    e.WheelRespun: lambda event: (SHOE, c.SpinWheel(event.hot_seat, event.hot, event.community)),
    e.WheelSpun: lambda event: (SHOE, c.SpinWheel(event.hot_seat, event.hot, event.community)),
    e.MeterSynced: lambda event: (METER, c.SyncMeter(event.meter, event.reading, event.paid_elsewhere)),
    e.RateChanged: lambda event: (FLOOR, c.ChangeRate(event.meter, event.rate)),
    e.BankPosted: _posted,
    e.RoomFeeTaken: lambda event: (DEALER, c.TakeRoomFee(event.seat)),
    e.ShoeSealed: lambda event: (SHOE, c.SealShoe(event.commitment)),
    e.ShoeRevealed: lambda event: (SHOE, c.RevealShoe(event.seed)),
    e.FaceUpCardsRacked: lambda event: (
        DEALER,
        c.ReportFaceUpCards(event.cards)
        if event.seat is None
        else c.ReportFaceUpCards(event.cards, event.seat, event.deal),
    ),
    e.FaceUpCardFound: lambda event: (DEALER, c.ReportFaceUpCards((event.card,), event.seat, event.deal)),
    e.CardDrawnInError: lambda _: (DEALER, c.ReportDrawnCard()),
    e.CardExposed: lambda event: (
        DEALER,
        c.ReportDrawnCard(event.card) if event.seat is None else _misdelivered(event),
    ),
    e.CardLifted: lambda event: (DEALER, c.ReportMisdelivery(event.lies, event.card, event.seat)),
    e.CardTouched: lambda event: (DEALER, c.ReportTouchedCard(event.seat, event.card, event.patron)),
    e.InclusionDeclined: lambda event: (DEALER, c.DeclineInclusion(event.seat)),
    e.BurnNotMade: lambda event: (DEALER, c.ReportForgottenBurn(cards=event.cards)),
    e.CardMisread: lambda event: (DEALER, c.ReportMisread(event.text, event.why)),
    e.BurnForgotten: lambda _: (DEALER, c.ReportForgottenBurn()),
    e.ShufflerJammed: lambda event: (DEALER, c.ReportJam(event.batch)),
    e.FloorRuled: lambda event: (FLOOR, c.Rule(event.ruling, event.reason, event.seat, event.wager)),
}
"""What the first event of a command says of it."""

SHOWN_BY_THE_LAST: Shown = {
    e.HandSettled: lambda _: (DEALER, c.SettleHand()),
    e.WarWagersConfirmed: lambda _: (DEALER, c.ConfirmWarWagers()),
    e.SideBetsSettled: lambda _: (DEALER, c.SettleSideBets()),
    e.HandMissed: lambda event: (DEALER, c.ReportMissedHand(event.seat)),
    e.PlayersReleased: lambda event: (FLOOR, c.ReleasePlayers(event.seats, event.reason)),
    e.RoundVoided: lambda event: (FLOOR, c.VoidRound(event.reason, event.reshuffle)),
    e.TableIdled: lambda _: (FLOOR, c.DeclareIdle()),
    e.TableClosing: lambda _: (FLOOR, c.CloseTable()),
    e.DecksChanged: lambda _: (FLOOR, c.ChangeDecks()),
    e.BankOffered: lambda _: (DEALER, c.DeclineBank()),
}
"""Money moves first and the event that names the command comes after it."""

BEFORE_THE_LAST: frozenset[type[Event]] = frozenset(
    {
        e.WagerSettled,
        e.WagerReturned,
        e.WagerTakenBack,
        e.WarCovered,
        e.SettlementReversed,
        e.MeterCorrected,
        e.MeterPaid,
        e.MeterReset,
        e.ProgressiveWon,
        e.BankToppedUp,
        e.WarMatched,
        e.BankReleased,
        e.RoomFeeReturned,
        e.ExposedCardRacked,
        e.BurnOwed,
    }
)

DUE_IN_A_PHASE: Mapping[Phase, Command] = {
    "settling": c.SettleHand(),
    "war_settling": c.SettleHand(),
    "war_wagers": c.ConfirmWarWagers(),
    "side_bets": c.SettleSideBets(),
}
"""What moves money in a phase even where no event names its command, or where that event is missing."""

CALLS: Mapping[CallReason, Callable[[e.FloorCalled], Asked]] = {
    "missed_hand": lambda event: (DEALER, c.ReportMissedHand(event.seat or 0, "original")),
    "missed_war_card": lambda event: (DEALER, c.ReportMissedHand(event.seat or 0, "war")),
    "forgotten_burn": lambda _: (DEALER, c.ReportForgottenBurn()),
    "time_is_up": lambda _: (CLOCK, c.CallTime()),
    "player_absent": lambda event: (DEALER, c.ReportAbsence(event.seat or 0)),
    "early_cover_card": lambda event: (SHOE, c.MeetCoverCard(event.seat)),
    "shoe_is_over": lambda _: (DEALER, c.ReportShoeOver()),
}
"""Calls to the floor that are the first event of their command."""


CLOSING_BETS = (e.NoMoreBetsCalled, e.SideWagersCollected, e.MeterFed)


def _before_a_burn(coming: Coming) -> Iterator[Asked]:
    """Yield a card that was dealt before a burn; it closes the betting where that is open."""
    place = 0
    while isinstance(coming.peek(place), CLOSING_BETS):
        place += 1
    if isinstance(coming.peek(place), e.BurnForgotten):
        card = coming.peek(place + 1)
        if isinstance(card, e.CardDealt):
            yield DEALER, c.ReportForgottenBurn(card.card, called=True)


def _called(event: e.FloorCalled) -> Iterator[Asked]:
    if event.reason in CALLS:
        yield CALLS[event.reason](event)
    if event.reason == "missed_hand":
        yield CALLS["missed_war_card"](event)


def _surrendered(table: Table, event: e.TieSurrendered) -> Iterator[Asked]:
    """Yield the choice, by the actor whom the event names: the player, the dealer for the player, or the clock."""
    if event.by == "clock":
        yield CLOCK, c.CallTime()
        return
    box = table.box(event.seat)
    bettor = bettor_at(box, event.bettor) if box else None
    patron = bettor.patron if bettor and event.by == "player" else ""
    yield Actor(event.by, patron), c.Surrender(event.seat, event.bettor)


def _declined(table: Table, event: e.WarTieDeclined) -> Asked:
    if event.by == "clock":
        return CLOCK, c.CallTime()
    box = table.box(event.seat)
    bettor = bettor_at(box, event.bettor) if box else None
    patron = bettor.patron if bettor and event.by == "player" else ""
    return Actor(event.by, patron), c.DeclineWarTie(event.seat, event.bettor)


def _taken_back(event: e.WagerTakenBack, after: Event | None) -> Iterator[Asked]:
    """Yield what took it back: a report that the war wager was not down, or the player, the dealer or the floor."""
    if isinstance(after, e.WarWagerNotPlaced):
        yield DEALER, c.ConfirmWarWager(after.seat, placed=False, bettor=after.bettor)
    command = c.TakeBackWager(event.seat, event.wager, event.bettor, event.reason)
    yield Actor("player", event.patron), command
    yield DEALER, command
    yield FLOOR, command


def _by_the_last(table: Table, coming: Coming) -> Iterator[Asked]:
    place = 0
    while type(event := coming.peek(place)) in BEFORE_THE_LAST:
        place += 1
    named = SHOWN_BY_THE_LAST.get(type(event))
    if named is not None:
        yield named(event)
    if table.phase in DUE_IN_A_PHASE:
        yield DEALER, DUE_IN_A_PHASE[table.phase]
    head = coming.peek(0)
    if isinstance(head, e.MeterCorrected):
        yield FLOOR, c.CorrectMeter(head.meter, head.reading, head.reason)
