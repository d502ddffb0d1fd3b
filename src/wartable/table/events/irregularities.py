"""Irregularities, calls to the floor, and what it ruled."""

from wartable.cards import Card
from wartable.rulebook import Ruling, Wager
from wartable.table.events.base import Event
from wartable.table.words import CallReason, CoverHow, DealName, Misread, Seat


class FaceUpCardsRacked(Event, tag="face_up_cards_racked", frozen=True):
    cards: tuple[Card, ...]
    seat: Seat | None = None
    """The hand to which the one card was dealt; None where the cards came from the shoe."""
    deal: DealName = "original"
    back: tuple[tuple[Seat, Card], ...] = ()
    """The hands that were compared with it and picked up: their cards come back from the rack."""
    war: tuple[Card, ...] = ()
    """The cards of a war that is not fought; they go to the rack."""


class FaceUpCardFound(Event, tag="face_up_card_found", frozen=True):
    """A card that was dealt lay face up in the shoe. It stays there until the floor has ruled on the round."""

    seat: Seat
    card: Card
    deal: DealName


class CardDrawnInError(Event, tag="card_drawn_in_error", frozen=True):
    pass


class CardExposed(Event, tag="card_exposed", frozen=True):
    """A card was seen out of turn, at a seat where it was misdelivered or at no seat."""

    card: Card
    seat: Seat | None


class ExposedCardRacked(Event, tag="exposed_card_racked", frozen=True):
    card: Card


class CardMisread(Event, tag="card_misread", frozen=True):
    """A reading cannot be the next card, so it did not enter."""

    text: str
    why: Misread


class CardLifted(Event, tag="card_lifted", frozen=True):
    """A card that was entered for a hand lies at another place, where the floor rules on it."""

    seat: Seat
    card: Card
    deal: DealName
    lies: Seat
    back: tuple[tuple[Seat, Card], ...] = ()
    """The hands that were compared with it and picked up: their cards come back from the rack."""


class CardsReassigned(Event, tag="cards_reassigned", frozen=True):
    """The cards of a deal as they really lie; one that is left over goes to the rack."""

    hands: tuple[tuple[Seat, Card], ...]
    racked: Card | None = None
    war: tuple[Card, ...] = ()
    """The cards of a war that is not fought; they go to the rack."""
    back: tuple[tuple[Seat, Card], ...] = ()
    """The cards that were picked up, by the hands for which they were entered; they come back from the rack."""
    without: tuple[Seat, ...] = ()
    """The community cards that were not dealt."""
    deal: DealName = "original"


class HandMissed(Event, tag="hand_missed", frozen=True):
    seat: Seat


class InclusionDeclined(Event, tag="inclusion_declined", frozen=True):
    """A player who was missed in the last round stays out of this one."""

    seat: Seat
    patron: str


class BurnForgotten(Event, tag="burn_forgotten", frozen=True):
    cards: int


class BurnNotMade(Event, tag="burn_not_made", frozen=True):
    """Burns that were entered were not made: their cards are still in the shoe."""

    cards: int


class BurnOwed(Event, tag="burn_owed", frozen=True):
    """Burns that were not made are made now."""

    cards: int
    war: bool = False


class CardTouched(Event, tag="card_touched", frozen=True):
    """A player touched a card."""

    seat: Seat
    card: Card | None = None
    patron: str = ""
    """The person who touched it; empty in logs of earlier releases, and where no one sits there."""


class ShufflerJammed(Event, tag="shuffler_jammed", frozen=True):
    """The shuffler jammed, stopped in the shuffle, or did not finish it."""

    batch: int | None = None
    """The batch whose shuffle is not complete; None in logs of earlier releases."""
    inside: int | None = None
    """The batch in the shuffler. Earlier releases did not record it, and took it for the one not on the table."""


class DeviceFailed(Event, tag="device_failed", frozen=True):
    unwashed: tuple[int, ...] = ()
    """The batches that were stacked for the device alone: a dealer who shuffles them washes them first."""


class DeviceCovered(Event, tag="device_covered", frozen=True):
    how: CoverHow


class DeviceRestored(Event, tag="device_restored", frozen=True):
    exchange: bool = False
    """Whether the idle batch is exchanged after all, because it filled the last shoe and is not shuffled yet."""


class FloorCalled(Event, tag="floor_called", frozen=True):
    reason: CallReason
    choices: tuple[Ruling, ...]
    clauses: tuple[str, ...]
    seat: Seat | None = None
    bettor: str = ""


class FloorRuled(Event, tag="floor_ruled", frozen=True):
    ruling: Ruling
    reason: str
    seat: Seat | None = None
    wager: Wager | None = None
    repeats: bool = False
    """Whether the check of a win that stands is made once more. Earlier releases took it as made."""


class PlayersReleased(Event, tag="players_released", frozen=True):
    seats: tuple[Seat, ...]
    reason: str


class AbsenceEnded(Event, tag="absence_ended", frozen=True):
    """A player who was reported absent answered, so the report is over."""

    seat: Seat
    patron: str


class WagersAbandoned(Event, tag="wagers_abandoned", frozen=True):
    """The floor ruled that a player who walked away has lost what lay there."""

    seat: Seat
    decided: bool = False
    """Whether the cards had decided the side wagers, which stand with their envy bonus.

    Earlier releases did not say, and paid such a player none.
    """


class RoundVoided(Event, tag="round_voided", frozen=True):
    reason: str
    clauses: tuple[str, ...]
    reshuffle: bool
