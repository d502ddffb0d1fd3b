"""The one task of a table: everything that happens there happens here, one thing after the other.

People ask, the automatic dealer does its steps, the clock calls. Each is decided, appended durably, answered, and only
then published. If the store does not say that something was kept, it did not happen.
"""

import asyncio
from collections.abc import Callable, Iterator
from contextlib import suppress

from wartable.live.driving.answers import answered_before, decide_order, done, not_done, not_kept
from wartable.live.driving.log import Addition, TableLog, append_for, body_of, bring_chips, give_back
from wartable.live.driving.services import Order, Services
from wartable.live.history import CountdownKey, Happened, LiveShoe, LogBroken, digest, find_shoe, forget_shoe, seal_shoe
from wartable.live.moments import Moment, milliseconds
from wartable.live.moves import (
    Countdown,
    GivenUp,
    HouseAct,
    NextMove,
    SealDue,
    Situation,
    act_of,
    by_time,
    given_up,
    learn_who_plays,
    next_move,
    next_to_give_up,
    pauses_before,
    seat_bots,
    when,
)
from wartable.live.people import interpret, is_past, with_words
from wartable.live.settings import TableSettings
from wartable.live.telling import Gallery
from wartable.live.vault import VaultBroken
from wartable.live.wire import Answer, HouseRefused, ReadCard, Trouble, trouble_of
from wartable.shoe import ReaderShoe
from wartable.store import HeadDiffers, NoFunds, NotOwner, OtherBody, StoreBroken, StoreError, StoreFull, WalletDiffers
from wartable.table import FLOOR, Refused, Table, act, round_is_open
from wartable.table import commands as c
from wartable.table import events as e

MAX_ORDERS_WAITING = 256
MAX_EVENTS_TOGETHER = 200  # of steps that the automatic dealer does at once
TRY_AGAIN_SECONDS = 1


