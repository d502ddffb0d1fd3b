"""Side bets: collected, counted, validated and settled, and the meters behind them."""

from wartable.money import Cents
from wartable.rulebook import MeterName, Wager
from wartable.table.events.base import Event
from wartable.table.words import Seat


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
