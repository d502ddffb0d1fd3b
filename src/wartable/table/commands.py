"""The commands of a table. A command is an imperative; `decide` answers with events or a refusal."""

from typing import Literal

import msgspec

from wartable.cards import Card
from wartable.money import Cents
from wartable.rulebook import MeterName, Ruling, Wager
from wartable.table.words import DEALER_SEAT, CoverHow, Misread, Seat


class Command(msgspec.Struct, frozen=True, tag_field="command", forbid_unknown_fields=True, gc=False):
    """A request to the table."""


# The table's day


class OpenTable(Command, tag="open_table", frozen=True):
    dealer: str


class ConfirmStep(Command, tag="confirm_step", frozen=True):
    """A physical act was done, such as inspect, wash or riffle. The first player to arrive confirms the look."""

    step: str


class ReceiveDecks(Command, tag="receive_decks", frozen=True):
    """The decks of one batch came to the table, and the dealer counted them."""

    decks: int
    cover_cards: int
    supplier: str = ""
    """The supplier that inspected and shuffled them; empty for decks that are opened here."""
    seal: str = ""
    """The number of the supplier's seal."""


class ReportDefect(Command, tag="report_defect", frozen=True):
    """A card is defective, missing or too many."""

    reason: str


class TakeOver(Command, tag="take_over", frozen=True):
    """A new dealer takes the table."""

    dealer: str


class TakeDuty(Command, tag="take_duty", frozen=True):
    """A person of the floor comes on duty at this table."""

    person: str


class LeaveDuty(Command, tag="leave_duty", frozen=True):
    """A person of the floor is no longer on duty at this table."""

    person: str


class DeclareIdle(Command, tag="declare_idle", frozen=True):
    pass


class CallDeckChange(Command, tag="call_deck_change", frozen=True):
    """The decks have reached the end of their permitted use."""


class ChangeDecks(Command, tag="change_decks", frozen=True):
    pass


class CloseTable(Command, tag="close_table", frozen=True):
    pass


# Seats


class Sit(Command, tag="sit", frozen=True):
    seat: Seat
    patron: str


class Leave(Command, tag="leave", frozen=True):
    seat: Seat


# Shuffle, cut, shoe


class OrderReshuffle(Command, tag="order_reshuffle", frozen=True):
    pass


class AskForShuffle(Command, tag="ask_for_shuffle", frozen=True):
    """A player asks that the batch from the shuffler be spread and shuffled before it is dealt."""


class RefuseBatch(Command, tag="refuse_batch", frozen=True):
    """The batch taken out of the shuffler was not secured, released and prepared for play."""


class DeclineLook(Command, tag="decline_look", frozen=True):
    """The first player to arrive does not want to look at the cards."""


class AskForFaceUp(Command, tag="ask_for_face_up", frozen=True):
    """A player asks that the idle cards lie face up."""

    patron: str = ""
    """The walk-in whose request the dealer enters."""


class LapseOffer(Command, tag="lapse_offer", frozen=True):
    """The filed time for the answer to an offer is over."""


class SealShoe(Command, tag="seal_shoe", frozen=True):
    """The shoe commits itself to an order that is still unknown."""

    commitment: str


class RevealShoe(Command, tag="reveal_shoe", frozen=True):
    """The shoe is over, and every player may verify it."""

    seed: str


class CutCards(Command, tag="cut_cards", frozen=True):
    depth: int
    words: str = ""
    """The words that the cutting player adds to the order of a sealed shoe."""
    seat: Seat = DEALER_SEAT
    """The seat of the walk-in whose cut the dealer enters; default: the cut of the person who sends this."""


class DeclineCut(Command, tag="decline_cut", frozen=True):
    pass


class ReinsertCoverCard(Command, tag="reinsert_cover_card", frozen=True):
    depth: int


class OrderRecut(Command, tag="order_recut", frozen=True):
    reason: str
    same_person: bool = True


class LoadShoe(Command, tag="load_shoe", frozen=True):
    pass