class Driver:
    """Drives one table."""

    def __init__(
        self,
        settings: TableSettings,
        services: Services,
        log: TableLog,
        gallery: Gallery,
        bots: tuple[str, ...],
        publish: Callable[[tuple[Happened, ...]], None],
    ) -> None:
        self.settings = settings
        self.services = services
        self.log = log
        self.gallery = gallery
        self.bots = bots
        self.waits_for_store = False
        self.stopped, self.distrusted = "", False
        """Why the table has stopped, if an internal error has stopped it; and whether its log was refused when read."""
        self.lost = False
        """Whether another server drives the table now."""
        self._publish = publish
        self._shoe: LiveShoe | None = None
        self._opened: list[str] = []
        """The commitments of shoes that were revealed, and whose seeds are still in the vault."""
        self._reader = ReaderShoe()
        self._orders: asyncio.Queue[Order | None] = asyncio.Queue(MAX_ORDERS_WAITING)
        self._waiting = False
        self._counting: CountdownKey = ()
        self._void_upto, self._given_up = 0, GivenUp()
        self._foreseen: tuple[Table, NextMove] | None = None
        """The house's next move now: used when it is announced, and again while it is awaited."""

    @property
    def id(self) -> str:
        """The table's name on the wire."""
        return self.settings.table

    @property
    def table(self) -> Table:
        return self.log.mirror.table

    @property
    def is_resting(self) -> bool:
        """Whether the table waits for a person, or for a moment that has not come."""
        return self._waiting and self._orders.empty()

    async def start(self) -> None:
        """Read the log. A table that cannot be read stays closed, and the other tables open all the same."""
        self.stopped = ""
        try:
            if doubt := self.services.doubted.get(self.log.stream):
                raise doubt
            await self.load()
        except Exception as error:
            if isinstance(error, StoreError | OSError) and not isinstance(error, WalletDiffers | HeadDiffers):
                raise
            self.stop(error, of_log=True)
            await self._report(error)

    async def load(self) -> None:
        """Read the log, and restore the sealed shoe with the same cards."""
        history = await self.log.load()
        if self.log.refused is not None:
            await self.services.report(self.id, "snapshot", str(self.log.refused))
            await self.log.replace_snapshot()
        await self.services.hold_accounts(self.id, self.log.mirror)
        self._shoe, self._opened = None, []
        self.give_up(self._void_upto)
        if history and self.settings.dealer == "automatic":
            try:
                self._take_shoe(await asyncio.to_thread(find_shoe, self.id, self.table, history, self.services.vault))
            except VaultBroken:
                await give_back(self.log, self._given_up, self.services.clock.now())
                raise
        self._set_time()
        self.gallery.expect(self.log.mirror)
        await learn_who_plays(self.table, self.bots, self.services.patrons)

    def _take_shoe(self, shoe: LiveShoe | None) -> None:
        self._shoe, self._foreseen = shoe, None

    def _set_time(self) -> None:
        """Restart every countdown: times of the previous server's clock do not count here."""
        self.log.mirror.at = min(self.log.mirror.at, self.services.clock.now())
        self._begin_countdown()

    def _begin_countdown(self) -> None:
        """Start the countdown when the event that it is for was stored."""
        mirror = self.log.mirror
        mirror.since, self._counting = self.services.clock.now(), mirror.countdown

    def give_up(self, upto: int) -> None:
        """Void what was in play or began up to this version."""
        self._void_upto = upto
        self._given_up, self._foreseen = given_up(self.log.mirror, upto), None

    def stop(self, error: Exception, *, of_log: bool = False) -> None:
        """Stop the table until a person has looked at it; where its log is wrong, no head of it is signed."""
        self.distrusted = self.distrusted or of_log
        self.stopped = f"{type(error).__name__}: {error}"
        self.services.log("table_stopped", table=self.id, why=self.stopped, trace=error)
        self.services.counters.count("tables_stopped")
        self.nudge()

    def nudge(self) -> None:
        """Wake the driver: the time, who is there or who is ready has changed."""
        self._foreseen = None
        if not self._orders.full():
            self._orders.put_nowait(None)

    def order(self, order: Order) -> None:
        """Queue an order; its answer is delivered before any other client receives the events."""
        if self.stopped or self._orders.full():
            order.deliver(not_done(order, Trouble.TABLE_STOPPED if self.stopped else Trouble.TOO_MANY))
        else:
            self._orders.put_nowait(order)

    def drop_orders(self, trouble: Trouble) -> None:
        """Refuse the orders that still wait."""
        for order in self.take_orders():
            order.deliver(not_done(order, trouble))

    def take_orders(self) -> Iterator[Order]:
        """Take the orders that still wait, for another server."""
        while not self._orders.empty():
            if (order := self._orders.get_nowait()) is not None:
                yield order

    def countdown(self) -> Countdown | None:
        move = self._foresee()
        return move if isinstance(move, Countdown) else None

    # The task

    async def run(self) -> None:
        """Run until it is cancelled, the table is lost, or an internal error stops it."""
        while not self.stopped and not self.lost:
            try:
                await (self._come_back() if self.waits_for_store else self._turn())
            except NotOwner:
                self.lost = True
                self.services.log("table_lost", table=self.id)
            except (LogBroken, HeadDiffers, WalletDiffers) as error:
                self.stop(error, of_log=not isinstance(error, WalletDiffers))
                await self._report(error)
            except (StoreError, OSError) as error:
                await self._lose_the_store(error)
            except Exception as error:  # our mistake stops the table, and only this table
                self.stop(error)
        self.drop_orders(Trouble.TABLE_STOPPED if self.stopped else Trouble.ELSEWHERE)

    async def _report(self, error: Exception) -> None:
        with suppress(StoreError, OSError):
            await self.services.report_error(self.id, error)

    async def _lose_the_store(self, error: Exception) -> None:
        self.services.pulse.doubt(error)
        if not self.waits_for_store:
            self.services.log("store_trouble", table=self.id, why=str(error))
        again, self.waits_for_store = self.waits_for_store, True
        if again or isinstance(error, StoreFull | StoreBroken):
            await self._refuse_for_a_while(full=isinstance(error, StoreFull))

    async def _come_back(self) -> None:
        """Continue from the log as soon as the store works again."""
        if (state := await self.services.pulse.feel()) == "ok":
            await self.load()
            self.waits_for_store = False
        else:
            await self._refuse_for_a_while(full=state == "full")

    async def _refuse_for_a_while(self, *, full: bool) -> None:
        self.drop_orders(Trouble.STORE_FULL if full else Trouble.STORE_DOWN)
        await asyncio.sleep(TRY_AGAIN_SECONDS)

    async def _turn(self) -> None:
        due = self._due()
        if (order := await self._wait(due[0] if due else None)) is not None:
            await self._serve(order)
        elif due is not None and due[0] <= self.services.clock.now():
            await self._do(due[1])

    async def _wait(self, until: Moment | None) -> Order | None:
        """Return the next order; None when the time has come, or when the driver was woken."""
        if not self._orders.empty():
            return self._orders.get_nowait()
        delay = None if until is None else self.services.clock.delay(until)
        if delay == 0:
            return None
        self._waiting = True
        try:
            async with asyncio.timeout(delay):
                return await self._orders.get()
        except TimeoutError:
            return None
        finally:
            self._waiting = False

    # What is due

    def _foresee(self) -> NextMove:
        table = self.table
        if self._foreseen is None or self._foreseen[0] is not table:
            self._foreseen = table, self._next(table)
        return self._foreseen[1]

    def _next(self, table: Table) -> NextMove:
        situation = Situation(
            settings=self.settings,
            shoe=self._shoe,
            ready=self.gallery.ready,
            present=self.gallery.present,
            bots=frozenset(self.bots),
        )
        return next_to_give_up(table, self._given_up) or next_move(table, situation)

    def _due(self) -> tuple[Moment, HouseAct | SealDue] | None:
        """Return the house's next move, and when it is due."""
        mirror = self.log.mirror
        if not mirror.version and self.settings.dealer == "automatic" and self.settings.floor_is_automatic:
            return 0, act_of(FLOOR, c.OpenTable("automatic"))
        if sits := seat_bots(self.table, self.settings):
            return 0, sits
        due: tuple[Moment, HouseAct | SealDue] | None
        due = by_time(mirror, self.settings, self.gallery.gone_since(mirror), frozenset(self.bots))
        move = self._foresee()
        if move is not None:
            mine = when(move, mirror, self.settings)
            due = mine if due is None or mine[0] <= due[0] else due
        return due

    async def _do(self, move: HouseAct | SealDue) -> None:
        """Do what is due, and what follows from it at once, in one batch of the store."""
        mirror, table = self.log.mirror, self.table
        own = "auto" if isinstance(move, SealDue) else move.own
        events: list[e.Event] = []
        following: HouseAct | SealDue | None = move
        while following is not None:
            if isinstance(following, SealDue):
                place = mirror.version + len(events)
                vault, entropy = self.services.vault, self.services.entropy
                self._take_shoe(await asyncio.to_thread(seal_shoe, self.id, table, place, vault, entropy))
            else:
                table, more = await self._act(table, following)
                events.extend(more)
            following = self._at_once(table, own) if len(events) < MAX_EVENTS_TOGETHER else None
        if events:
            await self._keep_own(own, tuple(events))

    async def _act(self, table: Table, due: HouseAct) -> tuple[Table, tuple[e.Event, ...]]:
        done = act(table, due.make(), due.by)
        if isinstance(done, Refused):
            raise HouseRefused(f"{due.command} in {table.phase}: {done}")
        if due.own == "bot":
            await bring_chips(self.services, self.id, due.by.patron, done[1])
        self._hear(done[1], table.round.number)
        return done

    def _hear(self, events: tuple[e.Event, ...], round_number: int) -> None:
        """Pass events to the shoe; after a reveal, seal the next one."""
        for event in events:
            if isinstance(event, e.ShoeRevealed):
                self._opened += [self._shoe.commitment] if self._shoe else []
                self._shoe = None
            elif self._shoe is not None:
                self._shoe.hear(event, round_number)

    def _at_once(self, table: Table, own: str) -> HouseAct | SealDue | None:
        move = self._next(table)
        if isinstance(move, Countdown):
            move = move.then if move.early else None
        if isinstance(move, HouseAct) and (move.own != own or pauses_before(move.command, self.settings)):
            return None
        return move

    async def _keep_own(self, own: str, events: tuple[e.Event, ...]) -> None:
        """Store what the table did by itself. Its id is the place in the log, so that nothing is done twice."""
        now = self.services.clock.now()
        command_id = f"{own}/{self.id}/{self.log.mirror.version}"
        try:
            happened = await self.log.append_own(command_id, now, events)
        except NoFunds:
            if not round_is_open(self.table):
                raise
            await self.load()
            _, voided = await self._act(self.table, act_of(FLOOR, c.VoidRound("the bank cannot match a war")))
            happened = await self.log.append_own(f"{command_id}/void", now, voided)
        await self._after(happened)

    # What people ask

    async def _serve(self, order: Order) -> None:
        began = self.services.clock.now()
        try:
            answer, happened = await self._answer(order)
        except StoreError as error:
            order.deliver(not_done(order, trouble_of(error)))
            raise
        except BaseException:
            order.deliver(not_done(order, Trouble.OUTCOME_UNKNOWN))
            raise
        order.deliver(answer)
        self.gallery.hear(order.speaker.patron)
        if happened:
            await self._after(happened)
        counters = self.services.counters
        counters.took(self.services.clock.now() - began)
        counters.count("commands", answer.refused.why if answer.refused else "ok")

    async def _answer(self, order: Order) -> tuple[Answer, tuple[Happened, ...]]:
        now = self.services.clock.now()
        said = with_words(order.said, order.speaker, self.table, order.id)
        version = self.log.mirror.version
        asked = interpret(said, order.speaker, self.table, self.settings, self._reader, milliseconds(now), version)
        body = body_of(self.id, order.said)
        lapsed = bool(order.confirmed) and is_past(order.said, order.about, self.log.mirror)
        present = self.gallery.present
        decided = Trouble.REQUEST_LAPSED if lapsed else decide_order(order, self.settings, self.table, asked, present)
        if isinstance(decided, Refused | Trouble):
            if isinstance(said, ReadCard):
                self._reader.forget()
            before = answered_before(order, self.id, await self.log.find(order.command_id), body)
            return before or not_done(order, decided), ()
        return await self._keep(order, Addition(order.command_id, body, now, decided[1], digest(body)))

    async def _keep(self, order: Order, addition: Addition) -> tuple[Answer, tuple[Happened, ...]]:
        number = self.table.round.number
        try:
            kept, happened = await append_for(self.settings, self.log, self.services.buy_in, addition)
        except (NoFunds, OtherBody) as error:
            return not_done(order, not_kept(error, self.log.tray)), ()
        except WalletDiffers as error:
            await self.services.report_error(self.id, error)
            return not_done(order, Trouble.WALLET_DIFFERS), ()
        if happened:
            self._hear(addition.events, number)
        return done(order, self.id, kept), happened

    async def _after(self, happened: tuple[Happened, ...]) -> None:
        """Publish; a seed that was revealed is not secret any more."""
        self.services.pulse.note_kept()
        if self.log.mirror.countdown != self._counting:
            self._begin_countdown()
        self._publish(happened)
        for one in happened:
            self.services.counters.count("events", one.own or "people")
        while self._opened:
            await asyncio.to_thread(forget_shoe, self.id, self._opened.pop(), self.services.vault)
        await self.log.keep_snapshot()
