"""What goes out about a table: made once for each audience, and finished for each person with their own part.

All clients of an audience get the same bytes up to `you`, so a thousand watchers cost one encoding.
"""

from collections.abc import Sequence
from operator import is_
from typing import NamedTuple, Protocol

import msgspec
from msgspec.structs import replace

from wartable.live.history import Happened, Mirror
from wartable.live.moments import Moment, milliseconds
from wartable.live.moves import Countdown
from wartable.live.people import Speaker
from wartable.live.settings import TableSettings
from wartable.live.telling.felt import Company, Seats, make_felt
from wartable.live.telling.said import is_told, tell
from wartable.live.telling.speech import AT_THE_SIGNS, say_to_player
from wartable.live.telling.yours import boxes_for, make_you, what_matters
from wartable.live.wire import AnyRole, Audience, FromServer, Said, TableMessage, Update, You
from wartable.money import Cents
from wartable.table import Actor, Box, Role, Table, Words

_encode = msgspec.json.Encoder().encode
NO_PART = b"null"
NO_TIME = b'"time":0'
NOTHING_HEARD = b'""}'
"""How one person's own part ends: `heard` is its last field."""
MAX_REMEMBERED = 2_000
"""People whose own part is remembered, at one table."""


class Subscriber(Protocol):
    """A watcher of a table. Nothing here waits for it."""

    @property
    def speaker(self) -> Speaker: ...

    def push(self, table: str, message: bytes) -> None:
        """An update; a subscriber that cannot keep up asks for the whole table later."""
        ...


def audience_of(role: AnyRole) -> Audience:
    """Which felt a role sees."""
    match role:
        case "dealer" | "floor" | "auditor":
            return role
        case _:
            return "player"


class Whole(NamedTuple):
    """A whole table as one audience was sent it, and everything that it was made of."""

    table: Table
    made_of: tuple[object, ...]
    names: dict[str, str]
    """The screen names in it, by patron."""
    before: bytes
    after: bytes
    """What stands before and after the time of sending."""

    def holds(self, table: Table, made_of: tuple[object, ...], company: Company) -> bool:
        """Whether it would be made the same again."""
        is_same = self.table is table and self.made_of == made_of
        return is_same and all(company.names(patron) == name for patron, name in self.names.items())


