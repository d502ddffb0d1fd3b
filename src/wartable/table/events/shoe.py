"""The cards on their way into the shoe: shuffled, cut, covered, loaded and burned."""

from wartable.table.events.base import Event
from wartable.table.words import Role, Seat, ShoeEnd, ShuffleReason


class ReshuffleOrdered(Event, tag="reshuffle_ordered", frozen=True):
    by: Role


class ShuffleAskedFor(Event, tag="shuffle_asked_for", frozen=True):
    """A player asked that the batch from the shuffler be spread and shuffled; the dealer enters it for a walk-in."""

    patron: str
    by: Role = "player"


class BatchRefused(Event, tag="batch_refused", frozen=True):
    """The batch taken out of the shuffler was not secured, released and prepared, so it is spread and shuffled."""

    batch: int
    by: Role


class ShuffleBegun(Event, tag="shuffle_begun", frozen=True):
    reason: ShuffleReason


class CardsShuffled(Event, tag="cards_shuffled", frozen=True):
    batch: int
    steps: tuple[str, ...]


class ShoeSealed(Event, tag="shoe_sealed", frozen=True):
    """Published before the cut and the first wager. A table's sealed shoes are counted from 1, without a gap."""

    shoe: int
    commitment: str
    terms: str = ""
    """The digest of what the commitment binds besides the seed: the decks and the wheel. Protocol 1 has none."""


class ShoeRevealed(Event, tag="shoe_revealed", frozen=True):
    shoe: int
    seed: str
    reason: ShoeEnd


class CutDeclined(Event, tag="cut_declined", frozen=True):
    seat: Seat
    entered: bool = False
    """Whether the dealer entered the answer of a walk-in."""


class CardsCut(Event, tag="cards_cut", frozen=True):
    seat: Seat
    depth: int
    words: str = ""
    entered: bool = False
    """Whether the dealer entered the cut of a walk-in."""
    patron: str = ""
    """The player who cut; empty for the dealer, and in logs of earlier releases."""


class CutFoundImproper(Event, tag="cut_found_improper", frozen=True):
    """A cut was made too close to one end. It does not count, and the cards are cut again."""

    seat: Seat
    depth: int


class CoverCardReinserted(Event, tag="cover_card_reinserted", frozen=True):
    depth: int


class RecutOrdered(Event, tag="recut_ordered", frozen=True):
    reason: str
    same_person: bool


class ShoeLoaded(Event, tag="shoe_loaded", frozen=True):
    batch: int
    cards: int


class CardBurned(Event, tag="card_burned", frozen=True):
    pass
