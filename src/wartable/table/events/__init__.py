"""The events of a table. An event is a past participle; `evolve` turns it into the next state.

An event says everything its readers need: the ledger derives every posting from the event alone.
"""

from wartable.table.events.bank import (
    BankDeclined,
    BankOffered,
    BankPosted,
    BankReleased,
    BankToppedUp,
    RoomFeeReturned,
    RoomFeeTaken,
)
from wartable.table.events.base import Event
from wartable.table.events.day import (
    DealerTookOver,
    DeckChangeCalled,
    DecksChanged,
    DecksReceived,
    DefectFound,
    DutyLeft,
    DutyTaken,
    PlayerLeft,
    PlayerSat,
    StepConfirmed,
    TableClosed,
    TableClosing,
    TableIdled,
    TableOpened,
)
from wartable.table.events.deal import (
    CardDealt,
    CardsPickedUp,
    CardTakenBack,
    CoverCardMet,
    HandSettled,
    RoundEnded,
    TieSurrendered,
    WarDeclared,
    WarMatched,
    WarTieDeclined,
    WarTieOffered,
    WarWagerConfirmed,
    WarWagerNotPlaced,
    WarWagersConfirmed,
)
from wartable.table.events.irregularities import (
    BurnForgotten,
    BurnNotMade,
    BurnOwed,
    CardDrawnInError,
    CardExposed,
    CardLifted,
    CardMisread,
    CardsReassigned,
    CardTouched,
    DeviceCovered,
    DeviceFailed,
    DeviceRestored,
    ExposedCardRacked,
    FaceUpCardsRacked,
    FloorCalled,
    FloorRuled,
    HandMissed,
    InclusionDeclined,
    PlayersReleased,
    RoundVoided,
    ShufflerJammed,
    WagersAbandoned,
)
from wartable.table.events.offers import (
    FaceUpAskedFor,
    IdleCardsSpread,
    LookAnswered,
    Offered,
    OfferLapsed,
)
from wartable.table.events.shoe import (
    BatchRefused,
    CardBurned,
    CardsCut,
    CardsShuffled,
    CoverCardReinserted,
    CutDeclined,
    CutFoundImproper,
    RecutOrdered,
    ReshuffleOrdered,
    ShoeLoaded,
    ShoeRevealed,
    ShoeSealed,
    ShuffleAskedFor,
    ShuffleBegun,
)
from wartable.table.events.side_bets import (
    Counts,
    MeterCorrected,
    MeterFed,
    MeterPaid,
    MeterReset,
    MeterSynced,
    ProgressiveWon,
    RateChanged,
    SideBetsSettled,
    SideWagersCollected,
    SideWagersCounted,
    SideWagersMiscounted,
    WheelRespun,
    WheelSpun,
    WinChecked,
    WinRefused,
    WinValidated,
)
from wartable.table.events.wagers import (
    NoMoreBetsCalled,
    SettlementReversed,
    WagerPlaced,
    WagerReturned,
    WagerSettled,
    WagerTakenBack,
    WarCovered,
)

EVENTS: tuple[type[Event], ...] = tuple(Event.__subclasses__())
