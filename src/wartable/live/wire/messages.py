"""Every message of the socket, both ways. They are the schema: decoded strictly, published, and turned into TypeScript.

Money is in whole cents, a moment in milliseconds since 1970 UTC, a card in two characters.
"""

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from wartable.live.wire.console import ReadyCommand
from wartable.live.wire.views import FeltView, Milliseconds, You
from wartable.money import Cents
from wartable.rulebook import MeterName, Wager
from wartable.table import MAX_WORDS, Seat

MAX_ID = 64
MAX_TABLE = 64
MAX_WATCHED = 32
"""Tables that one socket may watch."""

CommandId = Annotated[str, Meta(min_length=1, max_length=MAX_ID, pattern=r"^[A-Za-z0-9._:-]+\Z")]
TableId = Annotated[str, Meta(min_length=1, max_length=MAX_TABLE, pattern=r"^[a-z0-9][a-z0-9-]*\Z")]


Reaction = Literal["hello", "luck", "nice", "wow", "ouch", "thanks"]


# To the server


class FromClient(msgspec.Struct, frozen=True, tag_field="type", forbid_unknown_fields=True):
    """What a client says."""


class Watch(FromClient, tag="watch", frozen=True):
    """Send me these tables from now on; each is answered by a whole `table`. Others are no longer sent."""

    tables: Annotated[tuple[TableId, ...], Meta(max_length=MAX_WATCHED)]


class WatchFloor(FromClient, tag="watch_floor", frozen=True):
    """Send me the pit: tiles, queue and significant events. For the floor, the auditor and the administrator."""

    on: bool = True


class Do(FromClient, tag="do", frozen=True):
    """A command for a table. The same id with the same body is done once and answered alike."""

    id: CommandId
    table: TableId
    command: msgspec.Raw
    """A table command by its `command` key, or `put_wagers`."""


class Ready(FromClient, tag="ready", frozen=True):
    """I wait for the deal, or make no tie wager on the war deal: the countdown need not wait for me."""

    table: TableId
    ready: bool = True


class React(FromClient, tag="react", frozen=True):
    """A word to the people at a private table, who read it in their own language. Too many are dropped."""

    table: TableId
    reaction: Reaction


class Confirm(FromClient, tag="confirm", frozen=True):
    """The second key on a request that another person made."""

    id: CommandId
    request: Annotated[str, Meta(max_length=MAX_ID)]


class Withdraw(FromClient, tag="withdraw", frozen=True):
    """The request is taken back by who made it, or turned down by the floor."""

    id: CommandId
    request: Annotated[str, Meta(max_length=MAX_ID)]


class Resync(FromClient, tag="resync", frozen=True):
    """Send this table whole again."""

    table: TableId


class Ping(FromClient, tag="ping", frozen=True):
    """I am still here; `at` comes back with the answer."""

    at: Milliseconds = 0


ClientMessage = Watch | WatchFloor | Do | Ready | React | Confirm | Withdraw | Resync | Ping


class PutWagers(msgspec.Struct, frozen=True, tag_field="command", tag="put_wagers", forbid_unknown_fields=True):
    """Exactly these wagers shall lie at the seat: the rest is taken back, and all of it happens or nothing."""

    seat: Seat
    wagers: Annotated[dict[Wager, Cents], Meta(max_length=8)]
    bettor: Annotated[str, Meta(max_length=MAX_ID)] = ""
    hand: int = 0
    words: Annotated[str, Meta(max_length=MAX_WORDS)] = ""
    """What the player adds to the order of a sealed shoe before its first deal. Where a player who has added nothing
    sends none, the command's id is added instead."""


class WireSit(msgspec.Struct, frozen=True, tag_field="command", tag="sit", forbid_unknown_fields=True):
    """A player sits down with their own account; a dealer or the floor says who sits.

    They write what the player is called, or that it is the player of another box.
    """

    seat: Seat
    patron: Annotated[str, Meta(max_length=MAX_ID)] = ""
    same_as: Seat = 0
    """The box of the same player; 0 for a player who has none yet."""


