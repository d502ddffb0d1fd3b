"""Answers to orders."""

from collections.abc import Coroutine, Set

from wartable.live.driving.services import Order
from wartable.live.history import digest
from wartable.live.people import ActorCommand, decide_all
from wartable.live.settings import TableSettings
from wartable.live.wire import REVERSES, Answer, ReceiptMessage, Trouble, no, refused, trouble_of
from wartable.rulebook import Ruling
from wartable.store import Kept, NoFunds, OtherBody, StoreError
from wartable.table import Command, Event, Refused, Table
from wartable.table import commands as c


def done(order: Order, table: str, kept: Kept) -> Answer:
    """Return the answer to a stored order: its place in the log, or none where there was nothing to do."""
    if not kept.receipts:
        return Answer(order.id, ok=True, table=table)
    receipt = kept.receipts[0]
    chain = receipt.chain.hex()
    receipts = (ReceiptMessage(receipt.stream, receipt.version, chain),)
    return Answer(order.id, ok=True, table=table, version=receipt.version, receipt=chain, receipts=receipts)


def not_done(order: Order, why: Trouble | Refused) -> Answer:
    """Return the answer to a refused order."""
    says = refused(why, to_player=bool(order.speaker.patron)) if isinstance(why, Refused) else no(why)
    return Answer(order.id, ok=False, refused=says)


def not_kept(error: NoFunds | OtherBody, tray: str) -> Trouble:
    """Return why the store did not keep an order."""
    if isinstance(error, OtherBody):
        return Trouble.OTHER_BODY
    return Trouble.TRAY_IS_SHORT if error.account == tray else Trouble.NOT_ENOUGH_CHIPS


def answered_before(order: Order, table: str, kept: Kept | None, body: bytes) -> Answer | None:
    """Return the earlier answer under the same id; without one, None."""
    if kept is None:
        return None
    return done(order, table, kept) if kept.answer == digest(body) else not_done(order, Trouble.OTHER_BODY)


async def told(id_: str, asked: Coroutine[None, None, Answer]) -> Answer:
    """Return the answer; where the store failed, its trouble."""
    try:
        return await asked
    except StoreError as error:
        return refuse(id_, trouble_of(error))


def refuse(id_: str, trouble: Trouble) -> Answer:
    return Answer(id_, ok=False, refused=no(trouble))


Decided = tuple[Table, tuple[Event, ...]] | Refused


def decide_order(
    order: Order,
    settings: TableSettings,
    table: Table,
    asked: tuple[ActorCommand, ...] | Trouble,
    present: Set[str] = frozenset(),
) -> Decided | Trouble:
    """Return what the table decides, unless one person alone would take money back with real cards.

    A player who is connected is not absent: neither a report nor a ruling says otherwise.
    """
    if isinstance(asked, Trouble):
        return asked
    if any(_is_here(table, command, present) for _, command in asked):
        return Trouble.PLAYER_IS_HERE
    decided = decide_all(table, asked)
    alone = not order.confirmed and settings.dealer == "person" and not settings.practice
    if alone and not isinstance(decided, Refused) and any(isinstance(event, REVERSES) for event in decided[1]):
        return Trouble.TWO_PEOPLE
    return decided


TAKES_FROM_THE_ABSENT: frozenset[Ruling] = frozenset({"lost", "surrender"})
"""Rulings that end the hand of a player who is not there to answer."""


def _is_here(table: Table, command: Command, present: Set[str]) -> bool:
    """Whether a command would treat a player as absent who is connected on a device of their own."""
    seat = command.seat if isinstance(command, c.ReportAbsence) else None
    if isinstance(command, c.Rule) and command.ruling in TAKES_FROM_THE_ABSENT and table.call:
        seat = table.call.seat if table.call.reason == "player_absent" else None
    box = table.box(seat or 0)
    return box is not None and box.presence == "remote" and box.patron in present
