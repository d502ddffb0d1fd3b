"""The seal of a shoe: a commitment before the first wager, an order that also depends on the player's words."""

from wartable.cards import Card
from wartable.shoe.order import cut, fresh, shuffle
from wartable.shoe.stream import Stream, derive
from wartable.table.procedures.seal import commitment_of as commit
from wartable.table.words import MAX_WORDS, name_is_bad

__all__ = ["MAX_WORDS", "commit", "order_of", "order_stream", "table_is_bad", "wheel_stream", "words_are_bad"]

MAX_DECKS = 16
MAX_NUMBER = 2**53 - 1
"""The largest number of a shoe, a round or an event; every reader of JSON holds it exactly."""

_ORDER = "wartable order 1"
_WHEEL = "wartable wheel 1"


def order_stream(seed: bytes, table: str, shoe: int, decks: int, words: str) -> Stream:
    """The stream that a shoe's order is drawn from."""
    return Stream(derive(seed, _ORDER, table, shoe, decks, words))


def wheel_stream(seed: bytes, table: str, shoe: int, round_number: int, words: str) -> Stream:
    """The stream that one spin is drawn from; the words are in it, so that no spin was known at the seal."""
    return Stream(derive(seed, _WHEEL, table, shoe, round_number, words))


def order_of(seed: bytes, table: str, shoe: int, decks: int, words: str, depth: int) -> list[Card]:
    """The cards of a shoe after the shuffle and the cut, the first to leave it first."""
    cards = fresh(decks)
    shuffle(cards, order_stream(seed, table, shoe, decks, words).below)
    return cut(cards, depth)


def table_is_bad(name: str) -> bool:
    """A line break in a table's name would let two tables share a key."""
    return name_is_bad(name) or not name.isprintable()


def words_are_bad(words: str) -> bool:
    """Words are short, and are UTF-8: half a surrogate pair is no text that anybody could hash."""
    try:
        return len(words.encode()) > MAX_WORDS
    except UnicodeEncodeError:
        return True
