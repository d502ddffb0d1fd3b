"""The seal of a shoe: a commitment before the first wager, and an order that also depends on the players' words."""

from collections.abc import Iterable
from typing import Literal

from wartable.cards import Card
from wartable.shoe.order import cut, fresh, shuffle
from wartable.shoe.stream import Stream, derive
from wartable.table import MAX_WORDS, digest_of, name_is_bad

MAX_DECKS = 16
MAX_NUMBER = 2**53 - 1
"""The largest number of a shoe, a round or an event; every reader of JSON holds it exactly."""

Protocol = Literal[1, 2]
"""In protocol 1 the key holds the words of the player who cut; in protocol 2 the digest of all words."""

_WORDS = "wartable words 2\n"


def mix(words: Iterable[str]) -> str:
    """Return the digest of all players' words. They are sorted, so that the house gains nothing by their order."""
    return digest_of(_WORDS, sorted(set(words), key=str.encode))


def order_stream(seed: bytes, table: str, shoe: int, decks: int, words: str, protocol: Protocol = 2) -> Stream:
    """Return the stream from which a shoe's order is drawn."""
    return Stream(derive(seed, f"wartable order {protocol}", table, shoe, decks, words))


def wheel_stream(seed: bytes, table: str, shoe: int, round_number: int, words: str, protocol: Protocol = 2) -> Stream:
    """Return the stream from which one spin is drawn; it depends on the words, so no spin was known at the seal."""
    return Stream(derive(seed, f"wartable wheel {protocol}", table, shoe, round_number, words))


def order_of(
    seed: bytes, table: str, shoe: int, decks: int, words: str, depth: int, protocol: Protocol = 2
) -> list[Card]:
    """Return the cards of a shoe after the shuffle and the cut, the first to leave it first."""
    cards = fresh(decks)
    shuffle(cards, order_stream(seed, table, shoe, decks, words, protocol).below)
    return cut(cards, depth)


def table_is_bad(name: str) -> bool:
    """Whether a table's name is invalid: a line break would let two tables share a key."""
    return name_is_bad(name) or not name.isprintable()


def words_are_bad(words: str) -> bool:
    """Whether words are too long or not UTF-8, such as half a surrogate pair."""
    try:
        return len(words.encode()) > MAX_WORDS
    except UnicodeEncodeError:
        return True
