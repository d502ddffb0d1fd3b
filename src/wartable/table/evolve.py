"""Evolving: an event turns a state into the next. Replaying the events gives the same table again."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from msgspec.structs import replace

from wartable.table import events as e
from wartable.table import procedures as p
from wartable.table.events import Event
from wartable.table.state import Table
from wartable.table.transitions import next_phase

EVOLVERS: Mapping[type[Event], Callable[[Table, Any], Table]] = {
    e.TableOpened: p.opening.table_opened,
    e.StepConfirmed: p.physical.step_confirmed,
    e.DecksReceived: p.delivery.decks_received,
    e.DefectFound: p.delivery.defect_found,
    e.DealerTookOver: p.duty.dealer_took_over,
    e.DutyTaken: p.duty.duty_taken,
    e.DutyLeft: p.duty.duty_left,
    e.TableIdled: p.idle.table_idled,
    e.DeckChangeCalled: p.opening.deck_change_called,
    e.DecksChanged: p.opening.decks_changed,
    e.TableClosing: p.closing.table_closing,
    e.TableClosed: p.closing.table_closed,
    e.PlayerSat: p.seating.player_sat,
    e.PlayerLeft: p.seating.player_left,
    e.Offered: p.offers.offered,
    e.OfferLapsed: p.offers.offer_lapsed,
    e.LookAnswered: p.offers.look_answered,
    e.FaceUpAskedFor: p.idle.face_up_asked_for,
    e.IdleCardsSpread: p.idle.idle_cards_spread,
    e.ReshuffleOrdered: p.shuffle.reshuffle_ordered,
    e.BatchRefused: p.idle.batch_refused,
    e.ShuffleAskedFor: p.idle.shuffle_asked_for,
    e.ShuffleBegun: p.shuffle.shuffle_begun,
    e.CardsShuffled: p.shuffle.cards_shuffled,
    e.ShoeSealed: p.seal.shoe_sealed,
    e.ShoeRevealed: p.seal.shoe_revealed,
    e.CutDeclined: p.cut.cut_declined,
    e.CardsCut: p.cut.cards_cut,
    e.CutFoundImproper: p.cut.cut_found_improper,
    e.CoverCardReinserted: p.cut.cover_card_reinserted,
    e.RecutOrdered: p.cut.recut_ordered,
    e.ShoeLoaded: p.shuffle.shoe_loaded,
    e.CardBurned: p.deal.card_burned,
    e.BankOffered: p.banking.bank_offered,
    e.BankDeclined: p.banking.bank_declined,
    e.BankPosted: p.banking.bank_posted,
    e.BankToppedUp: p.banking.bank_topped_up,
    e.BankReleased: p.banking.bank_released,
    e.RoomFeeTaken: p.fees.room_fee_taken,
    e.RoomFeeReturned: p.fees.room_fee_returned,
    e.WagerPlaced: p.betting.wager_placed,
    e.WagerTakenBack: p.betting.wager_taken_back,
    e.NoMoreBetsCalled: p.betting.no_more_bets_called,
    e.WagerSettled: p.settle.wager_settled,
    e.WagerReturned: p.settle.wager_returned,
    e.WarCovered: p.settle.war_covered,
    e.SettlementReversed: p.void.settlement_reversed,
    e.CardDealt: p.deal.card_dealt,
    e.CardTakenBack: p.undo.card_taken_back,
    e.CoverCardMet: p.cover_card.cover_card_met,
    e.HandSettled: p.settle.hand_settled,
    e.TieSurrendered: p.war.tie_surrendered,
    e.WarDeclared: p.war.war_declared,
    e.WarTieOffered: p.war_wagers.war_tie_offered,
    e.WarTieDeclined: p.war_wagers.war_tie_declined,
    e.WarWagerConfirmed: p.war_wagers.war_wager_confirmed,
    e.WarWagerNotPlaced: p.war_wagers.war_wager_not_placed,
    e.WarMatched: p.war_wagers.war_matched,
    e.WarWagersConfirmed: p.war_wagers.war_wagers_confirmed,
    e.CardsPickedUp: p.pick_up.cards_picked_up,
    e.RoundEnded: p.pick_up.round_ended,
    e.SideWagersCollected: p.counting.side_wagers_collected,
    e.SideWagersCounted: p.counting.side_wagers_counted,
    e.SideWagersMiscounted: p.counting.side_wagers_miscounted,
    e.MeterFed: p.meters.meter_fed,
    e.MeterPaid: p.meters.meter_paid,
    e.MeterReset: p.meters.meter_reset,
    e.MeterSynced: p.meters.meter_synced,
    e.MeterCorrected: p.meters.meter_corrected,
    e.RateChanged: p.meters.rate_changed,
    e.ProgressiveWon: p.validation.progressive_won,
    e.WinChecked: p.validation.win_checked,
    e.WinValidated: p.validation.win_validated,
    e.WinRefused: p.validation.win_refused,
    e.HotSeatDrawn: p.spin.hot_seat_drawn,
    e.WheelSpun: p.spin.wheel_spun,
    e.WheelRespun: p.spin.wheel_respun,
    e.SideBetsSettled: p.side_bets.side_bets_settled,
    e.FaceUpCardsRacked: p.face_up.face_up_cards_racked,
    e.FaceUpCardFound: p.face_up.face_up_card_found,
    e.CardDrawnInError: p.irregularities.card_drawn_in_error,
    e.CardExposed: p.irregularities.card_exposed,
    e.ExposedCardRacked: p.irregularities.exposed_card_racked,
    e.CardMisread: p.irregularities.card_misread,
    e.CardLifted: p.misplaced.card_lifted,
    e.CardsReassigned: p.missed.cards_reassigned,
    e.HandMissed: p.missed.hand_missed,
    e.InclusionDeclined: p.inclusion.inclusion_declined,
    e.BurnForgotten: p.forgotten.burn_forgotten,
    e.BurnNotMade: p.forgotten.burn_not_made,
    e.BurnOwed: p.forgotten.burn_owed,
    e.CardTouched: p.touched.card_touched,
    e.ShufflerJammed: p.device.shuffler_jammed,
    e.DeviceFailed: p.device.device_failed,
    e.DeviceCovered: p.device.device_covered,
    e.DeviceRestored: p.device.device_restored,
    e.FloorCalled: p.calls.floor_called,
    e.FloorRuled: p.calls.floor_ruled,
    e.PlayersReleased: p.misplaced.players_released,
    e.AbsenceEnded: p.absence.absence_ended,
    e.WagersAbandoned: p.absence.wagers_abandoned,
    e.RoundVoided: p.void.round_voided,
}


def evolve(table: Table, event: Event) -> Table:
    """Return the table after one event. What follows from a card ends the time in which it can be taken back."""
    kind = type(event)
    after = EVOLVERS[kind](table, event)
    phase = next_phase(table.phase, kind, table, after, event)
    if after.round.turned is not None and kind not in p.undo.LEAVES_THE_CARD:
        return replace(after, phase=phase, round=replace(after.round, turned=None))
    return after if phase == after.phase else replace(after, phase=phase)


def replay(table: Table, events: Iterable[Event]) -> Table:
    for event in events:
        table = evolve(table, event)
    return table
