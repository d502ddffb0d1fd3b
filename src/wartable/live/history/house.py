"""The house's own log: who works here, who signed in, what was asked with two keys. It holds no password."""

import asyncio
from collections.abc import Callable, Sequence
from contextlib import suppress
from hashlib import sha256
from typing import Any, TypeVar

import msgspec

from wartable.audit.heads.lines import Head
from wartable.cage import CageEvent
from wartable.cage import moves_of as cage_moves
from wartable.live.history.bound import hold
from wartable.live.moments import Clock, Moment
from wartable.live.wire.roles import PersonRole
from wartable.money import Cents
from wartable.store import Batch, Kept, Move, Recorded, Store, UnknownEvent, Write, WrongVersion, decode, encode, learn

HOUSE = "house"


def digest(body: bytes) -> bytes:
    """What is kept as the answer: enough to know what was asked, when it is asked again."""
    return sha256(body).digest()


TRIES = 20
"""How often an append is tried where other servers write to the same log."""


class HouseEvent(msgspec.Struct, frozen=True, tag_field="event", gc=False):
    """Something that happened in the house, at no table."""


class PersonAdded(HouseEvent, tag="person_added", frozen=True):
    person: str
    role: PersonRole
    by: str


class PersonLocked(HouseEvent, tag="person_locked", frozen=True):
    """Somebody locked an account; it stays locked until somebody unlocks it."""

    person: str
    by: str
    """Nobody, in old logs where three bad sign-ins did it."""


class SignInLocked(HouseEvent, tag="sign_in_locked", frozen=True):
    """Three bad sign-ins: nobody signs in with this account until then. Whoever is signed in stays so."""

    person: str
    until: Moment


class PersonUnlocked(HouseEvent, tag="person_unlocked", frozen=True):
    person: str
    by: str


class PasswordChanged(HouseEvent, tag="password_changed", frozen=True):
    person: str
    by: str


class RoleChanged(HouseEvent, tag="role_changed", frozen=True):
    """Somebody does other work from now on; sessions of the role before are over."""

    person: str
    role: PersonRole
    by: str


class SignedIn(HouseEvent, tag="signed_in", frozen=True):
    person: str


class SignInFailed(HouseEvent, tag="sign_in_failed", frozen=True):
    person: str


class SessionEnded(HouseEvent, tag="session_ended", frozen=True):
    """A person signed out."""

    person: str
    session: str


class SessionsEnded(HouseEvent, tag="sessions_ended", frozen=True):
    """Every session of a person that began before this is over."""

    person: str
    by: str


class RequestMade(HouseEvent, tag="request_made", frozen=True):
    """The first of two keys."""

    request: str
    table: str
    command: dict[str, Any]
    by: str
    about: int = 0
    """The version of the table at which the round, the card or the call began that it is about, if it is about one."""


class RequestConfirmed(HouseEvent, tag="request_confirmed", frozen=True):
    """The second key, turned by somebody else; what was asked for has been done."""

    request: str
    by: str


class RequestWithdrawn(HouseEvent, tag="request_withdrawn", frozen=True):
    request: str
    by: str


class IntegrityFailed(HouseEvent, tag="integrity_failed", frozen=True):
    """What is stored of a table is not what the house has put there."""

    table: str
    what: str
    """`snapshot`, which is not used and made again; `table`, which is closed until it is put right."""
    says: str


class StoreRestored(HouseEvent, tag="store_restored", frozen=True):
    """The operator went on with a store that had lost records; rounds and shoes that were in play are void."""

    streams: int
    """How many streams no longer held what was signed."""
    lost: tuple[Head, ...]
    """What was signed last of these, or of the first of many."""
    stands: dict[str, int]
    """The version at which each table goes on."""
    by: str


def say_loss(streams: int) -> str:
    """What the floor is told of a loss; without heads to hold a store against, how much it lost is not known."""
    of = f"of {streams} stream{'' if streams == 1 else 's'} " if streams else ""
    return f"Records {of}{'were' if streams else 'may have been'} lost. The rounds and shoes in play are void."


EVENTS: tuple[type[HouseEvent], ...] = tuple(HouseEvent.__subclasses__())
learn(*EVENTS)

Refusal = TypeVar("Refusal")
Seen = tuple[tuple[str, Cents], ...]
"""Accounts, and what each held when something was decided."""
Hears = Callable[[Any, Moment, str], None]
"""Told of every event of the house, its moment and its command."""


class HouseLog:
    """The log of the house, followed by everybody who asked for it."""

    def __init__(self, store: Store, clock: Clock) -> None:
        self._store = store
        self.clock = clock
        self.head: tuple[int, bytes] = (0, b"")
        """How much of the log was told, and the chain value there."""
        self._listeners: list[Hears] = []
        self._lock = asyncio.Lock()

    @property
    def version(self) -> int:
        """How much of the log was told."""
        return self.head[0]

    def listen(self, hears: Hears) -> None:
        """Be told of everything, from the beginning."""
        self._listeners.append(hears)

    async def follow(self) -> None:
        """Read what was added by anybody; a LogBroken where a record does not follow the last."""
        async with self._lock:
            await self._follow()

    async def _follow(self) -> None:
        records = await asyncio.to_thread(lambda: list(self._store.read(HOUSE, self.version)))
        for record in records:
            self._tell(record)

    def _tell(self, record: Recorded) -> None:
        hold(self.head[1], self.version, record)
        self.head = record.version, record.chain
        try:
            event = decode(record)
        except UnknownEvent:
            return  # the audit writes here too, and reads it itself
        for hears in self._listeners:
            hears(event, record.at, record.command_id)

    async def append(self, command_id: str, body: bytes, *events: msgspec.Struct, seen: Seen = ()) -> Kept:
        """Add to the log; other servers may do so at the same time."""
        async with self._lock:
            for _ in range(TRIES):
                if kept := await self._keep(self._batch(command_id, body, events, seen)):
                    return kept
        raise WrongVersion(HOUSE, self.version, self.version)

    async def decide(
        self, command_id: str, body: bytes, decide: Callable[[], tuple[HouseEvent, ...] | Refusal]
    ) -> Kept | Refusal:
        """Decide by all that is in the log, and add what comes of it; if another server adds first, decide again."""
        async with self._lock:
            await self._follow()
            for _ in range(TRIES):
                decided = decide()
                if not isinstance(decided, tuple):
                    return decided
                if kept := await self._keep(self._batch(command_id, body, decided)):
                    return kept
        raise WrongVersion(HOUSE, self.version, self.version)

    async def _keep(self, batch: Batch) -> Kept | None:
        """Nothing where another server has added first; the log is known up to its end afterwards."""
        kept = None
        with suppress(WrongVersion):
            kept = await asyncio.wrap_future(self._store.submit(batch))
        await self._follow()
        return kept

    def _batch(self, command_id: str, body: bytes, events: Sequence[msgspec.Struct], seen: Seen = ()) -> Batch:
        moves = [
            Move(HOUSE, index, posting.account, posting.cents)
            for index, event in enumerate(events)
            if isinstance(event, CageEvent)
            for posting in cage_moves(event)
        ]
        write = Write(HOUSE, self.version, tuple(encode(event) for event in events))
        return Batch(command_id, body, self.clock.now(), (write,), tuple(moves), digest(body), seen=seen)
