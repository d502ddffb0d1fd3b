"""From what a person says to what the table is asked, by whom: the one place where identities are filled in."""

from collections.abc import Iterator
from functools import reduce
from operator import or_
from typing import Any, cast

import msgspec

from wartable.live.people.neighbours import ActorCommand, ask_neighbours
from wartable.live.people.patrons import is_bot, is_play_money
from wartable.live.people.walk_ins import for_walk_in, who_sits
from wartable.live.settings import TableSettings
from wartable.live.wire import (
    FOR_AN_AUTOMATIC_FLOOR,
    PLAYERS,
    AnyRole,
    CallFloor,
    DismissNeighbours,
    InviteNeighbours,
    PutWagers,
    ReadCard,
    Trouble,
    WireLeaveDuty,
    WireOpenTable,
    WireSit,
    WireTakeDuty,
    WireTakeOver,
    may_say,
    speaks_as,
)
from wartable.misread import UNREADABLE, tell_misread
from wartable.rulebook import Wager
from wartable.shoe import ReaderShoe
from wartable.table import Actor, Command, Refused, Table, act, bettor_at, open_wagers, takes_words
from wartable.table import commands as c
from wartable.table import events as e

MAX_NAME = 40
"""Of what was sent as the name of a command, when it is told again."""

NAMED: dict[type[msgspec.Struct], type[Command]] = {
    WireSit: c.Sit,
    WireOpenTable: c.OpenTable,
    WireTakeOver: c.TakeOver,
    WireTakeDuty: c.TakeDuty,
    WireLeaveDuty: c.LeaveDuty,
}
"""Commands that name a person, as they are sent: the server fills in the name of the person who sends them."""

WIRE: tuple[type[msgspec.Struct], ...] = (
    *(kind for kind in c.COMMANDS if kind not in NAMED.values()),
    *NAMED,
    PutWagers,
    ReadCard,
    CallFloor,
    InviteNeighbours,
    DismissNeighbours,
)
NEVER_SAID: frozenset[type] = frozenset(
    {c.SealShoe, c.RevealShoe, c.TurnCard, c.ReportMisread, c.DrawHotSeat, c.CallTime, c.LapseOffer, c.SyncMeter}
)
"""The shoe, the clock and the meters speak for themselves; no client may send these."""

OF_REAL_CARDS: frozenset[type] = frozenset({c.UndoCard, c.EnterLateWager})
"""What a person of the floor puts right where a dealer enters cards and wagers."""

SAYABLE = tuple(kind for kind in WIRE if kind not in NEVER_SAID)
"""Every command that a client may send."""
_KINDS: dict[str, type[msgspec.Struct]] = {str(kind.__struct_config__.tag): kind for kind in SAYABLE}
_ANY: Any = reduce(or_, _KINDS.values())
_decode = msgspec.json.Decoder(_ANY).decode


class Speaker(msgspec.Struct, frozen=True):
    """A person who sends commands."""

    person: str
    role: AnyRole
    patron: str = ""
    name: str = ""


class BadCommand(ValueError):
    """The text cannot be read as a command; it says why."""


def read_command(document: bytes | msgspec.Raw | dict[str, Any]) -> msgspec.Struct:
    """Read a command strictly, as it came over the wire or as a request keeps it."""
    try:
        said = msgspec.convert(document, _ANY) if isinstance(document, dict) else _decode(document)
    except UNREADABLE as error:
        raise BadCommand(_misread(document, error)) from None
    return cast("msgspec.Struct", said)


def _misread(document: bytes | msgspec.Raw | dict[str, Any], error: Exception) -> str:
    try:
        plain = document if isinstance(document, dict) else msgspec.json.decode(document)
    except UNREADABLE as broken:
        return tell_misread(broken)
    if not isinstance(plain, dict) or not isinstance(plain.get("command"), str):
        return 'expected an object with a command, such as {"command":"sit","seat":1}'
    name = plain["command"][:MAX_NAME]
    if name not in _KINDS:
        return f"there is no command {name}; the message catalogue lists them all"
    return f"{name}: {tell_misread(error, _KINDS[name])}"


