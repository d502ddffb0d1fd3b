"""The deal and the war."""

from wartable.cards import Card
from wartable.money import Cents
from wartable.table.events.base import Event
from wartable.table.words import DealName, Outcome, Role, Seat


class CardDealt(Event, tag="card_dealt", frozen=True):
    seat: Seat
    card: Card
    deal: DealName


class CardTakenBack(Event, tag="card_taken_back", frozen=True):
    """A card was entered wrongly. It lies there still, and its face is read again."""

    seat: Seat
    card: Card
    deal: DealName
    reason: str


class CoverCardMet(Event, tag="cover_card_met", frozen=True):
    seat: Seat


class HandSettled(Event, tag="hand_settled", frozen=True):
    seat: Seat
    deal: DealName
    outcome: Outcome


class TieSurrendered(Event, tag="tie_surrendered", frozen=True):
    seat: Seat
    bettor: str
    by: Role
    """The clock, where the house's rule decided for a player whose time was up."""


class WarDeclared(Event, tag="war_declared", frozen=True):
    seat: Seat
    bettor: str
    patron: str
    stake: Cents


class WarMatched(Event, tag="war_matched", frozen=True):
    """The bank puts its unit beside the player's two."""

    seat: Seat
    bettor: str
    amount: Cents


class WarWagersConfirmed(Event, tag="war_wagers_confirmed", frozen=True):
    pass


class CardsPickedUp(Event, tag="cards_picked_up", frozen=True):
    """Cards went to the discard rack, hand after hand, so that each can be rebuilt."""

    hands: tuple[tuple[Seat, tuple[Card, ...]], ...]


class RoundEnded(Event, tag="round_ended", frozen=True):
    round: int
