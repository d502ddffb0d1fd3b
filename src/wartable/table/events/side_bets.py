"""Side bets: collected, counted, validated and settled, and the meters behind them."""

from typing import Literal

from wartable.money import Cents
from wartable.rulebook import MeterName, Wager
from wartable.table.events.base import Event
from wartable.table.words import Seat, WinCheck

Counts = tuple[tuple[Wager, int], ...]
"""The number of chips of each kind of side wager."""


class SideWagersCollected(Event, tag="side_wagers_collected", frozen=True):
    """The side wagers are locked, and the dealer takes them together before the deal.

    They lie in front of the inventory until they are counted; in the first edition, or where the house does not count
    them, they go into the inventory with this event.
    """

    stakes: tuple[tuple[Seat, Wager, Cents], ...]
    booked: bool = True


class SideWagersCounted(Event, tag="side_wagers_counted", frozen=True):
    """They are as many of each kind as the system accepted, and `stakes` go into the inventory now."""

    wagers: int
    counts: Counts = ()
    stakes: tuple[tuple[Seat, Wager, Cents], ...] = ()


class SideWagersMiscounted(Event, tag="side_wagers_miscounted", frozen=True):
    """The dealer's count differs from what the system accepted."""

    counts: Counts


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
    share: bool = False
    """Whether only the share of wagers that went back leaves the meter; a void takes the rest of the round then."""


class RateChanged(Event, tag="rate_changed", frozen=True):
    meter: MeterName
    rate: str


class ProgressiveWon(Event, tag="progressive_won", frozen=True):
    """A progressive hand, or a jackpot of the wheel, waits for the dealer's check, the light and the floor."""

    seat: Seat
    hand: str

    @property
    def wager(self) -> Wager:
        """The wager that won; the jackpots of the wheel are named by their meters."""
        return "bonus_spin" if self.of_the_wheel else "progressive"

    @property
    def of_the_wheel(self) -> bool:
        return self.hand in ("primary", "secondary")


class WinChecked(Event, tag="win_checked", frozen=True):
    """The dealer's or the floor's verdict on a win that waits."""

    seat: Seat
    check: WinCheck
    holds: bool
    reason: str = ""


class WinValidated(Event, tag="win_validated", frozen=True):
    """The win is paid next. `control` names the internal control; the dealer's checks suffice where it says so."""

    seat: Seat
    control: str = ""
    by: Literal["floor", "dealer"] = "floor"


class WinRefused(Event, tag="win_refused", frozen=True):
    """The floor has ruled that it does not win.

    Where the hand was verified, the ruling is about the holder's own wager, and the others' envy is still due. Earlier
    releases did not say, and paid none.
    """

    seat: Seat
    hand_stands: bool = False


class HotSeatDrawn(Event, tag="hot_seat_drawn", frozen=True):
    """The program drew the position of the hot spot; it draws again where no wager lies there and the house says so."""

    seat: Seat
    again: bool = False


class WheelSpun(Event, tag="wheel_spun", frozen=True):
    hot_seat: Seat
    hot: str
    community: str


class WheelRespun(Event, tag="wheel_respun", frozen=True):
    """The wheel stopped at a position without a wager, so it is turned again."""

    hot_seat: Seat
    hot: str
    community: str


class SideBetsSettled(Event, tag="side_bets_settled", frozen=True):
    pass
