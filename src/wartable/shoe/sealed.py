"""The sealed shoe: it commits to its seed before the first wager, gives its cards one by one, and then proves them.

Its order is made from the seed and the players' words when the first bets on it are closed; cards burned before that
leave as places of an order that does not exist yet. Nothing here shows a card ahead. The seed and the order live in
closures, out of reach of code that prints, copies or stores an object; they leave only by `draw`, one card at a time,
and by `reveal`, when the shoe is over.
"""

import secrets
from abc import ABC, abstractmethod
from collections.abc import Callable, Collection
from typing import Any, Literal, NoReturn

from msgspec.structs import asdict

from wartable.cards import DECK_SIZE, Card
from wartable.shoe.reveal import (
    FACE_DOWN,
    MAX_DRAWN,
    MAX_SPINS,
    Device,
    Ending,
    Revealed1,
    Revealed2,
    SealedWheel,
    Turned,
)
from wartable.shoe.seal import MAX_DECKS, MAX_NUMBER, Protocol, mix, order_of, table_is_bad, wheel_stream, words_are_bad
from wartable.shoe.selftest import assure
from wartable.shoe.wheel import Stop, find_wheel_problem, stops
from wartable.table import SEED_BYTES, Wheel, terms_of
from wartable.table import commitment_of as commit

Entropy = Callable[[int], bytes]
"""Returns this number of unpredictable bytes."""
Leave = Callable[[], Card]
"""Returns the next card and removes it."""
State = Literal["sealed", "loaded", "closed", "revealed"]
"""Loaded: cards leave unseen. Closed: the order is fixed, and cards are turned."""


class ShoeRefused(Exception):
    """The shoe cannot do this now; the text says why."""


class Sealed(ABC):
    """The common part of a shoe and a continuous shuffler: the seal, the words, the record, the wheel, the reveal."""

    __slots__ = (
        "__leave",
        "__seed",
        "_behind",
        "_closed_at",
        "_commitment",
        "_cut",
        "_cut_at",
        "_decks",
        "_drawn",
        "_protocol",
        "_returns",
        "_sealed_at",
        "_shoe",
        "_spins",
        "_state",
        "_table",
        "_wheel",
        "_words",
    )
    device: Device

    def __init__(
        self,
        table: str,
        shoe: int,
        decks: int,
        *,
        sealed_at: int,
        wheel: Wheel | None = None,
        protocol: Protocol = 2,
        entropy: Entropy = secrets.token_bytes,
    ) -> None:
        if table_is_bad(table):
            raise ShoeRefused("expected a printable name of the table")
        if not (1 <= shoe <= MAX_NUMBER and 1 <= sealed_at <= MAX_NUMBER):
            raise ShoeRefused("expected a shoe and an event counted from 1")
        if not 1 <= decks <= MAX_DECKS:
            raise ShoeRefused(f"expected 1 to {MAX_DECKS} decks")
        assure()
        seed = entropy(SEED_BYTES)
        self._commitment = commit(seed, "" if protocol == 1 else terms_of(decks, wheel))
        self.__seed: Callable[[], bytes] = lambda: seed
        self.__leave: Leave | None = None
        self._table, self._shoe, self._decks, self._sealed_at = table, shoe, decks, sealed_at
        self._wheel, self._protocol = wheel, protocol
        self._state: State = "sealed"
        self._words: list[tuple[int, str]] = []
        self._cut, self._behind = 0, 0
        self._cut_at: int | None = None
        self._closed_at: int | None = None
        self._drawn: list[str] = []
        self._returns: list[int] = []
        self._spins: list[Turned] = []

    @property
    def commitment(self) -> str:
        """The commitment, published before the first wager."""
        return self._commitment

    @property
    def drawn(self) -> int:
        """The number of cards that have left."""
        return len(self._drawn)

    @property
    @abstractmethod
    def left(self) -> int:
        """The number of cards inside."""

    # Before the first card

    def add_words(self, words: str, *, at: int) -> None:
        """Add a player's words to the order, while it is open.

        They count only if they come after the seal; otherwise the seed could have been chosen to fit them.
        """
        if self._state not in ("sealed", "loaded"):
            raise ShoeRefused(f"the shoe is {self._state}: its order is fixed")
        self._expect_after_the_seal(at)
        if words_are_bad(words):
            raise ShoeRefused("the words are too long, or are not text")
        if self._protocol == 1:
            self._words.clear()  # only the last cut and its words count
            self._cut_at = at
        if words:
            self._words.append((at, words))

    def _expect_after_the_seal(self, at: int) -> None:
        last = self._words[-1][0] if self._words else self._sealed_at
        if not max(self._sealed_at, last) < at <= MAX_NUMBER:
            raise ShoeRefused("the cut and the words must come after the seal, one after the other")

    def _load(self) -> None:
        """Load the cards into the device. Under protocol 1 this fixes the order."""
        self._expect("sealed")
        self._state = "loaded"
        if self._protocol == 1:
            self._fix_order()

    def close(self, *, at: int) -> None:
        """Close the first bets: make the order, so that cards can be turned. Later rounds change nothing."""
        if self._state == "closed":
            return
        self._expect("loaded")
        if not self._words or self._words[-1][0] < (self._cut_at or 0):
            raise ShoeRefused("no player has added words, or none since the last cut")
        self._expect_after_the_seal(at)
        self._closed_at = at
        self._fix_order()

    def _fix_order(self) -> None:
        """Make the order; cards burned before have left from its top, unseen."""
        self.__leave = self._arrange(self.__seed())
        for _ in self._drawn:
            self.__leave()
        self._state = "closed"

    @property
    def _mixed(self) -> str:
        """The players' words in the form that is part of the key; under protocol 1 those of the last cut."""
        texts = [text for _, text in self._words]
        return "".join(texts[-1:]) if self._protocol == 1 else mix(texts)

    @abstractmethod
    def _arrange(self, seed: bytes) -> Leave:
        """Return the source of the cards."""

    # Cards and spins

    def draw(self) -> Card:
        """Return the next card, face up."""
        card = self._next()
        self._drawn.append(card)
        return card

    def burn(self) -> None:
        """Remove the next card face down: it is in no record. Before the order is made it has no face."""
        if self._state == "loaded":
            self._expect_a_card()
        else:
            self._next()
        self._drawn.append(FACE_DOWN)

    def _next(self) -> Card:
        if self._state != "closed" or self.__leave is None:
            raise ShoeRefused(f"no card can leave a shoe that is {self._state}")
        self._expect_a_card()
        return self.__leave()

    def _expect_a_card(self) -> None:
        if not self.left or len(self._drawn) == MAX_DRAWN:
            raise ShoeRefused("no card is left")

    def spin(self, round_number: int, unbet: Collection[int] = ()) -> Stop:
        """Turn the wheel, once in a round; return its last stop."""
        return self.spin_stops(round_number, unbet)[-1]

    def spin_stops(self, round_number: int, unbet: Collection[int] = ()) -> tuple[Stop, ...]:
        """Turn the wheel, once in a round; return every stop, those at unbet positions first."""
        self._expect("closed")
        wheel = self._wheel
        if wheel is None:
            raise ShoeRefused("there is no wheel at this table")
        if problem := find_wheel_problem(wheel.seats, wheel.hot, wheel.community, unbet):
            raise ShoeRefused(problem)
        last = self._spins[-1].round if self._spins else 0
        if not last < round_number <= MAX_NUMBER or len(self._spins) == MAX_SPINS:
            raise ShoeRefused("the wheel turns once in a round, and round numbers must increase")
        stream = wheel_stream(self.__seed(), self._table, self._shoe, round_number, self._mixed, self._protocol)
        made = stops(stream.below, wheel.seats, wheel.hot, wheel.community, unbet if wheel.respin else ())
        seat, hot, community = made[-1]
        self._spins.append(Turned(round=round_number, unbet=tuple(unbet), result=(seat, hot, community)))
        return made

    # The end

    def reveal(self, ended: Ending, *, first_wager_at: int | None) -> Revealed1 | Revealed2:
        """Open the shoe, for any reason of its end. No card leaves it any more."""
        if self._state == "revealed":
            raise ShoeRefused("the shoe is already revealed")
        self._state = "revealed"
        self.__leave = None
        told: dict[str, Any] = {
            "table": self._table,
            "shoe": self._shoe,
            "decks": self._decks,
            "device": self.device,
            "sealed_at": self._sealed_at,
            "cut_at": self._cut_at,
            "first_wager_at": first_wager_at,
            "commitment": self._commitment,
            "seed": self.__seed().hex(),
            "cut": self._cut,
            "behind": self._behind,
            # A face that was seen before any wager would look like a seal that came too late.
            "drawn": (FACE_DOWN,) * len(self._drawn) if first_wager_at is None else tuple(self._drawn),
            "returns": tuple(self._returns),
            "ended": ended,
        }
        wheel = SealedWheel(**asdict(self._wheel)) if self._wheel else None
        second = Revealed2(
            words=tuple(self._words), closed_at=self._closed_at, wheel=wheel, spins=tuple(self._spins), **told
        )
        return Revealed1(words=self._mixed, spins=second.wheels, **told) if self._protocol == 1 else second

    def _expect(self, state: State) -> None:
        if self._state != state:
            raise ShoeRefused(f"the shoe is {self._state}, not {state}")

    # No accidental look inside

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self._shoe} of table {self._table}: {self._state}, {self.drawn} drawn>"

    def __reduce_ex__(self, protocol: object) -> NoReturn:
        raise TypeError("a shoe is not copied or stored")

    def __getstate__(self) -> NoReturn:
        raise TypeError("a shoe does not tell what is inside")