class BurnCard(Command, tag="burn_card", frozen=True):
    pass


# The bank, where a player banks


class OfferBank(Command, tag="offer_bank", frozen=True):
    """Start another turn of offers after every player declined."""


class PostBank(Command, tag="post_bank", frozen=True):
    amount: Cents
    words: str = ""
    """The words that the player adds to the order of a sealed shoe before its first deal."""


class DeclineBank(Command, tag="decline_bank", frozen=True):
    pass


class TakeRoomFee(Command, tag="take_room_fee", frozen=True):
    seat: Seat


# Wagers


class PlaceWager(Command, tag="place_wager", frozen=True):
    seat: Seat
    wager: Wager
    amount: Cents
    bettor: str = ""
    """The name of a backline bettor; empty for the seated player."""
    instrument: str = "chips"
    hand: int = 0
    """The community card the seat bets on, in the electronic form."""
    patron: str = ""
    """Whose money a dealer enters for a bettor behind the seat; a player bets with their own."""
    words: str = ""
    """The words that the player adds to the order of a sealed shoe before its first deal."""


class TakeBackWager(Command, tag="take_back_wager", frozen=True):
    seat: Seat
    wager: Wager
    bettor: str = ""
    reason: str = ""
    """The reason of a correction, where a placed wager stays and the dealer or the floor puts an entry right."""


class DeclineInclusion(Command, tag="decline_inclusion", frozen=True):
    """A player who was missed in the last round stays out of the next one."""

    seat: Seat


class CallNoMoreBets(Command, tag="call_no_more_bets", frozen=True):
    pass


# The deal and the war


class TurnCard(Command, tag="turn_card", frozen=True):
    """The shoe gives a card; only now does it exist for the table."""

    card: Card


class UndoCard(Command, tag="undo_card", frozen=True):
    """The floor takes back the last card, which was entered wrongly; it lies there and is read again."""

    reason: str


class MeetCoverCard(Command, tag="meet_cover_card", frozen=True):
    """The cover card came out."""

    seat: Seat | None = None
    """The seat at which it came out, 0 for the dealer's hand or a burn; default: the seat of the card that is due."""


class ReportShoeOver(Command, tag="report_shoe_over", frozen=True):
    """The dealer calls the floor: the count of cards says that no further round may start from this shoe."""


class SettleHand(Command, tag="settle_hand", frozen=True):
    pass


class Surrender(Command, tag="surrender", frozen=True):
    seat: Seat
    bettor: str = ""


class GoToWar(Command, tag="go_to_war", frozen=True):
    seat: Seat
    bettor: str = ""


class CallTime(Command, tag="call_time", frozen=True):
    """The time is over: of the tied player who decides, or of the remote players who are offered a tie wager."""


class ConfirmWarWager(Command, tag="confirm_war_wager", frozen=True):
    """The dealer looked whether a player's war wager is down; one that is not leads back to the choice."""

    seat: Seat
    placed: bool
    bettor: str = ""


class DeclineWarTie(Command, tag="decline_war_tie", frozen=True):
    """A player at war makes no tie wager on the war deal."""

    seat: Seat
    bettor: str = ""


class ConfirmWarWagers(Command, tag="confirm_war_wagers", frozen=True):
    pass


class PickUpCards(Command, tag="pick_up_cards", frozen=True):
    """The hands are picked up in the order that the prompt names, or in this one."""

    order: tuple[Seat, ...] = ()


# Side bets


class CountSideWagers(Command, tag="count_side_wagers", frozen=True):
    """The chips of each kind that the dealer counted; the console does not show how many the system accepted."""

    wagers: int = 0
    """All kinds together, as the first edition counted them."""
    counts: tuple[tuple[Wager, int], ...] = ()


class CheckWin(Command, tag="check_win", frozen=True):
    """The dealer's verdict on a win that waits: whether the hand wins, whether its light is lit."""

    seat: Seat
    check: Literal["verify_hand", "check_light"]
    holds: bool


