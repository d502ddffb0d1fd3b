"""What goes over the wire to the dealer's console alone: what is asked for, owed, possible and wrong."""

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from wartable.cards import Card
from wartable.money import Cents
from wartable.rulebook import Wager
from wartable.table import DealName, Seat

ReadyCommand = Annotated[dict[str, Any], Meta(title="Command")]
"""A command that the client may send with `do` as it is; the title gives it its type on the page."""

Needs = Literal[
    "key",
    "card",
    "choice",
    "look",
    "cut",
    "depth",
    "bank",
    "bets",
    "placed",
    "war_tie",
    "spin",
    "delivery",
    "counts",
    "verdict",
    "wait",
]
"""What the console asks for at a step: one key, a card, a player's word that the dealer enters, the chips counted of
each kind, yes or no, or another person."""


class CountView(msgspec.Struct, frozen=True):
    """A kind of side wager that the dealer counts. The system's own number does not go over the wire."""

    wager: Wager
    word: str


class PickUpView(msgspec.Struct, frozen=True):
    """A hand that is picked up, in the order in which it goes to the rack."""

    seat: Seat
    cards: tuple[Card, ...]


class ActView(msgspec.Struct, frozen=True):
    """Something that may be done now besides the usual thing."""

    says: str
    command: ReadyCommand


class DepthView(msgspec.Struct, frozen=True):
    """The depths that the rules allow; the dealer enters the one that was made."""

    least: int
    most: int


class ConsoleStep(msgspec.Struct, frozen=True):
    """A step as the console shows it."""

    title: str
    """In a line that can be read while standing."""
    key: str
    """What the key says: the thing was done."""
    needs: Needs
    place: str = ""
    """Where the card or the chips go: a seat, the dealer, or the player/dealer and the seat."""
    depth: DepthView | None = None
    """Where the dealer enters the depth of a cut or of the cover card."""
    answers: tuple[ActView, ...] = ()
    """The answers of which the dealer gives one; none of them is suggested."""
    counts: tuple[CountView, ...] = ()
    order: tuple[PickUpView, ...] = ()
    """The hands in the order that is recorded, unless the dealer reports another."""


class CoverCardView(msgspec.Struct, frozen=True):
    """The cover card, while it lies in the shoe: where it can have come out."""

    word: str
    says: str
    seats: tuple[Seat, ...]
    """Where it can have come out; 0 is the dealer's hand, or a burn."""
    due: Seat | None
    """The seat of the card that is due."""
    expected: bool
    """Whether the count of cards says that it can come now."""
    leads: bool = False
    """Whether it can be the first card for the wagers that lie there; they are played before the shuffle."""


class OwedView(msgspec.Struct, frozen=True):
    """What lies in front of one bettor, and what the dealer pays and takes there."""

    seat: Seat
    bettor: str
    name: str
    lies: str
    says: tuple[str, ...]
    """Each wager that is to be settled now, or that was."""
    pay: Cents
    take: Cents
    back: Cents
    """Chips that a player's bank does not cover, which go back."""
    done: bool
    """Whether it was paid and taken; otherwise the next keys do it."""


Need = Literal["card", "maybe_card", "seat", "place", "maybe_place", "wager", "reason"]
"""What the dealer says about an irregularity: a place is a seat or the dealer's own, and a card may be unknown.

Where a place may be left out, the last card is meant. A wager is named with its amount.
"""


Irregularity = Literal[
    "undo_card",
    "enter_late_wager",
    "report_face_up_cards",
    "report_drawn_card",
    "report_misdelivery",
    "report_missed_hand",
    "report_forgotten_burn",
    "report_touched_card",
    "report_absence",
    "void_round",
    "report_jam",
    "report_device_failure",
    "report_defect",
]
"""The command that reports it."""


class SatView(msgspec.Struct, frozen=True):
    """A person who sits at a seat, or left it since the shoe was loaded."""

    seat: Seat
    patron: str
    name: str


class DealtView(msgspec.Struct, frozen=True):
    """A card that was dealt in this round, and where it lies."""

    seat: Seat
    card: Card
    deal: DealName
    says: str


class IrregularityView(msgspec.Struct, frozen=True):
    """Something that can go wrong at this moment, and what the rules make of it."""

    command: Irregularity
    title: str
    says: str
    clauses: tuple[str, ...]
    floor: bool
    """Whether it takes the floor."""
    needs: tuple[Need, ...]
    batch: int | None = None
    """The batch whose shuffle was not completed, where the report names one."""
    shuffling: bool = False
    """Whether the device stopped in the shuffle and cannot be used any more."""
    deal: DealName | None = None
    """The deal in which a hand was skipped, where the report names one."""
    asks_for_call: bool = False
    """Whether the report says if no more bets was called before the card was dealt."""
    wagers: tuple[Wager, ...] = ()
    """Which wagers can be named, where the report names one with its amount."""
    behind: bool = False
    """Whether such a wager can be that of a bettor behind the seat."""
    sat: tuple[SatView, ...] = ()
    """Who may have done it, where several have sat at a seat."""
    dealt: tuple[DealtView, ...] = ()
    """The cards that were dealt: the report says whether it is about one of them, or about a further card."""


class ConsoleView(msgspec.Struct, frozen=True):
    """What only the dealer's console shows."""

    steps: tuple[ConsoleStep, ...]
    """For each step of the felt, in the same order."""
    acts: tuple[ActView, ...]
    owed: tuple[OwedView, ...]
    """In the order in which the dealer settles."""
    used_up: tuple[Card, ...]
    """Cards of which the decks hold no more."""
    irregularities: tuple[IrregularityView, ...]
    call: str
    """What the floor was called for and what it may rule; empty where nothing is open."""
    cover_card: CoverCardView | None = None
    """Where real cards are dealt and the dealer says that it came."""
