"""The stream of a shoe: its cards as a function of the seed and the shoe's number alone.

This is the definition, written for readers; the kernels compute the same. A shoe's generator is seeded by
Philox4x32-10, counter the shoe and key the seed, and goes on as a multiply-with-carry of 32 bits. A word gives two
draws that are exactly uniform together, by rejection. Cards are taken out of a fresh shoe by those draws, the last card
filling the gap; an unseen card is not drawn. Every deal, original or war, begins with a new word.
"""

from collections.abc import Iterator

from wartable.cards import DECK_SIZE, RANKS, SUITS, Card

STREAM = "philox-mwc64x-1"
"""The name of this stream; a tally can be reproduced only with the same one."""

MASK = 0xFFFFFFFF
MAX_SEED = 2**64 - 1
MULTIPLIER = 0xFFFEB81B
_PHILOX = (0xD2511F53, 0xCD9E8D57)
_WEYL = (0x9E3779B9, 0xBB67AE85)
_TIMES = 10


def philox(counter: int, key: int) -> tuple[int, int, int, int]:
    """Return Philox4x32-10 of a counter of 128 bits and a key of 64."""
    c0, c1, c2, c3 = (counter >> shift & MASK for shift in (0, 32, 64, 96))
    k0, k1 = key & MASK, key >> 32
    for _ in range(_TIMES):
        one, other = _PHILOX[0] * c0, _PHILOX[1] * c2
        c0, c1, c2, c3 = (other >> 32) ^ c1 ^ k0, other & MASK, (one >> 32) ^ c3 ^ k1, one & MASK
        k0, k1 = (k0 + _WEYL[0]) & MASK, (k1 + _WEYL[1]) & MASK
    return c0, c1, c2, c3


class Shoe:
    """The cards of one shoe, turned deal by deal."""

    def __init__(self, seed: int, number: int, decks: int) -> None:
        x, c, k, _ = philox(number, seed)
        self._state = x | (c | 1) << 32
        self._mask = k
        self._slots = [slot % DECK_SIZE for slot in range(decks * DECK_SIZE)]

    def _word(self) -> int:
        low, high = self._state & MASK, self._state >> 32
        self._state = MULTIPLIER * low + high
        return low ^ high ^ self._mask

    def _draws(self) -> tuple[int, int]:
        """A place among the cards that are left, and one among those left after that."""
        left = len(self._slots)
        ways = left * (left - 1)
        while True:
            first, rest = divmod(self._word() * left, MASK + 1)
            second, rest = divmod(rest * (left - 1), MASK + 1)
            if rest >= (MASK + 1) % ways:
                return first, second

    def _take(self, place: int) -> int:
        slots = self._slots
        code, slots[place] = slots[place], slots[-1]
        slots.pop()
        return code

    def deal(self) -> Iterator[int]:
        """Yield the codes of one deal's cards, as many as the caller takes: ranks times four, and the suit."""
        while True:
            for place in self._draws():
                yield self._take(place)


def card_of(code: int) -> Card:
    return Card(RANKS[code >> 2] + SUITS[code & 3])
