"""Honest shoes of every kind: each proves itself."""

import random
from collections.abc import Sequence
from functools import partial
from typing import Any

import msgspec

from wartable.cards import DECK_SIZE
from wartable.shoe import ContinuousShuffler, Revealed1, Revealed2, SealedShoe
from wartable.shoe.reveal import FACE_DOWN, Ending
from wartable.shoe.seal import Protocol
from wartable.table.side_bets import Wheel

Document = dict[str, Any]
Documents = list[Document]

TABLE = "T1"
SEATS = 9
LETTERS = "ab Zß\n日🂡\t\"\\'0"
CUT_SHORT: tuple[Ending, ...] = (
    "ordered",
    "every_round",
    "irregularity",
    "round_voided",
    "device_failed",
    "decks_changed",
    "idle",
    "table_closed",
)
ENOUGH = 16
"""This many shown cards do not fit another order by chance."""


def as_document(revealed: Revealed1 | Revealed2) -> Document:
    """What anyone gets to read."""
    document: Document = msgspec.json.decode(msgspec.json.encode(revealed))
    return document


# Honest shoes


def words_of(rng: random.Random) -> str:
    return "".join(rng.choices(LETTERS, k=rng.randrange(40))) if rng.randrange(3) else ""


def deal(shoe: SealedShoe | ContinuousShuffler, rng: random.Random, cards: int) -> None:
    """Cards leave, most of them face up; now and then the wheel turns."""
    round_number = 0
    for _ in range(cards):
        shoe.draw() if rng.randrange(8) else shoe.burn()
        if not rng.randrange(40):
            round_number += rng.randrange(1, 5)
            shoe.spin(round_number, sorted(rng.sample(range(1, SEATS + 1), rng.randrange(SEATS))))
        if isinstance(shoe, ContinuousShuffler) and not rng.randrange(9):
            shoe.take_back()


def wheel_of(rng: random.Random) -> Wheel:
    most = rng.choice((1, 3, 20, 20, 20, 20, 20, 20, 20, 10_000))
    hot, community = (
        tuple((f"{place}00", rng.randint(1, most)) for place in range(rng.randrange(1, 33))) for _ in range(2)
    )
    return Wheel(SEATS, hot, community, respin=bool(rng.randrange(2)))


def close(shoe: SealedShoe | ContinuousShuffler, rng: random.Random, wager: int) -> None:
    """The first cards are burned, players add words with their wagers, and the bets are closed."""
    for _ in range(rng.randrange(3)):
        shoe.burn()
    for at in range(wager, wager + rng.randrange(2, 5)):
        shoe.add_words(f"{at} {words_of(rng)}", at=at)
    shoe.close(at=wager + rng.randrange(6, 9))


def honest(
    rng: random.Random,
    number: int,
    sealed_at: int,
    least: int = 0,
    sizes: Sequence[int] = (1, 2, 6, 6, 7, 8, 16),
    protocol: Protocol | None = None,
) -> Revealed1 | Revealed2:
    """A shoe or a shuffler as a table might use it, to the cover card or cut short; one in four is of protocol 1."""
    decks = rng.choice(sizes)
    cards = decks * DECK_SIZE
    wager = sealed_at + rng.randrange(51, 100)
    protocol = protocol or (2 if rng.randrange(4) else 1)
    sealed = partial(SealedShoe if rng.randrange(4) else ContinuousShuffler, TABLE, number, decks, sealed_at=sealed_at)
    shoe = sealed(wheel=wheel_of(rng), protocol=protocol, entropy=rng.randbytes)
    behind = rng.randrange(cards - least)
    if isinstance(shoe, SealedShoe):
        if rng.randrange(4):
            shoe.cut(rng.randrange(1, cards), words_of(rng), at=sealed_at + rng.randrange(1, 50))
        shoe.load(behind)
    else:
        if rng.randrange(2):
            shoe.add_words(words_of(rng), at=sealed_at + 1)
        shoe.load()
    unbet = not least and not rng.randrange(5)
    if unbet:
        return shoe.reveal(rng.choice(CUT_SHORT), first_wager_at=None)
    if protocol != 1:
        close(shoe, rng, wager)
    if isinstance(shoe, ContinuousShuffler):
        deal(shoe, rng, rng.randrange(max(1, least), max(cards // 2, least + 2)) - shoe.drawn)
    elif rng.randrange(2):
        deal(shoe, rng, max(0, rng.randrange(cards - behind, cards + 1) - shoe.drawn))
        return shoe.reveal("cover_card", first_wager_at=wager)
    else:
        deal(shoe, rng, max(0, rng.randrange(least, cards) - shoe.drawn))
    return shoe.reveal(rng.choice(CUT_SHORT), first_wager_at=wager)


def honest_day(rng: random.Random, shoes: int = 3, protocol: Protocol = 2) -> Documents:
    """The shoes of a table, one after the other, each with cards enough to be proved by."""
    first, at = rng.randrange(1, 50), rng.randrange(1, 1_000)
    day: Documents = []
    while len(day) < shoes:
        document = as_document(honest(rng, first + len(day), at, 3 * ENOUGH, (1, 1, 2, 6), protocol))
        if sum(card != FACE_DOWN for card in document["drawn"]) >= ENOUGH:
            day.append(document)
            at += 1_000
    return day
