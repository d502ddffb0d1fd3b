"""The document of a revealed shoe: its form, its limits, and a strict reading of it."""

from typing import Annotated, Literal

import msgspec
from msgspec import Meta
from msgspec.structs import asdict

from wartable.cards import DECK_SIZE, is_card
from wartable.misread import tell_misread
from wartable.rulebook import MAX_SYMBOL, MAX_WEIGHT
from wartable.shoe.seal import MAX_DECKS, MAX_NUMBER, Protocol, mix, table_is_bad, words_are_bad
from wartable.shoe.wheel import MAX_SEATS, MAX_SYMBOLS
from wartable.table import MAX_NAME, MAX_WORDS, Wheel, terms_of

MAX_DRAWN = 100_000
MAX_SPINS = 10_000
MAX_ALL_WORDS = 100_000
MAX_SHOES = 10_000
MAX_BYTES = 32 * 1024 * 1024
"""The most documents of a file."""

FACE_DOWN = "??"
"""A card that left without its face."""

Device = Literal["shoe", "continuous"]
Ending = Literal[
    "cover_card",
    "ordered",
    "every_round",
    "irregularity",
    "round_voided",
    "device_failed",
    "decks_changed",
    "idle",
    "table_closed",
]
Digest = Annotated[str, Meta(pattern=r"^[0-9a-f]{64}\Z", description="64 lower-case hexadecimal digits")]
Number = Annotated[int, Meta(ge=1, le=MAX_NUMBER)]
Place = Annotated[int, Meta(ge=0, lt=MAX_DECKS * DECK_SIZE)]
Symbol = Annotated[str, Meta(min_length=1, max_length=MAX_SYMBOL)]
SeatNumber = Annotated[int, Meta(ge=1, le=MAX_SEATS)]
Weighted = tuple[Symbol, Annotated[int, Meta(ge=1, le=MAX_WEIGHT)]]
Added = tuple[Number, Annotated[str, Meta(min_length=1, max_length=MAX_WORDS)]]
"""The event with which a player added words, and the words."""
Rings = Annotated[tuple[Weighted, ...], Meta(min_length=1, max_length=MAX_SYMBOLS)]


