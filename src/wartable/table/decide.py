"""Deciding: a command against a state gives events, or a refusal that changes nothing."""

from collections.abc import Callable, Mapping
from typing import Any

from wartable.table import commands as c
from wartable.table.commands import Command
from wartable.table.evolve import evolve, replay
from wartable.table.phases import PHASES
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
    rulings,
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
from wartable.table.refusals import Decided, Refusal, Refused
from wartable.table.state import Table
from wartable.table.words import Actor

NOT_NOW = Refused(Refusal.NOT_NOW)
NOT_YOURS = Refused(Refusal.NOT_YOURS)

DECIDERS: Mapping[type[Command], Callable[[Table, Any, Actor], Decided]] = {
    c.OpenTable: opening.open_table,
    c.ConfirmStep: physical.confirm_step,
    c.ReceiveDecks: delivery.receive_decks,
    c.ReportDefect: delivery.report_defect,
    c.TakeOver: duty.take_over,
    c.TakeDuty: duty.take_duty,
    c.LeaveDuty: duty.leave_duty,
    c.DeclareIdle: idle.declare_idle,
    c.CallDeckChange: opening.call_deck_change,
    c.ChangeDecks: opening.change_decks,
    c.CloseTable: closing.close_table,
    c.Sit: seating.sit,
    c.Leave: seating.leave,
    c.OrderReshuffle: shuffle.order_reshuffle,
    c.AskForShuffle: idle.ask_for_shuffle,
    c.RefuseBatch: idle.refuse_batch,
    c.DeclineLook: offers.decline_look,
    c.AskForFaceUp: idle.ask_for_face_up,
    c.LapseOffer: offers.lapse_offer,
    c.SealShoe: seal.seal_shoe,
    c.RevealShoe: seal.reveal_shoe,
    c.CutCards: cut.cut_cards,
    c.DeclineCut: cut.decline_cut,
    c.ReinsertCoverCard: cut.reinsert_cover_card,
    c.OrderRecut: cut.order_recut,
    c.LoadShoe: shuffle.load_shoe,
    c.BurnCard: deal.burn_card,
    c.OfferBank: banking.offer_bank,
    c.PostBank: banking.post_bank,
    c.DeclineBank: banking.decline_bank,
    c.TakeRoomFee: fees.take_room_fee,
    c.PlaceWager: betting.place_wager,
    c.TakeBackWager: betting.take_back_wager,
    c.DeclineInclusion: inclusion.decline_inclusion,
    c.CallNoMoreBets: betting.call_no_more_bets,
    c.TurnCard: deal.turn_card,
    c.UndoCard: undo.undo_card,
    c.MeetCoverCard: cover_card.meet_cover_card,
    c.ReportShoeOver: cover_card.report_shoe_over,
    c.SettleHand: settle.settle_hand,
    c.Surrender: war.surrender,
    c.GoToWar: war.go_to_war,
    c.CallTime: war_wagers.call_time,
    c.ConfirmWarWager: war_wagers.confirm_war_wager,
    c.DeclineWarTie: war_wagers.decline_war_tie,
    c.ConfirmWarWagers: war_wagers.confirm_war_wagers,
    c.PickUpCards: pick_up.pick_up_cards,
    c.CountSideWagers: counting.count_side_wagers,
    c.CheckWin: validation.check_win,
    c.ValidateWin: validation.validate_win,
    c.DrawHotSeat: spin.draw_hot_seat,
    c.SpinWheel: spin.spin_wheel,
    c.SettleSideBets: side_bets.settle_side_bets,
    c.SyncMeter: meters.sync_meter,
    c.CorrectMeter: meters.correct_meter,
    c.ChangeRate: meters.change_rate,
    c.ReportFaceUpCards: irregularities.report_face_up_cards,
    c.ReportDrawnCard: irregularities.report_drawn_card,
    c.ReportMisdelivery: misplaced.report_misdelivery,
    c.ReportMisread: irregularities.report_misread,
    c.ReportMissedHand: misplaced.report_missed_hand,
    c.ReportForgottenBurn: forgotten.report_forgotten_burn,
    c.ReportTouchedCard: touched.report_touched_card,
    c.ReportJam: device.report_jam,
    c.ReportDeviceFailure: device.report_device_failure,
    c.CoverDevice: device.cover_device,
    c.RestoreDevice: device.restore_device,
    c.ReportAbsence: absence.report_absence,
    c.Rule: rulings.rule,
    c.ReleasePlayers: misplaced.release_players,
    c.VoidRound: void.void_round,
}


def decide(table: Table, command: Command, by: Actor) -> Decided:
    """Decide a command: check the phase table and the people on record first, then run the procedure.

    A person who is asked is named last. The answer of a player who was reported absent ends the report first.
    """
    kind = type(command)
    if (ended := absence.ended_by(table, kind, by)) is not None:
        answered = decide(evolve(table, ended), command, by)
        return answered if isinstance(answered, Refused) else (ended, *answered)
    roles = PHASES[table.phase].get(kind)
    if roles is None:
        return NOT_NOW
    if by.role not in roles:
        return NOT_YOURS
    if (refused := duty.not_on_record(table, kind, by)) is not None:
        return refused
    decided = DECIDERS[kind](table, command, by)
    if isinstance(decided, Refused):
        return decided
    if again := calls.still_to_rule(table, decided):
        decided = (*decided, *again)
    if kind not in offers.FOLLOWED_BY_AN_OFFER:
        return decided
    offer = offers.next_offer(replay(table, decided))
    return (*decided, offer) if offer else decided
