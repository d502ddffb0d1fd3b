"""The commands of irregularities, and of the floor that rules on them."""

from wartable.cards import Card
from wartable.rulebook import Ruling, Wager
from wartable.table.commands.base import Command
from wartable.table.words import CoverHow, DealName, Misread, Seat


class ReportFaceUpCards(Command, tag="report_face_up_cards", frozen=True):
    """Cards lay face up in the shoe: further cards, or one that was dealt before it was noticed."""

    cards: tuple[Card, ...]
    seat: Seat | None = None
    """The hand to which the one card was dealt, 0 for the dealer's. Default: it was dealt to none."""
    deal: DealName | None = None
    """The deal in which it was dealt. Default: the last one in which the hand has such a card."""


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
    deal: DealName | None = None
    """The deal in which it was skipped; by default the last one that the hand is in."""


class ReportForgottenBurn(Command, tag="report_forgotten_burn", frozen=True):
    """A card left the shoe before a burn that was due, or burns that were entered were not made."""

    card: Card | None = None
    """The card that was dealt before the burn that is due."""
    cards: int = 1
    """Without such a card: the number of burns that were entered and not made."""
    called: bool = False
    """While bets are open: whether the dealer had called no more bets before that card was dealt."""


class ReportTouchedCard(Command, tag="report_touched_card", frozen=True):
    """A player touched, moved or marked a card."""

    seat: Seat
    card: Card | None = None
    patron: str | None = None
    """The person at the seat who did. Default: the player who sits there."""


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
