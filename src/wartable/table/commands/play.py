"""The commands of a round: the bank, the wagers, the deal and the war."""

from wartable.cards import Card
from wartable.money import Cents
from wartable.rulebook import Wager
from wartable.table.commands.base import Command
from wartable.table.words import DealName, Seat

# The bank, where a player banks


class OfferBank(Command, tag="offer_bank", frozen=True):
    """Offer the bank after every player declined: to those who came since, or to all players once more."""


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
    """Whose money a dealer enters for a bettor behind the seat; any other wager names its own bettor, or no person."""
    words: str = ""
    """The words that the player adds to the order of a sealed shoe before its first deal."""


class EnterLateWager(Command, tag="enter_late_wager", frozen=True):
    """The floor enters a wager that lay on the layout before the call, and that the dealer had left out."""

    seat: Seat
    wager: Wager
    amount: Cents
    reason: str
    bettor: str = ""
    """The name of a backline bettor; empty for the seated player."""
    instrument: str = "chips"
    patron: str = ""
    """Whose money it is, as with `place_wager`."""


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
    """The floor takes back a card that was entered wrongly; it lies there and is read again, unless none was dealt."""

    reason: str
    seat: Seat | None = None
    """The hand whose card it is, 0 for the dealer's; default: the last card that was entered."""
    deal: DealName | None = None
    """The deal of the card; default: the last card of the hand."""
    absent: bool = False
    """Whether no card was dealt there: nothing is left at its place, and the shoe holds one card more."""


class MeetCoverCard(Command, tag="meet_cover_card", frozen=True):
    """The cover card came out, or the seat that was entered for it is corrected."""

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
