"""Deciding: a command against a state gives events, or a refusal that changes nothing."""

from collections.abc import Callable, Mapping
from typing import Any

from wartable.table import commands as c
from wartable.table import procedures as p
from wartable.table.commands import Command
from wartable.table.evolve import evolve, replay
from wartable.table.phases import PHASES
from wartable.table.refusals import Decided, Refusal, Refused
from wartable.table.state import Table
from wartable.table.words import Actor

NOT_NOW = Refused(Refusal.NOT_NOW)
NOT_YOURS = Refused(Refusal.NOT_YOURS)

DECIDERS: Mapping[type[Command], Callable[[Table, Any, Actor], Decided]] = {
    c.OpenTable: p.opening.open_table,
    c.ConfirmStep: p.physical.confirm_step,
    c.ReceiveDecks: p.delivery.receive_decks,
    c.ReportDefect: p.delivery.report_defect,
    c.TakeOver: p.duty.take_over,
    c.TakeDuty: p.duty.take_duty,
    c.LeaveDuty: p.duty.leave_duty,
    c.DeclareIdle: p.idle.declare_idle,
    c.CallDeckChange: p.opening.call_deck_change,
    c.ChangeDecks: p.opening.change_decks,
    c.CloseTable: p.closing.close_table,
    c.Sit: p.seating.sit,
    c.Leave: p.seating.leave,
    c.OrderReshuffle: p.shuffle.order_reshuffle,
    c.AskForShuffle: p.idle.ask_for_shuffle,
    c.RefuseBatch: p.idle.refuse_batch,
    c.DeclineLook: p.offers.decline_look,
    c.AskForFaceUp: p.idle.ask_for_face_up,
    c.LapseOffer: p.offers.lapse_offer,
    c.SealShoe: p.seal.seal_shoe,
    c.RevealShoe: p.seal.reveal_shoe,
    c.CutCards: p.cut.cut_cards,
    c.DeclineCut: p.cut.decline_cut,
    c.ReinsertCoverCard: p.cut.reinsert_cover_card,
    c.OrderRecut: p.cut.order_recut,
    c.LoadShoe: p.shuffle.load_shoe,
    c.BurnCard: p.deal.burn_card,
    c.OfferBank: p.banking.offer_bank,
    c.PostBank: p.banking.post_bank,
    c.DeclineBank: p.banking.decline_bank,
    c.TakeRoomFee: p.fees.take_room_fee,
    c.PlaceWager: p.betting.place_wager,
    c.EnterLateWager: p.late.enter_late_wager,
    c.TakeBackWager: p.betting.take_back_wager,
    c.DeclineInclusion: p.inclusion.decline_inclusion,
    c.CallNoMoreBets: p.betting.call_no_more_bets,
    c.TurnCard: p.deal.turn_card,
    c.UndoCard: p.undo.undo_card,
    c.MeetCoverCard: p.cover_card.meet_cover_card,
    c.ReportShoeOver: p.cover_card.report_shoe_over,
    c.SettleHand: p.settle.settle_hand,
    c.Surrender: p.war.surrender,
    c.GoToWar: p.war.go_to_war,
    c.CallTime: p.war_wagers.call_time,
    c.ConfirmWarWager: p.war_wagers.confirm_war_wager,
    c.DeclineWarTie: p.war_wagers.decline_war_tie,
    c.ConfirmWarWagers: p.war_wagers.confirm_war_wagers,
    c.PickUpCards: p.pick_up.pick_up_cards,
    c.CountSideWagers: p.counting.count_side_wagers,
    c.CheckWin: p.validation.check_win,
    c.ValidateWin: p.validation.validate_win,
    c.DrawHotSeat: p.spin.draw_hot_seat,
    c.SpinWheel: p.spin.spin_wheel,
    c.SettleSideBets: p.side_bets.settle_side_bets,
    c.SyncMeter: p.meters.sync_meter,
    c.CorrectMeter: p.meters.correct_meter,
    c.ChangeRate: p.meters.change_rate,
    c.ReportFaceUpCards: p.face_up.report_face_up_cards,
    c.ReportDrawnCard: p.irregularities.report_drawn_card,
    c.ReportMisdelivery: p.misplaced.report_misdelivery,
    c.ReportMisread: p.irregularities.report_misread,
    c.ReportMissedHand: p.missed.report_missed_hand,
    c.ReportForgottenBurn: p.forgotten.report_forgotten_burn,
    c.ReportTouchedCard: p.touched.report_touched_card,
    c.ReportJam: p.device.report_jam,
    c.ReportDeviceFailure: p.device.report_device_failure,
    c.CoverDevice: p.device.cover_device,
    c.RestoreDevice: p.device.restore_device,
    c.ReportAbsence: p.absence.report_absence,
    c.Rule: p.rulings.rule,
    c.ReleasePlayers: p.misplaced.release_players,
    c.VoidRound: p.void.void_round,
}


def decide(table: Table, command: Command, by: Actor) -> Decided:
    """Decide a command: check the phase table and the people on record first, then run the procedure.

    A person who is asked is named last. The answer of a player who was reported absent ends the report first.
    """
    kind = type(command)
    is_called = table.call is not None
    if is_called and (ended := p.absence.ended_by(table, kind, by)) is not None:
        answered = decide(evolve(table, ended), command, by)
        return answered if isinstance(answered, Refused) else (ended, *answered)
    roles = PHASES[table.phase].get(kind)
    if roles is None:
        return NOT_NOW
    if by.role not in roles:
        return NOT_YOURS
    if by.person and (refused := p.duty.not_on_record(table, kind, by)) is not None:
        return refused
    decided = DECIDERS[kind](table, command, by)
    may_ask = kind in p.offers.FOLLOWED_BY_AN_OFFER
    if not (is_called or may_ask) or isinstance(decided, Refused):
        return decided
    if is_called:
        decided = (*decided, *p.calls.still_to_rule(table, decided))
    offer = p.offers.next_offer(replay(table, decided)) if may_ask else None
    return (*decided, offer) if offer else decided