class ValidateWin(Command, tag="validate_win", frozen=True):
    """The floor validates a win under the house's internal control, or refuses it with a reason."""

    seat: Seat
    valid: bool = True
    reason: str = ""


class SpinWheel(Command, tag="spin_wheel", frozen=True):
    """The stops of the wheel's rings."""

    hot_seat: Seat
    hot: str
    community: str
    passed: tuple[tuple[Seat, str, str], ...] = ()
    """The stops at positions without a wager, after each of which the wheel was turned again."""


class SettleSideBets(Command, tag="settle_side_bets", frozen=True):
    pass


class SyncMeter(Command, tag="sync_meter", frozen=True):
    """A linked meter's reading after wagers, or a hit, at another table."""

    meter: MeterName
    reading: Cents
    paid_elsewhere: bool = False


class CorrectMeter(Command, tag="correct_meter", frozen=True):
    meter: MeterName
    reading: Cents
    reason: str


class ChangeRate(Command, tag="change_rate", frozen=True):
    meter: MeterName
    rate: str


# Irregularities


class ReportFaceUpCards(Command, tag="report_face_up_cards", frozen=True):
    cards: tuple[Card, ...]


class ReportDrawnCard(Command, tag="report_drawn_card", frozen=True):
    """A card was drawn in error; its face is given only if it was exposed."""

    card: Card | None = None


class ReportMisdelivery(Command, tag="report_misdelivery", frozen=True):
    """A card lies at a wrong place: a new card, or one that was entered for another hand."""

    seat: Seat
    card: Card
    entered: Seat | None = None
    """The hand for which the card was entered; by default the hand that has such a card."""
    another: bool = False
    """Whether it is another card of the same face, which was not entered."""


class ReportMisread(Command, tag="report_misread", frozen=True):
    """A reading that cannot be the next card, as it was read."""

    text: str
    why: Misread


class ReportMissedHand(Command, tag="report_missed_hand", frozen=True):
    """A position with wagers was given no card; cards that were entered from there on lie one hand further."""

    seat: Seat


class ReportForgottenBurn(Command, tag="report_forgotten_burn", frozen=True):
    """A card left the shoe before a burn that was due, or burns that were entered were not made."""

    card: Card | None = None
    """The card that was dealt before the burn that is due."""
    cards: int = 1
    """Without such a card: the number of burns that were entered and not made."""


class ReportTouchedCard(Command, tag="report_touched_card", frozen=True):
    """A player touched, moved or marked a card."""

    seat: Seat
    card: Card | None = None


class ReportJam(Command, tag="report_jam", frozen=True):
    """The shuffler jammed, stopped in the shuffle, or did not finish it."""

    batch: int | None = None
    """The batch whose shuffle is not complete. Default: the one to be loaded next, or the one in the shuffler."""


class ReportDeviceFailure(Command, tag="report_device_failure", frozen=True):
    """The shuffler cannot be used any more."""

    shuffling: bool | None = None
    """Whether it stopped in the shuffle, which is a jam too. Default: the table's record of the batch inside."""


class CoverDevice(Command, tag="cover_device", frozen=True):
    how: CoverHow


class RestoreDevice(Command, tag="restore_device", frozen=True):
    pass


class ReportAbsence(Command, tag="report_absence", frozen=True):
    """A player with wagers in the round has walked away."""

    seat: Seat


class Rule(Command, tag="rule", frozen=True):
    """The floor rules on what it was called for."""

    ruling: Ruling
    reason: str
    seat: Seat | None = None
    """The seat whose wager goes back, where the floor returns one."""
    wager: Wager | None = None


class ReleasePlayers(Command, tag="release_players", frozen=True):
    """The floor lets players out of the hand after a card was misdelivered."""

    seats: tuple[Seat, ...]
    reason: str


class VoidRound(Command, tag="void_round", frozen=True):
    reason: str
    reshuffle: bool = False
    """Whether the cards are shuffled after the void."""


COMMANDS: tuple[type[Command], ...] = tuple(Command.__subclasses__())
