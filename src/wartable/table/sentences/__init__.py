"""One sentence for everything that can happen at a table, in the words of its rulebook."""

from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from wartable.money import say_cents
from wartable.table import events as e
from wartable.table.events import Event
from wartable.table.sentences import day, money, offers, play, side, trouble
from wartable.table.sentences.day import burned
from wartable.table.sentences.money import moved, wager_placed
from wartable.table.sentences.trouble import RULINGS
from wartable.table.sentences.vocabulary import VERBS, Words, begin, bettor, clauses, place, words_of

PLAIN: Mapping[type[Event], str] = {
    e.TableIdled: "The table is idle.",
    e.DutyTaken: "{person} is on duty at this table.",
    e.DutyLeft: "{person} is no longer on duty at this table.",
    e.DecksChanged: "New decks come to the table.",
    e.TableClosing: "The table closes; its cards are taken in.",
    e.TableClosed: "The table is closed.",
    e.PlayerSat: "{patron} {takes} seat {seat}.",
    e.PlayerLeft: "{patron} {leaves} seat {seat}.",
    e.FaceUpAskedFor: "{patron} {asks} that the cards lie face up.",
    e.ReshuffleOrdered: "The {by} orders a reshuffle.",
    e.ShuffleAskedFor: "{patron} {asks} that the cards be shuffled before they are dealt.",
    e.ShoeSealed: "Shoe {shoe} is sealed: {commitment}.",
    e.CardBurned: "A card is burned.",
    e.BankDeclined: "{who} {declines} the bank.",
    e.BankPosted: "{who} {takes} the bank and {posts} {amount}.",
    e.BankToppedUp: "{who} {adds} {amount} to the bank, to match a war.",
    e.BankReleased: "What is left of the bank, {amount}, goes back to {whom}.",
    e.RoomFeeTaken: "The room takes its fee of {amount} from {whom}.",
    e.RoomFeeReturned: "The room's fee of {amount} goes back to {whom}.",
    e.NoMoreBetsCalled: "No more bets.",
    e.WarDeclared: "{who} {goes} to war and {puts} up {stake}.",
    e.WarTieOffered: "A tie wager on the war deal is offered to {whom}.",
    e.WarWagerConfirmed: "{who} {has} the war wager down.",
    e.WarWagerNotPlaced: "{who} {has} no war wager down: {amount} goes back, and the choice is open again.",
    e.WarWagersConfirmed: "The war wagers are confirmed.",
    e.SideBetsSettled: "The side bets are settled.",
    e.RoundEnded: "Round {round} is over.",
    e.ExposedCardRacked: "The {card} goes to the discard rack.",
    e.HandMissed: "{who} {was} given no card, and {its} hand is void.",
    e.InclusionDeclined: "{who} {declines} to be in this round.",
    e.DeviceFailed: "The shuffling device is out of order.",
    e.DeviceRestored: "The shuffling device is back in use.",
    e.AbsenceEnded: "The player of seat {seat} is here.",
    e.WagersAbandoned: "The wagers left behind at seat {seat} are lost.",
}
"""Sentences that need only the event's fields."""

TOLD: Mapping[type[Event], Callable[[Any], str]] = {
    e.TableOpened: day.table_opened,
    e.DeckChangeCalled: day.deck_change_called,
    e.DealerTookOver: day.dealer_took_over,
    e.ShoeRevealed: day.shoe_revealed,
    e.SideWagersCollected: side.side_wagers_collected,
    e.SideWagersCounted: side.side_wagers_counted,
    e.SideWagersMiscounted: side.side_wagers_miscounted,
    e.WinChecked: side.win_checked,
    e.MeterFed: side.meter_fed,
    e.MeterReset: side.meter_reset,
    e.MeterSynced: side.meter_synced,
    e.MeterCorrected: side.meter_corrected,
    e.RateChanged: side.rate_changed,
    e.HotSeatDrawn: side.hot_seat_drawn,
    e.WheelSpun: side.wheel_spun,
    e.WheelRespun: side.wheel_respun,
    e.CardExposed: trouble.card_exposed,
    e.CardMisread: trouble.card_misread,
    e.CardTouched: trouble.card_touched,
    e.BurnNotMade: trouble.burn_not_made,
    e.BurnOwed: trouble.burn_owed,
    e.FloorCalled: trouble.floor_called,
    e.FloorRuled: trouble.floor_ruled,
    e.PlayersReleased: trouble.players_released,
    e.RoundVoided: trouble.round_voided,
}
"""Sentences that are the same under every rulebook."""

