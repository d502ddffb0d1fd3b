"""One record in one sentence, and what kind of thing it is."""

from collections.abc import Mapping
from typing import Literal

from wartable.table import Event, Words, say
from wartable.table import events as e

Kind = Literal["call", "money", "card", "choice", "trouble", "other"]

KINDS: Mapping[type[Event], Kind] = {
    e.NoMoreBetsCalled: "call",
    e.RoundEnded: "call",
    e.WarWagersConfirmed: "call",
    e.WagerPlaced: "money",
    e.WagerTakenBack: "money",
    e.WagerSettled: "money",
    e.WagerReturned: "money",
    e.WarMatched: "money",
    e.BankPosted: "money",
    e.BankToppedUp: "money",
    e.BankReleased: "money",
    e.RoomFeeTaken: "money",
    e.RoomFeeReturned: "money",
    e.SideWagersCollected: "money",
    e.MeterFed: "money",
    e.MeterPaid: "money",
    e.MeterReset: "money",
    e.CardDealt: "card",
    e.CardBurned: "card",
    e.WarWagerNotPlaced: "trouble",
    e.WarTieOffered: "choice",
    e.WarTieDeclined: "choice",
    e.WarDeclared: "choice",
    e.TieSurrendered: "choice",
    e.SettlementReversed: "trouble",
    e.MeterCorrected: "trouble",
    e.RoundVoided: "trouble",
    e.FloorCalled: "trouble",
    e.FloorRuled: "trouble",
    e.FaceUpCardFound: "trouble",
    e.FaceUpCardsRacked: "trouble",
    e.CardDrawnInError: "trouble",
    e.CardExposed: "trouble",
    e.ExposedCardRacked: "trouble",
    e.HandMissed: "trouble",
    e.BurnForgotten: "trouble",
    e.ShufflerJammed: "trouble",
    e.DeviceFailed: "trouble",
    e.DefectFound: "trouble",
    e.PlayersReleased: "trouble",
    e.AbsenceEnded: "trouble",
    e.WagersAbandoned: "trouble",
    e.SideWagersMiscounted: "trouble",
    e.WinRefused: "trouble",
}
"""What stands out in a round; everything else is the table's day."""


def kind_of(event: Event) -> Kind:
    return KINDS.get(type(event), "other")


def sentence(event: Event, words: Words) -> str:
    """Describe an event on one line, even where a name or a reason has line breaks."""
    return "".join(char if char.isprintable() else " " for char in say(event, words))