Decided = tuple[Table, tuple[e.Event, ...]] | Refused


def interpret(
    said: msgspec.Struct,
    speaker: Speaker,
    table: Table,
    settings: TableSettings,
    reader: ReaderShoe,
    at_ms: int,
    version: int = 0,
) -> tuple[ActorCommand, ...] | Trouble:
    """Return what the table is asked, in the right role and with the right names."""
    actor = _allowed(said, speaker, table, settings)
    if isinstance(actor, Trouble):
        return actor
    match said:
        case WireSit():
            who = speaker.patron or who_sits(said, table, settings.table, version)
            return who if isinstance(who, Trouble) else ((actor, c.Sit(said.seat, who)),)
        case WireOpenTable() | WireTakeOver() | WireTakeDuty() | WireLeaveDuty():
            return ((actor, _named(said, speaker, settings)),)
        case PutWagers():
            return tuple((actor, command) for command in _put(said, speaker, table))
        case InviteNeighbours() | DismissNeighbours():
            return ask_neighbours(said, table, settings, speaker.patron)
        case ReadCard():
            return ((actor, reader.read(table, said.text, at_ms)),)
        case Command():
            asked = _own(said, speaker) if actor.role == "player" else for_walk_in(said, table, settings.table)
            if isinstance(asked, c.PlaceWager | c.EnterLateWager) and actor.role != "player" and not settings.practice:
                asked = _moneys_meet(_bets_for(asked, table), table) or asked
            return asked if isinstance(asked, Trouble) else ((actor, asked),)
    return Trouble.BAD_COMMAND


def with_words(said: msgspec.Struct, speaker: Speaker, table: Table, command_id: str) -> msgspec.Struct:
    """What was said, with words for the sealed shoe: where the player gives none, the id that the client chose.

    So every player has a part in the order of the cards, with any program: with each cut, and with the first wager
    or bank after it, because the house could choose the depth of a later cut to fit the words of an earlier one.
    """
    if not isinstance(said, c.PlaceWager | c.PostBank | c.CutCards | PutWagers) or said.words:
        return said
    if (
        speaker.role not in PLAYERS
        or speaker.patron in table.seal.with_wagers
        or not takes_words(table, speaker.patron)
    ):
        return said
    return msgspec.structs.replace(said, words=command_id)


def _actor(said: msgspec.Struct, speaker: Speaker, settings: TableSettings) -> Actor | Trouble:
    """Return the actor as whom the person may send this."""
    kind: Any = NAMED.get(type(said), type(said))
    if not may_say(speaker.role, kind):
        return Trouble.NOT_ALLOWED
    if settings.dealer == "automatic" and (speaker.role == "dealer" or kind in OF_REAL_CARDS):
        return Trouble.AUTOMATIC_TABLE
    role = speaks_as(speaker.role, kind)
    if speaker.role == "dealer" and kind in FOR_AN_AUTOMATIC_FLOOR:
        if not settings.floor_is_automatic:
            return Trouble.NOT_ALLOWED
        return Actor("floor")
    if role == "player":
        return Actor(role, speaker.patron)
    return Actor(role, person=speaker.person if settings.dealer == "person" else "")


def _named(
    said: WireOpenTable | WireTakeOver | WireTakeDuty | WireLeaveDuty, speaker: Speaker, settings: TableSettings
) -> Command:
    """Return a command between rounds with the name of its person."""
    match said:
        case WireOpenTable(dealer=dealer):
            return c.OpenTable(_who_deals(dealer, speaker, settings))
        case WireTakeOver(dealer=dealer):
            return c.TakeOver(_who_deals(dealer, speaker, settings))
        case WireTakeDuty():
            return c.TakeDuty(speaker.person)
    return c.LeaveDuty(speaker.person)