WORDED: Mapping[type[Event], Callable[[Any, Words], str]] = {
    e.StepConfirmed: day.step_confirmed,
    e.DecksReceived: day.decks_received,
    e.DefectFound: day.defect_found,
    e.BatchRefused: day.batch_refused,
    e.ShufflerJammed: trouble.shuffler_jammed,
    e.ShuffleBegun: day.shuffle_begun,
    e.CardsShuffled: day.cards_shuffled,
    e.CutFoundImproper: day.cut_found_improper,
    e.CoverCardReinserted: day.cover_card_reinserted,
    e.RecutOrdered: day.recut_ordered,
    e.ShoeLoaded: day.shoe_loaded,
    e.CardsCut: day.cards_cut,
    e.CutDeclined: offers.cut_declined,
    e.Offered: offers.offered,
    e.OfferLapsed: offers.offer_lapsed,
    e.LookAnswered: offers.look_answered,
    e.IdleCardsSpread: offers.idle_cards_spread,
    e.BankOffered: money.bank_offered,
    e.WagerPlaced: money.wager_placed,
    e.MeterPaid: side.meter_paid,
    e.ProgressiveWon: side.progressive_won,
    e.WinValidated: side.win_validated,
    e.WinRefused: side.win_refused,
    e.WagerTakenBack: money.wager_taken_back,
    e.WagerSettled: money.moved_at,
    e.WagerReturned: money.moved_at,
    e.WarCovered: money.moved_at,
    e.SettlementReversed: money.settlement_reversed,
    e.WarMatched: money.war_matched,
    e.CardDealt: play.card_dealt,
    e.CardTakenBack: play.card_taken_back,
    e.CoverCardMet: play.cover_card_met,
    e.HandSettled: play.hand_settled,
    e.TieSurrendered: play.tie_surrendered,
    e.WarTieDeclined: play.war_tie_declined,
    e.CardsPickedUp: play.cards_picked_up,
    e.FaceUpCardFound: trouble.face_up_card_found,
    e.FaceUpCardsRacked: trouble.face_up_cards_racked,
    e.CardDrawnInError: trouble.card_drawn_in_error,
    e.BurnForgotten: trouble.burn_forgotten,
    e.CardLifted: trouble.card_lifted,
    e.CardsReassigned: trouble.cards_reassigned,
    e.DeviceCovered: trouble.device_covered,
}
"""Sentences that depend on the rules, on what their text calls a thing, or on the listener."""


def say(event: Event, words: Words) -> str:
    """Return an event as a sentence that stands alone."""
    kind = type(event)
    if kind in PLAIN:
        return PLAIN[kind].format_map(_fields(event, words))
    return TOLD[kind](event) if kind in TOLD else WORDED[kind](event, words)


def _fields(event: Event, words: Words) -> dict[str, object]:
    fields = msgspec.structs.asdict(event) | {verb: words.verb(verb) for verb in VERBS}
    fields |= {key: say_cents(fields[key]) for key in ("amount", "stake") if key in fields}
    if "seat" in fields:
        whom = bettor(fields["seat"], fields.get("bettor", ""), words)
        fields |= {"whom": whom, "who": begin(whom), "win": f"the win of {whom}", "its": "its"}
    if "patron" in fields:
        fields["patron"] = begin(fields["patron"])
    if words.you:
        fields |= {"patron": "You", "win": "your win", "its": "your"}
    return fields