class Spun(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """One spin: what stood on the rings, who had not bet, and where it stopped."""

    round: Number
    seats: SeatNumber
    hot: Rings
    community: Rings
    unbet: Annotated[tuple[SeatNumber, ...], Meta(max_length=MAX_SEATS)]
    respin: bool
    result: tuple[SeatNumber, Symbol, Symbol]


class SealedWheel(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The wheel that the seal binds: no spin can have been turned on another."""

    seats: SeatNumber
    hot: Rings
    community: Rings
    respin: bool


class Turned(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """One spin of the sealed wheel: who had not bet, and where it stopped."""

    round: Number
    unbet: Annotated[tuple[SeatNumber, ...], Meta(max_length=MAX_SEATS)]
    result: tuple[SeatNumber, Symbol, Symbol]


class Revealed(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, tag_field="protocol"):
    """A shoe that is over: what was promised before it, and what left it."""

    table: Annotated[str, Meta(min_length=1, max_length=MAX_NAME)]
    shoe: Number
    decks: Annotated[int, Meta(ge=1, le=MAX_DECKS)]
    device: Device
    sealed_at: Number
    cut_at: Number | None
    first_wager_at: Number | None
    commitment: Digest
    seed: Digest | None
    cut: Place
    behind: Place
    drawn: Annotated[tuple[str, ...], Meta(max_length=MAX_DRAWN)]
    returns: Annotated[tuple[Annotated[int, Meta(ge=1, le=MAX_DRAWN)], ...], Meta(max_length=MAX_DRAWN)] = ()
    ended: Ending | None

    @property
    def protocol(self) -> Protocol:
        raise NotImplementedError

    @property
    def terms(self) -> str:
        """The digest of what the commitment binds besides the seed."""
        raise NotImplementedError

    @property
    def mixed(self) -> str:
        """The players' words in the form that is part of the key."""
        raise NotImplementedError

    @property
    def wheels(self) -> tuple[Spun, ...]:
        """Every spin with the wheel it was turned on."""
        raise NotImplementedError


class Revealed1(Revealed, frozen=True, kw_only=True, tag=1):
    """Protocol 1: the words of the player who cut, if there was one, and a wheel without a seal."""

    words: Annotated[str, Meta(max_length=MAX_WORDS)]
    spins: Annotated[tuple[Spun, ...], Meta(max_length=MAX_SPINS)] = ()

    @property
    def protocol(self) -> Protocol:
        return 1

    @property
    def terms(self) -> str:
        return ""

    @property
    def mixed(self) -> str:
        return self.words

    @property
    def wheels(self) -> tuple[Spun, ...]:
        return self.spins


class Revealed2(Revealed, frozen=True, kw_only=True, tag=2):
    """Protocol 2: the words of every player up to the first close of bets, and a wheel that the seal binds."""

    closed_at: Number | None
    words: Annotated[tuple[Added, ...], Meta(max_length=MAX_ALL_WORDS)]
    wheel: SealedWheel | None
    spins: Annotated[tuple[Turned, ...], Meta(max_length=MAX_SPINS)] = ()

    @property
    def protocol(self) -> Protocol:
        return 2

    @property
    def terms(self) -> str:
        return terms_of(self.decks, Wheel(**asdict(self.wheel)) if self.wheel else None)

    @property
    def mixed(self) -> str:
        return mix(text for _, text in self.words)

    @property
    def wheels(self) -> tuple[Spun, ...]:
        wheel = asdict(self.wheel) if self.wheel else {}
        return tuple(Spun(**asdict(turned), **wheel) for turned in self.spins)


class BadDocument(ValueError):
    """The input is not a document of a shoe; the text names the key and what was expected."""


def read_revealed(document: object) -> tuple[Revealed1 | Revealed2, ...]:
    """Read one document or a list of them from decoded JSON."""
    if not isinstance(document, list):
        return (_read_one(document, ""),)
    if not 1 <= len(document) <= MAX_SHOES:
        raise BadDocument(f"expected 1 to {MAX_SHOES} documents, not {len(document)}")
    return tuple(_read_one(one, f"[{place}]") for place, one in enumerate(document))


def _read_one(document: object, place: str) -> Revealed1 | Revealed2:
    try:
        revealed = msgspec.convert(document, Revealed1 | Revealed2)
    except msgspec.ValidationError as error:
        raise BadDocument(tell_misread(error, Revealed1 | Revealed2, place)) from None
    problem = _find_problem(revealed)
    if problem is not None:
        raise BadDocument(f"{place}.{problem}".removeprefix("."))
    return revealed


def _find_problem(revealed: Revealed1 | Revealed2) -> str | None:
    """Checks that types cannot express: how the values of one document fit together."""
    cards = revealed.decks * DECK_SIZE
    if table_is_bad(revealed.table):
        return f"table: expected 1 to {MAX_NAME} printable characters"
    if any(map(words_are_bad, _texts(revealed))):
        return f"words: expected at most {MAX_WORDS} bytes of UTF-8"
    for key, value in (("cut", revealed.cut), ("behind", revealed.behind)):
        if value >= cards:
            return f"{key}: expected a whole number below {cards}"
        if value and revealed.device == "continuous":
            return f"{key}: expected 0 for a continuous shuffler"
    if (revealed.seed is None) != (revealed.ended is None):
        return "ended: expected null exactly where the seed is null"
    for place, card in enumerate(revealed.drawn):
        if card != FACE_DOWN and not is_card(card):
            return f"drawn[{place}]: expected a card such as Ts, or {FACE_DOWN}"
    return _find_problem_in_returns(revealed) or _find_problem_in_spins(revealed)


def _texts(revealed: Revealed1 | Revealed2) -> tuple[str, ...]:
    if isinstance(revealed, Revealed1):
        return (revealed.words,)
    return tuple(text for _, text in revealed.words)


def _find_problem_in_returns(revealed: Revealed) -> str | None:
    if revealed.returns and revealed.device != "continuous":
        return "returns: expected none for a shoe"
    before = 0
    for place, count in enumerate(revealed.returns):
        if not before < count <= len(revealed.drawn):
            return f"returns[{place}]: expected a whole number from {before + 1} to {len(revealed.drawn)}"
        before = count
    return None


def _find_problem_in_spins(revealed: Revealed1 | Revealed2) -> str | None:
    if isinstance(revealed, Revealed2) and revealed.spins and revealed.wheel is None:
        return "spins: expected none without a wheel"
    before = 0
    for place, spun in enumerate(revealed.wheels):
        if spun.round <= before:
            return f"spins[{place}].round: expected more than {before}"
        if any(seat > spun.seats for seat in spun.unbet):
            return f"spins[{place}].unbet: expected seats up to {spun.seats}"
        if len(set(spun.unbet)) == spun.seats:
            return f"spins[{place}].unbet: expected a seat that was bet"
        before = spun.round
    return None
