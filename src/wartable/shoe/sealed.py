"""The sealed shoe: it promises its order before the first wager, gives its cards one by one, and proves them then.

Nothing here shows a card ahead. The seed and the order live in closures, out of reach of everything that prints,
copies or stores an object; they leave only by `draw`, one card at a time, and by `reveal`, when the shoe is over.
"""

import secrets
from abc import ABC, abstractmethod
from collections.abc import Callable, Collection
from typing import Literal, NoReturn

from wartable.cards import DECK_SIZE, Card
from wartable.shoe.reveal import FACE_DOWN, MAX_DRAWN, MAX_SPINS, Device, Ending, Revealed, Spun
from wartable.shoe.seal import MAX_DECKS, MAX_NUMBER, commit, order_of, table_is_bad, wheel_stream, words_are_bad
from wartable.shoe.selftest import assure
from wartable.shoe.stream import SEED_BYTES
from wartable.shoe.wheel import Ring, Stop, find_wheel_problem, spin

Entropy = Callable[[int], bytes]
"""Gives so many bytes that nobody can foresee."""
Leave = Callable[[], Card]
"""Gives the next card, which is then gone."""
State = Literal["sealed", "loaded", "revealed"]


class ShoeRefused(Exception):
    """The shoe was asked for what it does not do now; the text says why."""


class Sealed(ABC):
    """What a shoe and a continuous shuffler have in common: the seal, the words, the record, the wheel, the reveal."""

    __slots__ = (
        "__leave",
        "__seed",
        "_behind",
        "_commitment",
        "_cut",
        "_cut_at",
        "_decks",
        "_drawn",
        "_returns",
        "_sealed_at",
        "_shoe",
        "_spins",
        "_state",
        "_table",
        "_words",
    )
    device: Device

    def __init__(
        self, table: str, shoe: int, decks: int, *, sealed_at: int, entropy: Entropy = secrets.token_bytes
    ) -> None:
        if table_is_bad(table):
            raise ShoeRefused("a table has a printable name")
        if not (1 <= shoe <= MAX_NUMBER and 1 <= sealed_at <= MAX_NUMBER):
            raise ShoeRefused("shoes and events are counted from 1")
        if not 1 <= decks <= MAX_DECKS:
            raise ShoeRefused(f"a shoe holds 1 to {MAX_DECKS} decks")
        assure()
        seed = entropy(SEED_BYTES)
        self._commitment = commit(seed)
        self.__seed: Callable[[], bytes] = lambda: seed
        self.__leave: Leave | None = None
        self._table, self._shoe, self._decks, self._sealed_at = table, shoe, decks, sealed_at
        self._state: State = "sealed"
        self._words, self._cut, self._behind = "", 0, 0
        self._cut_at: int | None = None
        self._drawn: list[str] = []
        self._returns: list[int] = []
        self._spins: list[Spun] = []

    @property
    def commitment(self) -> str:
        """What is published before the first wager."""
        return self._commitment

    @property
    def drawn(self) -> int:
        """How many cards have left."""
        return len(self._drawn)

    @property
    @abstractmethod
    def left(self) -> int:
        """How many cards are inside."""

    # Before the first card

    def _add(self, words: str, at: int) -> None:
        """Words count only if they came after the seal; otherwise the seed could have been chosen to fit them."""
        self._expect("sealed")
        if not self._sealed_at < at <= MAX_NUMBER:
            raise ShoeRefused("the cut and the words come after the seal")
        if words_are_bad(words):
            raise ShoeRefused("the words are too long, or no text")
        self._words, self._cut_at = words, at

    def _load(self) -> None:
        """Nothing can be added any more: the order is fixed, and the cards can leave."""
        self._expect("sealed")
        self.__leave = self._arrange(self.__seed())
        self._state = "loaded"

    @abstractmethod
    def _arrange(self, seed: bytes) -> Leave:
        """Where the cards come from, one by one."""

    # Cards and spins

    def draw(self) -> Card:
        """The next card, face up."""
        card = self._next()
        self._drawn.append(card)
        return card

    def burn(self) -> None:
        """The next card, face down: it is in no record."""
        self._next()
        self._drawn.append(FACE_DOWN)

    def _next(self) -> Card:
        if self._state != "loaded" or self.__leave is None:
            raise ShoeRefused(f"no card leaves a shoe that is {self._state}")
        if not self.left or len(self._drawn) == MAX_DRAWN:
            raise ShoeRefused("no card is left")
        return self.__leave()

    def spin(
        self,
        round_number: int,
        seats: int,
        hot: Ring,
        community: Ring,
        unbet: Collection[int] = (),
        *,
        respin: bool = False,
    ) -> Stop:
        """Turn the wheel, once in a round."""
        self._expect("loaded")
        if problem := find_wheel_problem(seats, hot, community, unbet):
            raise ShoeRefused(problem)
        last = self._spins[-1].round if self._spins else 0
        if not last < round_number <= MAX_NUMBER or len(self._spins) == MAX_SPINS:
            raise ShoeRefused("the wheel turns once in a round, and rounds go on")
        stream = wheel_stream(self.__seed(), self._table, self._shoe, round_number, self._words)
        stop = spin(stream.below, seats, hot, community, unbet if respin else ())
        spun = Spun(
            round=round_number,
            seats=seats,
            hot=tuple(hot),
            community=tuple(community),
            unbet=tuple(unbet),
            respin=respin,
            result=(stop.seat, stop.hot, stop.community),
        )
        self._spins.append(spun)
        return stop

    # The end

    def reveal(self, ended: Ending, *, first_wager_at: int | None) -> Revealed:
        """Open the shoe, whatever ended it. No card leaves it any more."""
        if self._state == "revealed":
            raise ShoeRefused("the shoe is revealed already")
        self._state = "revealed"
        self.__leave = None
        return Revealed(
            protocol=1,
            table=self._table,
            shoe=self._shoe,
            decks=self._decks,
            device=self.device,
            sealed_at=self._sealed_at,
            cut_at=self._cut_at,
            first_wager_at=first_wager_at,
            commitment=self._commitment,
            seed=self.__seed().hex(),
            words=self._words,
            cut=self._cut,
            behind=self._behind,
            # A face that was seen although nobody had wagered would look like a seal that came too late.
            drawn=(FACE_DOWN,) * len(self._drawn) if first_wager_at is None else tuple(self._drawn),
            spins=tuple(self._spins),
            returns=tuple(self._returns),
            ended=ended,
        )

    def _expect(self, state: State) -> None:
        if self._state != state:
            raise ShoeRefused(f"the shoe is {self._state}, not {state}")

    # Nobody looks inside by accident

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self._shoe} of table {self._table}: {self._state}, {self.drawn} drawn>"

    def __reduce_ex__(self, protocol: object) -> NoReturn:
        raise TypeError("a shoe is not copied or stored")

    def __getstate__(self) -> NoReturn:
        raise TypeError("a shoe does not tell what is inside")


