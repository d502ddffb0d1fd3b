"""A table's log: the mirror of what is kept, and the one way to add to it."""

import asyncio
from collections.abc import Callable, Coroutine

import msgspec

from wartable.audit import RulesOverTime
from wartable.ledger import BANK, Unbalanced, at_table, moves_of
from wartable.ledger import patron as account_of
from wartable.live.driving.services import GiveChips, Services
from wartable.live.history import (
    PATRON,
    SNAPSHOT_EVERY,
    Happened,
    LogBroken,
    Mirror,
    SnapshotRefused,
    Snapshots,
    events_since_seal,
    load_mirror,
    stream_of,
)
from wartable.live.keeping import keep
from wartable.live.moments import Moment
from wartable.live.moves import GivenUp, next_to_give_up
from wartable.live.people import Patrons, is_walk_in
from wartable.live.settings import TableSettings
from wartable.live.wire import HouseRefused
from wartable.money import Cents
from wartable.rulebook import Rules
from wartable.store import Batch, Fence, Kept, Move, NoFunds, OtherBody, Receipt, Store, Write, WrongVersion, encode
from wartable.table import Event, Refused, act

MOST_FILLS = 3
"""For one command. More than one is needed only where others take chips from the tray at the same moment."""

_encode = msgspec.json.Encoder(order="deterministic").encode


class Addition(msgspec.Struct, frozen=True):
    """What one command adds to the log."""

    command_id: str
    body: bytes
    at: Moment
    events: tuple[Event, ...]
    answer: bytes


Fill = Callable[[str, Cents, str], Coroutine[None, None, None]]
"""Gets a table chips from the cage, at least this much, under the number of a slip."""


class TableLog:
    """The log of one table, read once and then kept in step."""

    def __init__(
        self,
        table: str,
        rules: Rules,
        store: Store,
        patrons: Patrons,
        snapshots: Snapshots,
        fill: Fill | None = None,
    ) -> None:
        self.table = table
        self.tray = at_table(table, BANK)
        """The account of the table's chips."""
        self.stream = stream_of(table)
        self.rules = rules
        self.mirror = Mirror(rules)
        self.fence: Fence | None = None
        self.over_time: RulesOverTime | None = None
        """Where the table was played by other rules before."""
        self.refused: SnapshotRefused | None = None
        """The snapshot that was not used when the log was loaded, because it is not ours."""
        self._snapshots = snapshots
        self._fill = fill
        self._snapshot_at = 0
        self._store = store
        self._patrons = patrons

    async def load(self) -> tuple[Happened, ...]:
        """Read everything again; return what happened since the seal of the shoe in play."""
        self.mirror, self.refused, history = await asyncio.to_thread(self._load)
        self._snapshot_at = self.mirror.version
        return history

    def _load(self) -> tuple[Mirror, SnapshotRefused | None, tuple[Happened, ...]]:
        self._see_that_it_goes_on()
        refused = None
        try:
            mirror = load_mirror(self._store, self.table, self.rules, self.over_time, self._snapshots)
        except SnapshotRefused as error:
            refused = error
            mirror = load_mirror(self._store, self.table, self.rules, self.over_time)
        if mirror.version:
            self._store.hold_head(Receipt(self.stream, mirror.version, mirror.chain))
        return mirror, refused, events_since_seal(self._store, mirror, self.table)

    def _see_that_it_goes_on(self) -> None:
        """Check that earlier records are still there: an older copy would deal cards again that people have seen."""
        version, chain = self.mirror.version, self.mirror.chain
        if version and chain:
            kept = self._store.receipts([(self.stream, version)]).get(self.stream)
            if kept is None or kept.chain != chain:
                raise LogBroken(self.stream, version, "the store no longer holds what was kept here")

    async def keep_snapshot(self) -> None:
        """Store a snapshot of the table from time to time, between two rounds."""
        if self.mirror.version - self._snapshot_at >= SNAPSHOT_EVERY and not self.mirror.round_so_far:
            await self.replace_snapshot()

    async def replace_snapshot(self) -> None:
        """Store a snapshot of the table in place of the last one."""
        self._snapshot_at = self.mirror.version
        await asyncio.to_thread(self._snapshots.save, self.table, self.mirror)

    async def follow(self) -> tuple[Happened, ...]:
        """Read what another server has added."""
        records = await asyncio.to_thread(lambda: list(self._store.read(self.stream, self.mirror.version)))
        return tuple(self.mirror.follow(record) for record in records)

    async def find(self, command_id: str) -> Kept | None:
        """Return the stored answer to a command, if there is one."""
        return await asyncio.to_thread(self._store.find, command_id)

    async def append(self, addition: Addition) -> tuple[Kept, tuple[Happened, ...]]:
        """Keep what one command leads to, durably; where it was kept before, nothing happens a second time.

        One that leads to nothing is remembered too, so that it leads to nothing whenever it comes again.
        """
        expected = self.mirror.version
        made = [(index, one) for index, event in enumerate(addition.events) for one in moves_of(self.table, event)]
        postings = tuple(posting for _, posting in made)
        events = tuple(encode(event) for event in addition.events)
        batch = Batch(
            command_id=addition.command_id,
            body=addition.body,
            at=addition.at,
            writes=(Write(self.stream, expected, events),) if events else (),
            moves=tuple(Move(self.stream, index, posting.account, posting.cents) for index, posting in made),
            answer=addition.answer,
            fence=self.fence,
        )
        self._patrons.begin(postings)
        moved = False
        try:
            kept = await self._submit(batch)
            moved = not kept.repeated
        finally:
            self._patrons.end(postings, moved=moved)
        return kept, self._take(addition, kept) if moved else ()

    async def append_own(self, command_id: str, at: Moment, events: tuple[Event, ...]) -> tuple[Happened, ...]:
        """Keep what the table does by itself, under its place in the log: another server may have done the same."""
        try:
            kept, happened = await self.append(Addition(command_id, b"", at, events, b""))
        except OtherBody:
            raise self._planted(command_id) from None
        if kept.repeated:
            head = await asyncio.to_thread(self._store.head, self.stream)
            if head.version <= self.mirror.version:
                raise self._planted(command_id)
            raise WrongVersion(self.stream, self.mirror.version, head.version)
        return happened

    def _planted(self, command_id: str) -> LogBroken:
        says = f"the command {command_id} was kept already, and its records are not there"
        return LogBroken(self.stream, self.mirror.version + 1, says)

    async def _submit(self, batch: Batch) -> Kept:
        """Submit a batch; where the tray is short and a fill is possible, the fill comes first."""
        for number in range(1, MOST_FILLS + 1):
            try:
                return await keep(self._store, batch)
            except NoFunds as short:
                if not short.account.startswith((PATRON, self.tray)):
                    raise Unbalanced(str(short)) from short  # our mistake: more was taken than lies on the layout
                if short.account != self.tray or self._fill is None or self.rules.bank.by != "house":
                    raise
                paid = -sum(move.cents for move in batch.moves if move.account == self.tray)
                held = await asyncio.to_thread(self._store.balance, self.tray)
                await self._fill(self.table, paid - min(held, 0), f"{self.mirror.version}-{number}")
        return await keep(self._store, batch)

    def _take(self, addition: Addition, kept: Kept) -> tuple[Happened, ...]:
        """Number the events; the store returns only the chain value of the last one."""
        first, last = self.mirror.version + 1, len(addition.events) - 1
        chain = kept.receipts[0].chain if kept.receipts else b""
        return tuple(
            self.mirror.take(first + place, event, addition.at, addition.command_id, chain if place == last else b"")
            for place, event in enumerate(addition.events)
        )


