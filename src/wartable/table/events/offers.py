"""Offers: a question to a named person, and what became of it."""

from typing import Literal

from wartable.table.events.base import Event
from wartable.table.words import OfferOf, Role, Seat


class Offered(Event, tag="offered", frozen=True):
    """The dealer offers a named person a look at the cards, or the cut. The next step waits for the answer."""

    what: OfferOf
    seat: Seat
    patron: str
    batch: int = 0
    """The batch that the person is asked about."""


class OfferLapsed(Event, tag="offer_lapsed", frozen=True):
    """The person gave no answer: the filed time is over, or the person left."""

    what: OfferOf
    seat: Seat
    patron: str
    why: Literal["time", "left"]


class LookAnswered(Event, tag="look_answered", frozen=True):
    """The first player to arrive has looked at the cards, or did not want to."""

    seat: Seat
    patron: str
    looked: bool
    by: Role
    """`dealer` where the dealer entered the answer of a walk-in."""
    batch: int = 0


class FaceUpAskedFor(Event, tag="face_up_asked_for", frozen=True):
    """A player asks that idle cards lie face up."""

    patron: str
    by: Role


class IdleCardsSpread(Event, tag="idle_cards_spread", frozen=True):
    """How the cards of an idle table lie; the dealer's confirmation of the step follows."""

    face: Literal["up", "down"]
    batch: int = 0
