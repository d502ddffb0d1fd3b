"""What can be proved by trying everything is proved so, with the functions that deal."""

from collections import Counter
from collections.abc import Callable, Iterable
from itertools import chain, permutations, product

from wartable.evidence.judge import Check
from wartable.shoe import Below, Stream, keep, shuffle, width_of
from wartable.table import SEED_BYTES

LARGEST_DRAW = 832
"""Sixteen decks."""
WHOLE_WORDS = (2, 3, 52, 104, 208, 312, 416, 832)
LARGEST_ORDER = 8
WORD = 1 << 16

Keep = Callable[[int, int, int], int | None]
Shuffle = Callable[[list[int], Below], None]


class Scripted(Stream):
    """A stream whose words are given."""

    __slots__ = ()

    def __init__(self, words: Iterable[int]) -> None:
        super().__init__(bytes(SEED_BYTES))
        self._words = chain(words)


def prove_draws(keeps: Keep = keep) -> Check:
    """For every n, each bit pattern of the width gives its own number below n, or is rejected: nothing is favoured."""
    wrong = 0
    for n in range(1, LARGEST_DRAW + 1):
        width = width_of(n)
        found = Counter(keeps(word, n, width) for word in range(1 << width))
        rejected = found.pop(None, 0)
        wrong += found != dict.fromkeys(range(n), 1) or rejected != (1 << width) - n
    return Check(
        "bounded draw, every bit pattern",
        f"for n from 1 to {LARGEST_DRAW}, each number below n comes from exactly one pattern and the rest are rejected",
        LARGEST_DRAW,
        wrong,
    )


def prove_whole_words(keeps: Keep = keep) -> Check:
    """The bits above the width change nothing: over all words of two bytes every number comes equally often."""
    wrong = 0
    for n in WHOLE_WORDS:
        width = width_of(n)
        found = Counter(keeps(word, n, width) for word in range(WORD))
        found.pop(None, None)
        wrong += found != dict.fromkeys(range(n), WORD >> width)
    sizes = ", ".join(map(str, WHOLE_WORDS))
    return Check(
        "bounded draw, every word",
        f"over all {WORD} words each number below n comes equally often, for n of {sizes}",
        len(WHOLE_WORDS),
        wrong,
    )


def prove_below() -> Check:
    """The method that shuffles call passes over every rejected word and loses no other."""
    wrong = 0
    for n in range(2, LARGEST_DRAW + 1):
        width = width_of(n)
        stream = Scripted([*range(1 << width), *range(1 << width)])
        wrong += [stream.below(n) for _ in range(2 * n)] != [*range(n), *range(n)]
    return Check(
        "draws from a stream",
        f"for n from 2 to {LARGEST_DRAW}, counting words give every number in turn",
        LARGEST_DRAW - 1,
        wrong,
    )


def prove_orders(shuffles: Shuffle = shuffle) -> Check:
    """The draws asked for are below n, n - 1, … 2, and every sequence of them gives another order, n! in all."""
    wrong = 0
    for n in range(1, LARGEST_ORDER + 1):
        asked = list(range(n, 1, -1))
        orders = set()
        fitting = True
        for choices in product(*map(range, asked)):
            cards = list(range(n))
            script = _Choices(choices)
            shuffles(cards, script.below)
            fitting &= script.asked == asked
            orders.add(tuple(cards))
        wrong += orders != set(permutations(range(n))) or not fitting
    return Check(
        "all orders",
        f"for n from 1 to {LARGEST_ORDER}, the n! sequences of choices give each order once",
        LARGEST_ORDER,
        wrong,
    )


class _Choices:
    def __init__(self, choices: tuple[int, ...]) -> None:
        self._choices = iter(choices)
        self.asked: list[int] = []

    def below(self, n: int) -> int:
        self.asked.append(n)
        return next(self._choices, 0) % n


def prove_rejections() -> Check:
    """A draw is rejected with chance 1 - n/2^w, which is always less than one half."""
    wrong = 0
    for n in range(1, LARGEST_DRAW + 1):
        width = width_of(n)
        rejected = sum(keep(word, n, width) is None for word in range(1 << width))
        wrong += rejected != (1 << width) - n or 2 * rejected >= (1 << width)
    return Check(
        "share of rejections",
        "for every n the share of rejected words is 1 - n/2^w and less than one half",
        LARGEST_DRAW,
        wrong,
    )


def prove_all() -> list[Check]:
    return [prove_draws(), prove_whole_words(), prove_below(), prove_orders(), prove_rejections()]
