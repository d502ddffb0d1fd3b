"""What happened at a table. An event is a past participle; `evolve` turns it into the next state.

An event says everything its readers need: the ledger derives every posting from the event alone.
"""

import msgspec

from wartable.cards import Card
from wartable.money import Cents
from wartable.rulebook.rules import MeterName, Result, Ruling
from wartable.table.words import CallReason, CoverHow, DealName, Outcome, Role, Seat, ShuffleReason, Wager


class Event(msgspec.Struct, frozen=True, tag_field="event", gc=False):
    """Something that happened."""


# The table's day


class TableOpened(Event, tag="table_opened", frozen=True):
    rulebook: str
    dealer: str


class StepConfirmed(Event, tag="step_confirmed", frozen=True):
    step: str
    by: Role
    batch: int


class DealerTookOver(Event, tag="dealer_took_over", frozen=True):
    dealer: str


class TableIdled(Event, tag="table_idled", frozen=True):
    pass


class DeckChangeCalled(Event, tag="deck_change_called", frozen=True):
    pass


class DecksChanged(Event, tag="decks_changed", frozen=True):
    pass


class TableClosing(Event, tag="table_closing", frozen=True):
    pass


class TableClosed(Event, tag="table_closed", frozen=True):
    pass


# Seats


class PlayerSat(Event, tag="player_sat", frozen=True):
    seat: Seat
    patron: str


class PlayerLeft(Event, tag="player_left", frozen=True):
    seat: Seat
    patron: str


# Shuffle, cut, shoe


class ReshuffleOrdered(Event, tag="reshuffle_ordered", frozen=True):
    by: Role


class ShuffleAskedFor(Event, tag="shuffle_asked_for", frozen=True):
    patron: str


class ShuffleBegun(Event, tag="shuffle_begun", frozen=True):
    reason: ShuffleReason


class CardsShuffled(Event, tag="cards_shuffled", frozen=True):
    batch: int
    steps: tuple[str, ...]


class CutDeclined(Event, tag="cut_declined", frozen=True):
    seat: Seat


class CardsCut(Event, tag="cards_cut", frozen=True):
    seat: Seat
    depth: int


class CoverCardReinserted(Event, tag="cover_card_reinserted", frozen=True):
    depth: int


class RecutOrdered(Event, tag="recut_ordered", frozen=True):
    reason: str
    same_person: bool


class ShoeLoaded(Event, tag="shoe_loaded", frozen=True):
    batch: int
    cards: int


class CardBurned(Event, tag="card_burned", frozen=True):
    pass


# The bank, where a player banks


class BankOffered(Event, tag="bank_offered", frozen=True):
    seat: Seat
    """Nobody, where it is 0: everyone declined and the table waits."""


class BankDeclined(Event, tag="bank_declined", frozen=True):
    seat: Seat


class BankPosted(Event, tag="bank_posted", frozen=True):
    seat: Seat
    patron: str
    amount: Cents


class BankToppedUp(Event, tag="bank_topped_up", frozen=True):
    """The bank brings new money to match a war, where the house's rules allow it."""

    seat: Seat
    patron: str
    amount: Cents


class BankReleased(Event, tag="bank_released", frozen=True):
    """What is left of the bank goes back to who posted it."""

    seat: Seat
    patron: str
    amount: Cents


class RoomFeeTaken(Event, tag="room_fee_taken", frozen=True):
    seat: Seat
    patron: str
    amount: Cents


# Wagers


class WagerPlaced(Event, tag="wager_placed", frozen=True):
    seat: Seat
    bettor: str
    patron: str
    wager: Wager
    amount: Cents
    instrument: str = "chips"
    hand: int = 0


class WagerTakenBack(Event, tag="wager_taken_back", frozen=True):
    seat: Seat
    bettor: str
    patron: str
    wager: Wager
    amount: Cents


class NoMoreBetsCalled(Event, tag="no_more_bets_called", frozen=True):
    round: int


class WagerSettled(Event, tag="wager_settled", frozen=True):
    """One wager is over.

    `staked` is what lay there. `matched` is the bank's stake in the war pool that closes with it, and `cover` what the
    settlement took of a player's bank; both are nothing where the house banks without a pool.
    """

    seat: Seat
    bettor: str
    patron: str
    wager: Wager
    result: Result
    staked: Cents
    collected: Cents
    returned: Cents
    paid: Cents
    clauses: tuple[str, ...]
    matched: Cents = 0
    cover: Cents = 0


class WagerReturned(Event, tag="wager_returned", frozen=True):
    """The part of a wager that the bank does not cover goes back at once; the rest stays in play."""

    seat: Seat
    bettor: str
    patron: str
    wager: Wager
    amount: Cents
    clauses: tuple[str, ...]


class WarCovered(Event, tag="war_covered", frozen=True):
    """The bank sets aside its matching stake for a tied hand."""

    seat: Seat
    bettor: str
    amount: Cents


