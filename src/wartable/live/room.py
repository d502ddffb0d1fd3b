"""The room: every table, the people who work and play there, and the one way in."""

import asyncio
import secrets
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, cast

import msgspec
from argon2 import PasswordHasher

from wartable import cage
from wartable.audit import Head, StoreRestored
from wartable.live.desk import Desk
from wartable.live.driving import Counters, LiveTable, LogEvent, Order, Pulse, Services, refuse, told
from wartable.live.history import Holding, HouseLog, Snapshots
from wartable.live.integrity import Integrity
from wartable.live.moments import Clock, SteadyClock, milliseconds
from wartable.live.moves import is_about_loss, record_loss
from wartable.live.opening import put_in_force
from wartable.live.people import (
    GUEST,
    BadCommand,
    Patrons,
    People,
    Request,
    Requests,
    Speaker,
    has_lapsed,
    new_password,
    place_of,
    read_command,
    why_not,
)
from wartable.live.plans import Filed
from wartable.live.private import PrivateTables
from wartable.live.settings import Floorplan, is_private
from wartable.live.sharing import Lease, Sharing
from wartable.live.telling import Ticker
from wartable.live.tiles import make_floor_tile, make_queue
from wartable.live.vault import Vault, derive_key
from wartable.live.wire import Answer, CallFloor, FloorMessage, Trouble, may, may_say, no
from wartable.store import OtherBody, Store
from wartable.table import Command

FIRST_PERSON = "floor"
FOLLOW_SECONDS = 0.5
"""How often the log of the house is looked at: `wartable users` writes there beside a server that runs."""

Listed = dict[str, Filed]
"""The house of every table, by its name."""


class RoomSettings(msgspec.Struct, frozen=True):
    """What a room uses."""

    floorplan: Floorplan
    houses: Listed
    key: bytes
    clock: Clock = msgspec.field(default_factory=SteadyClock)
    hasher: PasswordHasher | None = None
    entropy: Callable[[int], bytes] | None = None
    """For tests that must know the cards; the operating system's otherwise."""
    lease: Lease | None = None
    """Where other servers drive tables of the same house."""
    first_person: bool = True
    """Whether an empty house gets a first floor supervisor."""
    opens: bool = True
    """Whether this server puts rules in force and fills tables; where another process has, it finds both done."""


