"""The table's day: opening, dealers, idle hours, closing, and who sits where."""

from wartable.table.events.base import Event
from wartable.table.words import Presence, Role, Seat


class TableOpened(Event, tag="table_opened", frozen=True):
    rulebook: str
    dealer: str
    floor: str = ""
    """The person of the floor who opened it, and is on duty there from then on."""


class StepConfirmed(Event, tag="step_confirmed", frozen=True):
    step: str
    by: Role
    batch: int


class DecksReceived(Event, tag="decks_received", frozen=True):
    """The number of decks and cover cards in a delivery; the supplier and seal of decks that came shuffled."""

    batch: int
    decks: int
    cover_cards: int
    supplier: str = ""
    seal: str = ""


class DefectFound(Event, tag="defect_found", frozen=True):
    batch: int
    by: Role
    reason: str
    spread: bool = False
    """Whether the cards are spread again for the look that is to come. Earlier releases did not ask for it."""


class DealerTookOver(Event, tag="dealer_took_over", frozen=True):
    dealer: str
    instead: bool = False
    """Whether the burn of the dealer before, who dealt nothing, is due no longer."""


class DutyTaken(Event, tag="duty_taken", frozen=True):
    person: str


class DutyLeft(Event, tag="duty_left", frozen=True):
    person: str


class TableIdled(Event, tag="table_idled", frozen=True):
    yields: bool = False
    """Whether the batch on the table, which was never dealt, gives its turn to the one in the shuffler."""
    ordered: bool = False
    """Whether a reshuffle that the floor ordered is still to come."""


class DeckChangeCalled(Event, tag="deck_change_called", frozen=True):
    clauses: tuple[str, ...] = ()
    """The clauses under which the floor ruled it; none where the decks have been in use for as long as they may."""


class DecksChanged(Event, tag="decks_changed", frozen=True):
    pass


class TableClosing(Event, tag="table_closing", frozen=True):
    pass


class TableClosed(Event, tag="table_closed", frozen=True):
    pass


class PlayerSat(Event, tag="player_sat", frozen=True):
    seat: Seat
    patron: str
    presence: Presence | None = None
    """None in logs of earlier releases."""


class PlayerLeft(Event, tag="player_left", frozen=True):
    seat: Seat
    patron: str
    sat_by_cards: bool = False
    """Whether a card that is found touched may be this player's; False in logs of earlier releases."""
