"""One example of every command, and a real table in every phase."""

from collections.abc import Callable, Mapping
from functools import reduce
from operator import or_
from typing import Any

import msgspec

from tests.table.houses import PROGRESSIVE, WHEEL, House
from tests.told import DEALER, FLOOR, RULEBOOKS, Told, player
from wartable.cards import Card
from wartable.table import commands as c
from wartable.table.commands import Command
from wartable.table.words import Phase


def any_of(kinds: tuple[type[msgspec.Struct], ...]) -> Any:
    """The union of these types, as a decoder wants it."""
    return reduce(or_, kinds)


EXAMPLES: tuple[Command, ...] = (
    c.OpenTable("Dana"),
    c.ConfirmStep("receive"),
    c.ReceiveDecks(6, 2),
    c.ReportDefect("the 7 of spades is bent"),
    c.TakeOver("Eli"),
    c.TakeDuty("Frida"),
    c.LeaveDuty("Frida"),
    c.DeclareIdle(),
    c.CallDeckChange(),
    c.ChangeDecks(),
    c.CloseTable(),
    c.Sit(4, "Ada"),
    c.Leave(2),
    c.OrderReshuffle(),
    c.DeclineLook(),
    c.AskForFaceUp("Ada"),
    c.LapseOffer(),
    c.AskForShuffle("Ada"),
    c.RefuseBatch(),
    c.SealShoe("0" * 64),
    c.RevealShoe("0" * 64),
    c.CutCards(100),
    c.DeclineCut(),
    c.ReinsertCoverCard(100),
    c.OrderRecut("the cover card fell out"),
    c.LoadShoe(),
    c.BurnCard(),
    c.OfferBank(),
    c.PostBank(100_00),
    c.DeclineBank(),
    c.TakeRoomFee(1),
    c.PlaceWager(1, "tie", 5_00),
    c.EnterLateWager(1, "tie", 5_00, "the dealer overlooked it"),
    c.TakeBackWager(1, "initial"),
    c.DeclineInclusion(1),
    c.CallNoMoreBets(),
    c.TurnCard(Card("Ts")),
    c.UndoCard("the reader misread it"),
    c.MeetCoverCard(0),
    c.ReportShoeOver(),
    c.SettleHand(),
    c.Surrender(1),
    c.GoToWar(1, ""),
    c.CallTime(),
    c.ConfirmWarWager(1, placed=True),
    c.DeclineWarTie(1),
    c.ConfirmWarWagers(),
    c.PickUpCards(),
    c.CountSideWagers(counts=(("progressive", 1), ("bonus_spin", 0))),
    c.CheckWin(1, "verify_hand", holds=True),
    c.ValidateWin(1),
    c.DrawHotSeat(1),
    c.SpinWheel(1, "1000", "150"),
    c.SettleSideBets(),
    c.SyncMeter("progressive", 20_000_00),
    c.CorrectMeter("progressive", 20_000_00, "it was misread"),
    c.ChangeRate("progressive", "0.10"),
    c.ReportFaceUpCards((Card("2c"), Card("2c"))),
    c.ReportDrawnCard(Card("2c")),
    c.ReportMisdelivery(1, Card("2c")),
    c.ReportMisread("7h", "double_read"),
    c.ReportMissedHand(2),
    c.ReportForgottenBurn(),
    c.ReportTouchedCard(1),
    c.ReportJam(),
    c.ReportDeviceFailure(),
    c.CoverDevice("sign"),
    c.RestoreDevice(),
    c.ReportAbsence(1),
    c.Rule("burn", "it was seen"),
    c.ReleasePlayers((1, 2), "the dealer erred"),
    c.VoidRound("the lights went out"),
)


def _opening(told: Told) -> Told:
    told.does(FLOOR, c.OpenTable("Dana"))
    return told.sits(1).sits(2)


def _shuffling(told: Told) -> Told:
    return _opening(told).goes_on("opening")


def _cutting(told: Told) -> Told:
    return _opening(told).goes_on("opening", "shuffling")


def _loading(told: Told) -> Told:
    told = _cutting(told)
    if told.table.cut.offer:
        told.does(player("seat 1"), c.CutCards(100))
    return told.goes_on("cutting")