async def give_back(log: TableLog, given: GivenUp, at: Moment) -> None:
    """Void what is given up, as far as no shoe is needed for it: every stake goes back."""
    while (move := next_to_give_up(log.mirror.table, given)) is not None:
        done = act(log.mirror.table, move.make(), move.by)
        if isinstance(done, Refused):
            raise HouseRefused(f"{move.command} in {log.mirror.table.phase}: {done}")
        await log.append_own(f"auto/{log.table}/{log.mirror.version}", at, done[1])


def body_of(*parts: object) -> bytes:
    """Return the request in canonical bytes."""
    return _encode(parts)


WALK_IN_CHIPS = 1_000_00
"""What a walk-in at a practice table is taken to have brought; elsewhere the dealer sells chips before they play."""


async def append_for(
    settings: TableSettings, log: TableLog, buy_in: GiveChips, addition: Addition
) -> tuple[Kept, tuple[Happened, ...]]:
    """Store what one command leads to; at a practice table a walk-in first gets the missing chips."""
    for _ in log.mirror.table.boxes:
        try:
            return await log.append(addition)
        except NoFunds as short:
            patron = short.account.partition("/")[2]
            if settings.dealer != "person" or not settings.practice or not is_walk_in(patron):
                raise
            await buy_in(patron, max(WALK_IN_CHIPS, _paid_by(settings.table, short.account, addition.events)))
    return await log.append(addition)


async def bring_chips(services: Services, table: str, patron: str, events: tuple[Event, ...]) -> None:
    """Give a neighbour the play money that these events take from it."""
    cost = _paid_by(table, account_of(patron), events)
    if services.patrons.holds(patron) < cost:
        await services.buy_in(patron, max(WALK_IN_CHIPS, cost))


def _paid_by(table: str, account: str, events: tuple[Event, ...]) -> int:
    made = (posting for event in events for posting in moves_of(table, event))
    return sum(-posting.cents for posting in made if posting.account == account and posting.cents < 0)
