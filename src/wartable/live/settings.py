"""How a live table is run: who deals, how fast, and how long people have. The rules of the game are not here.

How long a tied player has is one of those rules: it is filed, in `decision.timeout_s`.
"""

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from wartable.audit import LARGE
from wartable.live.wire import TableId
from wartable.money import Cents
from wartable.rulebook import Form

MAX_TABLES = 1_000
LOCK_MINUTES = 15
FELTS = ("green", "blue", "teal", "claret", "plum")

Runner = Literal["automatic", "person"]
Felt = Literal["green", "blue", "teal", "claret", "plum"]
LEAST_SECONDS = 5
"""The rules give a person a choice, so no time for one may be empty."""
Seconds = Annotated[int, Meta(ge=0, le=3_600)]
TimeToChoose = Annotated[int, Meta(ge=LEAST_SECONDS, le=3_600)]
Percent = Annotated[int, Meta(ge=0, le=1_000)]
Face = Annotated[Cents, Meta(ge=1, le=1_000_00)]


class TableSettings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One table of the house."""

    table: TableId
    house: str
    """The file with the house's choices."""
    choices: dict[str, Any] = {}
    """What a practice table chooses otherwise than its house's file, by the same keys; no other table may."""
    name: str = ""
    felt: Felt = "green"
    difference: Annotated[str, Meta(max_length=200)] = ""
    dealer: Runner = "automatic"
    """An automatic dealer deals from a sealed shoe; a person deals real cards and enters them."""
    floor: Runner | None = None
    """Default: as the dealer. Where a person deals real cards, only a practice table has an automatic floor."""
    practice: bool = False
    """Whether the odds of the wagers, and advice at a tie, are shown; at a live table they are not even sent.

    Only a practice table may be opened with a house file that `check` refuses."""
    coupons: Annotated[tuple[Face, ...], Meta(max_length=8)] = ()
    """Faces of the match play coupons that players hold and lay down themselves; paper ones are entered by a dealer."""
    pace: Percent = 100
    """How long the automatic dealer takes, of what a person would."""
    bets_seconds: TimeToChoose = 15
    """From the first wager to "no more bets": each player has the option of a tie wager and of the side bets."""
    war_wagers_seconds: TimeToChoose = 8
    look_seconds: TimeToChoose = 8
    cut_seconds: TimeToChoose = 12
    recut_seconds: TimeToChoose = LEAST_SECONDS
    """How long an automatic dealer holds the cut stack before the shoe is loaded, so that a person of the floor can
    ask for a recut."""
    bank_seconds: TimeToChoose = 15
    away_seconds: Seconds = 120
    """When a player who is cut off loses the seat, once nothing of theirs is in play."""
    proposition_players: Annotated[int, Meta(ge=0, le=2)] = 2
    """Neighbours of an automatic table: bots, who come by themselves where players bank and elsewhere when invited."""
    inventory: Annotated[Cents, Meta(ge=0, le=10**12)] = 100_000_00
    """Chips that a new table is filled with."""

    @property
    def floor_is_automatic(self) -> bool:
        """Whether the program does the steps of the floor. A person looks at real cards, except for practice."""
        if self.dealer == "automatic":
            return self.floor != "person"
        return self.practice and self.floor == "automatic"


PRIVATE = "private-"
"""The prefix of private tables; no table of a floor plan has such a name."""


def is_private(table: str) -> bool:
    """Whether a guest made this table for friends. Its name is secret to all without the link."""
    return table.startswith(PRIVATE)


Count = Annotated[int, Meta(ge=1, le=10**6)]


class ServerLimits(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Limits that an operator may change; a load test from one address does."""

    connections: Count = 6_000
    """Of any kind, as far as the machine lends descriptors for them."""
    connections_per_address: Count = 500
    sockets: Count = 4_000
    sockets_per_address: Count = 200
    requests_per_second: Count = 100
    """Of one address, with ten times as many at once."""
    messages_per_second: Count = 50
    """Of one socket, with ten times as many at once."""
    guests_per_minute: Count = 30
    """Of one address."""
    sign_ins_per_minute: Count = 20
    """Of one address."""
    private_tables_per_minute: Count = 6
    """Made from one address."""
    private_tables_per_address: Count = 20
    """Made from one address and open."""


Currency = Annotated[
    str,
    Meta(
        pattern=r"^[A-Za-z]{0,3}[A-Za-z$¢£¥€₱₩₹]\Z",
        extra_json_schema={"description": 'a currency sign of at most four characters, such as "$", "€" or "CHF"'},
    ),
]


class Floorplan(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Every table of the house."""

    tables: Annotated[tuple[TableSettings, ...], Meta(min_length=1, max_length=MAX_TABLES)]
    operator: Annotated[str, Meta(min_length=1, max_length=64)] = "wartable"
    currency: Currency = "$"
    """What the page writes before every amount. Files, logs and the wire hold whole cents and no sign."""
    guest_chips: Annotated[Cents, Meta(ge=0, le=10**9)] = 1_000_00
    """Play money that a guest is given at once."""
    lock_minutes: Annotated[int, Meta(ge=1, le=7 * 24 * 60)] = LOCK_MINUTES
    """How long three failed sign-ins lock an account."""
    large: Annotated[Cents, Meta(ge=1, le=10**12)] = LARGE
    """Wagers and pays of this amount and more are significant events, as in the audit's reports."""
    friends: bool = False
    """Whether a guest may make a private table for friends, by the rules of a table of this plan."""
    limits: ServerLimits = ServerLimits()


def form_of(settings: TableSettings) -> Form:
    return "automatic" if settings.dealer == "automatic" else "dealer"
