"""A live table from outside: it can be watched, asked, and driven by a server.

Exactly one server drives a table; others follow its log, so that people can watch it wherever they are.
"""

import asyncio
from collections.abc import Callable, Sequence
from functools import partial

import msgspec

from wartable.ledger import moves_of
from wartable.live.driving.driver import Driver
from wartable.live.driving.log import TableLog
from wartable.live.driving.services import Order, Services
from wartable.live.history import Happened
from wartable.live.moments import Moment
from wartable.live.moves import Countdown
from wartable.live.people import Speaker, bots_of, decide_all, interpret
from wartable.live.settings import TableSettings
from wartable.live.telling import Gallery, Subscriber
from wartable.live.wire import MAY_REVERSE, REVERSES, Answer, NoMessage, Trouble, may_say, needs_two_keys, no, refused
from wartable.rulebook import Rules
from wartable.shoe import ReaderShoe
from wartable.store import Fence, Recorded, StoreError
from wartable.table import Actor, Command, Event, Refused, Table, Words, not_on_record, round_is_open, words_of
from wartable.table import commands as c

Heard = Callable[[str, Sequence[Happened], Words], object]
TELL_SECONDS = 0.1
"""Between two tellings: what happens at once is told at once, and what follows in less than this is told together."""
SOON_SECONDS = 0.5
"""How long who is there and who is ready may wait to be told, so that it is told with what happens."""

Forward = Callable[[str, Order], None]
"""Sends an order to the server that drives the table."""