class SettlementReversed(Event, tag="settlement_reversed", frozen=True):
    """The counter-entry to a settlement of a voided round: the wager lies where it lay before."""

    line: WagerSettled


# The deal and the war


class CardDealt(Event, tag="card_dealt", frozen=True):
    seat: Seat
    card: Card
    deal: DealName


class CoverCardMet(Event, tag="cover_card_met", frozen=True):
    seat: Seat


class HandSettled(Event, tag="hand_settled", frozen=True):
    seat: Seat
    deal: DealName
    outcome: Outcome


class TieSurrendered(Event, tag="tie_surrendered", frozen=True):
    seat: Seat
    bettor: str
    by: Role
    """The clock, where the house's rule decided for a player whose time was up."""


class WarDeclared(Event, tag="war_declared", frozen=True):
    seat: Seat
    bettor: str
    patron: str
    stake: Cents


class WarMatched(Event, tag="war_matched", frozen=True):
    """The bank puts its unit beside the player's two."""

    seat: Seat
    bettor: str
    amount: Cents


class WarWagersConfirmed(Event, tag="war_wagers_confirmed", frozen=True):
    pass


class CardsPickedUp(Event, tag="cards_picked_up", frozen=True):
    """Cards went to the discard rack, hand after hand, so that each can be rebuilt."""

    hands: tuple[tuple[Seat, tuple[Card, ...]], ...]


class RoundEnded(Event, tag="round_ended", frozen=True):
    round: int


# Side bets


class SideWagersCollected(Event, tag="side_wagers_collected", frozen=True):
    """The side wagers are locked, and the dealer takes them off the layout before the deal."""

    stakes: tuple[tuple[Seat, Wager, Cents], ...]


class SideWagersCounted(Event, tag="side_wagers_counted", frozen=True):
    """They are as many as the system accepted, and are in the inventory."""

    wagers: int


class MeterFed(Event, tag="meter_fed", frozen=True):
    """The share of this round's wagers is in the meter, before the deal."""

    meter: MeterName
    amount: Cents


class MeterPaid(Event, tag="meter_paid", frozen=True):
    meter: MeterName
    seat: Seat
    patron: str
    amount: Cents


class MeterReset(Event, tag="meter_reset", frozen=True):
    meter: MeterName
    amount: Cents


class MeterSynced(Event, tag="meter_synced", frozen=True):
    meter: MeterName
    before: Cents
    reading: Cents
    paid_elsewhere: bool


class MeterCorrected(Event, tag="meter_corrected", frozen=True):
    meter: MeterName
    before: Cents
    reading: Cents
    reason: str


class RateChanged(Event, tag="rate_changed", frozen=True):
    meter: MeterName
    rate: str


class ProgressiveWon(Event, tag="progressive_won", frozen=True):
    """A progressive hand waits for the dealer's check, the light and the floor."""

    seat: Seat
    hand: str


class WinValidated(Event, tag="win_validated", frozen=True):
    seat: Seat


class WheelSpun(Event, tag="wheel_spun", frozen=True):
    hot_seat: Seat
    hot: str
    community: str


class SideBetsSettled(Event, tag="side_bets_settled", frozen=True):
    pass


# Irregularities


class FaceUpCardsRacked(Event, tag="face_up_cards_racked", frozen=True):
    cards: tuple[Card, ...]


class CardDrawnInError(Event, tag="card_drawn_in_error", frozen=True):
    pass


class CardExposed(Event, tag="card_exposed", frozen=True):
    """A card was seen out of turn, at a seat where it was misdelivered or at nobody's."""

    card: Card
    seat: Seat | None


class ExposedCardRacked(Event, tag="exposed_card_racked", frozen=True):
    card: Card


class HandMissed(Event, tag="hand_missed", frozen=True):
    seat: Seat


class BurnForgotten(Event, tag="burn_forgotten", frozen=True):
    cards: int


class ShufflerJammed(Event, tag="shuffler_jammed", frozen=True):
    pass


class DeviceFailed(Event, tag="device_failed", frozen=True):
    pass


class DeviceCovered(Event, tag="device_covered", frozen=True):
    how: CoverHow


class DeviceRestored(Event, tag="device_restored", frozen=True):
    pass


class FloorCalled(Event, tag="floor_called", frozen=True):
    reason: CallReason
    choices: tuple[Ruling, ...]
    clauses: tuple[str, ...]
    seat: Seat | None = None
    bettor: str = ""


class FloorRuled(Event, tag="floor_ruled", frozen=True):
    ruling: Ruling
    reason: str


class PlayersReleased(Event, tag="players_released", frozen=True):
    seats: tuple[Seat, ...]
    reason: str


class WagersAbandoned(Event, tag="wagers_abandoned", frozen=True):
    """The floor ruled that a player who walked away has lost what lay there."""

    seat: Seat


class RoundVoided(Event, tag="round_voided", frozen=True):
    reason: str
    clauses: tuple[str, ...]
    reshuffle: bool


EVENTS: tuple[type[Event], ...] = tuple(Event.__subclasses__())
