"""The bank, where a player banks."""

from wartable.money import Cents
from wartable.table.events.base import Event
from wartable.table.words import Seat


class BankOffered(Event, tag="bank_offered", frozen=True):
    seat: Seat
    """The seat; 0 where every player declined and the table waits."""
    passed: tuple[str, ...] = ()
    """The player who took a posted bank back, which passes this offer."""


class BankDeclined(Event, tag="bank_declined", frozen=True):
    seat: Seat


class BankPosted(Event, tag="bank_posted", frozen=True):
    seat: Seat
    patron: str
    amount: Cents
    words: str = ""
    """The words that the player adds to the order of a sealed shoe."""


class BankToppedUp(Event, tag="bank_topped_up", frozen=True):
    """The bank brings new money to match a war, where the house's rules allow it."""

    seat: Seat
    patron: str
    amount: Cents


class BankReleased(Event, tag="bank_released", frozen=True):
    """What is left of the bank goes back to the player who posted it."""

    seat: Seat
    patron: str
    amount: Cents


class RoomFeeTaken(Event, tag="room_fee_taken", frozen=True):
    seat: Seat
    patron: str
    amount: Cents


class RoomFeeReturned(Event, tag="room_fee_returned", frozen=True):
    """The fee goes back with chips that were taken back before the deal."""

    seat: Seat
    patron: str
    amount: Cents
