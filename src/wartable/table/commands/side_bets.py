"""The commands of the side bets and their meters."""

from typing import Literal

from wartable.money import Cents
from wartable.rulebook import MeterName, Wager
from wartable.table.commands.base import Command
from wartable.table.words import Seat


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


class DrawHotSeat(Command, tag="draw_hot_seat", frozen=True):
    """The position that the program drew for the hot spot, where the house filed a draw and the wheel is a real one."""

    seat: Seat


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
