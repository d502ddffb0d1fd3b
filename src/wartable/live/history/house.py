"""The house's own log: who works here, who signed in, what was asked with two keys. It holds no password."""

import asyncio
from collections.abc import Callable, Sequence
from contextlib import suppress
from hashlib import sha256
from typing import Any, TypeVar

import msgspec

from wartable.audit import HOUSE, HouseEvent
from wartable.cage import CageEvent
from wartable.cage import moves_of as cage_moves
from wartable.live.history.bound import hold
from wartable.live.keeping import TRIES, keep, pause_before
from wartable.live.moments import Clock, Moment
from wartable.money import Cents
from wartable.store import Batch, Kept, Move, Recorded, Store, UnknownEvent, Write, WrongVersion, decode, encode


def digest(body: bytes) -> bytes:
    """Return a digest that is stored as the answer, to recognise the same request later."""
    return sha256(body).digest()


Why = TypeVar("Why")
Seen = tuple[tuple[str, Cents], ...]
"""Accounts, and what each held when something was decided."""
Hears = Callable[[Any, Moment, str], None]
"""Told of every event of the house, its moment and its command."""


class HouseLog:
    """The log of the house; listeners hear each event."""

    def __init__(self, store: Store, clock: Clock) -> None:
        self._store = store
        self.clock = clock
        self.head: tuple[int, bytes] = (0, b"")
        """How much of the log was told, and the chain value there."""
        self._listeners: list[Hears] = []
        self._lock = asyncio.Lock()

    @property
    def version(self) -> int:
        """The last version that was read."""
        return self.head[0]

    def listen(self, hears: Hears) -> None:
        """Pass every event to a listener, from the first on."""
        self._listeners.append(hears)

    async def follow(self) -> None:
        """Read what any server added; raise LogBroken where a record does not follow the last."""
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

    async def has_kept(self, command_id: str, body: bytes) -> bool:
        """Whether this request was stored before, under this id."""
        kept = await asyncio.to_thread(self._store.find, command_id)
        return kept is not None and kept.answer == digest(body)

    async def append(self, command_id: str, body: bytes, *events: msgspec.Struct, seen: Seen = ()) -> Kept:
        """Add to the log; other servers may do so at the same time."""
        async with self._lock:
            for tried in range(TRIES):
                await pause_before(tried)
                if kept := await self._keep(self._batch(command_id, body, events, seen)):
                    return kept
        raise WrongVersion(HOUSE, self.version, self.version)

    async def decide(
        self, command_id: str, body: bytes, decide: Callable[[], tuple[HouseEvent, ...] | Why]
    ) -> Kept | Why:
        """Decide by the whole log and append the events; retry if another server appends first."""
        async with self._lock:
            await self._follow()
            for tried in range(TRIES):
                await pause_before(tried)
                decided = decide()
                if not isinstance(decided, tuple):
                    return decided
                if kept := await self._keep(self._batch(command_id, body, decided)):
                    return kept
        raise WrongVersion(HOUSE, self.version, self.version)

    async def _keep(self, batch: Batch) -> Kept | None:
        """Append a batch; None where another server has appended first. The log is read to its end afterwards."""
        kept = None
        with suppress(WrongVersion):
            kept = await keep(self._store, batch)
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