class SealedShoe(Sealed):
    """Decks in an order that was fixed by the seal and the player who cut."""

    __slots__ = ()
    device = "shoe"

    @property
    def left(self) -> int:
        """How many cards are inside."""
        return self._decks * DECK_SIZE - self.drawn

    @property
    def cover_card_is_next(self) -> bool:
        """Whether the cover card comes out now, before the next card."""
        return self._state == "loaded" and self.left == self._behind

    def cut(self, depth: int, words: str = "", *, at: int) -> None:
        """The player entitled to it cuts, and may add words. Where the cards are cut again, this cut counts instead."""
        if not 1 <= depth < self._decks * DECK_SIZE:
            raise ShoeRefused("a cut goes between two cards")
        self._add(words, at)
        self._cut = depth

    def load(self, behind: int) -> None:
        """The cover card goes in with so many cards behind it, and the cards go into the shoe."""
        if not 0 <= behind < self._decks * DECK_SIZE:
            raise ShoeRefused("the cover card has cards in front of it")
        self._load()
        self._behind = behind

    def _arrange(self, seed: bytes) -> Leave:
        cards = order_of(seed, self._table, self._shoe, self._decks, self._words, self._cut)
        return iter(cards).__next__

    def reveal(self, ended: Ending, *, first_wager_at: int | None) -> Revealed:
        """Open the shoe, whatever ended it; the cover card ends it only where it has been met."""
        if ended == "cover_card" and not (self._state == "loaded" and self.left <= self._behind):
            raise ShoeRefused("the cover card has not been met")
        return super().reveal(ended, first_wager_at=first_wager_at)
