"""The whole game on one screen: which commands each phase accepts, and from which role.

A table opens, its cards are shuffled, cut and loaded; bets are made (against a bank that a player posted, where
players bank); side bets are counted; the original deal is settled hand by hand; tied players choose; cards are picked
up; a war is wagered, dealt and settled; side bets are validated and settled; and round follows round until the cover
card, an order, an idle hour or the end of the day. A digital shoe is sealed before the cut, and revealed when it is
over. The floor enters a wager that was left out at the call, and takes back a card that was entered wrongly. An
irregularity is reported when it is found: whenever a shoe is loaded, and while the floor is called. One that the floor
rules on suspends the table until it has ruled; a touched card is reported while the cards are made ready, too.
Everything that is not listed here is refused.
"""

from collections.abc import Mapping

from wartable.table import commands as c
from wartable.table.commands import Command
from wartable.table.words import Phase, Role

Accepts = Mapping[type[Command], frozenset[Role]]

D: frozenset[Role] = frozenset({"dealer"})
F: frozenset[Role] = frozenset({"floor"})
S: frozenset[Role] = frozenset({"shoe"})
C: frozenset[Role] = frozenset({"clock"})
P: frozenset[Role] = frozenset({"player"})
M: frozenset[Role] = frozenset({"meter"})
PD = P | D
DF = D | F
DS = D | S
STEP = P | D | F | S

DUTY: Accepts = {c.TakeDuty: F, c.LeaveDuty: F}
"""A person of the floor comes on duty, and leaves it, in every phase."""
RELIEF: Accepts = {c.TakeOver: DF}
"""A dealer is relieved in every phase of an open table; within a round the house may keep that to the floor."""
SEATS: Accepts = {c.Sit: P | D | F, c.Leave: P | D | F}
EMPTY_DEVICE: Accepts = {
    c.ReportDeviceFailure: D | F | S,
    c.CoverDevice: DF,
    c.RestoreDevice: F,
    c.ConfirmStep: STEP,
}
DEVICE: Accepts = {**EMPTY_DEVICE, c.ReportJam: DS}
"""A shuffler jams only with cards inside: before new decks go to the shuffle it can be out of order, and no more."""
METERS: Accepts = {c.SyncMeter: M, c.CorrectMeter: F}
FOUND: Accepts = {
    c.ReportFaceUpCards: DS,
    c.ReportDrawnCard: DS,
    c.ReportMisdelivery: D,
    c.ReportForgottenBurn: D,
    c.ReportTouchedCard: DF,
}
TOUCHED: Accepts = {c.ReportTouchedCard: DF, c.Rule: F}
"""While cards are made ready or taken in it stops nothing; the floor rules on it before they are dealt or gone."""
FOUND_IN_THE_ROUND: Accepts = {**FOUND, c.ReportMissedHand: D, c.ReleasePlayers: F, c.VoidRound: F}
SHUFFLE: Accepts = {c.OrderReshuffle: DF}
SHUFFLE_TO_COME: Accepts = {c.OrderReshuffle: F}
"""While the cards are looked at or lie spread, the order waits until they may be taken up."""
LATE_WAGER: Accepts = {c.EnterLateWager: F}
"""A wager that lay there before the call is entered until the first card of the round is turned."""
COVER_CARD: Accepts = {c.MeetCoverCard: S}
"""The cover card is reported until the round is over and between rounds; its seat is corrected until the cut."""
BETWEEN_ROUNDS: Accepts = {
    **SEATS,
    **METERS,
    **DEVICE,
    **FOUND,
    **SHUFFLE,
    **COVER_CARD,
    c.ReportShoeOver: D,
    c.DeclareIdle: D | F | C,
    c.CallDeckChange: C | F,
    c.ChangeDecks: F,
    c.CloseTable: F,
    c.ChangeRate: F,
    c.BurnCard: D,
}
LOOK: Accepts = {c.DeclineLook: PD, c.LapseOffer: C}
UNSPREAD: Accepts = {c.AskForShuffle: PD}
"""A player may ask for a shuffle until the first card of the batch from the shuffler is burned or dealt."""
REVEAL: Accepts = {c.RevealShoe: S}
SEAL: Accepts = {c.SealShoe: S, **REVEAL}
UNDO: Accepts = {c.UndoCard: F}
"""A card that was entered wrongly is taken back until the round is over; not within a war deal, but for its last."""
CARDS: Accepts = {**UNDO, c.ReportMisread: DS}
IN_THE_ROUND: Accepts = {
    **SEATS,
    **METERS,
    **DEVICE,
    **FOUND_IN_THE_ROUND,
    **SHUFFLE,
    **COVER_CARD,
    c.CallDeckChange: C | F,
    c.ReportAbsence: D | F | C,
}
LATE_BURN: Accepts = {c.BurnCard: D}
DEALING: Accepts = {
    **IN_THE_ROUND,
    **CARDS,
    **LATE_BURN,
    c.TurnCard: S,
}

