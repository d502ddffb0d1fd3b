"""Wagers placed, settled, returned and reversed."""

from wartable.money import Cents
from wartable.rulebook import Result, Wager
from wartable.table.events.base import Event
from wartable.table.words import Presence, Seat


class WagerPlaced(Event, tag="wager_placed", frozen=True):
    seat: Seat
    bettor: str
    patron: str
    wager: Wager
    amount: Cents
    instrument: str = "chips"
    hand: int = 0
    words: str = ""
    """What the player added to the order of the sealed shoe; empty where nothing was added, or it came too late."""
    presence: Presence | None = None
    """How a bettor behind the seat is present; None for the seated player, and in logs of earlier releases."""
    reason: str = ""
    """Why the floor entered a wager after the call that lay there before; empty for every other wager."""


class WagerTakenBack(Event, tag="wager_taken_back", frozen=True):
    seat: Seat
    bettor: str
    patron: str
    wager: Wager
    amount: Cents
    reason: str = ""
    """The reason of a correction by the dealer or the floor; empty where the player takes the wager back."""


class NoMoreBetsCalled(Event, tag="no_more_bets_called", frozen=True):
    round: int


class WagerSettled(Event, tag="wager_settled", frozen=True):
    """One wager is over.

    `staked` is what lay there. `matched` is the bank's stake in the war pool that closes with it, and `cover` what the
    settlement took of a player's bank; both are zero where the house banks without a pool.
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
