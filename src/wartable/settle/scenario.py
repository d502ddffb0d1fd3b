"""One round as somebody wrote it down, decoded strictly; this file is the format.

Only the form is judged here: known keys, amounts, cards, names and limits. Whether the house offers a wager, and
whether the round could have happened, is asked of the table.
"""

from collections.abc import Mapping
from functools import partial
from typing import Any, Literal

import msgspec

from wartable.cards import DECK_SIZE, Card
from wartable.money import Cents, parse_stake
from wartable.rulebook import rulebook_names
from wartable.rulebook.values import MAX_COUNT
from wartable.settle.errors import BadScenario
from wartable.settle.form import Reader, read_card, read_list, read_name, read_table, read_whole, read_word, under
from wartable.settle.raw import read_raw_table
from wartable.table.words import MAX_NAME

__all__ = ["Backline", "BadScenario", "BankEntry", "Scenario", "SeatEntry", "SpinEntry", "read_scenario"]

MAX_CARDS = 8 * DECK_SIZE
"""No shoe holds more than eight decks, so no deal is longer."""
MAX_SEATS = MAX_CARDS
"""Every seat takes a card."""
MAX_SEAT_NUMBER = MAX_COUNT
MAX_BACKLINE = 1_000
"""Bettors behind one seat."""
MAX_SYMBOL = 9
"""Digits of a wheel's dollar symbol."""

Choice = Literal["war", "surrender"]


class Backline(msgspec.Struct, frozen=True):
    """A bettor behind a seat, who decides alone."""

    name: str
    initial: Cents
    tie: Cents | None = None
    on_tie: Choice | None = None


class SeatEntry(msgspec.Struct, frozen=True):
    """One seat's wagers and decisions."""

    seat: int
    initial: Cents
    tie: Cents | None = None
    progressive: Cents | None = None
    bonus_spin: Cents | None = None
    match_play: Cents | None = None
    on_tie: Choice | None = None
    war_tie: Cents | None = None
    hand: int | None = None
    backline: tuple[Backline, ...] = ()
    place: int = 0
    """Where the entry was written, counted from 0, so that a refusal names `seats[place]` as its writer sees it."""


class BankEntry(msgspec.Struct, frozen=True):
    """The player who banks, and how much stands behind it."""

    seat: int
    amount: Cents


class SpinEntry(msgspec.Struct, frozen=True):
    """Where the wheels of the Bonus Spin stopped."""

    hot_seat: int
    hot: str
    community: str


class Scenario(msgspec.Struct, frozen=True):
    """One round, seats ascending; the house is still as written."""

    rulebook: str
    seats: tuple[SeatEntry, ...]
    deal: tuple[Card, ...]
    war: tuple[Card, ...] | None = None
    house: dict[str, object] = {}
    bank: BankEntry | None = None
    meters: dict[str, Cents] = {}
    spin: SpinEntry | None = None


def read_scenario(document: object) -> Scenario:
    """Decode a scenario, or say in one line which key is wrong and what was expected there."""
    found = read_table(document, _SCENARIO, required=("rulebook", "seats", "cards"))
    cards = found.pop("cards")
    return Scenario(**found, **cards)


# Readers of single values


def _read_rulebook(value: object) -> str:
    names = rulebook_names()
    if not isinstance(value, str) or value not in names:
        known = ", ".join(name for word, name in names.items() if word == name)
        raise BadScenario(f"expected the name or the code of a rulebook: {known}")
    return names[value]


def _read_initial(value: object) -> Cents:
    cents = parse_stake(value)
    if cents % 2:
        raise BadScenario("an initial wager is an even number of cents, because half of it can be surrendered")
    return cents


def _read_symbol(value: object) -> str:
    if not isinstance(value, str) or not (value.isascii() and value.isdigit()) or not 1 <= len(value) <= MAX_SYMBOL:
        raise BadScenario('expected a dollar symbol as a text, such as "100"')
    return value