class WireOpenTable(msgspec.Struct, frozen=True, tag_field="command", tag="open_table", forbid_unknown_fields=True):
    dealer: str = ""


class WireTakeOver(msgspec.Struct, frozen=True, tag_field="command", tag="take_over", forbid_unknown_fields=True):
    dealer: str = ""


class WireTakeDuty(msgspec.Struct, frozen=True, tag_field="command", tag="take_duty", forbid_unknown_fields=True):
    """The person of the floor who sends it is on duty at this table from now on."""


class WireLeaveDuty(msgspec.Struct, frozen=True, tag_field="command", tag="leave_duty", forbid_unknown_fields=True):
    """The person of the floor who sends it is no longer on duty at this table."""


class ReadCard(msgspec.Struct, frozen=True, tag_field="command", tag="read_card", forbid_unknown_fields=True):
    """A card as the console or a card reader reads it: `9h`, `10♠`. What cannot be the next card calls the floor."""

    text: Annotated[str, Meta(max_length=MAX_ID)]


class CallFloor(msgspec.Struct, frozen=True, tag_field="command", tag="call_floor", forbid_unknown_fields=True):
    """A dealer calls the floor to the table. Nothing of the game waits for it; a floor supervisor answers."""

    reason: Annotated[str, Meta(max_length=200)] = ""


class InviteNeighbours(
    msgspec.Struct, frozen=True, tag_field="command", tag="invite_neighbours", forbid_unknown_fields=True
):
    """A player asks the neighbours of an automatic table to sit down: bots that play for play money."""


class DismissNeighbours(
    msgspec.Struct, frozen=True, tag_field="command", tag="dismiss_neighbours", forbid_unknown_fields=True
):
    """A player asks the neighbours to leave; they stay while a wager of theirs is in play."""


# To the client


class FromServer(msgspec.Struct, frozen=True, tag_field="type"):
    """What the server says."""


class Hello(FromServer, tag="hello", frozen=True):
    """The first message of a socket."""

    version: str
    time: Milliseconds
    person: str
    """Empty for a watcher who has not signed in."""
    role: str
    patron: str
    ping_seconds: int


class Said(msgspec.Struct, frozen=True):
    """One event as this audience may know it, and its sentence."""

    version: int
    event: dict[str, Any]
    """The event by its `event` key, with the fields this audience may know; accounts and names are empty otherwise."""
    says: str
    clauses: tuple[str, ...]
    own: str
    """Whose own doing: empty for people, `bot` for a neighbour, `clock` for the table's own decision, `auto` for the
    automatic dealer."""


class TableMessage(FromServer, tag="table", frozen=True):
    """A whole table: after `watch`, after `resync`, and where the server had to leave updates out."""

    table: str
    version: int
    time: Milliseconds
    felt: FeltView
    last: tuple[Said, ...]
    """The events of the round so far."""
    you: You | None


class Update(FromServer, tag="update", frozen=True):
    """Something happened. `felt` is the table after all of `events`; versions have no gap unless `table` is sent."""

    table: str
    version: int
    time: Milliseconds
    events: tuple[Said, ...]
    felt: FeltView
    you: You | None


class NoMessage(msgspec.Struct, frozen=True):
    """Why not: a member of a closed list, its sentence, and the clauses behind it."""

    why: str
    says: str
    clauses: tuple[str, ...] = ()


class ReceiptMessage(msgspec.Struct, frozen=True):
    """The chain value that a stream had at a version. `wartable audit verify --receipts` reads a file of answers."""

    stream: str
    version: int
    chain: str


class Answer(FromServer, tag="answer", frozen=True):
    """The answer to `do`, `confirm` and `withdraw`."""

    id: str
    ok: bool
    table: str = ""
    version: int = 0
    receipt: str = ""
    """The chain value after the last event: keep it, it proves what you were told."""
    receipts: tuple[ReceiptMessage, ...] = ()
    """The same, in full."""
    refused: NoMessage | None = None
    request: str = ""
    """Where a second person has to confirm: nothing has happened yet."""


