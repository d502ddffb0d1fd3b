"""One sentence for everything that can happen at a table, in the words of its rulebook."""

from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from wartable.table import events as e
from wartable.table.events import Event
from wartable.table.sentences import day, money, play, trouble
from wartable.table.sentences.vocabulary import Words, words_of

__all__ = ["Words", "say", "words_of"]

PLAIN: Mapping[type[Event], str] = {
    e.DealerTookOver: "{dealer} takes over as dealer.",
    e.TableIdled: "The table is idle.",
    e.DeckChangeCalled: "The decks are due for a change.",
    e.DecksChanged: "New decks come to the table.",
    e.TableClosing: "The table closes; its cards are taken in.",
    e.TableClosed: "The table is closed.",
    e.PlayerSat: "{patron} takes seat {seat}.",
    e.PlayerLeft: "{patron} leaves seat {seat}.",
    e.ReshuffleOrdered: "The {by} orders a reshuffle.",
    e.ShuffleAskedFor: "{patron} asks that the cards be shuffled before they are dealt.",
    e.CutDeclined: "Seat {seat} declines the cut.",
    e.BankDeclined: "Seat {seat} declines the bank.",
    e.NoMoreBetsCalled: "No more bets.",
    e.WarWagersConfirmed: "The war wagers are confirmed.",
    e.RoundEnded: "Round {round} is over.",
    e.ExposedCardRacked: "The {card} goes to the discard rack.",
    e.HandMissed: "Seat {seat} was given no card, and its hand is void.",
    e.ShufflerJammed: "The shuffler jams.",
    e.DeviceFailed: "The shuffling device is out of order.",
    e.DeviceRestored: "The shuffling device is back in use.",
    e.WagersAbandoned: "The wagers left behind at seat {seat} are lost.",
}

SPOKEN: Mapping[type[Event], Callable[[Any, Words], str]] = {
    e.TableOpened: day.table_opened,
    e.StepConfirmed: day.step_confirmed,
    e.ShuffleBegun: day.shuffle_begun,
    e.CardsShuffled: day.cards_shuffled,
    e.CardsCut: day.cards_cut,
    e.CoverCardReinserted: day.cover_card_reinserted,
    e.RecutOrdered: day.recut_ordered,
    e.ShoeLoaded: day.shoe_loaded,
    e.CardBurned: day.card_burned,
    e.BankOffered: money.bank_offered,
    e.BankPosted: money.bank_posted,
    e.BankToppedUp: money.bank_topped_up,
    e.BankReleased: money.bank_released,
    e.RoomFeeTaken: money.room_fee_taken,
    e.WagerPlaced: money.wager_placed,
    e.WagerTakenBack: money.wager_taken_back,
    e.WagerSettled: money.moved_at,
    e.WagerReturned: money.moved_at,
    e.WarCovered: money.moved_at,
    e.SettlementReversed: money.settlement_reversed,
    e.CardDealt: play.card_dealt,
    e.CoverCardMet: play.cover_card_met,
    e.HandSettled: play.hand_settled,
    e.TieSurrendered: play.tie_surrendered,
    e.WarDeclared: money.war_declared,
    e.WarMatched: money.war_matched,
    e.CardsPickedUp: play.cards_picked_up,
    e.FaceUpCardsRacked: trouble.face_up_cards_racked,
    e.CardDrawnInError: trouble.card_drawn_in_error,
    e.CardExposed: trouble.card_exposed,
    e.BurnForgotten: trouble.burn_forgotten,
    e.DeviceCovered: trouble.device_covered,
    e.FloorCalled: trouble.floor_called,
    e.FloorRuled: trouble.floor_ruled,
    e.PlayersReleased: trouble.players_released,
    e.RoundVoided: trouble.round_voided,
}


def say(event: Event, words: Words) -> str:
    """What happened, as a sentence that stands alone."""
    plain = PLAIN.get(type(event))
    if plain is not None:
        return plain.format_map(msgspec.structs.asdict(event))
    return SPOKEN[type(event)](event, words)
