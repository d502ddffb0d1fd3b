"""Mistakes that a programmer could make, planted on purpose: a simulation that does not find them proves nothing."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any
from unittest import mock

from msgspec.structs import replace

from wartable.ledger import Posting, moves_of
from wartable.live.driving import driver, log, table
from wartable.live.driving.driver import Driver
from wartable.live.driving.log import Addition, TableLog
from wartable.live.history.mirror import Happened
from wartable.live.history.shoe import LiveShoe, seal_shoe
from wartable.live.moves.dealer import HouseAct, SealDue
from wartable.live.moves.pauses import when
from wartable.live.room import Room
from wartable.live.sharing.following import Following
from wartable.live.telling import gallery
from wartable.live.wire.messages import Answer
from wartable.live.wire.troubles import Trouble
from wartable.store import Batch, Kept, MemoryStore, plan
from wartable.table import Event
from wartable.table import events as e
from wartable.table.procedures import void

Bug = Callable[[], Any]
"""Something that is patched while it is entered."""


def _answer_before_append() -> Any:
    serve = Driver._keep  # noqa: SLF001

    async def keep(self: Driver, order: Any, addition: Addition) -> Any:
        version = self.log.mirror.version + len(addition.events)
        order.deliver(Answer(order.id, ok=True, table=self.id, version=version, receipt="00"))
        return await serve(self, order, addition)

    return mock.patch.object(Driver, "_keep", keep)


def _publish_before_append() -> Any:
    append = TableLog.append

    async def early(self: TableLog, addition: Addition) -> tuple[Kept, tuple[Happened, ...]]:
        first = self.mirror.version + 1
        happened = tuple(
            self.mirror.take(first + place, event, addition.at, addition.command_id, b"")
            for place, event in enumerate(addition.events)
        )
        TELLS[self](happened)
        self.mirror.version = first - 1
        return await append(self, addition)

    made = table.LiveTable.__init__

    def init(self: Any, *args: Any) -> None:
        made(self, *args)
        TELLS[self.log] = self.tell

    return _both(mock.patch.object(TableLog, "append", early), mock.patch.object(table.LiveTable, "__init__", init))


TELLS: dict[TableLog, Callable[[tuple[Happened, ...]], None]] = {}


def _id_forgotten() -> Any:
    return mock.patch.object(MemoryStore, "known", return_value=None)


def _neither_version_nor_lease_checked() -> Any:
    checked = plan.plan

    def unchecked(batch: Batch, view: Any) -> Any:
        writes = tuple(replace(write, expected=view.head(write.stream).version) for write in batch.writes)
        return checked(replace(batch, writes=writes, fence=None), view)

    return mock.patch("wartable.store.memory.plan", unchecked)


def _other_body_accepted() -> Any:
    return mock.patch.object(plan.KeptCommand, "again", lambda self, _batch: self.kept())


def _lease_not_checked() -> Any:
    checked = plan.plan

    def unchecked(batch: Batch, view: Any) -> Any:
        return checked(replace(batch, fence=None), view)

    return mock.patch("wartable.store.memory.plan", unchecked)


def _double_pay() -> Any:
    def twice(table_id: str, event: Event, *more: Any) -> tuple[Posting, ...]:
        moved = tuple(moves_of(table_id, event, *more))
        return moved * 2 if isinstance(event, e.WagerSettled) and event.paid else moved

    return mock.patch.object(log, "moves_of", twice)


def _money_kept_on_void() -> Any:
    return mock.patch.object(void, "_give_back", return_value=())


def _view_leaks() -> Any:
    return mock.patch.object(gallery, "audience_of", return_value="auditor")


def _clock_too_early() -> Any:
    def early(move: Any, mirror: Any, settings: Any) -> tuple[int, HouseAct | SealDue]:
        moment, act = when(move, mirror, settings)
        return (moment - 3_000_000 if isinstance(act, HouseAct) and act.own == "clock" else moment), act

    return mock.patch.object(driver, "when", early)


def _other_cards_after_a_restart() -> Any:
    def anew(table_id: str, state: Any, history: Sequence[Happened], vault: Any) -> LiveShoe:
        fresh = seal_shoe(table_id, state, len(history), vault)
        fresh.hear = lambda *_: None  # type: ignore[method-assign]
        return fresh

    return mock.patch.object(driver, "find_shoe", anew)


def _unknown_told_as_not_kept() -> Any:
    return mock.patch.object(driver, "trouble_of", return_value=Trouble.STORE_DOWN)


def _one_key_is_enough() -> Any:
    confirm = Room._confirm  # noqa: SLF001

    async def alone(self: Room, speaker: Any, id_: str, request: str) -> Answer:
        found = self.requests.find(request)
        if found is not None and found.first == speaker.person:
            speaker = replace(speaker, person=f"{speaker.person} again")
        return await confirm(self, speaker, id_, request)

    return mock.patch.object(Room, "_confirm", alone)


def _wallet_not_checked() -> Any:
    return mock.patch.object(plan, "holds_chips", return_value=False)


def _goes_on_without_reading_again() -> Any:
    async def come_back(self: Driver) -> None:
        self.waits_for_store = False

    return mock.patch.object(Driver, "_come_back", come_back)


def _follower_does_not_follow() -> Any:
    async def freshen(self: Following) -> None:
        """No server reads what others wrote."""

    return _both(mock.patch.object(Following, "_read"), mock.patch.object(Following, "freshen", freshen))


@contextmanager
def _both(*patches: Any) -> Iterator[None]:
    with patches[0], patches[1]:
        yield


PLANTED: Mapping[str, Bug] = {
    "answered before it is kept": _answer_before_append,
    "published before it is kept": _publish_before_append,
    "the id is forgotten": _id_forgotten,
    "neither the version nor the lease is checked": _neither_version_nor_lease_checked,
    "another body is accepted": _other_body_accepted,
    "the lease is not checked": _lease_not_checked,
    "paid twice": _double_pay,
    "stakes are kept on a void": _money_kept_on_void,
    "a view shows accounts": _view_leaks,
    "the clock calls too early": _clock_too_early,
    "other cards after a restart": _other_cards_after_a_restart,
    "an unknown outcome is told as not kept": _unknown_told_as_not_kept,
    "one key is enough": _one_key_is_enough,
    "the wallet is not checked": _wallet_not_checked,
    "the log is not read again": _goes_on_without_reading_again,
    "a server does not follow": _follower_does_not_follow,
}
