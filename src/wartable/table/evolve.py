"""Evolving: an event turns a state into the next. Replaying the events gives the same table again."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from msgspec.structs import replace

from wartable.table import events as e
from wartable.table.events import Event
from wartable.table.procedures import (
    absence,
    banking,
    betting,
    calls,
    closing,
    counting,
    cover_card,
    cut,
    deal,
    delivery,
    device,
    duty,
    fees,
    forgotten,
    idle,
    inclusion,
    irregularities,
    meters,
    misplaced,
    offers,
    opening,
    physical,
    pick_up,
    seal,
    seating,
    settle,
    shuffle,
    side_bets,
    spin,
    touched,
    undo,
    validation,
    void,
    war,
    war_wagers,
)
from wartable.table.state import Table
from wartable.table.transitions import next_phase

EVOLVERS: Mapping[type[Event], Callable[[Table, Any], Table]] = {
    e.TableOpened: opening.table_opened,
    e.StepConfirmed: physical.step_confirmed,
    e.DecksReceived: delivery.decks_received,
    e.DefectFound: delivery.defect_found,
    e.DealerTookOver: duty.dealer_took_over,
    e.DutyTaken: duty.duty_taken,
    e.DutyLeft: duty.duty_left,
    e.TableIdled: idle.table_idled,
    e.DeckChangeCalled: opening.deck_change_called,
    e.DecksChanged: opening.decks_changed,
    e.TableClosing: closing.table_closing,
    e.TableClosed: closing.table_closed,
    e.PlayerSat: seating.player_sat,
    e.PlayerLeft: seating.player_left,
    e.Offered: offers.offered,
    e.OfferLapsed: offers.offer_lapsed,
    e.LookAnswered: offers.look_answered,
    e.FaceUpAskedFor: idle.face_up_asked_for,
    e.IdleCardsSpread: idle.idle_cards_spread,
    e.ReshuffleOrdered: shuffle.reshuffle_ordered,
    e.BatchRefused: idle.batch_refused,
    e.ShuffleAskedFor: idle.shuffle_asked_for,
    e.ShuffleBegun: shuffle.shuffle_begun,
    e.CardsShuffled: shuffle.cards_shuffled,
    e.ShoeSealed: seal.shoe_sealed,
    e.ShoeRevealed: seal.shoe_revealed,
    e.CutDeclined: cut.cut_declined,
    e.CardsCut: cut.cards_cut,
    e.CutFoundImproper: cut.cut_found_improper,
    e.CoverCardReinserted: cut.cover_card_reinserted,
    e.RecutOrdered: cut.recut_ordered,
    e.ShoeLoaded: shuffle.shoe_loaded,
    e.CardBurned: deal.card_burned,
    e.BankOffered: banking.bank_offered,
    e.BankDeclined: banking.bank_declined,
    e.BankPosted: banking.bank_posted,
    e.BankToppedUp: banking.bank_topped_up,
    e.BankReleased: banking.bank_released,
    e.RoomFeeTaken: fees.room_fee_taken,
    e.RoomFeeReturned: fees.room_fee_returned,
    e.WagerPlaced: betting.wager_placed,
    e.WagerTakenBack: betting.wager_taken_back,
    e.NoMoreBetsCalled: betting.no_more_bets_called,
    e.WagerSettled: settle.wager_settled,
    e.WagerReturned: settle.wager_returned,
    e.WarCovered: settle.war_covered,
    e.SettlementReversed: void.settlement_reversed,
    e.CardDealt: deal.card_dealt,
    e.CardTakenBack: undo.card_taken_back,
    e.CoverCardMet: cover_card.cover_card_met,
    e.HandSettled: settle.hand_settled,
    e.TieSurrendered: war.tie_surrendered,
    e.WarDeclared: war.war_declared,
    e.WarTieOffered: war_wagers.war_tie_offered,
    e.WarTieDeclined: war_wagers.war_tie_declined,
    e.WarWagerConfirmed: war_wagers.war_wager_confirmed,
    e.WarWagerNotPlaced: war_wagers.war_wager_not_placed,
    e.WarMatched: war_wagers.war_matched,
    e.WarWagersConfirmed: war_wagers.war_wagers_confirmed,
    e.CardsPickedUp: pick_up.cards_picked_up,
    e.RoundEnded: pick_up.round_ended,
    e.SideWagersCollected: counting.side_wagers_collected,
    e.SideWagersCounted: counting.side_wagers_counted,
    e.SideWagersMiscounted: counting.side_wagers_miscounted,
    e.MeterFed: meters.meter_fed,
    e.MeterPaid: meters.meter_paid,
    e.MeterReset: meters.meter_reset,
    e.MeterSynced: meters.meter_synced,
    e.MeterCorrected: meters.meter_corrected,
    e.RateChanged: meters.rate_changed,
    e.ProgressiveWon: validation.progressive_won,
    e.WinChecked: validation.win_checked,
    e.WinValidated: validation.win_validated,
    e.WinRefused: validation.win_refused,
    e.HotSeatDrawn: spin.hot_seat_drawn,
    e.WheelSpun: spin.wheel_spun,
    e.WheelRespun: spin.wheel_respun,
    e.SideBetsSettled: side_bets.side_bets_settled,
    e.FaceUpCardsRacked: irregularities.face_up_cards_racked,
    e.CardDrawnInError: irregularities.card_drawn_in_error,
    e.CardExposed: irregularities.card_exposed,
    e.ExposedCardRacked: irregularities.exposed_card_racked,
    e.CardMisread: irregularities.card_misread,
    e.CardLifted: misplaced.card_lifted,
    e.CardsReassigned: misplaced.cards_reassigned,
    e.HandMissed: misplaced.hand_missed,
    e.InclusionDeclined: inclusion.inclusion_declined,
    e.BurnForgotten: forgotten.burn_forgotten,
    e.BurnNotMade: forgotten.burn_not_made,
    e.BurnOwed: forgotten.burn_owed,
    e.CardTouched: touched.card_touched,
    e.ShufflerJammed: device.shuffler_jammed,
    e.DeviceFailed: device.device_failed,
    e.DeviceCovered: device.device_covered,
    e.DeviceRestored: device.device_restored,
    e.FloorCalled: calls.floor_called,
    e.FloorRuled: calls.floor_ruled,
    e.PlayersReleased: misplaced.players_released,
    e.AbsenceEnded: absence.absence_ended,
    e.WagersAbandoned: absence.wagers_abandoned,
    e.RoundVoided: void.round_voided,
}


def evolve(table: Table, event: Event) -> Table:
    """Return the table after one event. What follows from a card ends the time in which it can be taken back."""
    kind = type(event)
    after = EVOLVERS[kind](table, event)
    phase = next_phase(table, after, event)
    if after.round.turned is not None and kind not in undo.LEAVES_THE_CARD:
        return replace(after, phase=phase, round=replace(after.round, turned=None))
    return after if phase == after.phase else replace(after, phase=phase)


def replay(table: Table, events: Iterable[Event]) -> Table:
    """Return the table after many events."""
    for event in events:
        table = evolve(table, event)
    return table
