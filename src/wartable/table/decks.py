"""The state of the decks: the places of the cards, the batches, the cut and the seal of a shoe."""

import msgspec
from msgspec import UNSET, UnsetType

from wartable.cards import DECK_SIZE, Card
from wartable.table.words import BatchPlace, BatchState, Seat, ShoeEnd, ShuffledBy

UNSEEN = bytes(DECK_SIZE)
FACE_DOWN = Card("??")
"""A card in the discard rack whose face is unknown."""


class Cards(msgspec.Struct, frozen=True, gc=False):
    """The places of the cards of the batch in play. Faces are known only of cards that were turned."""

    batch: int = 0
    loaded: bool = False
    in_shoe: int = 0
    drawn_ahead: int = 0
    exposed: Card | None = None
    seen: bytes = UNSEEN
    rack: tuple[Card, ...] = ()
    burns_due: int = 0
    dealer_burns: int = 0
    """How many of the due burns are a new dealer's."""


class DeckBatch(msgspec.Struct, frozen=True, gc=False):
    """The decks that fill one shoe. Only a batch that was shuffled since it was last in play can be cut or loaded."""

    state: BatchState = "awaited"
    place: BatchPlace = "box"
    by: ShuffledBy = ""
    """The method of the completed shuffle; empty while the batch has none."""
    controls: int | UnsetType = UNSET
    """The steps of the house's internal controls that are due before the batch is shuffled again, after a jam."""
    unwashed: bool | UnsetType = UNSET
    """Whether the batch was stacked for a shuffler that failed, without the wash before a dealer's shuffle."""


class Stock(msgspec.Struct, frozen=True, gc=False):
    """All batches of a table, and what the dealer owes to the shuffler."""

    batches: tuple[DeckBatch, ...]
    turn: int = 0
    """The batch that fills the next shoe. Two batches take turns, shoe by shoe."""
    to_empty: bool = False
    """Whether the shuffler stopped and its cards still have to be taken out. A repair or a cover does not end it."""
    repeats: bool | UnsetType = UNSET
    """Whether the batch that filled the last shoe fills the next one too, because no shuffler exchanged it."""
    through: bool | UnsetType = UNSET
    """Whether the batch that fills the next shoe was exchanged to be shuffled, and the other comes back inside."""


class CutState(msgspec.Struct, frozen=True, gc=False):
    """The player who is offered the cut, the players who declined, and the progress of the cut."""

    offer: Seat | None = None
    declined: tuple[Seat, ...] = ()
    cutter: Seat | None = None
    reinsert: bool = False
    behind: int = 0
    patron: str | UnsetType = UNSET
    """The player who cut last, properly or not; unset for the dealer."""
    declined_by: tuple[str, ...] | UnsetType = UNSET
    """The players who declined, on any seat; unset in logs of the first edition, which knew only seats."""


class SealWords(msgspec.Struct, frozen=True, gc=False):
    """The words that players add to the order of a sealed shoe, and whether they still can."""

    terms: str
    added: tuple[str, ...] = ()
    closed: bool = False
    by_cut: int = 0
    """The number of words that came with the last cut or before it; the others came with wagers since."""
    stale: bool = False
    """Whether the last cut came after all of them and brought none: its depth could be chosen to fit them."""


class Seal(msgspec.Struct, frozen=True, gc=False):
    """The seal of the last digital shoe; the table holds no seed before it is revealed."""

    shoe: int = 0
    """The number of shoes sealed at this table; 0 where shoes are not sealed."""
    commitment: str = ""
    """The commitment that is still to be revealed."""
    ended: ShoeEnd | None = None
    """Why the sealed shoe is over; its reveal is then due."""
    words: SealWords | UnsetType = UNSET
    """The words of players. A shoe of protocol 1 has none, so that states of earlier releases keep their bytes."""

    @property
    def terms(self) -> str:
        """The digest of what the commitment binds besides the seed; empty for a shoe of protocol 1."""
        return self.words.terms if self.words else ""

    @property
    def added(self) -> tuple[str, ...]:
        """The patrons whose words are part of the order, once for each text."""
        return self.words.added if self.words else ()

    @property
    def with_wagers(self) -> tuple[str, ...]:
        """The patrons whose words came with wagers since the last cut, once for each text."""
        return self.words.added[self.words.by_cut :] if self.words else ()

    @property
    def closed(self) -> bool:
        """Whether the first bets on this shoe are closed: its order is fixed, and no words are taken any more."""
        return self.words.closed if self.words else False