class Room:
    """All tables of one server."""

    def __init__(self, store: Store, settings: RoomSettings, log: LogEvent) -> None:
        clock = settings.clock
        self.floorplan = settings.floorplan
        self.clock = clock
        self.store = store
        self.counters = Counters()
        self.log = log
        self.vault = Vault(store, derive_key(settings.key, "vault"))
        self.patrons = Patrons(store, clock)
        self.house = HouseLog(store, clock)
        self.pulse = Pulse(store, self.house)
        self.people = People(self.house, self.vault, settings.hasher, self.floorplan.lock_minutes)
        self.requests = Requests(self.house)
        self.integrity = Integrity(self.house, log)
        self.desk = Desk(store, clock, self.patrons, self.house, self.tell_of, self.integrity.report_wallet)
        self.ticker = Ticker(self.floorplan.large)
        self.first_password = ""
        """Of the first floor supervisor of an empty house; it is kept nowhere else."""
        self._opens, self._first_person = settings.opens, settings.first_person
        self._houses = settings.houses
        self._following: asyncio.Task[None] | None = None
        self.house.listen(self._hear)
        self.snapshots = Snapshots(store, derive_key(settings.key, "snapshots"))
        self._services = Services(
            store=store,
            vault=self.vault,
            clock=clock,
            patrons=self.patrons,
            counters=self.counters,
            pulse=self.pulse,
            log=log,
            buy_in=self.desk.give,
            fill=self.desk.fill,
            snapshots=self.snapshots,
            doubted=self.integrity.doubted,
            report=self.integrity.report,
            report_error=self.integrity.report_error,
            hold_accounts=Holding(store, self.house).hold,
            entropy=settings.entropy,
        )
        self.tables: dict[str, LiveTable] = {
            one.table: LiveTable(one, self._houses[one.table].rules, self._services) for one in self.floorplan.tables
        }

        self._sharing = (
            Sharing(store, settings.lease, settings.key, self.tables, self.house, log) if settings.lease else None
        )
        self.private = PrivateTables(
            self.floorplan, self._houses, self._services, self.house, self.desk, self.tables, self._prepare
        )

    # The day

    async def start(self) -> None:
        """Open every table from its log."""
        await self.house.follow()
        if self._sharing is None:
            await asyncio.to_thread(self.store.be_alone)
        if self._opens and self._first_person and not self.people.all():
            self.first_password = new_password()
            await self.people.add(FIRST_PERSON, "floor", self.first_password, "")
        self.house.listen(lambda event, at, by: self.ticker.hear_house(event, at, self.house.version, by))
        self.requests.on_decided.append(lambda one: self.ticker.hear_request(one, self.clock.now(), self.house.version))
        self._following = asyncio.create_task(self._follow_house(), name="house")
        for live in self.tables.values():
            await put_in_force(live, self._houses[live.id], self.house, self.log, opens=self._opens)
            if self._opens:
                await self._fill(live)
            self._prepare(live)
        if self._sharing is not None:
            await self._sharing.start()
        else:
            for live in self.tables.values():
                await live.drive()
        await self.private.start(self._sharing)
        for table, error in self.unserved.items():
            await self.integrity.report(table, "table", str(error))

    async def stop(self) -> None:
        """Stop after everything that was answered is stored."""
        if self._following is not None:
            self._following.cancel()
            await asyncio.gather(self._following, return_exceptions=True)
        await self.private.stop()
        if self._sharing is not None:
            await self._sharing.stop()
        await asyncio.gather(*(live.stop() for live in self.tables.values()))

    async def accept_loss(self, lost: Mapping[str, Head]) -> None:
        """Accept, before the start, a store without some signed records; the floor has to confirm it."""
        await self.house.follow()
        await record_loss(self.store, self.house, (*self.tables, *self.private.open), lost)
        self.log("loss_accepted", streams=len(lost))

    def distrusted(self) -> tuple[str, ...]:
        """The logs of tables that were refused when they were read."""
        return self.integrity.distrusted(self.tables.values())

    @property
    def unserved(self) -> dict[str, Exception]:
        """The tables that are not served here, and what is wrong with the end of their logs."""
        return self.integrity.unserved(self.tables, self.private.refused)

    @property
    def loss_is_unseen(self) -> bool:
        """Whether a loss was accepted that the floor has not acknowledged yet."""
        return any(is_about_loss(one) for one in self.requests.waiting())

    async def _follow_house(self) -> None:
        """Read the log of the house, so that events of other servers count here within a second."""
        while True:
            await asyncio.sleep(FOLLOW_SECONDS)
            try:
                await self.house.follow()
                await self.private.sweep()
            except Exception as error:  # of any kind: the next look may go well
                self.log("house_trouble", why=str(error))

    async def find(self, table: str) -> LiveTable | None:
        """Find a table by its name; a private one may have been made at another server a moment ago."""
        if table not in self.tables and is_private(table):
            await self.private.refresh()
        return self.tables.get(table)

    def _prepare(self, live: LiveTable) -> None:
        """Connect a table to the house, which hears what happens there, and to other servers."""
        live.heard = self.ticker.hear
        if self._sharing is not None:
            live.gallery.on_presence = partial(self._tell_presence, live)

    def tell_of(self, patron: str) -> None:
        """Publish a patron's changed balance or name at the tables where the patron is."""
        for live in self.tables.values():
            if patron in live.gallery.present:
                live.changed()

    def _hear(self, event: Any, _at: int, _command_id: str) -> None:
        if isinstance(event, StoreRestored):
            for table, live in self.tables.items():
                live.driver.give_up(event.stands.get(table, 0))

    async def _fill(self, live: LiveTable) -> None:
        """Fill a new table with chips from the cage, once."""
        cents = live.settings.inventory
        if cents and live.rules.bank.by == "house":
            await self.desk.do(f"fill/{live.id}", b"", cage.FillInventory(live.id, cents, "opening"))

    async def welcome(self, name: str, colour: str | None = None) -> Speaker:
        """Register a guest and give the guest chips."""
        patron = f"{GUEST}{secrets.token_hex(8)}"
        await self.patrons.call(patron, name, colour)
        if self.floorplan.guest_chips:
            await self.desk.give(patron, self.floorplan.guest_chips)
        self.counters.count("guests")
        return Speaker(patron, "guest", patron, name)

    def _tell_presence(self, live: LiveTable, speaker: Speaker, *, here: bool) -> None:
        if self._sharing is not None and not live.driving:
            self._sharing.tell_presence(live.id, speaker, here=here)

    async def give(self, tables: tuple[str, ...]) -> tuple[str, ...]:
        """Give up tables that another process of the house asks for; return those that it can take now."""
        return await self._sharing.give(tables) if self._sharing is not None else ()

    def process_of(self, table: str) -> int | None:
        """Return which other process behind our own address drives a table."""
        return self._sharing.process_of(table) if self._sharing is not None else None

    async def ask_simulation(self, process: int, simulation: str, *, stop: bool) -> dict[str, Any] | None:
        """Ask another process behind our own address about a simulation that it runs."""
        sharing = self._sharing
        return await sharing.ask_simulation(process, simulation, stop=stop) if sharing is not None else None

    async def freshen(self) -> None:
        """Bring tables up to date that other servers drive and no client watches here."""
        if self._sharing is not None:
            await self._sharing.freshen()

    def set_ready(self, speaker: Speaker, table: str, *, ready: bool) -> None:
        """Record whether a player is ready, also at a table that another server drives."""
        live = self.tables.get(table)
        if live is None or not speaker.patron:
            return
        live.set_ready(speaker.patron, ready=ready)
        if self._sharing is not None and not live.driving:
            self._sharing.tell_presence(table, speaker, here=True, ready=ready)

    # The door

    async def ask(self, speaker: Speaker, table: str, id_: str, document: Any) -> Answer:
        answered: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()
        await self.order(speaker, table, id_, document, answered.set_result)
        return await answered

    async def order(
        self, speaker: Speaker, table: str, id_: str, document: Any, deliver: Callable[[Answer], None]
    ) -> None:
        """Give a table an order; what needs two keys becomes a request."""
        if not self.hand_in(speaker, table, id_, document, deliver):
            live, said = self.tables[table], read_command(document)
            if isinstance(said, CallFloor):
                deliver(await told(id_, self._call(speaker, live, id_, said)))
            else:
                deliver(await told(id_, self._request(speaker, live, id_, cast("Command", said))))

    def hand_in(self, speaker: Speaker, table: str, id_: str, document: Any, deliver: Callable[[Answer], None]) -> bool:
        """Do the same without waiting; a command that another server would answer is refused."""
        live = self.tables.get(table)
        if live is None:
            deliver(refuse(id_, Trouble.NO_SUCH_TABLE))
        elif speaker.role == "watcher":
            deliver(refuse(id_, Trouble.SIGN_IN_FIRST))
        elif speaker.role == "player" and is_private(table):
            deliver(refuse(id_, Trouble.GUESTS_ONLY))
        else:
            try:
                said = read_command(document)
            except BadCommand as error:
                says = f"{Trouble.BAD_COMMAND.value}: {error}"
                bad = msgspec.structs.replace(no(Trouble.BAD_COMMAND), says=says)
                deliver(Answer(id_, ok=False, refused=bad))
                return True
            if (trouble := why_not(said, speaker, live.settings, self.floorplan, self.people)) is not None:
                deliver(refuse(id_, trouble))
                return True
            if isinstance(said, CallFloor) or (isinstance(said, Command) and live.takes_two(speaker, said)):
                return False
            live.order(Order(speaker, id_, said, deliver))
        return True

    async def _call(self, speaker: Speaker, live: LiveTable, id_: str, said: CallFloor) -> Answer:
        """Record a dealer's call, which waits in the pit for a supervisor. One call at a time is enough."""
        if not may_say(speaker.role, CallFloor):
            return refuse(id_, Trouble.NOT_ALLOWED)
        if live.settings.dealer == "automatic":
            return refuse(id_, Trouble.AUTOMATIC_TABLE)
        try:
            command = msgspec.to_builtins(said)
            request = await self.requests.make(f"{speaker.person}/{id_}", live.id, command, speaker.person)
        except OtherBody:
            return refuse(id_, Trouble.OTHER_BODY)
        self.log("floor_called", table=live.id, request=request, by=speaker.person)
        return Answer(id_, ok=True, table=live.id, version=live.log.mirror.version, request=request)

    async def _request(self, speaker: Speaker, live: LiveTable, id_: str, said: Command) -> Answer:
        """Record the first key; only what is possible now can be requested."""
        await live.catch_up()
        if (refusal := live.turn_first_key(speaker, said, milliseconds(self.clock.now()))) is not None:
            return Answer(id_, ok=False, refused=refusal)
        about, command = place_of(said, live.log.mirror), msgspec.to_builtins(said)
        try:
            request = await self.requests.make(f"{speaker.person}/{id_}", live.id, command, speaker.person, about)
        except OtherBody:
            return refuse(id_, Trouble.OTHER_BODY)
        self.log("request_made", table=live.id, request=request, by=speaker.person)
        return Answer(id_, ok=True, table=live.id, request=request)

    async def confirm(self, speaker: Speaker, id_: str, request: str) -> Answer:
        """Execute a request with the second key, of a different person of the floor."""
        return await told(id_, self._confirm(speaker, id_, request))

    async def _confirm(self, speaker: Speaker, id_: str, request: str) -> Answer:
        if not may(speaker.role, "requests.confirm"):
            return refuse(id_, Trouble.NOT_ALLOWED)
        await self.house.follow()
        found = self.requests.find(request) or await self.requests.confirmed(request, speaker.person, id_)
        if found is None:
            return refuse(id_, Trouble.NO_SUCH_REQUEST)
        if (trouble := found.why_not(speaker.person)) is not None:
            return refuse(id_, trouble)
        live = self.tables.get(found.table)
        if found.is_call:
            answer = Answer(id_, ok=True, table=found.table, version=live.log.mirror.version if live else 0)
        elif live is None:
            return refuse(id_, Trouble.NO_SUCH_TABLE)
        else:
            answer = await live.turn_second_key(speaker, id_, read_command(found.command), request, found.about)
        if answer.refused is not None and answer.refused.why == Trouble.OTHER_BODY.name.lower():
            return refuse(id_, Trouble.NO_SUCH_REQUEST)  # it was withdrawn a moment before
        if answer.ok:
            again = found.state == "confirmed"
            is_first = not again and await self.requests.confirm(request, speaker.person, id_)
            if found.is_call and not is_first and not again:
                return refuse(id_, Trouble.NO_SUCH_REQUEST)
            if is_first:
                self.log("request_confirmed", table=found.table, request=request, by=speaker.person)
        return answer

    async def withdraw(self, speaker: Speaker, id_: str, request: str) -> Answer:
        """Withdraw a request, as its maker, or refuse it, as the floor."""
        return await told(id_, self._withdraw(speaker, id_, request))

    async def _withdraw(self, speaker: Speaker, id_: str, request: str) -> Answer:
        if not may(speaker.role, "requests.withdraw"):
            return refuse(id_, Trouble.NOT_ALLOWED)
        await self.house.follow()
        found = self.requests.find(request)
        if found is None or (found.first != speaker.person and speaker.role != "floor"):
            return refuse(id_, Trouble.NO_SUCH_REQUEST)
        if not await self.requests.withdraw(request, speaker.person):
            return refuse(id_, Trouble.NO_SUCH_REQUEST)
        return Answer(id_, ok=True, table=found.table)

    # The pit

    def open_requests(self) -> tuple[Request, ...]:
        """Return every request except those whose subject was over before the second key."""
        mirrors = {table: live.log.mirror for table, live in self.tables.items()}
        return tuple(one for one in self.requests.all() if not has_lapsed(one, mirrors.get(one.table)))

    def pit(self) -> FloorMessage:
        """Return everything that the floor sees at a glance."""
        tables = tuple(self.tables.values())
        queue = make_queue(tables, [one for one in self.open_requests() if one.state == "waits"])
        waits = {live.id: sum(item.table == live.id for item in queue) for live in tables}
        return FloorMessage(
            time=milliseconds(self.clock.now()),
            tables=tuple(make_floor_tile(live, waits[live.id]) for live in tables),
            queue=queue,
            events=self.ticker.last(self.requests.people),
        )