def _waiting(told: Told) -> Told:
    """A table that is open, with a bank where a player banks, and two seats taken."""
    told = _loading(told).goes_on()
    if told.table.phase == "banking":
        told.banks(3, "1000.00")
    return told


def _betting(told: Told) -> Told:
    return _waiting(told).bets(1, "10.00").bets(2, "10.00", "5.00")


def _deciding(told: Told) -> Told:
    return _betting(told).deals("7s 7d 7h").settles()


def _picking_up(told: Told) -> Told:
    return _betting(told).deals("9s 8d 7h").settles()


def _war_wagers(told: Told) -> Told:
    """Seat 1 goes to war alone, whichever seat is asked first."""
    told = _betting(told).deals("7s 8d 7h")
    return told.war(1).goes_on("picking_up")


def _dealing(told: Told) -> Told:
    told = _betting(told)
    told.does(DEALER, c.CallNoMoreBets())
    return told


def _suspended(told: Told) -> Told:
    told = _dealing(told)
    told.does(DEALER, c.ReportMisdelivery(2, Card("9c")))
    return told


def _idle(told: Told) -> Told:
    told = _waiting(told)
    for seat in (1, 2):
        told.does(DEALER, c.Leave(seat))
    told.does(FLOOR, c.DeclareIdle())
    return told


def _closing(told: Told) -> Told:
    told = _waiting(told)
    told.does(FLOOR, c.CloseTable())
    return told


def _counting(told: Told) -> Told:
    told = _betting(told)
    told.does(DEALER, c.PlaceWager(1, "progressive", 5_00))
    told.does(DEALER, c.CallNoMoreBets())
    return told


def _validating(told: Told) -> Told:
    """Seat 1 ties the dealer and surrenders, and the tie is a progressive hand."""
    told = _counting(told).goes_on("counting").deals("7s 8d 7h").settles()
    told.does(DEALER, c.Surrender(1))
    return told


REACHED: Mapping[Phase, Callable[[Told], Told]] = {
    "closed": lambda told: told,
    "opening": _opening,
    "shuffling": _shuffling,
    "cutting": _cutting,
    "loading": _loading,
    "banking": lambda told: _loading(told).goes_on(),
    "betting": _betting,
    "counting": _counting,
    "dealing": _dealing,
    "settling": lambda told: _betting(told).deals("7s 8d 7h"),
    "deciding": _deciding,
    "picking_up": _picking_up,
    "war_wagers": _war_wagers,
    "war_dealing": lambda told: _war_wagers(told).goes_on("war_wagers"),
    "war_settling": lambda told: _war_wagers(told).war_deals("9s 8s"),
    "validating": _validating,
    "side_bets": lambda told: _counting(told).goes_on("counting").deals("9s 8d 7h").settles(),
    "suspended": _suspended,
    "idle": _idle,
    "waking": lambda told: _idle(told).goes_on("idle").sits(1),
    "closing": _closing,
}

SIDE_BETS: Mapping[str, House] = {
    "maryland": {**PROGRESSIVE, **WHEEL},
    "massachusetts": {"progressive": {"reset": "1000.00", "rate": "0.20"}},
}
AT_THE_END: Mapping[str, House] = {
    book: {**house, "progressive": {**house["progressive"], "settle_point": "end_of_round"}}
    for book, house in SIDE_BETS.items()
}
"""Where progressives are settled at the end of the round, a round has side bets to settle then."""

ONLY_IN: Mapping[Phase, tuple[str, ...]] = {
    "banking": ("california",),
    "counting": tuple(SIDE_BETS),
    "validating": tuple(SIDE_BETS),
    "side_bets": tuple(SIDE_BETS),
}
STATES: tuple[tuple[str, Phase], ...] = tuple(
    (book, phase) for book in RULEBOOKS for phase in REACHED if book in ONLY_IN.get(phase, RULEBOOKS)
)


def table_in(rulebook: str, phase: Phase) -> Told:
    """A table of this rulebook in this phase, reached by playing; side bets are offered where the rulebook has them."""
    houses = AT_THE_END if phase == "side_bets" else SIDE_BETS
    told = REACHED[phase](Told.closed(rulebook, houses.get(rulebook)))
    assert told.table.phase == phase
    return told
