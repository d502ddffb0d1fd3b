"""One table in this process: the server's room with one table, and a person who watches and plays."""

import asyncio
import secrets
from collections import deque
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

import msgspec

from wartable.audit import adding_to_house
from wartable.ledger import patron as account_of
from wartable.live import (
    FeltView,
    HistoryView,
    LineView,
    LiveTable,
    NoMessage,
    Room,
    RoomSettings,
    Said,
    SeatView,
    Speaker,
    TableMessage,
    Update,
    You,
    document_of,
    hold_key,
    shoes,
)
from wartable.money import Cents
from wartable.play.neighbours import Neighbour, seat_them
from wartable.play.settings import PlaySettings, entropy_from, key_for
from wartable.play.slip import Slip
from wartable.rulebook import CHIPS
from wartable.shoe import verify
from wartable.store import MEMORY, Store, beside, open_store
from wartable.table import may_bank

PATRON = "terminal"
"""One account for the person at the terminal, so that a table in a file finds it again."""
MAX_HISTORY = 12
MAX_SAID = 60
SHOES_LOOKED_AT = 2

_decode = msgspec.json.Decoder(TableMessage | Update).decode


class PlayTable:
    """The table as the person at the terminal sees it."""

    def __init__(self, room: Room, settings: PlaySettings) -> None:
        self.room = room
        self.live: LiveTable = next(iter(room.tables.values()))
        self.speaker = Speaker(PATRON, "guest", PATRON, settings.name)
        self.slip = Slip()
        self.history: deque[HistoryView] = deque(maxlen=MAX_HISTORY)
        """The player's hands, the newest first."""
        self.said: deque[Said] = deque(maxlen=MAX_SAID)
        self.changed: Callable[[], object] = lambda: None
        """Called on every change of the view."""
        self.felt: FeltView
        self.you: You
        self._sits = False
        self._words = settings.words

    # Watching

    def push(self, _table: str, message: bytes) -> None:
        """Receive a message of the table."""
        told = _decode(message)
        self.felt = told.felt
        if told.you is not None:
            self.you = told.you
            self._remember(told.you, whole=isinstance(told, TableMessage))
        self.said.extend(told.last if isinstance(told, TableMessage) else told.events)
        self.slip.follow(self.felt.phase, self.felt.round, self.you.bets, self.you.seats)
        self._take_a_seat()
        self._wait_for_no_bets()
        self.changed()

    def _wait_for_no_bets(self) -> None:
        """The banker makes no wager, so the countdown need not wait for them."""
        seat = self.seat
        if seat is not None and seat.banks and not seat.ready and self.felt.clock and self.felt.clock.on == "bets":
            asyncio.get_running_loop().call_soon(lambda: self.live.set_ready(PATRON, ready=True))

    def _remember(self, you: You, *, whole: bool) -> None:
        if whole:
            self.history.clear()
            self.history.extend(you.history or ())
        else:
            self.history.extendleft(reversed(you.history or ()))

    @property
    def seat(self) -> SeatView | None:
        """The player's own seat."""
        return self.felt.seats[self.you.seats[0] - 1] if self.you.seats else None

    @property
    def laid(self) -> Cents:
        """The player's chips on the felt."""
        mine = [one for one in self.seat.bettors if one.place == 0] if self.seat else []
        return sum(one.stakes[wager] for one in mine for wager in CHIPS)

    @property
    def is_in(self) -> bool:
        """Whether the person plays this round, as a bettor or as the bank."""
        return self.seat is not None and (self.seat.banks or bool(self.seat.bettors))

    @property
    def is_asked_first(self) -> bool:
        """Whether the bank may still be offered to the person this time."""
        seats, table = self.you.seats, self.live.table
        return bool(seats) and seats[0] in may_bank(table) and seats[0] not in table.banker.declined

    def last_lines(self) -> tuple[int, tuple[LineView, ...]]:
        """Return the player's wagers that were settled last, and their round."""
        for bettor in self.seat.bettors if self.seat else ():
            if bettor.place == 0 and bettor.lines:
                return self.felt.round, bettor.lines
        return (self.history[0].round, self.history[0].lines) if self.history else (0, ())

    # Speaking

    async def do(self, command: str, **fields: Any) -> NoMessage | None:
        """Send a command; return the refusal, if any."""
        said = {"command": command, **fields}
        if self._words and command in ("put_wagers", "cut_cards"):
            said = {"words": self._words, **said}
        answer = await self.room.ask(self.speaker, self.live.id, f"t-{secrets.token_hex(8)}", said)
        return answer.refused

    async def put_down(self) -> NoMessage | None:
        """Send the staged chips to the table."""
        while self.seat is not None and (wagers := self.slip.unsent()) is not None:
            hand = self.slip.hand if self.live.rules.electronic else 0
            refused = await self.do("put_wagers", seat=self.seat.seat, wagers=wagers, hand=hand)
            if refused is not None:
                self.slip.forget()
                return refused
        return None

    def ready(self) -> None:
        """Tell the table that the countdown need not wait for this player."""
        if self.you.may_be_ready:
            self.live.set_ready(PATRON, ready=True)

    async def more_chips(self) -> None:
        """Ask for play money, when there is none left."""
        await self.room.desk.give(PATRON, self.room.floorplan.guest_chips)
        self.live.tell()

    def _take_a_seat(self) -> None:
        """Take the seat in the middle, as soon as the table allows it."""
        if self.you.seats or self._sits or "sit" not in self.you.can:
            return
        places = nearest(len(self.felt.seats), (len(self.felt.seats) + 1) // 2)
        free = [place for place in places if not self.felt.seats[place - 1].taken]
        if free:
            self._sits = True
            task = asyncio.create_task(self.do("sit", seat=free[0]))
            task.add_done_callback(self._sat)

    def _sat(self, _task: object) -> None:
        self._sits = False

    # The last shoe

    async def prove_last_shoe(self) -> tuple[int, int, str] | None:
        """Return the last opened shoe: its number, its cards, and its problem if it has one; None before the first."""
        return await asyncio.to_thread(self._prove_last_shoe)

    def _prove_last_shoe(self) -> tuple[int, int, str] | None:
        over = [shoe for shoe in shoes(self.room.store, self.live.id, SHOES_LOOKED_AT) if shoe.seed is not None]
        if not over:
            return None
        document = document_of(self.room.store, self.live.id, self.live.rules, over[0])
        findings = verify((document,))
        return over[0].shoe, len(document.drawn), findings[0].message if findings else ""


def nearest(seats: int, middle: int) -> tuple[int, ...]:
    """Return every place, ordered by distance from one of them."""
    return tuple(sorted(range(1, seats + 1), key=lambda seat: (abs(seat - middle), seat)))


def _quiet(*_: object, **__: object) -> None:
    """Write nothing: the screen belongs to the table and shows the reason of a stop."""


@asynccontextmanager
async def open_play_table(settings: PlaySettings) -> AsyncIterator[PlayTable]:
    """Open a table until the block ends; its log is kept."""
    key = await asyncio.to_thread(key_for, settings.db)
    store: Store = await asyncio.to_thread(open_store, settings.db)
    try:
        await asyncio.to_thread(hold_key, store, key)
        made = RoomSettings(
            settings.plan,
            settings.houses,
            key,
            clock=settings.clock,
            entropy=entropy_from(settings.seed),
            first_person=False,
        )
        heads = None if settings.db == MEMORY else beside(settings.db, ".heads")
        with adding_to_house(store, heads, settings.clock.now):
            async with _playing(Room(store, made, _quiet), settings) as table:
                yield table
    finally:
        await asyncio.to_thread(store.close)


@asynccontextmanager
async def _playing(room: Room, settings: PlaySettings) -> AsyncIterator[PlayTable]:
    await room.start()
    table = PlayTable(room, settings)
    neighbours: tuple[Neighbour, ...] = ()
    try:
        await _come_in(room, table)
        neighbours = await seat_them(room, table.live, settings, table)
        yield table
    finally:
        for neighbour in neighbours:
            await neighbour.stop()
        await room.stop()


async def _come_in(room: Room, table: PlayTable) -> None:
    """Give play money to a player without any, on the felt or in the purse."""
    await room.patrons.call(PATRON, table.speaker.name)
    held = await asyncio.to_thread(room.store.balance, account_of(PATRON))
    seated = any(box.patron == PATRON and box.bettors for box in table.live.table.boxes)
    if not held and not seated:
        await room.desk.give(PATRON, room.floorplan.guest_chips)
    else:
        await room.patrons.refresh(PATRON)
    table.push(table.live.id, table.live.whole(table))
    table.live.watch(table)
