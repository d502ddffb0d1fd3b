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
    back: tuple[tuple[Seat, Card], ...] = ()
    """The hands that were compared with it and picked up: their cards come back from the rack."""
    war: tuple[Card, ...] = ()
    """The cards of a war that is not fought; they go to the rack."""
    absent: bool = False
    """Whether no card was dealt there. It is back in the count of the shoe, and nothing lies there to be read."""


class CoverCardMet(Event, tag="cover_card_met", frozen=True):
    seat: Seat
    patron: str = ""
    """The player at whose hand it came out; empty for the dealer's hand, and in logs of earlier releases."""
    corrects: Seat | None = None
    """The seat that was entered before by mistake."""
    leads: bool = False
    """Whether it came before any card for the wagers that lie there: their round is played before the shuffle."""


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


class WarTieOffered(Event, tag="war_tie_offered", frozen=True):
    """A player at war is asked for a tie wager on the war deal."""

    seat: Seat
    bettor: str


class WarTieDeclined(Event, tag="war_tie_declined", frozen=True):
    seat: Seat
    bettor: str
    by: Role
    """The player, the dealer for a player at the table, or the clock where a remote player gave no answer."""


class WarWagerConfirmed(Event, tag="war_wager_confirmed", frozen=True):
    """The dealer saw the war wager of a player at the table."""

    seat: Seat
    bettor: str


class WarWagerNotPlaced(Event, tag="war_wager_not_placed", frozen=True):
    """The war wager was not put down: the player chooses again."""

    seat: Seat
    bettor: str
    patron: str
    amount: Cents


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