class LiveTable:
    """A table, its driver, and its watchers."""

    def __init__(self, settings: TableSettings, rules: Rules, services: Services) -> None:
        self.settings = settings
        self.rules = rules
        self.services = services
        self.bots = bots_of(settings, rules)
        self.log = TableLog(
            settings.table,
            rules,
            services.store,
            services.patrons,
            services.snapshots,
            partial(services.fill, settings.inventory) if settings.dealer == "automatic" else None,
        )
        self.gallery = Gallery(settings, rules, services.patrons, frozenset(self.bots), services.clock)
        self.driver = Driver(settings, services, self.log, self.gallery, self.bots, self._publish)
        self.heard: Heard = _nothing
        """Told of everything that happens here, after it was published."""
        self.forward: Forward = _nowhere
        self.on_watched: Callable[[], None] = _no_one
        """Called when a client begins to watch."""
        self.first_asked: dict[bytes, tuple[int, Moment]] = {}
        """What waits for the floor, and the version and moment at which it was first asked."""
        self._words = words_of(rules)
        self._task: asyncio.Task[None] | None = None
        self._changing = asyncio.Lock()
        """Held while the table is taken, left or caught up with: the next driver waits for the last one to end."""
        self._ready_for: object = ()
        self._untold: list[Happened] = []
        """What has happened since the last publication."""
        self._told_at = 0.0
        self._soon: asyncio.Handle | None = None
        """Tells what waits to be told."""
        self._due = 0.0
        """When that is. An event loop need not say: uvloop's handle knows no moment where the delay rounds to zero."""

    @property
    def id(self) -> str:
        """The table's name on the wire."""
        return self.settings.table

    @property
    def table(self) -> Table:
        return self.log.mirror.table

    @property
    def driving(self) -> bool:
        return self._task is not None and not self._task.done()

    @property
    def may_move(self) -> bool:
        """Whether another server can take over unnoticed: no round is open, and nothing is under way."""
        return self.driving and self.driver.is_resting and not round_is_open(self.table)

    @property
    def stopped(self) -> str:
        """Why the table has stopped, if an internal error has stopped it."""
        return self.driver.stopped

    def change_rules(self, rules: Rules) -> None:
        """Set other rules before the start: those of the log, where the table was open under them."""
        self.rules = rules
        self._words = words_of(rules)
        self.log.rules = rules
        self.gallery.change_rules(rules)

    # Driving and following

    async def drive(self, fence: Fence | None = None) -> None:
        """Continue from the log; a log that cannot be replayed closes this table."""
        async with self._changing:
            self.log.fence = fence
            await self.driver.start()
            self.driver.lost = False
            self.gallery.drive()
            self._task = asyncio.create_task(self.driver.run(), name=f"table {self.id}")
            self.tell()

    async def follow(self) -> None:
        """Follow the log of a table that another server drives; one that cannot be read is closed here alone."""
        async with self._changing:
            await self._halt()
            for order in self.driver.take_orders():  # they came while the table was left, and are for the next driver
                self.forward(self.id, order)
            self.gallery.follow()
            try:
                await self.log.load()
                await self._learn_names()
            except (StoreError, OSError):
                raise
            except Exception as error:
                self.driver.stop(error, of_log=True)

    async def catch_up(self) -> None:
        """Read what another server added to the log."""
        async with self._changing:
            if self.driving:
                return
            await self._learn(await self.log.follow())

    async def take_up(self, records: Sequence[Recorded]) -> None:
        """Take records that were read already, together with other tables'."""
        async with self._changing:
            if self.driving:
                return
            mirror = self.log.mirror
            await self._learn(tuple(mirror.follow(one) for one in records if one.version > mirror.version))

    async def _learn(self, happened: tuple[Happened, ...]) -> None:
        """Publish here what another server did; a table without watchers is published to the house only.

        It is told as well where the store does not say what people hold, or the watcher has gone meanwhile:
        the mirror has it already, so it would never be read again.
        """
        if not happened:
            return
        try:
            await self._learn_balances(happened)
            await self._learn_names()
        finally:
            if self.gallery.is_watched:
                self._publish(happened)
            else:
                self._forget_who_was_ready()
                self.heard(self.id, happened, self._words)

    async def _learn_balances(self, happened: tuple[Happened, ...]) -> None:
        """Read the balances of people here whose chips moved at another server."""
        if present := tuple(self.gallery.present):
            moved = {posting.account for one in happened for posting in moves_of(self.id, one.event)}
            for patron in present:
                if f"patron/{patron}" in moved:
                    await self.services.patrons.refresh(patron)

    async def _learn_names(self) -> None:
        """Look up the names of people who sat down at another server, once."""
        for box in self.table.boxes:
            if box.patron and not self.services.patrons.knows(box.patron):
                await self.services.patrons.refresh(box.patron)

    async def stop(self) -> None:
        """Stop driving; the orders that wait are refused with the reason."""
        async with self._changing:
            await self._halt()
        self.driver.drop_orders(Trouble.GOING_DOWN)

    async def _halt(self) -> None:
        self.tell_now()
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
            self._task = None

    # What people ask

    async def ask(
        self, speaker: Speaker, id_: str, said: msgspec.Struct, confirmed: str = "", about: int = 0
    ) -> Answer:
        """Ask the table to do something, and return its answer."""
        answered: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()
        self.order(Order(speaker, id_, said, partial(_resolve, answered), confirmed, about))
        return await answered

    def takes_two(self, speaker: Speaker, said: Command) -> bool:
        """Whether two people have to confirm a command, or what follows from it now."""
        if needs_two_keys(said):
            return True
        if self.settings.dealer != "person" or self.settings.practice or type(said) not in MAY_REVERSE:
            return False
        decided = self._decide(speaker, said, 0)
        return not isinstance(decided, Trouble | Refused) and any(isinstance(one, REVERSES) for one in decided[1])

    def turn_first_key(self, speaker: Speaker, said: Command, at_ms: int) -> NoMessage | None:
        """Check a request before it waits for a second person: it must be possible now, and open to this one."""
        asked = interpret(said, speaker, self.table, self.settings, ReaderShoe(), at_ms)
        decided = asked if isinstance(asked, Trouble) else self._decide(_two_people(said), said, at_ms)
        if isinstance(decided, Trouble):
            return no(decided)
        refusal = self.not_on_record(speaker) or decided
        return refused(refusal) if isinstance(refusal, Refused) else None

    async def turn_second_key(
        self, speaker: Speaker, id_: str, said: msgspec.Struct, request: str, about: int
    ) -> Answer:
        """Do what another person asked for; two people confirmed it, so the table is asked without a name."""
        if (stranger := self.not_on_record(speaker)) is not None:
            return Answer(id_, ok=False, refused=refused(stranger))
        return await self.ask(_two_people(said), id_, said, request, about)

    def _decide(
        self, speaker: Speaker, said: Command, at_ms: int
    ) -> tuple[Table, tuple[Event, ...]] | Refused | Trouble:
        asked = interpret(said, speaker, self.table, self.settings, ReaderShoe(), at_ms)
        return asked if isinstance(asked, Trouble) else decide_all(self.table, asked)

    def not_on_record(self, speaker: Speaker) -> Refused | None:
        """Refuse a key to a dealer who does not deal here, and to a person of the floor who is not on duty here."""
        if self.settings.dealer == "automatic" or speaker.role not in ("dealer", "floor"):
            return None
        by = Actor("dealer" if speaker.role == "dealer" else "floor", person=speaker.person)
        return not_on_record(self.table, c.VoidRound, by)

    def order(self, order: Order) -> None:
        """Give the table an order, also one driven by another server."""
        if self.driving or self.stopped:
            self.driver.order(order)
        else:
            self.forward(self.id, order)

    def set_ready(self, patron: str, *, ready: bool) -> None:
        """Record whether a player is ready for the deal."""
        if patron and (patron in self.gallery.ready) != ready:
            (self.gallery.ready.add if ready else self.gallery.ready.discard)(patron)
            self.changed()

    def changed(self) -> None:
        """Publish a change outside the log: who is there, who is ready. Several changes are published together."""
        self._tell_within(SOON_SECONDS)
        self.driver.nudge()

    def nudge(self) -> None:
        self.driver.nudge()

    # Who watches

    def watch(self, subscriber: Subscriber) -> None:
        if self.gallery.add(subscriber):
            self.changed()
        self.on_watched()

    def unwatch(self, subscriber: Subscriber) -> None:
        if self.gallery.remove(subscriber):
            self.changed()

    def whole(self, subscriber: Subscriber) -> bytes:
        """Return the whole table for one subscriber, after publishing what waits to all others."""
        self.tell_now()
        return self.gallery.whole(self.log.mirror, subscriber, self.countdown())

    def countdown(self) -> Countdown | None:
        return self.driver.countdown()

    # Telling

    def tell_now(self) -> None:
        """Publish what waits."""
        if self._soon is not None:
            self.tell()

    def _publish(self, happened: tuple[Happened, ...]) -> None:
        self._untold += happened
        self._forget_who_was_ready()
        wait = self._told_at + TELL_SECONDS - asyncio.get_running_loop().time()
        if wait <= 0:
            self.tell()
        else:
            self._tell_within(wait)
        self.heard(self.id, happened, self._words)

    def _forget_who_was_ready(self) -> None:
        countdown = self.log.mirror.countdown
        if countdown != self._ready_for:
            self._ready_for = countdown
            self.gallery.ready.clear()

    def _tell_within(self, seconds: float) -> None:
        loop = asyncio.get_running_loop()
        due = loop.time() + seconds
        if self._soon is not None:
            if self._due <= due:
                return
            self._soon.cancel()
        self._soon, self._due = loop.call_later(seconds, self._tell_late), due

    def _tell_late(self) -> None:
        """Publish beside the game; an error is logged, and the game goes on."""
        try:
            self.tell()
        except Exception as error:
            self.services.log("telling_trouble", table=self.id, trace=error)

    def tell(self) -> None:
        if self._soon is not None:
            self._soon.cancel()
            self._soon = None
        self._told_at = asyncio.get_running_loop().time()
        self._forget_who_was_ready()
        events, self._untold = tuple(self._untold), []
        self.gallery.tell(self.log.mirror, events, self.countdown())


def _two_people(said: msgspec.Struct) -> Speaker:
    """Return who speaks when both keys are turned: the floor, or the dealer where only a dealer may."""
    is_floors = isinstance(said, Command) and may_say("floor", type(said))
    return Speaker("", "floor" if is_floors else "dealer")


def _resolve(answered: asyncio.Future[Answer], answer: Answer) -> None:
    """Set the answer, unless the client has gone."""
    if not answered.done():
        answered.set_result(answer)


def _nothing(_table: str, _happened: Sequence[Happened], _words: Words) -> None:
    """No listener."""


def _no_one() -> None:
    """No other server is known that might have written."""


def _nowhere(_table: str, order: Order) -> None:
    order.deliver(Answer(order.id, ok=False, refused=no(Trouble.ELSEWHERE)))
