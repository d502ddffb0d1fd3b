"""Shoes and raw bytes for the evidence, made by the code that deals: nothing of it is written again here."""

from collections.abc import Iterator

import numpy as np
from msgspec import Struct

from wartable.cards import DECK_SIZE
from wartable.evidence.outcome import ShoeBatch
from wartable.shoe import Stream, cut, derive, fresh, mix, order_of, order_stream, shuffle

TABLE = "EVIDENCE"
BATCH = 1_000
COMPARED = 10
"""One shoe in this number is also dealt by the dealing function itself, and compared."""
SEQUENCE_BYTES = 125_000
PIECE_BYTES = 1_250
"""About what one shuffle takes from its stream."""
_PURPOSE = "wartable evidence 1"


class Root(Struct, frozen=True):
    """Where one run's seeds come from."""

    seed: bytes
    run: int = 1

    def seed_of(self, what: str, number: int) -> bytes:
        """The seed of one thing in this run, independent of all others."""
        return derive(self.seed, _PURPOSE, self.run, what, number)

    def again(self) -> "Root":
        """The root of the fresh try."""
        return Root(self.seed, self.run + 1)


class SampledShoe(Struct, frozen=True):
    """What the order of one shoe follows from."""

    number: int
    seed: bytes
    words: str
    """The digest of what the players added."""
    depth: int


class ShoeSample:
    """A sample of shoes, batch by batch; how many were compared with the dealing function is counted on the way."""

    def __init__(self, root: Root, decks: int, count: int) -> None:
        self.root = root
        self.decks = decks
        self.count = count
        self.compared = 0
        self.different = 0
        self.planned: list[SampledShoe] = []
        """What the shoes of the latest batch follow from."""
        self._cuts = Stream(root.seed_of("cuts", 1))

    def _plan(self, number: int) -> SampledShoe:
        """The seed, the words and the cut of the next shoe; one player adds words, or two do."""
        words = mix(f"words {text} for shoe {number}" for text in range(1 + number % 2))
        depth = self._cuts.below(self.decks * DECK_SIZE)
        return SampledShoe(number, self.root.seed_of("shoe", number), words, depth)

    def batches(self) -> Iterator[ShoeBatch]:
        for first in range(1, self.count + 1, BATCH):
            self.planned = [self._plan(number) for number in range(first, min(first + BATCH, self.count + 1))]
            numbers = [self._shuffled(shoe) for shoe in self.planned]
            depths = np.array([shoe.depth for shoe in self.planned], np.int32)
            yield ShoeBatch(np.array(numbers, np.int32), depths)

    def _shuffled(self, shoe: SampledShoe) -> list[int]:
        numbers = list(range(self.decks * DECK_SIZE))
        shuffle(numbers, order_stream(shoe.seed, TABLE, shoe.number, self.decks, shoe.words).below)
        if shoe.number % COMPARED == 0:
            cards = fresh(self.decks)
            dealt = order_of(shoe.seed, TABLE, shoe.number, self.decks, shoe.words, shoe.depth)
            self.compared += 1
            self.different += dealt != cut([cards[number] for number in numbers], shoe.depth)
        return numbers


def raw_sequence(root: Root, number: int, decks: int) -> bytes:
    """One sequence of the raw stream: all of one shoe's, or the beginnings of a hundred shoes' one after the other."""
    if number % 2:
        return order_stream(root.seed_of("raw", number), TABLE, number, decks, mix([TABLE])).take(SEQUENCE_BYTES)
    seeds = (root.seed_of(f"raw {number}", piece) for piece in range(SEQUENCE_BYTES // PIECE_BYTES))
    return b"".join(order_stream(seed, TABLE, number, decks, mix([TABLE])).take(PIECE_BYTES) for seed in seeds)
