"""The documents of the HTTP door. Money is in whole cents, a moment in milliseconds since 1970 UTC."""

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from wartable.audit import PersonRole
from wartable.lessons import LessonPart
from wartable.live import CommandId, Found, Milliseconds, ReadyCommand, StoreState, Tile
from wartable.money import Cents
from wartable.rulebook import Wager
from wartable.table import Seat

ScreenName = Annotated[str, Meta(min_length=1, max_length=24)]
PersonName = Annotated[str, Meta(min_length=1, max_length=32, pattern=r"^[a-z0-9][a-z0-9._-]*\Z")]
Password = Annotated[str, Meta(min_length=12, max_length=256)]
ChipAmount = Annotated[int, Meta(ge=1, le=10**12)]


class ErrorDocument(msgspec.Struct, frozen=True):
    """Every answer with a status of 400 or more."""

    why: str
    """A member of a closed list."""
    says: str
    clauses: tuple[str, ...] = ()


# People


class GuestRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    name: ScreenName
    colour: Literal["", "rose", "sky", "mint", "lilac", "sand"] | None = None


class SignIn(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    name: PersonName
    password: Annotated[str, Meta(min_length=1, max_length=256)]


class Me(msgspec.Struct, frozen=True):
    """Who is signed in; a person who is not has the role `watcher`."""

    person: str
    name: str
    colour: str
    role: str
    patron: str
    balance: Cents
    play_money: bool
    may: tuple[str, ...]
    """The actions of the role table that are open to this person."""


class Person(msgspec.Struct, frozen=True):
    person: str
    name: str
    role: PersonRole
    locked: bool
    locked_until: Milliseconds | None
    """When a lock after failed sign-ins ends by itself; one that an administrator set does not."""


class NewPerson(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    person: PersonName
    role: Literal["player", "dealer", "floor", "cage", "auditor", "administrator"]
    password: Password
    name: ScreenName | None = None


class ChangePerson(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    locked: bool | None = None
    password: Password | None = None
    sign_out: bool = False
    """End every session of this person now."""


# The house and its tables


class HouseDocument(msgspec.Struct, frozen=True):
    operator: str
    version: str
    time: Milliseconds
    play_money: bool
    guest_chips: Cents
    friends: bool
    """Whether a guest may make a private table here."""


class WagerSheet(msgspec.Struct, frozen=True):
    """A wager this table offers."""

    wager: Wager
    word: str
    min: Cents | None
    max: Cents | None
    step: Cents | None
    stakes: tuple[Cents, ...]
    pays: str
    """As printed on the layout: `10 to 1`."""


class EdgeSheet(msgspec.Struct, frozen=True):
    """What a wager keeps for the bank on average, over a full shoe."""

    wager: Wager
    fraction: str
    percent: str


class ClockSheet(msgspec.Struct, frozen=True):
    """How long people have, in seconds."""

    bets: int
    choice: int | None
    """Only where the house filed one; without it the table waits."""
    war_wagers: int
    look: int
    cut: int
    bank: int
    on_timeout: str
    """The house's declared rule, in words."""


class TableSheet(msgspec.Struct, frozen=True):
    """What does not change while a table is open: rules, limits, and what the felt carries."""

    table: str
    name: str
    operator: str
    rulebook: str
    title: str
    felt: str
    difference: str
    seats: int
    boxes: int
    """Adjacent boxes one player may bet."""
    decks: int
    stack: int
    batches: bool
    electronic: int
    """Community cards of the electronic form; 0 for a table with hands."""
    player_banks: bool
    backline: bool
    stay_seated: bool
    take_back: bool
    instruments: tuple[str, ...]
    """What a wager may be made with at this table."""
    wagers: tuple[WagerSheet, ...]
    print: tuple[str, ...]
    """Lines that the layout must carry: odds, surrender, payout limit."""
    payout_limit: Cents | None
    terms: dict[str, str]
    """What this rulebook calls things."""
    cut_least: int
    wheel_hot: tuple[str, ...]
    wheel_community: tuple[str, ...]
    clock: ClockSheet
    dealer: Literal["automatic", "person"]
    floor: Literal["automatic", "person"]
    practice: bool
    """Odds and advice are shown here."""
    private: bool
    """Only people with the link come here."""
    notices: tuple[str, ...]
    """What people are told of the table's form before they bet: practice, a digital shoe, the time to choose."""
    odds: tuple[EdgeSheet, ...]
    """The wagers' odds, at a practice table only."""


class TablesDocument(msgspec.Struct, frozen=True):
    tables: tuple[Tile, ...]
    time: Milliseconds
    yours: dict[str, tuple[Seat, ...]] = {}
    """The tables at which the asking player sits, with the seats."""


class CommandRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    id: CommandId
    command: dict[str, Any]


class HandSummary(msgspec.Struct, frozen=True):
    seat: Seat
    cards: tuple[str, ...]
    net: Cents
    mine: bool
    result: str


class RoundResult(msgspec.Struct, frozen=True):
    """A round in one line."""

    round: int
    first: int
    """The version of its first event, and of its last."""
    last: int
    at: Milliseconds
    dealer_cards: tuple[str, ...]
    hands: tuple[HandSummary, ...]
    voided: bool


class LessonDocument(msgspec.Struct, frozen=True):
    """How to play at a table."""

    table: str
    parts: tuple[LessonPart, ...]


class RoundsDocument(msgspec.Struct, frozen=True):
    table: str
    rounds: tuple[RoundResult, ...]
    """The newest first."""


class ShoeLine(msgspec.Struct, frozen=True):
    shoe: int
    commitment: str
    sealed: Milliseconds
    revealed: bool
    ended: str | None


class ShoesDocument(msgspec.Struct, frozen=True):
    table: str
    shoes: tuple[ShoeLine, ...]
    """The newest first."""


class ClauseDocument(msgspec.Struct, frozen=True):
    clause: str
    rulebook: str
    says: str
    """What it asks, in our words."""
    met_by: tuple[str, ...]


# Two keys


class RequestDocument(msgspec.Struct, frozen=True):
    request: str
    table: str
    command: ReadyCommand
    first: str
    at: Milliseconds
    state: Literal["waits", "confirmed", "withdrawn", "failed"]
    second: str = ""


class RequestsDocument(msgspec.Struct, frozen=True):
    requests: tuple[RequestDocument, ...]


class IdRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    id: CommandId


# The cage


class CageRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    id: CommandId
    amount: ChipAmount
    reason: Annotated[str, Meta(max_length=200)] = ""


class SellRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Chips for cash at a table, to the player at a seat or to a person behind it."""

    id: CommandId
    seat: Seat
    amount: ChipAmount
    bettor: Annotated[str, Meta(max_length=64)] = ""
    """What the dealer calls a person behind the seat; empty for the seated player."""


class BalanceDocument(msgspec.Struct, frozen=True):
    account: str
    balance: Cents
    receipt: str = ""


# Audit


class FoundDocument(msgspec.Struct, frozen=True):
    found: tuple[Found, ...]


class VerifyRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    table: str
    round: int | None = None


class VerifyDocument(msgspec.Struct, frozen=True):
    ok: bool
    checked: int
    says: str
    against: str
    """Which signed heads it was compared with."""
    first_wrong: int | None
    head: str


# The lab


class OddsDocument(msgspec.Struct, frozen=True):
    """Exact mathematics, as `wartable odds --json` prints it."""

    house: str
    decks: int
    document: dict[str, Any]


class SimulateRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    house: Annotated[str, Meta(max_length=64)]
    rounds: Annotated[int, Meta(ge=1, le=10**10)]
    seats: Annotated[int, Meta(ge=1, le=9)] = 1
    seed: Annotated[int, Meta(ge=0, le=2**63 - 1)] = 1
    decks: Annotated[int, Meta(ge=6, le=8)] | None = None


class SimulationDocument(msgspec.Struct, frozen=True):
    simulation: str
    house: str
    rounds: int
    done: int
    per_second: float
    state: Literal["running", "done", "stopped", "failed"]
    document: dict[str, Any] | None
    """As `wartable simulate --json` prints it, for the rounds done so far."""


class HealthDocument(msgspec.Struct, frozen=True):
    """What is wrong, if anything is; `degraded` goes with status 503."""

    status: Literal["ok", "degraded"]
    tables: int
    driven: int
    store: StoreState
    """Whether something can be kept: a row was, less than a second ago."""
    stopped: int = 0
    """Tables that have stopped because something is wrong with them."""
    heads: Literal["ok", "failing"] = "ok"
    """Whether heads are signed beside the store."""
    wallets: Literal["ok", "differing"] = "ok"
    """Whether every wallet holds what its postings come to; nothing is paid from one that does not."""
    loss: Literal["none", "unseen"] = "none"
    """Whether the store had lost records when it was opened, and the floor has not answered the call about it."""
