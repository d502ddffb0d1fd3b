"""What each audience may know of each event: an explicit list, so that a new event and a new field are hidden.

`public` is for every audience: players, guests and watchers too. `house` adds what only the house sees: the dealer,
the floor and the auditor. An event whose `public` is missing is not told outside the house at all.
"""

from collections.abc import Mapping

import msgspec

from wartable.live.wire import Audience
from wartable.table import Event
from wartable.table import events as e

OF_THE_HOUSE: frozenset[Audience] = frozenset({"dealer", "floor", "auditor"})


class KnownFields(msgspec.Struct, frozen=True):
    """The fields of one kind of event that may be known, by whom."""

    public: frozenset[str] | None
    house: frozenset[str]

    def by(self, audience: Audience) -> frozenset[str] | None:
        """Return the fields that an audience may know; None where it may not know the event."""
        return self.house if audience in OF_THE_HOUSE else self.public


def _known(public: str = "", *, house: str = "") -> KnownFields:
    shown = frozenset(public.split())
    return KnownFields(shown, shown | frozenset(house.split()))


def _house_only(fields: str) -> KnownFields:
    """Return what only the dealer and the floor know; players see that the table waits, and the outcome."""
    return KnownFields(None, frozenset(fields.split()))


KNOWN: Mapping[type[Event], KnownFields] = {
    # The table's day; players are never told who of the staff works there
    e.TableOpened: _known("rulebook", house="dealer floor"),
    e.DealerTookOver: _known("instead", house="dealer"),
    e.DutyTaken: _house_only("person"),
    e.DutyLeft: _house_only("person"),
    e.StepConfirmed: _known("step by batch"),
    e.DecksReceived: _known("batch decks cover_cards", house="supplier seal"),
    e.DefectFound: _known("batch by spread", house="reason"),
    e.TableIdled: _known("yields ordered"),
    e.TableClosing: _known(),
    e.TableClosed: _known(),
    e.DeckChangeCalled: _known("clauses"),
    e.DecksChanged: _known(),
    e.PlayerSat: _known("seat presence", house="patron"),
    e.PlayerLeft: _known("seat sat_by_cards", house="patron"),
    # Offers
    e.Offered: _known("what seat batch", house="patron"),
    e.OfferLapsed: _known("what seat why", house="patron"),
    e.LookAnswered: _known("seat looked by batch", house="patron"),
    e.FaceUpAskedFor: _known("by", house="patron"),
    e.IdleCardsSpread: _known("face batch"),
    # Shuffle, cut and shoe
    e.ShuffleAskedFor: _known("by", house="patron"),
    e.BatchRefused: _known("batch by"),
    e.ShuffleBegun: _known("reason"),
    e.CardsShuffled: _known("batch steps"),
    e.CardsCut: _known("seat depth words entered", house="patron"),
    e.CutFoundImproper: _known("seat depth"),
    e.CutDeclined: _known("seat entered"),
    e.CoverCardReinserted: _known("depth"),
    e.RecutOrdered: _known("reason same_person"),
    e.ReshuffleOrdered: _known("by"),
    e.ShoeSealed: _known("shoe commitment terms"),
    e.ShoeLoaded: _known("batch cards"),
    e.ShoeRevealed: _known("shoe seed reason"),
    e.CardBurned: _known(),
    # The bank
    e.BankOffered: _known("seat", house="passed"),
    e.BankDeclined: _known("seat"),
    # The words of a bank, as those of a wager, come out with the revealed shoe.
    e.BankPosted: _known("seat amount", house="patron words"),
    e.BankToppedUp: _known("seat amount", house="patron"),
    e.BankReleased: _known("seat amount", house="patron"),
    e.RoomFeeTaken: _known("seat amount", house="patron"),
    e.RoomFeeReturned: _known("seat amount", house="patron"),
    # Wagers
    # The words come out with the revealed shoe: until then another player could choose their own to fit them.
    e.WagerPlaced: _known("seat wager amount instrument hand presence reason", house="bettor patron words"),
    e.WagerTakenBack: _known("seat wager amount reason", house="bettor patron"),
    e.WagerReturned: _known("seat wager amount clauses", house="bettor patron"),
    e.WagerSettled: _known(
        "seat wager result staked collected returned paid clauses matched cover", house="bettor patron"
    ),
    e.SettlementReversed: _known("line"),
    e.NoMoreBetsCalled: _known("round"),
    e.WarCovered: _known("seat amount", house="bettor"),
    e.WarDeclared: _known("seat stake", house="bettor patron"),
    e.WarTieOffered: _known("seat", house="bettor"),
    e.WarTieDeclined: _known("seat by", house="bettor"),
    e.WarWagerConfirmed: _known("seat", house="bettor"),
    e.WarWagerNotPlaced: _known("seat amount", house="bettor patron"),
    e.WarMatched: _known("seat amount", house="bettor"),
    e.WarWagersConfirmed: _known(),
    e.TieSurrendered: _known("seat by", house="bettor"),
    # The deal
    e.CardDealt: _known("seat card deal"),
    e.CardTakenBack: _known("seat card deal reason back war absent"),
    e.CardsPickedUp: _known("hands"),
    e.CoverCardMet: _known("seat corrects leads", house="patron"),
    e.HandSettled: _known("seat deal outcome"),
    e.RoundEnded: _known("round"),
    # Side bets
    e.SideWagersCollected: _known("stakes booked"),
    e.SideWagersCounted: _known("wagers counts stakes"),
    e.SideWagersMiscounted: _house_only("counts"),
    e.SideBetsSettled: _known(),
    e.MeterFed: _known("meter amount"),
    e.MeterPaid: _known("meter seat amount", house="patron"),
    e.MeterReset: _known("meter amount"),
    e.MeterSynced: _known("meter before reading paid_elsewhere"),
    e.MeterCorrected: _known("meter before reading reason share"),
    e.RateChanged: _known("meter rate"),
    e.ProgressiveWon: _known("seat hand"),
    e.WinChecked: _house_only("seat check holds reason"),
    e.WinValidated: _known("seat", house="control by"),
    e.WinRefused: _known("seat hand_stands"),
    e.HotSeatDrawn: _known("seat again"),
    e.WheelSpun: _known("hot_seat hot community"),
    e.WheelRespun: _known("hot_seat hot community"),
    # What goes wrong
    e.FloorCalled: _house_only("reason choices clauses seat bettor"),
    e.FloorRuled: _house_only("ruling reason seat wager repeats"),
    e.CardMisread: _house_only("text why"),
    e.CardDrawnInError: _known(),
    e.CardExposed: _known("card seat"),
    e.ExposedCardRacked: _known("card"),
    e.FaceUpCardFound: _known("seat card deal"),
    e.FaceUpCardsRacked: _known("cards seat deal back war"),
    e.HandMissed: _known("seat"),
    e.InclusionDeclined: _known("seat", house="patron"),
    e.CardLifted: _known("seat card deal lies back"),
    e.CardsReassigned: _known("hands racked war back without deal"),
    e.CardTouched: _known("seat card", house="patron"),
    e.BurnForgotten: _known("cards"),
    e.BurnNotMade: _known("cards"),
    e.BurnOwed: _known("cards war"),
    e.PlayersReleased: _known("seats reason"),
    e.AbsenceEnded: _known("seat", house="patron"),
    e.WagersAbandoned: _known("seat decided"),
    e.RoundVoided: _known("reason clauses reshuffle"),
    e.ShufflerJammed: _known("batch inside"),
    e.DeviceFailed: _known("unwashed"),
    e.DeviceCovered: _known("how"),
    e.DeviceRestored: _known("exchange"),
}