class SealedShoe(Sealed):
    """Decks in an order that was fixed by the seal and the players."""

    __slots__ = ()
    device = "shoe"

    @property
    def left(self) -> int:
        """The number of cards inside."""
        return self._decks * DECK_SIZE - self.drawn

    @property
    def cover_card_is_next(self) -> bool:
        """Whether the cover card comes out now, before the next card."""
        return self._state in ("loaded", "closed") and self.left == self._behind

    def cut(self, depth: int, words: str = "", *, at: int) -> None:
        """Cut for the entitled player, who may add words. Where the cards are cut again, the last cut counts."""
        if not 1 <= depth < self._decks * DECK_SIZE:
            raise ShoeRefused("expected a cut between two cards")
        self._expect("sealed")
        self._expect_after_the_seal(at)
        self.add_words(words, at=at)
        self._cut, self._cut_at = depth, at

    def load(self, behind: int) -> None:
        """Insert the cover card with this number of cards behind it, and load the cards into the shoe."""
        if not 0 <= behind < self._decks * DECK_SIZE:
            raise ShoeRefused("expected cards in front of the cover card")
        self._load()
        self._behind = behind

    def _arrange(self, seed: bytes) -> Leave:
        cards = order_of(seed, self._table, self._shoe, self._decks, self._mixed, self._cut, self._protocol)
        return iter(cards).__next__

    def reveal(self, ended: Ending, *, first_wager_at: int | None) -> Revealed1 | Revealed2:
        """Open the shoe, for any reason of its end; the cover card ends it only after it came out."""
        if ended == "cover_card" and not (self._state in ("loaded", "closed") and self.left <= self._behind):
            raise ShoeRefused("the cover card has not come out")
        return super().reveal(ended, first_wager_at=first_wager_at)
