"""One round as it was written down, decoded strictly; this file is the format.

Only the form is judged here: known keys, amounts, cards, names and limits. The table then decides whether the house
offers a wager, and whether the round could have happened.
"""

from collections.abc import Sequence
from typing import Annotated, Any, Literal

import msgspec
from msgspec import UNSET, Meta, Struct, UnsetType
from msgspec.structs import replace

from wartable.cards import DECK_SIZE, RANKS, SUITS, Card
from wartable.misread import tell_misread
from wartable.money import parse_stake
from wartable.rulebook import MAX_COUNT, WAGERS, rulebook_names
from wartable.settle.errors import BadScenario
from wartable.table import MAX_NAME, name_is_bad

MAX_CARDS = 8 * DECK_SIZE
"""No shoe holds more than eight decks, so no deal is longer."""
MAX_SEATS = MAX_CARDS
"""Every seat takes a card."""
MAX_BACKLINE = 1_000
"""Bettors behind one seat."""


class Amount(int):
    """An amount as written, such as "10.00", in cents; 0 where the wager was not made."""


class EvenAmount(Amount):
    """An initial wager: half of it can be surrendered."""


NONE = Amount(0)
Choice = Literal["war", "surrender"]
Face = Annotated[
    Card,
    Meta(pattern=rf"^[{RANKS}][{SUITS}]\Z", description=f"a card: a rank of {RANKS} and a suit of {SUITS}, such as Ts"),
]
CardTexts = Annotated[tuple[Face, ...], Meta(min_length=1, max_length=MAX_CARDS)]
SeatNumber = Annotated[int, Meta(ge=1, le=MAX_COUNT, description=f"a whole number from 1 to {MAX_COUNT}")]
HandNumber = Annotated[int, Meta(ge=1, le=MAX_CARDS, description=f"a whole number from 1 to {MAX_CARDS}")]
_DOLLARS = 'a dollar symbol as a text, such as "100"'
Symbol = Annotated[str, Meta(pattern=r"^[0-9]{1,9}\Z", description=_DOLLARS)]
HotSymbol = Annotated[
    str, Meta(pattern=r"^(primary|secondary|[0-9]{1,9})\Z", description=f"{_DOLLARS}, or primary or secondary")
]


class Backline(Struct, frozen=True, forbid_unknown_fields=True):
    """A bettor behind a seat, who decides alone."""

    name: str
    initial: EvenAmount
    tie: Amount = NONE
    on_tie: Choice | UnsetType = UNSET


BESIDE = tuple(wager for wager, row in WAGERS.items() if row.placed_in and wager != "initial")
"""The wagers that a seat may make beside its initial wager."""
_StakesEntry: Any = msgspec.defstruct("_StakesEntry", [(wager, Amount, NONE) for wager in BESIDE], frozen=True)


class SeatEntry(_StakesEntry, frozen=True, kw_only=True, forbid_unknown_fields=True):  # type: ignore[misc,call-arg]
    """One seat's wagers and decisions."""

    seat: SeatNumber
    initial: EvenAmount
    on_tie: Choice | UnsetType = UNSET
    hand: HandNumber = 0
    backline: Annotated[tuple[Backline, ...], Meta(max_length=MAX_BACKLINE)] = ()


class DealtCards(Struct, frozen=True, forbid_unknown_fields=True):
    """The cards of the two deals, in the order of the hands; the dealer's last."""

    deal: CardTexts
    war: CardTexts = ()


class BankEntry(Struct, frozen=True, forbid_unknown_fields=True):
    """The player who banks, and the amount posted."""

    seat: SeatNumber
    amount: Amount


class Meters(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The readings before the round."""

    progressive: Amount = NONE
    spin_primary: Amount = NONE
    spin_secondary: Amount = NONE


class SpinEntry(Struct, frozen=True, forbid_unknown_fields=True):
    """Where the wheels of the Bonus Spin stopped."""

    hot_seat: SeatNumber
    hot: HotSymbol
    community: Symbol


class Scenario(Struct, frozen=True, forbid_unknown_fields=True):
    """One round; the house is still as written."""

    rulebook: str
    seats: Annotated[tuple[SeatEntry, ...], Meta(min_length=1, max_length=MAX_SEATS)]
    cards: DealtCards
    house: dict[str, Any] = {}
    bank: BankEntry | UnsetType = UNSET
    meters: Meters = Meters()
    spin: SpinEntry | UnsetType = UNSET

    def placed(self) -> list[tuple[str, SeatEntry]]:
        """Return the seats in ascending order, each with its place in the document: `seats[0]`."""
        named = [(f"seats[{place}]", entry) for place, entry in enumerate(self.seats)]
        return sorted(named, key=lambda pair: pair[1].seat)


def read_scenario(document: object) -> Scenario:
    """Decode a scenario, or say in one line which key is wrong and what was expected there."""
    try:
        scenario = msgspec.convert(document, Scenario, dec_hook=_read_amount)
    except (msgspec.ValidationError, UnicodeError) as error:
        raise BadScenario(tell_misread(error, Scenario)) from None
    names = rulebook_names()
    if scenario.rulebook not in names:
        known = ", ".join(name for word, name in names.items() if word == name)
        raise BadScenario(f"rulebook: expected the name or the code of a rulebook: {known}")
    _refuse_repeats("seats", "seat", [entry.seat for entry in scenario.seats])
    for where, entry in scenario.placed():
        if entry.war_tie and entry.on_tie != "war":
            raise BadScenario(f'{where}.war_tie: expected only beside on_tie = "war"')
        for place, bettor in enumerate(entry.backline):
            if name_is_bad(bettor.name):
                raise BadScenario(f"{where}.backline[{place}].name: expected 1 to {MAX_NAME} printable characters")
        _refuse_repeats(f"{where}.backline", "name", [bettor.name for bettor in entry.backline])
    return replace(scenario, rulebook=names[scenario.rulebook])


def _read_amount(kind: type[Amount], raw: object) -> Amount:
    cents = parse_stake(raw)
    if kind is EvenAmount and cents % 2:
        raise ValueError("expected an even number of cents, because half of an initial wager can be surrendered")
    return kind(cents)


def _refuse_repeats(where: str, key: str, values: Sequence[object]) -> None:
    for place, value in enumerate(values):
        if value in values[:place]:
            raise BadScenario(f"{where}[{place}].{key}: {value!r} is written twice")
