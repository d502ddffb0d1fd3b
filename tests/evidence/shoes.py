"""Honest and planted shoes for the tests of the final outcome, many at a time."""

from collections.abc import Callable

import numpy as np
import numpy.typing as npt

from wartable.evidence.outcome import ShoeBatch

Numbers = npt.NDArray[np.int32]
Random = np.random.Generator


def honest(random: Random, shoes: int, decks: int) -> ShoeBatch:
    """Shoes shuffled by a generator that has nothing to do with ours."""
    size = 52 * decks
    numbers = np.argsort(random.random((shoes, size)), axis=1).astype(np.int32)
    return ShoeBatch(numbers, random.integers(0, size, shoes).astype(np.int32))


def bring(row: Numbers, place: int, number: int) -> None:
    """Exchange cards so that a card lies at a place."""
    other = int(np.flatnonzero(row == number)[0])
    row[place], row[other] = row[other], row[place]


def in_some(share: float, change: Callable[[Random, Numbers], None]) -> Callable[[Random, ShoeBatch], ShoeBatch]:
    """Change some of the shoes, each by itself."""

    def plant(random: Random, batch: ShoeBatch) -> ShoeBatch:
        for place in np.flatnonzero(random.random(len(batch)) < share):
            change(random, batch.numbers[place])
        return batch

    return plant


def ace_first(_: Random, row: Numbers) -> None:
    bring(row, 0, 12)


def player_not_lower(_: Random, row: Numbers) -> None:
    if row[0] % 13 < row[1] % 13:
        row[[0, 1]] = row[[1, 0]]


def not_shuffled(_: Random, row: Numbers) -> None:
    row[:] = np.arange(len(row))


def one_card_at_one_place(_: Random, row: Numbers) -> None:
    bring(row, 17, 5)


def ace_after_king(random: Random, row: Numbers) -> None:
    place = int(random.integers(1, len(row) - 1))
    bring(row, place, 11)
    bring(row, place + 1, 12)


def rising_in_the_middle(_: Random, row: Numbers) -> None:
    row[20:40] = np.sort(row[20:40])


def zigzag_in_the_middle(_: Random, row: Numbers) -> None:
    part = np.sort(row[20:40])
    row[20:40:2], row[21:40:2] = part[:10], part[10:]


def colours_together(_: Random, row: Numbers) -> None:
    red = np.isin(row[20:40] // 13 % 4, (1, 2))
    row[20:40] = row[20:40][np.argsort(red, kind="stable")]


def twice_the_same_ranks(_: Random, row: Numbers) -> None:
    half = len(row) // 2
    row[:] = np.concatenate([row[row < half], row[row < half] + half])


def every_rank_at_once(random: Random, row: Numbers) -> None:
    for rank in range(13):
        bring(row, rank, rank + 13 * int(random.integers(4)))


def every_card_at_once(_: Random, row: Numbers) -> None:
    deck = np.isin(row, np.arange(52))
    row[:] = np.concatenate([row[deck], row[~deck]])


def first_like_third(_: Random, row: Numbers) -> None:
    bring(row, 2, int(row[0] + 13) % len(row))


def few_beginnings(random: Random, row: Numbers) -> None:
    for place in range(4):
        bring(row, place, 10 * place + int(random.integers(3)))


def last_like_first(_: Random, row: Numbers) -> None:
    bring(row, len(row) - 1, int(row[0] + 13) % len(row))


def like_the_one_before(random: Random, batch: ShoeBatch) -> ShoeBatch:
    """Some shoes have the faces of the shoe before, on other copies."""
    for place in np.flatnonzero(random.random(len(batch)) < 0.1):
        if place:
            batch.numbers[place] = (batch.numbers[place - 1] + 52) % batch.size
    return batch


def first_like_the_last_before(random: Random, batch: ShoeBatch) -> ShoeBatch:
    """Some shoes begin with the rank that ended the one before."""
    for place in np.flatnonzero(random.random(len(batch)) < 0.4):
        if place:
            bring(batch.numbers[place], 0, int(batch.numbers[place - 1, -1] + 13) % batch.size)
    return batch


def cut_to_an_ace(random: Random, batch: ShoeBatch) -> ShoeBatch:
    """Some players know where an ace lies."""
    aces = np.argmax(batch.ranks == 12, axis=1)
    knows = random.random(len(batch)) < 0.2
    return ShoeBatch(batch.numbers, np.where(knows, aces, batch.depths).astype(np.int32))


def cut_to_win(random: Random, batch: ShoeBatch) -> ShoeBatch:
    """Some players know where they win."""
    wins = np.argmax(batch.ranks[:, :-1] > batch.ranks[:, 1:], axis=1)
    knows = random.random(len(batch)) < 0.3
    return ShoeBatch(batch.numbers, np.where(knows, wins, batch.depths).astype(np.int32))