class Decided(FromServer, tag="decided", frozen=True):
    """Your request was decided: confirmed or declined, or a supervisor comes because you called."""

    request: str
    table: str
    by: str
    ok: bool
    """Whether it was confirmed."""
    says: str


class JackpotMessage(FromServer, tag="jackpot", frozen=True):
    """A meter has paid at a table of the house. Every socket is told, and no one is named."""

    table: str
    name: str
    """The table, as people call it."""
    meter: MeterName
    amount: Cents


class Reacted(FromServer, tag="reacted", frozen=True):
    """A person at a private table says a word. It is told once, and kept nowhere."""

    table: str
    name: str
    colour: str
    seat: Seat | None
    """Where they sit; none for a person who watches."""
    reaction: Reaction


class Problem(FromServer, tag="problem", frozen=True):
    """A message that could not be read or may not be sent; where it is our fault, the socket stays open."""

    why: str
    says: str
    id: str = ""


WhyClosed = Literal["signed_out", "too_slow", "too_many", "too_large", "going_down", "idle", "elsewhere"]


class Bye(FromServer, tag="bye", frozen=True):
    """The last message: the socket is closed after it."""

    why: WhyClosed
    says: str


class Pong(FromServer, tag="pong", frozen=True):
    """The answer to `ping`."""

    at: Milliseconds
    time: Milliseconds


class Tile(msgspec.Struct, frozen=True):
    """A table as the lobby and the pit show it."""

    table: str
    name: str
    rulebook: str
    title: str
    """The name of the rulebook, which the table's own name may not say."""
    wager: str
    """What the rulebook calls the wager that the limits bind."""
    phase: str
    says: str
    seats: int
    taken: tuple[Seat, ...]
    at_war: tuple[Seat, ...]
    banks: Seat
    dealer_cards: tuple[str, ...]
    min: Cents | None
    max: Cents | None
    tie_min: Cents | None
    tie_max: Cents | None
    meters: dict[str, Cents]
    bank_left: Cents | None
    clock_ends: Milliseconds | None
    felt: str
    """green, blue, teal, claret or plum."""
    difference: str
    """What is special here, in a sentence."""
    practice: bool
    waits: int
    """How many things wait for the floor."""


class FloorTile(msgspec.Struct, frozen=True):
    """What the pit adds to a tile."""

    tile: Tile
    win: Cents | None
    """The table's win since it opened; nothing where a player banks."""
    decks_opened: Milliseconds | None
    decks_due: Milliseconds | None
    dealer: str
    away: tuple[Seat, ...]


QueueKind = Literal["step", "ruling", "validate_win", "second_key", "device", "deck_change", "call"]


class QueueItem(msgspec.Struct, frozen=True):
    """Something that waits for the floor, oldest first."""

    id: str
    table: str
    kind: QueueKind
    title: str
    says: str
    clauses: tuple[str, ...]
    since: Milliseconds
    seat: Seat | None
    commands: tuple[ReadyCommand, ...]
    """Ready to send with `do`, one key each."""
    request: str
    """For `second_key` and `call`: what to `confirm`."""
    first: str
    """Who turned the first key, or who calls."""


class Significant(msgspec.Struct, frozen=True):
    """A significant event."""

    at: Milliseconds
    table: str
    """Empty where it happened in the house, at no table."""
    version: int
    name: str
    says: str
    clauses: tuple[str, ...]
    by: str


class FloorMessage(FromServer, tag="floor", frozen=True):
    """The whole pit; sent again when something in it changed."""

    time: Milliseconds
    tables: tuple[FloorTile, ...]
    queue: tuple[QueueItem, ...]
    events: tuple[Significant, ...]


ServerMessage = (
    Hello | TableMessage | Update | Answer | Decided | JackpotMessage | Reacted | Problem | Bye | Pong | FloorMessage
)