class Publisher:
    """Makes the messages of one table."""

    def __init__(self, settings: TableSettings, words: Words) -> None:
        self._settings = settings
        self._table = settings.table
        self._words = words
        self._seats = Seats()
        self._own: dict[Speaker, tuple[tuple[object, ...], tuple[Box, ...], bytes]] = {}
        self._wholes: dict[Audience, Whole] = {}
        self._noted: Table | None = None
        self._matters: tuple[object, ...] = ()
        self._changes = 0
        """How often what matters to all has changed."""

    def whole(
        self, mirror: Mirror, audience: Audience, company: Company, countdown: Countdown | None, now: Moment
    ) -> bytes:
        """The table with the events of the round so far, but for `you`; made once for as long as it stays the same."""
        made_of = (mirror.version, countdown, frozenset(company.present), frozenset(company.ready), company.watching)
        made = self._wholes.get(audience)
        if made is None or not made.holds(mirror.table, made_of, company):
            made = self._wholes[audience] = self._make_whole(mirror, audience, company, countdown, made_of)
        return b"%b%d%b" % (made.before, milliseconds(now), made.after)

    def _make_whole(
        self,
        mirror: Mirror,
        audience: Audience,
        company: Company,
        countdown: Countdown | None,
        made_of: tuple[object, ...],
    ) -> Whole:
        names: dict[str, str] = {}

        def name(patron: str) -> str:
            return names.setdefault(patron, company.names(patron))

        noting = replace(company, names=name)
        last = self._tell(mirror.round_so_far, audience, noting)
        felt = make_felt(mirror, audience, self._words, noting, countdown, self._seats)
        message = _open(TableMessage(self._table, mirror.version, 0, felt, last, None))
        before, _, after = message.partition(NO_TIME)
        return Whole(mirror.table, made_of, names, before + NO_TIME[:-1], after)

    def update(
        self,
        mirror: Mirror,
        events: Sequence[Happened],
        audience: Audience,
        company: Company,
        countdown: Countdown | None,
        now: Moment,
    ) -> bytes:
        """What has just happened and the table after it, but for `you`."""
        told = self._tell(events, audience, company)
        felt = make_felt(mirror, audience, self._words, company, countdown, self._seats)
        return _open(Update(self._table, mirror.version, milliseconds(now), told, felt, None))

    def _tell(self, events: Sequence[Happened], audience: Audience, company: Company) -> tuple[Said, ...]:
        told = (tell(happened, audience, self._words, company.names) for happened in events)
        return tuple(said for said in told if said is not None)

    def own(self, mirror: Mirror, speaker: Speaker, balance: Cents, company: Company, *, rounds: int) -> bytes:
        """What is one person's own; nothing for a watcher. Most events at a table change it for no person."""
        if speaker.role == "watcher":
            return NO_PART
        own = self._own_but_heard(mirror, speaker, balance, company, rounds=rounds)
        heard = self._heard(mirror, speaker)
        return own.removesuffix(NOTHING_HEARD) + _encode(heard) + b"}" if heard else own

    def _heard(self, mirror: Mirror, speaker: Speaker) -> str:
        if audience_of(speaker.role) != "player" or not speaker.patron:
            return ""
        told = (one for one in reversed(mirror.round_so_far) if is_told(one, "player"))
        last = next((one for one in told if not isinstance(one.event, AT_THE_SIGNS)), None)
        return say_to_player(last.event, mirror.table, speaker.patron, self._words) if last else ""

    def _own_but_heard(
        self, mirror: Mirror, speaker: Speaker, balance: Cents, company: Company, *, rounds: int
    ) -> bytes:
        if rounds:
            return _encode(self._make(mirror, speaker, balance, company, rounds=rounds))
        seen = (self._note(mirror.table), balance, speaker.patron in company.ready)
        boxes = boxes_for(mirror.table, speaker.patron)
        before = self._own.get(speaker)
        if before is not None and before[0] == seen and _same(before[1], boxes):
            return before[2]
        own = _encode(self._make(mirror, speaker, balance, company, rounds=rounds))
        if len(self._own) >= MAX_REMEMBERED:
            self._own.clear()
        self._own[speaker] = (seen, boxes, own)
        return own

    def _note(self, table: Table) -> int:
        """Look at what matters to all; the number stays while none of it changes."""
        if table is self._noted:
            return self._changes
        self._noted = table
        matters = what_matters(table)
        if not _same(self._matters, matters):
            self._matters = matters
            self._changes += 1
        return self._changes

    def you(self, mirror: Mirror, speaker: Speaker, balance: Cents, company: Company, *, rounds: int) -> You | None:
        """The same, not yet encoded."""
        if speaker.role == "watcher":
            return None
        return replace(self._make(mirror, speaker, balance, company, rounds=rounds), heard=self._heard(mirror, speaker))

    def _make(self, mirror: Mirror, speaker: Speaker, balance: Cents, company: Company, *, rounds: int) -> You:
        ready = speaker.patron in company.ready
        who, settings = _actor(speaker), self._settings
        return make_you(mirror, who, speaker.name, balance, self._words, settings, ready=ready, rounds=rounds)


def _same(before: tuple[object, ...], now: tuple[object, ...]) -> bool:
    """Whether nothing has changed. What a table is made of never changes itself, so only the same thing is the same."""
    return len(before) == len(now) and all(map(is_, before, now))


def _actor(speaker: Speaker) -> Actor:
    role: Role = audience_of(speaker.role)
    return Actor(role, speaker.patron if role == "player" else "")


def _open(message: FromServer) -> bytes:
    """A message whose last field, `you`, is still to come."""
    return _encode(message).removesuffix(NO_PART + b"}")


def close(message: bytes, you: bytes) -> bytes:
    """The message with its own part."""
    return message + you + b"}"