MADE_READY: tuple[Phase, ...] = ("opening", "shuffling", "cutting", "loading", "idle", "waking")
"""Phases in which the cards are made ready; a call to the floor does not stop them."""

_BY_PHASE: Mapping[Phase, Accepts] = {
    "closed": {**REVEAL, c.OpenTable: F},
    "opening": {
        **SEATS,
        **METERS,
        **EMPTY_DEVICE,
        **REVEAL,
        **LOOK,
        **TOUCHED,
        **SHUFFLE_TO_COME,
        c.ReceiveDecks: D,
        c.ReportDefect: DF,
        c.CloseTable: F,
    },
    "shuffling": {**SEATS, **DEVICE, **SEAL, **SHUFFLE, **COVER_CARD, **TOUCHED, c.CloseTable: F},
    "cutting": {
        **SEATS,
        **DEVICE,
        **SEAL,
        **SHUFFLE,
        **UNSPREAD,
        **COVER_CARD,
        **TOUCHED,
        c.CutCards: PD,
        c.DeclineCut: PD,
        c.LapseOffer: C,
        c.ReinsertCoverCard: D,
        c.OrderRecut: F,
        c.CloseTable: F,
    },
    "loading": {
        **SEATS,
        **DEVICE,
        **SEAL,
        **SHUFFLE,
        **UNSPREAD,
        **TOUCHED,
        c.LoadShoe: DS,
        c.OrderRecut: F,
        c.CloseTable: F,
    },
    "banking": {**BETWEEN_ROUNDS, c.OfferBank: D, c.PostBank: PD, c.DeclineBank: PD},
    "betting": {
        **BETWEEN_ROUNDS,
        **UNSPREAD,
        c.PlaceWager: PD,
        c.TakeBackWager: P | D | F,
        c.TakeRoomFee: D,
        c.DeclineBank: PD,
        c.DeclineInclusion: PD,
        c.CallNoMoreBets: D,
    },
    "counting": {**IN_THE_ROUND, **LATE_BURN, **LATE_WAGER, c.CountSideWagers: D},
    "dealing": {**DEALING, **LATE_WAGER},
    "settling": {**IN_THE_ROUND, **CARDS, **LATE_BURN, c.SettleHand: D},
    "deciding": {**IN_THE_ROUND, **UNDO, **LATE_BURN, c.Surrender: PD, c.GoToWar: PD, c.CallTime: C},
    "picking_up": {**IN_THE_ROUND, **UNDO, **LATE_BURN, c.PickUpCards: D},
    "war_wagers": {
        **IN_THE_ROUND,
        **UNDO,
        c.ConfirmWarWager: D,
        c.PlaceWager: PD,
        c.DeclineWarTie: PD,
        c.TakeBackWager: P | D | F,
        c.CallTime: C,
        c.ConfirmWarWagers: D,
    },
    "war_dealing": DEALING,
    "war_settling": {**IN_THE_ROUND, **CARDS, **LATE_BURN, c.SettleHand: D},
    "validating": {**IN_THE_ROUND, c.CheckWin: D, c.ValidateWin: F},
    "side_bets": {**IN_THE_ROUND, **UNDO, **LATE_BURN, c.DrawHotSeat: S, c.SpinWheel: S, c.SettleSideBets: D},
    "suspended": {**FOUND_IN_THE_ROUND, **DEVICE, **SHUFFLE, **COVER_CARD, c.Rule: F, c.Sit: P | D | F},
    "idle": {
        **SEATS,
        **METERS,
        **DEVICE,
        **REVEAL,
        **TOUCHED,
        **SHUFFLE_TO_COME,
        c.AskForFaceUp: PD,
        c.CallDeckChange: C | F,
        c.ChangeDecks: F,
        c.CloseTable: F,
    },
    "waking": {
        **SEATS,
        **DEVICE,
        **REVEAL,
        **SHUFFLE,
        **LOOK,
        **TOUCHED,
        c.ReportDefect: DF,
        c.AskForFaceUp: PD,
        **UNSPREAD,
        c.RefuseBatch: DF,
        c.ChangeDecks: F,
        c.CloseTable: F,
    },
    "closing": {**REVEAL, **TOUCHED, c.ConfirmStep: STEP},
}

PHASES: Mapping[Phase, Accepts] = {
    phase: {**accepts, **DUTY, **(RELIEF if phase != "closed" else {})} for phase, accepts in _BY_PHASE.items()
}