def _read_hot(value: object) -> str:
    if isinstance(value, str) and value in ("primary", "secondary"):
        return value
    return _read_symbol(value)


_read_seat_number = partial(read_whole, most=MAX_SEAT_NUMBER)
_read_choice = partial(read_word, words=("war", "surrender"))


# Readers of tables; each lists its keys


def _read_backline(value: object) -> tuple[Backline, ...]:
    bettors = [Backline(**row) for row in read_list(value, _read_backline_row, MAX_BACKLINE)]
    _refuse_twice("name", [bettor.name for bettor in bettors])
    return tuple(bettors)


def _read_backline_row(value: object) -> dict[str, Any]:
    return read_table(value, _BACKLINE, required=("name", "initial"))


def _read_seats(value: object) -> tuple[SeatEntry, ...]:
    seats: list[SeatEntry] = read_list(value, _read_seat, MAX_SEATS)
    if not seats:
        raise BadScenario("expected at least one seat with an initial wager")
    _refuse_twice("seat", [entry.seat for entry in seats])
    placed = [msgspec.structs.replace(entry, place=place) for place, entry in enumerate(seats)]
    return tuple(sorted(placed, key=lambda entry: entry.seat))


def _read_seat(value: object) -> SeatEntry:
    entry = SeatEntry(**read_table(value, _SEAT, required=("seat", "initial")))
    if entry.war_tie is not None and entry.on_tie != "war":
        raise under("war_tie", BadScenario('is only written beside on_tie = "war"'))
    return entry


def _refuse_twice(key: str, values: list[Any]) -> None:
    """Names the second entry that says what an earlier one has said."""
    seen = set()
    for place, value in enumerate(values):
        if value in seen:
            raise under(f"[{place}].{key}", BadScenario(f"{value!r} is written twice"))
        seen.add(value)


def _read_cards(value: object) -> dict[str, tuple[Card, ...]]:
    return read_table(value, _CARDS, required=("deal",))


def _read_deal(value: object) -> tuple[Card, ...]:
    cards = tuple(read_list(value, read_card, MAX_CARDS))
    if not cards:
        raise BadScenario("expected cards; a deal that did not take place is left out")
    return cards


def _read_bank(value: object) -> BankEntry:
    return BankEntry(**read_table(value, _BANK, required=tuple(_BANK)))


def _read_meters(value: object) -> dict[str, Cents]:
    return read_table(value, _METERS, required=())


def _read_spin(value: object) -> SpinEntry:
    return SpinEntry(**read_table(value, _SPIN, required=tuple(_SPIN)))


_BACKLINE: Mapping[str, Reader] = {
    "name": partial(read_name, most=MAX_NAME),
    "initial": _read_initial,
    "tie": parse_stake,
    "on_tie": _read_choice,
}
_SEAT: Mapping[str, Reader] = {
    "seat": _read_seat_number,
    "initial": _read_initial,
    "tie": parse_stake,
    "progressive": parse_stake,
    "bonus_spin": parse_stake,
    "match_play": parse_stake,
    "on_tie": _read_choice,
    "war_tie": parse_stake,
    "hand": partial(read_whole, most=MAX_CARDS),
    "backline": _read_backline,
}
_CARDS: Mapping[str, Reader] = {"deal": _read_deal, "war": _read_deal}
_BANK: Mapping[str, Reader] = {"seat": _read_seat_number, "amount": parse_stake}
_METERS: Mapping[str, Reader] = {"progressive": parse_stake, "spin_primary": parse_stake, "spin_secondary": parse_stake}
_SPIN: Mapping[str, Reader] = {"hot_seat": _read_seat_number, "hot": _read_hot, "community": _read_symbol}
_SCENARIO: Mapping[str, Reader] = {
    "rulebook": _read_rulebook,
    "house": read_raw_table,
    "seats": _read_seats,
    "cards": _read_cards,
    "bank": _read_bank,
    "meters": _read_meters,
    "spin": _read_spin,
}