def _who_deals(named: str, speaker: Speaker, settings: TableSettings) -> str:
    """Return the dealer's name: dealers give their own, and the floor gives one unless the program deals."""
    if speaker.role == "dealer":
        return speaker.person
    return named or ("automatic" if settings.dealer == "automatic" else "")


def _allowed(said: msgspec.Struct, speaker: Speaker, table: Table, settings: TableSettings) -> Actor | Trouble:
    """Return the sender, or why this table refuses the player's wager although its rules allow it."""
    actor = _actor(said, speaker, settings)
    if isinstance(actor, Trouble) or actor.role != "player":
        return actor
    if _coupon(said) not in (0, *settings.coupons):
        return Trouble.NO_SUCH_COUPON
    if isinstance(said, PutWagers | c.PlaceWager) and (trouble := _moneys_meet(actor.patron, table)) is not None:
        return trouble
    return actor


def _coupon(said: msgspec.Struct) -> int:
    """Return the face of the match play coupon in a command; players cannot invent a coupon."""
    match said:
        case PutWagers(wagers=wagers):
            return wagers.get("match_play", 0)
        case c.PlaceWager(wager="match_play", amount=face):
            return face
    return 0


def _moneys_meet(patron: str, table: Table) -> Trouble | None:
    """Refuse a wager where play money would meet chips that are worth money, on either side of a player's bank."""
    banker = table.banker.patron
    if not table.banker.posted or is_play_money(banker) == is_play_money(patron):
        return None
    if is_bot(banker):
        return Trouble.NEIGHBOUR_BANKS
    return Trouble.PLAY_MONEY_BANKS if is_play_money(banker) else Trouble.PLAY_MONEY_BETS


def _bets_for(command: c.PlaceWager | c.EnterLateWager, table: Table) -> str:
    """Return the account whose chips a dealer puts down."""
    box = table.box(command.seat)
    return command.patron or (box.patron if box else "")


def _own(command: Command, speaker: Speaker) -> Command:
    """Return a player's command for no other account and, behind a seat, under their own name."""
    changes: dict[str, str] = {}
    if getattr(command, "bettor", ""):
        changes["bettor"] = speaker.patron
    if getattr(command, "patron", ""):
        changes["patron"] = ""
    return msgspec.structs.replace(command, **changes) if changes else command


def _put(said: PutWagers, speaker: Speaker, table: Table) -> Iterator[Command]:
    """Yield how the wagers at a seat become these: first take back, the initial wager last; then place, it first."""
    name = speaker.patron if said.bettor else ""
    box = table.box(said.seat)
    bettor = bettor_at(box, name) if box else None
    open_now = open_wagers(table, name)
    lies: dict[Wager, int] = {wager: bettor.stakes[wager] if bettor else 0 for wager in open_now}
    moved = bool(box and lies.get("initial") and box.community != said.hand)
    wanted = said.wagers
    changed = [wager for wager in open_now if lies[wager] != wanted.get(wager, 0) or moved]
    if "initial" in changed:
        changed = [wager for wager in open_now if lies[wager] or wanted.get(wager)]
    for wager in reversed(changed):
        if lies[wager]:
            yield c.TakeBackWager(said.seat, wager, name)
    words = said.words
    for wager in (*changed, *(wager for wager in wanted if wager not in open_now)):
        if wanted.get(wager):
            hand = said.hand if wager == "initial" else 0
            yield c.PlaceWager(said.seat, wager, wanted[wager], name, hand=hand, words=words)
            words = ""


def decide_all(table: Table, asked: tuple[ActorCommand, ...]) -> Decided:
    """Decide all commands, or return the first refusal."""
    events: tuple[e.Event, ...] = ()
    for actor, command in asked:
        done = act(table, command, actor)
        if isinstance(done, Refused):
            return done
        table, more = done
        events += more
    return table, events
