"""The commands of the table's day, its seats and its shoes."""

from wartable.table.commands.base import Command
from wartable.table.words import DEALER_SEAT, Seat

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

    patron: str = ""
    """The walk-in whose request the dealer enters."""


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
